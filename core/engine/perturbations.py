"""What training adds at random: noise on the inputs and dropout.

A draw belongs to (step, unit, example in the batch), so it does not depend on how a
batch is split into blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core import draws
from core.arrays import Floats
from core.network import LayerSpec
from core.training import TrainingSpec


def input_noise(
    training: TrainingSpec,
    inputs: int,
    seed: int,
    step: int,
    batch: int,
    rows: range,
) -> Floats | None:
    """Noise (n, inputs) for the examples ``rows`` of a batch; None: there is none."""
    if not training.input_noise:
        return None
    sequence = draws.key(seed, draws.NOISE, step)
    columns = [
        draws.normals(sequence, feature * batch + rows.start, len(rows))
        for feature in range(inputs)
    ]
    return np.asarray(np.stack(columns, axis=1) * training.input_noise)


def dropout_masks(
    training: TrainingSpec,
    hidden: Sequence[LayerSpec],
    seed: int,
    step: int,
    batch: int,
    rows: range,
) -> list[Floats]:
    """Factors of every hidden layer (n, units), 0 or 1/(1 − p); [] without dropout."""
    p = training.dropout
    if not p:
        return []
    sequence = draws.key(seed, draws.DROPOUT, step)
    masks: list[Floats] = []
    offset = 0
    for layer in hidden:
        drawn = [
            draws.uniforms(sequence, (offset + unit) * batch + rows.start, len(rows))
            for unit in range(layer.units)
        ]
        masks.append((np.stack(drawn, axis=1) >= p) / (1.0 - p))
        offset += layer.units
    return masks
