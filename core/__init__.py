"""The laboratory without a window: networks, problems, training and analysis.

Nothing in here knows Qt, so everything can be driven from a script.
"""
