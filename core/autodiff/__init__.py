"""Reverse-mode and forward-mode differentiation; the readable reference.

`graph` has nodes and arithmetic, `functions` the named ops; `losses` and `network`
combine them, and `passes` differentiates the result.
"""

from core.autodiff.graph import Node, Op, apply, constant, variable
from core.autodiff.network import GraphMode, LayerNodes, NetworkGraph, network_graph
from core.autodiff.passes import Gradients, Path, backward, hvp, in_order, jvp

__all__ = [
    "Gradients",
    "GraphMode",
    "LayerNodes",
    "NetworkGraph",
    "Node",
    "Op",
    "Path",
    "apply",
    "backward",
    "constant",
    "hvp",
    "in_order",
    "jvp",
    "network_graph",
    "variable",
]
