"""The Gradients view: series, whole-sample dots, profile, verdict, curvature."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.chart.readout import Reading
from app.look.theme import DARK, LIGHT
from app.views.gradients.jobs import QUANTITIES, GradientResult
from app.views.gradients.panel import CURVATURE, GradientsPanel
from app.views.gradients.profile import ProfilePlot, factors, pushes
from core.engine.commands import SetParameters
from core.engine.session import Session
from core.engine.snapshot import Snapshot
from core.gradients.network import GraphMode, network_graph
from core.outputs import LOSSES
from core.scenes import load_scene
from core.training.state import column
from tests.app.mouse import hover
from tests.app.run_frames import at_step, frame_of, run_of, serve, trained


def results_of(
    panel: GradientsPanel, *sessions: Session, width: int = 800, moving: bool = False
) -> tuple[GradientResult, ...]:
    frame = frame_of(*sessions, moving=moving)
    panel.show_frame(frame)
    job = panel.request(frame, QSize(width, 400))
    assert job is not None
    found = job()
    assert isinstance(found, tuple)
    return found


def reference_norms(snapshot: Snapshot) -> np.ndarray:
    """(layers, 3) of the whole sample, from the graph itself."""
    run, sample = snapshot.run, snapshot.splits.train
    mode = GraphMode(l1=run.training.l1, l2=run.training.l2)
    graph = network_graph(
        snapshot.network,
        snapshot.theta,
        run.features.apply(sample.x),
        LOSSES[run.loss].encode(sample),
        snapshot.running,
        mode,
    )
    rows = []
    for i in range(snapshot.network.depth):
        found = graph.layers[i].parameters
        push = graph.example_pushes(i)
        rows.append(
            [
                np.linalg.norm(graph.gradients.of(found["W"])),
                np.linalg.norm(graph.gradients.of(found["b"])),
                np.sqrt(np.mean(np.sum(push**2, axis=1))),
            ]
        )
    return np.array(rows)


@pytest.mark.parametrize("page", [*QUANTITIES, CURVATURE])
def test_every_page_paints_alone_and_compared(qapp, page) -> None:
    pair = (
        trained(run_of("moons", "bce"), 40),
        trained(run_of("moons", "bce", (3, 3, 3), "sigmoid"), 40),
    )
    panel = GradientsPanel()
    panel.show_page(page)
    for theme, count, size in (
        (LIGHT, 1, (340, 230)),
        (DARK, 2, (340, 230)),
        (LIGHT, 2, (900, 600)),
    ):
        serve(panel, frame_of(*pair[:count], theme=theme), *size)
        image = panel.grab().toImage()
        ink = theme.accent if page == CURVATURE else theme.layer_colour(0, 3)
        assert _nearest(image, QColor(ink)) < 60


def _nearest(image: QImage, ink: QColor) -> int:
    """The distance of the closest pixel to a colour; thin lines are antialiased."""
    shown = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(shown.constBits(), np.uint8).reshape(-1, 4)[:, :3].astype(int)
    wanted = np.array([ink.blue(), ink.green(), ink.red()])
    return int(np.abs(flat - wanted).sum(axis=1).min())


@pytest.mark.parametrize("page", list(QUANTITIES))
def test_curves_are_every_step_of_the_series(qapp, page) -> None:
    session = trained(run_of("moons", "bce"), 30)
    panel = GradientsPanel()
    panel.show_page(page)
    (found,) = results_of(panel, session)
    depth = session.snapshot().network.depth
    name = QUANTITIES[page][2]
    first = session.series.first
    view = session.series.view(
        [column(name, i) for i in range(depth)], first, first + 30, 1000
    )
    expected = view.mean
    if page == "ratio":
        sizes = [column("norm_w", i) for i in range(depth)]
        expected = expected / session.series.view(sizes, first, first + 30, 1000).mean
    assert found.steps.tolist() == view.steps.tolist()
    assert found.mean == pytest.approx(expected, rel=1e-12)


def test_dots_are_the_reference_norms_of_the_whole_sample(qapp) -> None:
    session = trained(run_of("moons", "bce"), 20)
    panel = GradientsPanel()
    for place, page in enumerate(("w", "b", "z")):
        panel.show_page(page)
        (found,) = results_of(panel, session)
        assert len(found.dot_steps) > 1
        for step, dots in zip(found.dot_steps, found.dots.T, strict=True):
            kept = session.timeline.at(int(step))
            assert dots == pytest.approx(reference_norms(kept)[:, place], rel=1e-9)


def test_the_profile_is_the_reference_push_with_its_factors(qapp) -> None:
    session = trained(run_of("moons", "bce", (4, 4, 4), "sigmoid"), 5)
    (found,) = results_of(GradientsPanel(), session)
    expected = reference_norms(session.snapshot())[:, 2]
    assert pushes(found.report) == pytest.approx(expected, rel=1e-9)
    assert factors(found.report) == pytest.approx(expected[:-1] / expected[1:])
    weights = session.snapshot().network.layout.layers[1].W.of(session.snapshot().theta)
    values = np.linalg.svd(weights, compute_uv=False)
    cause = found.report.layers[1].cause
    assert cause.largest == pytest.approx(values[0])
    assert 0.0 < cause.mean_slope <= 0.25, "a sigmoid passes on a quarter at most"
    texts = ProfilePlot.causes(found)
    assert texts[0][0] == "layer 1"
    assert texts[0][1].startswith("× ")
    assert texts[-1][0] == "output"


def test_a_spike_of_one_step_stays_visible(qapp) -> None:
    session = trained(run_of("xor", "bce", (2,)), 300)
    theta = np.array(session.snapshot().theta)
    session.apply(SetParameters(theta * 40.0))
    session.advance(1)
    session.apply(SetParameters(theta))
    session.advance(300)
    panel = GradientsPanel()
    (found,) = results_of(panel, session, width=130)
    spike = float(found.high.max())
    assert len(found.steps) < 120, "several steps share a pixel"
    assert spike > 2.0 * float(np.median(found.high))
    index = column("grad_w", int(np.argmax(found.high.max(axis=1))))
    every = session.series.view([index], session.series.first, 601, 10_000)
    assert spike == pytest.approx(float(every.high.max()), rel=1e-12)


def test_the_verdict_names_vanishing_and_its_figures(qapp) -> None:
    session = trained(run_of("moons", "bce", (6,) * 8, "sigmoid"), 5)
    panel = GradientsPanel()
    badges: list[str] = []
    panel.badge_changed.connect(badges.append)
    serve(panel, frame_of(session), 500, 500)
    assert badges == ["vanishing"]
    (said,) = panel.profile.said
    assert "under 1 % of the output's gradient" in said
    assert "mean slope of layer" in said


def test_histograms_count_every_weight(qapp) -> None:
    session = trained(run_of("moons", "bce"), 5)
    panel = GradientsPanel()
    serve(panel, frame_of(session), 500, 500)
    pictures = []
    for mode in ProfilePlot.MODES:
        panel.show_mode(mode)
        assert panel.profile.mode == mode
        pictures.append(panel.profile.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2]
    (result,) = panel.profile.results
    for layer, blocks in zip(
        result.report.layers, session.snapshot().network.layout.layers, strict=True
    ):
        count = int(np.prod(blocks.W.shape))
        assert layer.weights.counts.sum() == layer.gradients.counts.sum() == count


# -- curvature -----------------------------------------------------------------------


def test_curvature_is_the_largest_eigenvalue_of_the_dense_hessian(qapp) -> None:
    run = run_of("moons", "bce", (3,)).with_training(optimiser="sgd", learning_rate=0.1)
    session = trained(run, 10)
    panel = GradientsPanel()
    panel.show_page(CURVATURE)
    (found,) = results_of(panel, session)
    snapshot = session.snapshot()
    sample = snapshot.splits.train
    graph = network_graph(
        snapshot.network,
        snapshot.theta,
        run.features.apply(sample.x),
        LOSSES["bce"].encode(sample),
        snapshot.running,
    )
    hessian = np.stack([graph.hvp(e) for e in np.eye(snapshot.network.layout.size)])
    expected = float(np.linalg.eigvalsh(hessian)[-1])
    assert found.curvatures[10].largest == pytest.approx(expected, rel=1e-3)
    assert found.curvatures[10].limit == pytest.approx(20.0)


def test_curvature_is_measured_every_n_steps_and_on_demand(qapp) -> None:
    session = trained(run_of("moons", "bce", (2,)), 1)
    panel = GradientsPanel()
    (off,) = results_of(panel, session)
    assert off.curvatures == {}, "nothing is measured on other pages"
    panel.show_page(CURVATURE)
    panel.curvature.every.setValue(10)
    for _ in range(12):
        session.advance(2)
        (found,) = results_of(panel, session, moving=True)
    assert list(found.curvatures) == [3, 13, 23]
    session.advance(1)
    QTest.mouseClick(panel.curvature.now, Qt.MouseButton.LeftButton)
    (found,) = results_of(panel, session, moving=True)
    assert list(found.curvatures) == [3, 13, 23, 26]
    serve(panel, frame_of(session), 500, 400)
    assert "largest curvature" in panel.curvature.sentence.accessibleName()


def test_at_rest_the_past_is_measured_too(qapp) -> None:
    session = trained(run_of("moons", "bce", (2,)), 30)
    panel = GradientsPanel()
    panel.show_page(CURVATURE)
    panel.curvature.every.setValue(10)
    (found,) = results_of(panel, session)
    assert list(found.curvatures) == [0, 10, 20, 30]


def test_the_chart_of_curvature_is_read_zoomed_and_clicked_like_the_others(
    qapp,
) -> None:
    run = run_of("moons", "bce", (2,)).with_training(optimiser="sgd", learning_rate=0.1)
    session = trained(run, 30)
    panel = GradientsPanel()
    panel.show_page(CURVATURE)
    panel.curvature.every.setValue(10)
    serve(panel, frame_of(session), 500, 400)
    panel.show()
    plot = panel.curvature.plot
    chosen: list[int] = []
    panel.step_chosen.connect(chosen.append)
    plot.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Return):
        QTest.keyClick(plot, key)
    assert chosen == [20]
    read = {r.line.name: r for r in plot.readings()}
    measured = plot.results[0].curvatures[20]
    assert read["largest eigenvalue"].y == pytest.approx(measured.largest)
    assert read["stability limit"].y == pytest.approx(20.0)
    assert plot.contents.scale == "log"  # the limit is far above
    QTest.keyClick(plot, Qt.Key.Key_L)
    assert plot.contents.scale == "linear"
    plot.toggle("limit A")
    assert plot.shown_plots()[0][1].y.high < 10.0
    QTest.keyClick(plot, Qt.Key.Key_Plus)
    assert plot.held


# -- the widget ----------------------------------------------------------------------


def test_hover_reads_the_step_and_leaving_ends_it(qapp) -> None:
    panel = GradientsPanel()
    serve(panel, frame_of(trained(run_of("moons", "bce"), 40)), 400, 230)
    qapp.processEvents()  # lays it out
    plain = panel.series.grab().toImage()
    sheet = panel.series.childAt(QPoint(150, 50))
    hover(sheet, QPoint(150, 50))
    assert panel.series.grab().toImage() != plain
    assert [r.line.name for r in panel.series.readings()] == [
        "layer 1",
        "layer 2",
        "output",
    ]
    QApplication.sendEvent(sheet.parentWidget(), QEvent(QEvent.Type.Leave))
    assert panel.series.grab().toImage() == plain


def test_hover_reads_the_same_step_of_both_runs(qapp, monkeypatch) -> None:
    panel = GradientsPanel()
    both = (
        trained(run_of("moons", "bce"), 40),
        trained(run_of("moons", "bce", (3,)), 40),
    )
    serve(panel, frame_of(*both), 700, 230)
    qapp.processEvents()  # lays it out
    read: list[list[Reading]] = []
    monkeypatch.setattr(
        "app.chart.chart.draw_card",
        lambda painter, at, bounds, theme, readings: read.append(readings),
    )
    for x in (150, 500):  # over A, over B
        read.clear()
        hover(panel.series.childAt(QPoint(x, 50)), QPoint(x, 50))
        panel.series.grab()
        (a, b) = read
        assert a[0].x == b[0].x
        assert [r.y for r in a] != [r.y for r in b]


def test_both_runs_are_zoomed_together_on_one_scale(qapp) -> None:
    panel = GradientsPanel()
    both = (
        trained(run_of("moons", "bce"), 40),
        trained(run_of("moons", "bce", (3,)), 40),
    )
    serve(panel, frame_of(*both), 700, 230)
    qapp.processEvents()
    panel.series.setFocus(Qt.FocusReason.TabFocusReason)
    before = panel.series.shown_plots()[0][1]
    QTest.keyClick(panel.series, Qt.Key.Key_Plus)
    (_, a), (_, b) = panel.series.shown_plots()
    assert (a.x, a.y) == (b.x, b.y)
    assert a.x.high - a.x.low < before.x.high - before.x.low


def test_a_layer_is_hidden_in_both_runs_and_norms_may_be_linear(qapp) -> None:
    panel = GradientsPanel()
    session = trained(run_of("moons", "bce"), 40)
    serve(panel, frame_of(session, session), 700, 230)
    qapp.processEvents()
    panel.series.toggle("layer 1")
    panel.series.step = 20.0
    shown = [r.line.key for r in panel.series.readings()]
    assert shown == ["layer 2", "output"] * 2
    assert panel.series.shown_plots()[0][1].y.log
    QTest.keyClick(panel.series, Qt.Key.Key_L)
    assert not panel.log_y
    assert panel.series.shown_plots()[0][1].y.low == 0.0


def test_the_step_that_is_looked_at_is_marked_on_the_curves(qapp) -> None:
    panel = GradientsPanel()
    frame = frame_of(trained(run_of("moons", "bce"), 40))
    accent = QColor(LIGHT.accent).name()

    def marked() -> list[int]:
        qapp.processEvents()  # lays it out
        image = panel.series.grab().toImage()
        middle = image.height() // 2
        columns = range(image.width())
        return [
            x
            for x in columns
            if all(
                image.pixelColor(x, y).name() == accent
                for y in range(middle - 20, middle + 20)
            )
        ]

    serve(panel, frame, 500, 230)
    assert marked() == []
    serve(panel, at_step(frame, 20), 500, 230)
    (first,) = marked()
    serve(panel, at_step(frame, 30), 500, 230)
    (later,) = marked()
    assert later > first
    serve(panel, frame, 500, 230)
    assert marked() == []


def test_a_profile_without_room_has_no_words(qapp) -> None:
    """A pane pressed together, and everything is styled anew."""
    panel = GradientsPanel()
    serve(panel, frame_of(trained(run_of("moons", "bce"))), 600, 500)
    for width in range(120, 0, -1):
        panel.profile.resize(width, 60)
        panel.profile.set_theme(DARK)
        for _, axes in panel.profile.shown_plots():
            assert axes.rect.width() > 0 or not panel.profile.labels


def test_the_bars_of_the_profile_are_readable_beside_a_lesson(qapp) -> None:
    panel = GradientsPanel()
    deep = [trained(load_scene(f"deep-{name}").run, 5) for name in ("sigmoid", "relu")]
    serve(panel, frame_of(*deep), 566, 396)  # of a window of 1180 × 720
    QApplication.processEvents()
    for _, axes in panel.profile.shown_plots():
        assert axes.rect.height() >= 110
    assert panel.series.height() >= 110, "and the curves keep a readable height"


def test_a_small_pane_keeps_the_sentence_and_a_tall_one_the_profile(qapp) -> None:
    panel = GradientsPanel()
    session = trained(run_of("moons", "bce"), 10)
    serve(panel, frame_of(session), 340, 230)
    assert not panel.profile.isVisible()
    assert panel.series.sentence
    serve(panel, frame_of(session), 340, 400)
    assert panel.profile.isVisible()
    assert not panel.series.sentence


def test_a_scene_turns_to_its_series(qapp) -> None:
    panel = GradientsPanel()
    panel.apply_settings({"page": "z", "below": "weights"})
    titles: list[str] = []
    panel.subtitle_changed.connect(titles.append)
    panel.show_frame(frame_of(trained(run_of("xor", "bce"), 2)))
    assert titles == ["‖∂loss/∂z‖ by layer · squares: whole sample"]
    assert panel.profile.mode == "weights"
    panel.apply_settings({"page": "nothing"})
    assert panel.tabs.currentIndex() == 2


def test_nothing_is_said_before_the_first_step(qapp) -> None:
    panel = GradientsPanel()
    serve(panel, frame_of(Session(run_of("xor", "bce"), "reference")), 340, 230)
    panel.grab()


def test_a_run_that_diverged_is_not_called_healthy(qapp) -> None:
    run = run_of("xor", "mse").with_training(optimiser="sgd", learning_rate=1e6)
    panel = GradientsPanel()
    badges: list[str] = []
    panel.badge_changed.connect(badges.append)
    session = trained(run, 300)
    assert session.snapshot().divergence is not None
    serve(panel, frame_of(session))
    assert badges == ["diverged"]
    assert "diverged at step" in panel.profile.toolTip()


def test_while_playing_the_first_gradients_are_said_to_come(qapp, monkeypatch) -> None:
    notes: list[str] = []
    monkeypatch.setattr("app.chart.chart.draw_note", lambda *a: notes.append(a[-1]))
    session = trained(run_of("xor", "bce"), 0)
    panel = GradientsPanel()
    panel.set_theme(LIGHT)
    for moving in (False, True):
        panel.show_frame(frame_of(session, moving=moving))
        panel.series.grab()
    assert notes == ["Press play to see gradients", "Waiting for the first steps"]
