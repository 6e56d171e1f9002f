"""Reverse-mode and forward-mode differentiation of any expression.

`graph` has nodes and arithmetic, `functions` the named ops, `expressions` turns a
formula into nodes, and `passes` differentiates the result. Networks come further up,
in `core.gradients`.
"""

from core.autodiff.graph import Node, Op, apply, constant, variable
from core.autodiff.passes import Gradients, Path, backward, hvp, in_order, jvp

__all__ = [
    "Gradients",
    "Node",
    "Op",
    "Path",
    "apply",
    "backward",
    "constant",
    "hvp",
    "in_order",
    "jvp",
    "variable",
]
