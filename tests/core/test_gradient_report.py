"""The report's norms are inspect's norms, and the series' on a full batch."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.gradient_report import gradient_report, norms
from core.edits.wiring import Connect
from core.engine.commands import SetParameters
from core.engine.session import Session
from core.network import LayerSpec
from core.scenes import load_scene
from core.training.state import column


@pytest.fixture
def session() -> Session:
    run = load_scene("xor").run.with_training(batch_size=0, optimiser="sgd", l2=0.01)
    return Session(run, backend="reference")


def test_norms_equal_what_the_backend_recorded(session: Session) -> None:
    before = session.snapshot()
    session.advance(1)
    first = session.series.first
    recorded = session.series.view(
        list(range(session.series.columns)), first, first + 1, 4
    ).mean[:, 0]
    found = norms(before)
    for layer in range(before.network.depth):
        expected = [
            recorded[column(name, layer)] for name in ("grad_w", "grad_b", "grad_z")
        ]
        assert found[layer] == pytest.approx(expected, rel=1e-9)


def test_the_report_holds_the_same_norms_and_all_weights(session: Session) -> None:
    snapshot = session.snapshot()
    report = gradient_report(snapshot)
    assert [(g.w, g.b, g.z) for g in report.layers] == [
        tuple(row) for row in norms(snapshot)
    ]
    for layer, blocks in zip(
        report.layers, snapshot.network.layout.layers, strict=True
    ):
        assert layer.weights.counts.sum() == np.prod(blocks.W.shape)
    assert len(report.mean_slopes) == len(snapshot.network.hidden)


def residual(adds: int | None, weights: float = 1.0) -> Session:
    """Two tanh layers, the second with the first added; its weights may be faded."""
    hidden = (LayerSpec(3, "tanh"), LayerSpec(3, "tanh", adds=adds))
    run = load_scene("xor").run.changed(hidden=hidden, loss="mse")
    made = Session(run, backend="reference")
    theta = made.snapshot().theta.copy()
    made.network.layout.layers[1].W.of(theta)[...] *= weights
    made.apply(SetParameters(theta, "by hand"))
    return made


def test_the_share_of_a_sum_is_that_of_the_chain_rule() -> None:
    now = residual(1).snapshot()
    train = now.splits.train
    w1, w2, w3 = (blocks.W.of(now.theta) for blocks in now.network.layout.layers)
    b1, b2, b3 = (blocks.b.of(now.theta) for blocks in now.network.layout.layers)
    h1 = np.tanh(train.x @ w1.T + b1)
    a2 = np.tanh(h1 @ w2.T + b2)
    push = (a2 + h1) @ w3.T + b3 - np.asarray(train.y).reshape(-1, 1)
    by_sum = push @ w3
    by_links = (by_sum * (1 - a2**2)) @ w2
    sizes = np.linalg.norm(by_sum), np.linalg.norm(by_links)
    found = [layer.skips for layer in gradient_report(now).layers]
    assert found[0] == pytest.approx(sizes[0] / sum(sizes), rel=1e-12)
    assert found[1:] == [None, None]
    chain = gradient_report(residual(None).snapshot())
    assert [layer.skips for layer in chain.layers] == [None] * 3


def test_a_layer_read_further_on_gets_its_gradient_by_that() -> None:
    session = residual(None, weights=0.0)
    session.apply(Connect(1, 3))
    theta = session.snapshot().theta.copy()
    session.network.layout.layers[2].W.of(theta)[...] = 1.0
    session.apply(SetParameters(theta, "by hand"))
    assert gradient_report(session.snapshot()).layers[0].skips == 1.0


def test_a_faded_layer_is_passed_by_the_sum_alone() -> None:
    report = gradient_report(residual(1, weights=0.0).snapshot())
    assert report.layers[0].skips == 1.0
    assert report.layers[0].z > 0.0
    chain = gradient_report(residual(None, weights=0.0).snapshot())
    assert chain.layers[0].z == 0.0
