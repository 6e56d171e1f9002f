"""A network's gradients by `core.autodiff`: the readable reference.

`steps` has a rule for each step kind, `losses` for output units, and `network` combines
them into the graph of a network with its losses.
"""

from core.gradients.network import GraphMode, LayerNodes, NetworkGraph, network_graph

__all__ = ["GraphMode", "LayerNodes", "NetworkGraph", "network_graph"]
