"""Experiments: one scene, up to three settings varied, seeds repeated, a conclusion.

An `Experiment` defines what is varied; `work.blocks` lists what is trained, many seeds
side by side; `Result` is the outcome of one run; `summary` summarises runs; `process`
trains in another process; `record` saves all of it as plain JSON, `report` as a page.
"""
