"""Many runs of one scene: settings varied, seeds repeated, results in one table.

Every run is trained by the single kernel, exactly as ``hyperfold train`` would, so a
row can be repeated from its settings and its seed alone.
"""

from core.sweep.case import run_case
from core.sweep.groups import group_rows, wilson_interval
from core.sweep.plan import Case, Plan, make_plan
from core.sweep.pool import in_threads

__all__ = [
    "Case",
    "Plan",
    "group_rows",
    "in_threads",
    "make_plan",
    "run_case",
    "wilson_interval",
]
