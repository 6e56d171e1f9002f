"""First-layer weights of a network that reads pictures, shown as pictures."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot


def weight_images(snapshot: Snapshot, units: Ints) -> Floats | None:
    """First-layer weights (units, height, width); None if the inputs are no picture.

    Three channels are summed, to show where a unit looks.
    """
    image = getattr(snapshot.run.data.problem, "image", None)
    network = snapshot.network
    if image is None or not snapshot.run.features.is_raw or not network.hidden:
        return None
    layer = network.hidden[0]
    if layer.rows != layer.units or network.reads(0) != (0,):
        return None
    weights = network.layout.layers[0].W.of(snapshot.theta)[units]
    height, width, channels = image
    return np.asarray(weights.reshape(len(units), height, width, channels).sum(axis=-1))
