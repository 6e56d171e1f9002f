"""The Saturation view: what its pages compute, show, and let people do."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest

from app.look.theme import DARK, LIGHT
from app.views.saturation.costs import CostFields
from app.views.saturation.jobs import (
    HiddenResult,
    OutputsResult,
    PushResult,
    TrustResult,
)
from app.views.saturation.panel import HEAT, PAGES, SaturationPanel
from app.views.saturation.terms import terms
from app.views.saturation.trust import words
from core.analysis.calibration import reliability
from core.engine.commands import SetParameters
from core.engine.session import Session
from core.functions.maths import softmax
from core.gradients.network import network_graph
from core.outputs import LOSSES
from core.scenes import load_scene
from tests.app.mouse import hover
from tests.app.run_frames import frame_of, run_of, serve, trained

CASES = [
    ("xor", "bce"),
    ("spirals", "ce"),
    ("blobs", "softmax_mse"),
    ("moons", "hinge"),
    ("sine", "mse"),
]


def result_of(panel: SaturationPanel, *sessions: Session) -> tuple:
    frame = frame_of(*sessions)
    panel.show_frame(frame)
    job = panel.request(frame, QSize(400, 300))
    assert job is not None
    found = job()
    assert isinstance(found, tuple)
    return found


@pytest.mark.parametrize("page", list(PAGES))
@pytest.mark.parametrize(("problem", "loss"), CASES)
def test_every_page_paints_every_kind_of_output(qapp, problem, loss, page) -> None:
    panel = SaturationPanel()
    panel.show_page(page)
    sessions = [trained(run_of(problem, loss)), trained(run_of(problem, loss, (3,)))]
    for theme, count, width in ((LIGHT, 1, 340), (DARK, 2, 340), (LIGHT, 2, 900)):
        serve(panel, frame_of(*sessions[:count], theme=theme), width, 300)
        shown = panel.stack.currentWidget().grab().toImage()
        ground = shown.pixelColor(0, 0)
        assert ground.name() == theme.pane.lower()
        colours = {
            shown.pixelColor(x, y).name()
            for x in range(0, shown.width(), 2)
            for y in range(0, shown.height(), 2)
        }
        assert len(colours) > 3, "something is drawn"


# -- numbers against the reference ---------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "loss"), [("spirals", "ce"), ("spirals", "softmax_mse"), ("xor", "bce")]
)
def test_pushes_are_those_of_the_reference_gradient(qapp, problem, loss) -> None:
    session = trained(run_of(problem, loss))
    panel = SaturationPanel()
    panel.show_page("push")
    (found,) = result_of(panel, session)
    assert isinstance(found, PushResult)
    assert found.report is not None
    snapshot = session.snapshot()
    sample = snapshot.splits.train
    graph = network_graph(
        snapshot.network,
        snapshot.theta,
        snapshot.run.features.apply(sample.x),
        LOSSES[loss].encode(sample),
        snapshot.running,
    )
    expected = np.linalg.norm(graph.example_pushes(snapshot.network.depth - 1), axis=1)
    assert found.report.push == pytest.approx(expected, rel=1e-9, abs=1e-15)
    assert found.field is not None
    assert found.field.shape == found.other_field.shape  # type: ignore[union-attr]


def test_hidden_layers_match_a_count_by_hand_and_keep_their_history(qapp) -> None:
    session = trained(run_of("moons", "bce", (5,), "relu"), 1)
    before = session.snapshot()
    theta = np.array(before.theta)
    blocks = before.network.layout.layers[0]
    assert blocks.b is not None
    blocks.W.of(theta)[:2] = 0.0
    blocks.b.of(theta)[:2] = -1.0  # two of five units never fire
    session.apply(SetParameters(theta))
    session.advance(30)
    panel = SaturationPanel()
    panel.show_page("hidden")
    (found,) = result_of(panel, session)
    assert isinstance(found, HiddenResult)
    assert found.dead_units == 2
    assert found.layers[0].dead == pytest.approx(0.4)
    now = session.snapshot()
    x = now.run.features.apply(now.splits.train.x)
    weights = now.network.layout.layers[0]
    z = x @ weights.W.of(now.theta).T + weights.b.of(now.theta)  # type: ignore[union-attr]
    assert found.layers[0].saturated == pytest.approx(float(np.mean(z <= 0)))
    assert found.mean_slopes[0] == pytest.approx(float(np.mean(z > 0)))
    history = found.past[0]
    assert history.dead[0] < history.dead[-1] == pytest.approx(0.4)
    assert history.activations.sum(axis=0) == pytest.approx(np.ones(len(found.steps)))
    layer = found.layers[0]
    span = (layer.high - layer.low) / (history.high - history.low)
    wide = np.count_nonzero(layer.counts) / len(layer.counts) * span
    filled = np.count_nonzero(history.activations[:, -1]) / len(history.activations)
    assert filled >= wide, "no stripes: bins share their counts among levels"
    assert (history.low, history.high) == (0.0, pytest.approx(history.high))


def test_calibration_is_fitted_on_its_split_and_shown_on_the_test_split(qapp) -> None:
    run = run_of("blobs", "ce", points=200)
    run = replace(run, data=replace(run.data, calibration=0.2))
    session = trained(run, 30)
    panel = SaturationPanel()
    panel.show_page("trust")
    (found,) = result_of(panel, session)
    assert isinstance(found, TrustResult)
    snapshot = session.snapshot()
    test = snapshot.splits.test
    z = session_logits(session, test.x)
    labels = test.y.astype(np.int64)
    assert found.split == "test"
    assert found.counts.sum() == len(test)
    assert found.plain is not None
    assert found.plain.error == pytest.approx(reliability(softmax(z), labels).error)
    assert found.temperature is not None
    scaled = reliability(softmax(z, found.temperature), labels)
    assert found.scaled is not None
    assert found.scaled.error == pytest.approx(scaled.error)
    said = " ".join(words(found))
    assert "fitted temperature" in said
    assert "conformal sets" in said


def session_logits(session: Session, x: np.ndarray) -> np.ndarray:
    from core.steps.forward import layer_values

    now = session.snapshot()
    values = layer_values(
        now.network, np.array(now.theta), now.running, now.run.features.apply(x)
    )
    return values[-1].z


# -- temperature ---------------------------------------------------------------------


def test_the_ends_of_the_slider_are_the_limits(qapp) -> None:
    session = trained(run_of("spirals", "ce"))
    panel = SaturationPanel()
    panel.temperature.setValue(panel.temperature.minimum())
    (cold,) = result_of(panel, session)
    assert isinstance(cold, OutputsResult)
    assert cold.temperature == 0.0
    assert cold.p == pytest.approx(np.eye(3)[np.argmax(cold.z, axis=1)])
    panel.temperature.setValue(panel.temperature.maximum())
    (hot,) = result_of(panel, session)
    assert hot.temperature == inf
    assert hot.p == pytest.approx(np.full(hot.p.shape, 1 / 3))
    panel.temperature.setValue(panel.temperature.to_position(2.0))
    (warm,) = result_of(panel, session)
    assert warm.p == pytest.approx(softmax(warm.z, warm.temperature))
    assert HEAT[0] < warm.temperature < HEAT[1]
    assert np.array_equal(warm.z, cold.z), "training is not touched"


def test_the_foot_tells_where_the_naive_softmax_fails(qapp) -> None:
    session = trained(run_of("spirals", "ce", (3,)))
    panel = SaturationPanel()
    serve(panel, frame_of(session))
    said = panel.naive.accessibleName()
    assert "safe" in said
    assert "88.7 (float32), 709.8 (float64)" in said
    theta = np.array(session.snapshot().theta)
    bias = session.snapshot().network.layout.layers[-1].b
    assert bias is not None
    bias.of(theta)[0] += 200.0
    session.apply(SetParameters(theta))
    serve(panel, frame_of(session))
    count = len(session.snapshot().splits.train)
    said = panel.naive.accessibleName()
    assert said == (
        f"naive softmax: NaN for {count} in float32, 0 in float64 of {count} points"
    )


# -- one example ---------------------------------------------------------------------


def test_two_terms_add_up_to_the_gradient() -> None:
    z = np.array([0.3, -1.0, 2.0])
    found = terms("ce", z, 1)
    assert found is not None
    pull, down, net = found
    assert pull.tolist() == [0.0, 1.0, 0.0]
    assert down == pytest.approx(softmax(z[None])[0])
    assert net == pytest.approx(pull - down)
    squared = terms("softmax_mse", np.array([40.0, 0.0, 0.0]), 1)
    assert squared is not None
    assert np.abs(squared[2]).max() < 1e-12, "confidently wrong: no net push"
    single = terms("bce", np.array([0.5]), 1)
    assert single is not None
    assert single[2] == pytest.approx([1.0 - 1.0 / (1.0 + np.exp(-0.5))])
    assert terms("hinge", np.array([0.5]), 1) is None


@pytest.mark.parametrize("label", [0, 1, 2])
def test_terms_without_the_logit_of_class_0(label) -> None:
    """Softmax with class 0 fixed: what pulls and pushes the logits that there are."""
    z = np.array([-1.0, 2.0])
    found = terms("ce_ref", z, label)
    assert found is not None
    whole = terms("ce", np.array([0.0, *z]), label)
    assert whole is not None
    for mine, of_all in zip(found, whole, strict=True):
        assert mine == pytest.approx(of_all[1:])


@pytest.mark.parametrize("loss", ["ce", "ce_ref"])
@pytest.mark.parametrize("page", ["outputs", "push"])
def test_a_click_keeps_an_example_explained(qapp, page, loss) -> None:
    panel = SaturationPanel()
    panel.show_page(page)
    hovered: list[frozenset[int]] = []
    panel.highlight_changed.connect(hovered.append)
    serve(panel, frame_of(trained(run_of("spirals", loss))), 420, 320)
    shown = panel.stack.currentWidget()
    plain = shown.grab().toImage()
    x, y, rows = shown.spots
    middle = int(np.argmin(np.hypot(x - x.mean(), y - y.mean())))
    spot = QPoint(round(x[middle]), round(y[middle]))
    hover(shown, spot)
    assert hovered[-1] <= set(rows.tolist())
    QTest.mouseClick(shown, Qt.MouseButton.LeftButton, pos=spot)
    assert shown.chosen in hovered[-1]
    assert shown.grab().toImage() != plain
    QTest.mouseClick(shown, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))
    assert shown.chosen == -1
    panel.apply_settings({"select_example": int(rows[0])})
    assert panel.push.chosen == rows[0]


# -- stuck points, trails, costs -----------------------------------------------------


def test_stuck_points_are_counted_for_squared_error_alone(qapp) -> None:
    badges = {}
    for loss in ("ce", "softmax_mse"):
        run = run_of("blobs", loss, (6,))
        run = replace(run, initial=replace(run.initial, scale=30.0))
        panel = SaturationPanel()
        panel.show_page("push")
        said: list[str] = []
        panel.badge_changed.connect(said.append)
        serve(panel, frame_of(trained(run, 1)))
        badges[loss] = said[-1]
    assert badges["ce"] == "0 wrong points without push"
    assert badges["softmax_mse"].endswith("less than 1 % of the push")


def test_trails_end_at_the_present(qapp) -> None:
    session = trained(run_of("spirals", "ce"), 12)
    panel = SaturationPanel()
    (found,) = result_of(panel, session)
    assert found.trails is not None
    count = found.trails.shape[1]
    stride = -(-len(found.rows) // count)
    assert found.trails[-1] == pytest.approx(found.p[::stride])
    assert not np.allclose(found.trails[0], found.trails[-1])


def test_costs_are_found_beside_the_matrix_and_move_decisions(qapp) -> None:
    session = trained(run_of("moons", "bce"), 5)
    panel = SaturationPanel()
    panel.show_page("trust")
    serve(panel, frame_of(session), 500, 320)
    assert panel.costs.isVisible()
    QTest.mouseClick(panel.costs, Qt.MouseButton.LeftButton)
    assert panel.popup is not None
    assert panel.popup.isVisible()
    fields = panel.popup.findChild(CostFields)
    fields.fields[1, 0].setValue(1000.0)  # missing class 1 must never happen
    (found,) = result_of(panel, session)
    assert found.counts[:, 0].sum() < found.counts.sum()
    assert found.counts[1, 0] == 0
    assert found.costs is not None
    assert found.costs[1] <= found.costs[0]
    assert f"the costs change {found.moved} decision" in " ".join(words(found))
    QTest.mouseClick(fields.level, Qt.MouseButton.LeftButton)
    (plain,) = result_of(panel, session)
    assert plain.costs is None
    panel.popup.hide()
    panel.trust.grab()
    matrix = panel.trust.matrices[0].center().toPoint()
    QTest.mouseClick(panel.trust, Qt.MouseButton.LeftButton, pos=matrix)
    assert panel.popup.isVisible()
    panel.popup.hide()


def test_a_scene_turns_to_its_page(qapp) -> None:
    panel = SaturationPanel()
    asked: list[bool] = []
    panel.refresh_needed.connect(lambda: asked.append(True))
    panel.apply_settings({"page": "hidden", "temperature": 2.0, "other": 1})
    assert panel.stack.currentWidget() is panel.hidden_layers
    assert panel.tau == pytest.approx(2.0)
    assert asked
    panel.apply_settings({"page": "nowhere"})
    assert panel.stack.currentWidget() is panel.hidden_layers


def test_a_result_of_another_page_is_dropped(qapp) -> None:
    session = trained(run_of("moons", "bce"))
    panel = SaturationPanel()
    late = result_of(panel, session)
    panel.show_page("push")
    panel.show_result(late)
    assert panel.push.results == ()


def test_the_window_can_keep_points_for_calibration(window, state) -> None:
    window.controls.problem.picker.buttons["blobs"].click()
    (row,) = (
        found
        for found, _ in window.controls.problem.bound
        if found.label.text() == "Calibration share"
    )
    row.take_typed(0.25)
    assert len(state.a.latest.splits.calibration) > 0
    panel = window.desk.panes["saturation"].panel
    panel.show_page("trust")
    window.clock.settle()
    assert "conformal sets for 90 %" in " ".join(words(panel.trust.results[0]))
    assert panel.calibration.accessibleName() == ""


# -- two runs, and none ----------------------------------------------------------------


def test_logits_of_two_runs_are_read_on_one_scale(qapp, monkeypatch) -> None:
    panel = SaturationPanel()
    near, far = trained(run_of("moons", "bce"), 2), trained(run_of("moons", "bce"), 2)
    far.apply(SetParameters(50.0 * far.snapshot().theta, "far out"))
    places: list[np.ndarray] = []
    monkeypatch.setattr(
        panel.outputs, "stamp_classes", lambda p, x, y, labels, size: places.append(x)
    )
    serve(panel, frame_of(near, far), 900, 300)
    results = result_of(panel, near, far)
    qapp.processEvents()
    places.clear()
    panel.outputs.grab()
    slopes = [
        np.ptp(x) / np.ptp(result.z) for x, result in zip(places, results, strict=True)
    ]
    assert slopes[0] == pytest.approx(slopes[1])


def test_margins_of_two_runs_are_read_on_one_scale(qapp, monkeypatch) -> None:
    panel = SaturationPanel()
    near, far = (
        trained(run_of("spirals", "ce"), 2),
        trained(run_of("spirals", "ce"), 400),
    )
    serve(panel, frame_of(near, far), 1200, 300)
    qapp.processEvents()
    ends: list[str] = []
    original = QPainter.drawText

    def record(self, place, *rest):  # type: ignore[no-untyped-def]
        ends.append(rest[-1])
        return original(self, place, *rest)

    monkeypatch.setattr(QPainter, "drawText", record)
    panel.outputs.grab()
    heads = [i for i, text in enumerate(ends) if text.startswith("margin")]
    assert len(heads) == 2
    first, second = (ends[i + 1 : i + 3] for i in heads)
    assert first == second


@pytest.mark.parametrize(
    ("problem", "loss", "title", "subtitle"),
    [
        ("xor", "mse", "margin: distance from 0.5, below 0 if wrong", "margins"),
        ("moons", "hinge", "margin: distance from 0, below 0 if wrong", "margins"),
        ("blobs", "mse", "margin: own output − best other", "margins"),
        ("blobs", "ce", "margin: own logit − best other", "logit margins"),
    ],
)
def test_a_margin_says_what_it_is_a_difference_of(
    qapp, monkeypatch, problem, loss, title, subtitle
) -> None:
    panel = SaturationPanel()
    said: list[str] = []
    panel.subtitle_changed.connect(said.append)
    serve(panel, frame_of(trained(run_of(problem, loss))), 400, 300)
    words: list[str] = []
    original = QPainter.drawText

    def record(self, place, *rest):  # type: ignore[no-untyped-def]
        words.append(rest[-1])
        return original(self, place, *rest)

    monkeypatch.setattr(QPainter, "drawText", record)
    panel.outputs.grab()
    assert title in words
    assert said[-1] == subtitle


def test_a_temperature_is_offered_for_probabilities_alone(qapp) -> None:
    panel = SaturationPanel()
    serve(panel, frame_of(trained(run_of("sine", "mse"))), 400, 300)
    assert not panel.heat.isVisible()
    serve(panel, frame_of(trained(run_of("moons", "bce"))), 400, 300)
    assert panel.heat.isVisible()
    panel.show_page("hidden")
    assert not panel.heat.isVisible()


def test_activations_of_both_runs_stand_on_one_scale(qapp) -> None:
    small = trained(run_of("moons", "bce", (4,), "relu"))
    large = trained(run_of("moons", "bce", (4,), "relu"))
    large.apply(SetParameters(9.0 * large.snapshot().theta, "set"))
    panel = SaturationPanel()
    panel.show_page("hidden")
    serve(panel, frame_of(small, large), 900, 300)
    page = panel.hidden_layers
    low, high = page.span(0)
    a, b = (result.past[0] for result in page.results)
    assert (low, high) == (min(a.low, b.low), max(a.high, b.high))
    assert b.high > 2 * a.high
    box = QRectF(0, 0, 20, 100)
    part = page.part_of(box, a, low, high)
    assert part.bottom() == pytest.approx(100 - 100 * (a.low - low) / (high - low))
    assert part.height() == pytest.approx(100 * (a.high - a.low) / (high - low))
    assert page.part_of(box, b, low, high).top() == pytest.approx(0)
    page.grab()


@pytest.mark.parametrize("turned", [False, True])
def test_push_of_a_loss_without_a_partner_is_drawn_by_logit(qapp, turned) -> None:
    runs = [trained(run_of("moons", loss)) for loss in ("bce", "gaussian_nll")]
    panel = SaturationPanel()
    panel.show_page("push")
    serve(panel, frame_of(*(reversed(runs) if turned else runs)), 700, 300)
    panel.grab()
    pair, other = reversed(panel.push.results) if turned else panel.push.results
    assert pair.report is not None
    assert not pair.heads
    assert other.report is None
    assert [head.letter for head in other.heads] == ["μ", "β"]


VALUES = ["counts", "wind", "correlated-1d", "outliers"]


@pytest.mark.parametrize("scene", [*VALUES, "rankings", "outliers-mse"])
def test_push_and_confidence_work_for_values(qapp, scene) -> None:
    session = trained(load_scene(scene).run, steps=3)
    panel = SaturationPanel()
    for page in ("push", "trust"):
        panel.show_page(page)
        serve(panel, frame_of(session), 560, 320)
        image = panel.grab().toImage()
        colours = {
            image.pixel(x, y) for x in range(9, 550, 7) for y in range(40, 310, 7)
        }
        assert len(colours) > 4
    heads = panel.push.results[0].heads
    assert sum(h.slope.shape[1] for h in heads) == session.network.output.width
    covered = panel.trust.results[0].covered
    assert (covered is not None) == (scene in VALUES)
