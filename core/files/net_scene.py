"""A NET.json as a scene that the window opens: its data, its network, its weights."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.files.net_json import Net
from core.language import tr
from core.problems import DataSpec, Points
from core.run import RunSpec
from core.scenes import Scene
from core.training import TrainingSpec

PACE = 100.0  # steps per second
STEPS = 1500


def scene_of_net(net: Net, title: str) -> tuple[Scene, Floats]:
    """The scene, and the weights to set at its first step."""
    if net.x is None or net.y is None:
        raise BadInput(
            tr("{name}: must contain data to be opened here, got none", name=net.name)
        )
    if not net.features.is_raw:
        raise BadInput(
            tr(
                "{name}: features must be the plain inputs to open it here, "
                "got {names}",
                name=net.name,
                names=", ".join(net.features.names),
            )
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
            tr(
                "{name}: data must fit the {width} outputs of the network, got "
                "{width2} from its targets",
                name=net.name,
                width=output.width,
                width2=run.network.output.width,
            )
        )
    scene = Scene(
        name=title,
        title=title,
        summary=tr("A network from a file"),
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
