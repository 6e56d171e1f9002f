"""Experiments: one scene, up to three settings varied, seeds repeated, a conclusion.

An `Experiment` says what is varied; `work.blocks` lists what is trained, many seeds
side by side; `Result` is what one run gave; `summary` sums runs up; `process` trains
away from the window; `record` keeps all of it as plain JSON, `report` as a page.
"""
