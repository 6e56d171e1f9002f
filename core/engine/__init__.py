"""Training: commands go in, frozen snapshots and a timeline come out.

`core.engine.session.Session` does the work, in one thread and deterministically;
`core.engine.engine.Engine` runs it in a thread of its own. Nothing here imports numba
or scipy until a compiled backend is needed, so that the window opens quickly.
"""
