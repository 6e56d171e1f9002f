"""The report's norms are inspect's norms, and the series' on a full batch."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.gradient_report import gradient_report, norms
from core.engine.session import Session
from core.engine.state import column
from core.scenes import load_scene


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
