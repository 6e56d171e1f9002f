"""A NET.json as a scene that the window opens: its data, its network, its weights."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.files.net_json import Net
from core.problems import DataSpec, Points
from core.run import RunSpec
from core.scenes import Scene
from core.training import TrainingSpec

PACE = 100.0  # steps a second
STEPS = 1500


def scene_of_net(net: Net, title: str) -> tuple[Scene, Floats]:
    """The scene, and the weights to set at its first step."""
    if net.x is None or net.y is None:
        raise BadInput(f"{net.name}: data must be given to open it here, got nothing")
    if not net.features.is_raw:
        raise BadInput(
            f"{net.name}: features must be the plain inputs to open it here, "
            f"got {', '.join(net.features.names)}"
        )
    output = net.network.output
    run = RunSpec(
        data=DataSpec(_problem(net), len(net.x), 0.0),
        hidden=net.network.hidden,
        loss=output.loss,
        components=output.components,
        training=TrainingSpec(l1=net.l1, l2=net.l2),
    )
    if run.network != net.network:
        raise BadInput(
            f"{net.name}: data must fit the {output.width} outputs of the network, "
            f"got {run.network.output.width} from its targets"
        )
    scene = Scene(
        name=title,
        title=title,
        summary="A network from a file",
        run=run,
        steps=STEPS,
        pace=PACE,
    )
    return scene, net.theta


def _problem(net: Net) -> Points:
    """The rows; targets that are all 0 or 1 in one column are two classes."""
    assert net.x is not None
    assert net.y is not None
    if net.labels is not None:
        return Points(net.x, net.labels, max(2, net.network.output.width))
    unit = net.network.output.unit
    one = net.y.shape[1] == 1 and bool(np.isin(net.y, (0.0, 1.0)).all())
    if one and not unit.on_values:
        return Points(net.x, net.y[:, 0], 2)
    return Points(net.x, net.y)
