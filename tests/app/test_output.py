from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.frame.base import Frame, RunFrame
from app.look.theme import DARK, LIGHT
from app.plane.canvas import PlaneCanvas
from app.plane.mistakes import mistakes
from app.plane.picture import PlaneResult, kind_of
from app.plane.readings import value_lines
from app.views.output.cases import CasesCanvas
from app.views.output.jobs import Wish, compute
from app.views.output.line import LineCanvas
from app.views.output.panel import OutputPanel
from app.widgets.setting_controls import settings_box
from core.analysis.field import wrong
from core.engine.session import Session
from core.problems import PROBLEMS, make_problem
from core.scenes import load_scene
from tests.app.mouse import hover
from tests.app.run_frames import frame_of, run_of, serve, trained

SHOWN = [
    ("xor", "bce", PlaneCanvas, 1),
    ("moons", "mse", PlaneCanvas, 1),
    ("moons", "hinge", PlaneCanvas, 1),
    ("spirals", "ce", PlaneCanvas, 1),
    ("bumps", "mse", PlaneCanvas, 1),
    ("bumps", "gaussian_nll", PlaneCanvas, 1),
    ("rgb", "mse", PlaneCanvas, 3),
    ("sine", "gaussian_nll", LineCanvas, 1),
    ("inverse", "mdn", LineCanvas, 1),
    ("hinge", "mse", LineCanvas, 1),
    ("parity", "bce", CasesCanvas, 1),
]


def picture(panel: OutputPanel) -> QImage:
    return panel.grab().toImage()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
@pytest.mark.parametrize(("problem", "loss", "canvas", "count"), SHOWN)
def test_every_kind_of_problem_has_a_picture(
    qapp, problem, loss, canvas, count, theme
) -> None:
    panel = OutputPanel()
    serve(panel, frame_of(trained(run_of(problem, loss)), theme=theme))
    canvases = panel.findChildren(canvas)
    assert len(canvases) == count
    image = picture(panel)
    colours = {image.pixel(x, y) for x in range(4, 350, 9) for y in range(4, 270, 9)}
    assert len(colours) > 4, "the picture must show something"


@pytest.mark.parametrize("name", PROBLEMS)
def test_every_problem_has_a_kind(name: str) -> None:
    assert kind_of(make_problem(name))


def test_two_runs_stand_side_by_side_and_share_the_view(qapp) -> None:
    panel = OutputPanel()
    serve(
        panel, frame_of(trained(run_of("moons", "bce")), trained(run_of("moons", "ce")))
    )
    left, right = panel.findChildren(PlaneCanvas)
    assert left.geometry().right() < right.geometry().left()
    before = right.visible()
    left.view.zoom(0.5, 0.0, 0.0)
    assert left.visible() == right.visible() != before


def test_the_field_has_the_colour_of_the_class_and_fills_the_pane(qapp) -> None:
    session = Session(run_of("xor", "bce"), "reference")
    theta = np.zeros(session.network.layout.size)
    last = session.network.layout.layers[-1]
    assert last.b is not None
    last.b.of(theta)[...] = 30.0  # class 1 everywhere, without a doubt
    from core.engine.commands import SetParameters

    session.apply(SetParameters(theta))
    panel = OutputPanel()
    serve(panel, frame_of(session), 300, 200)
    image = picture(panel)
    orange = QColor(LIGHT.classes[1])
    for x, y in ((2, 2), (297, 2), (2, 197), (297, 197)):
        seen = image.pixelColor(x, y)
        assert seen.red() > seen.blue() + 40, "towards the second class"
        assert abs(seen.hue() - orange.hue()) < 12


def test_wrong_examples_are_counted_and_ringed(qapp) -> None:
    session = trained(run_of("moons", "bce"), 1)
    panel = OutputPanel()
    badges: list[str] = []
    panel.badge_changed.connect(badges.append)
    serve(panel, frame_of(session))
    snapshot = session.snapshot()
    assert snapshot.metrics.accuracy is not None
    assert snapshot.metrics.test_accuracy is not None
    splits = snapshot.splits
    wrong = round((1 - snapshot.metrics.accuracy) * len(splits.train)) + round(
        (1 - snapshot.metrics.test_accuracy) * len(splits.test)
    )
    assert badges[-1] == (f"{wrong} wrong" if wrong else "none wrong")


def test_coarse_while_moving_and_fine_at_rest(qapp) -> None:
    snapshot = trained(run_of("moons", "bce")).snapshot()
    box = snapshot.run.data.problem.box

    def width(moving: bool) -> int:
        made = compute(Wish("A", snapshot, LIGHT, box, 900, 900, moving))
        assert isinstance(made, PlaneResult)
        return made.pictures[0].image.width()

    assert width(True) <= 128
    assert width(False) > 3 * width(True)


def test_a_large_sample_is_drawn_as_a_density(qapp) -> None:
    snapshot = trained(run_of("moons", "bce", points=6000), 1).snapshot()
    made = compute(Wish("A", snapshot, LIGHT, (-2, 3, -2, 2), 200, 160, True))
    assert isinstance(made, PlaneResult)
    assert made.crowd is not None
    alpha = [
        made.crowd.pixelColor(x, y).alpha()
        for x in range(made.crowd.width())
        for y in range(made.crowd.height())
    ]
    assert max(alpha) > 200
    assert min(alpha) == 0
    panel = OutputPanel()
    serve(panel, frame_of(trained(run_of("moons", "bce", points=6000), 1)))
    assert picture(panel).width() == 360


def test_the_value_under_the_mouse_is_the_network_s_own(qapp) -> None:
    session = trained(run_of("moons", "bce"))
    lines = value_lines(session.snapshot(), (0.5, -0.25))
    assert lines[0].endswith("%")
    assert lines[-1] == "x₁ 0.500  x₂ −0.250"
    score = value_lines(trained(run_of("moons", "hinge")).snapshot(), (0.5, 0.0))
    assert score[1].startswith("score ")


def test_hovering_a_point_marks_the_example(qapp) -> None:
    session = trained(run_of("moons", "bce"))
    panel = OutputPanel()
    marked: list[object] = []
    panel.highlight_changed.connect(marked.append)
    serve(panel, frame_of(session))
    canvas = panel.findChildren(PlaneCanvas)[0]
    x, y = canvas.pixels_of(session.snapshot().splits.train.x[:1])
    hover(canvas, QPoint(round(float(x[0])), round(float(y[0]))))
    assert marked
    assert len(marked[-1]) == 1  # type: ignore[arg-type]
    canvas.leaveEvent(None)  # type: ignore[arg-type]
    assert marked[-1] == frozenset()


def test_wheel_drag_and_double_click_move_the_view(qapp, qtbot) -> None:
    panel = OutputPanel()
    serve(panel, frame_of(trained(run_of("moons", "bce"))))
    canvas = panel.findChildren(PlaneCanvas)[0]
    home = panel.view.box
    with qtbot.waitSignal(panel.refresh_needed):
        panel.view.zoom(0.5, 0.0, 0.0)
    assert panel.view.box != home
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    QTest.mouseMove(canvas, QPoint(80, 50))
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(80, 50))
    moved = panel.view.box
    assert moved[0] < home[0] * 0.5 + 1.0
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    assert panel.view.box == home


def test_zoom_has_ends(qapp) -> None:
    panel = OutputPanel()
    serve(panel, frame_of(trained(run_of("moons", "bce"))))
    for _ in range(100):
        panel.view.zoom(0.5, 0.0, 0.0)
    x0, x1 = panel.view.box[:2]
    assert x1 - x0 > 0.01 * (panel.view.home[1] - panel.view.home[0])


def test_another_kind_of_problem_replaces_the_canvas(qapp) -> None:
    panel = OutputPanel()
    serve(panel, frame_of(trained(run_of("moons", "bce"))))
    old = panel.request(frame_of(trained(run_of("moons", "bce"))), QSize(300, 200))
    serve(panel, frame_of(trained(run_of("sine", "mse"))))
    assert panel.findChildren(LineCanvas)
    assert old is not None
    panel.show_result(old())  # a late result of the old kind is not shown
    picture(panel)


def test_settings_switch_marks_off(qapp) -> None:
    panel = OutputPanel()
    settings = settings_box(panel)
    assert settings is not None
    frame = frame_of(trained(run_of("moons", "bce")))
    serve(panel, frame)
    before = picture(panel)
    from PySide6.QtWidgets import QCheckBox

    for check in settings.findChildren(QCheckBox):
        assert check.accessibleName()
        check.setChecked(False)
    serve(panel, frame)
    assert picture(panel) != before
    wish = panel.request(frame, QSize(10, 10))
    assert wish is not None
    assert wish()[0].pictures[0].lines == ()  # type: ignore[index]


def test_rgb_tells_how_far_it_is_from_the_target(qapp) -> None:
    snapshot = trained(run_of("rgb", "mse", (8,))).snapshot()
    made = compute(Wish("A", snapshot, LIGHT, (-1, 1, -1, 1), 90, 30, False))
    assert isinstance(made, PlaneResult)
    target, learned, error = made.pictures
    assert (target.caption, learned.caption) == ("target", "learned")
    assert error.caption.startswith("error, mse ")
    assert "PSNR" in error.detail
    assert target.held_out, "what training never sees is outlined"


def test_the_readout_stays_inside_the_pane(qapp) -> None:
    panel = OutputPanel()
    serve(panel, frame_of(trained(run_of("moons", "bce"))))
    canvas = panel.findChildren(PlaneCanvas)[0]
    for corner in (QPointF(0, 0), QPointF(359, 279)):
        panel.view.point(canvas.to_plane(corner))
        assert not picture(panel).isNull()


def test_a_pinned_region_is_outlined(qapp) -> None:
    from dataclasses import replace

    panel = OutputPanel()
    frame = frame_of(trained(run_of("moons", "bce")))
    serve(panel, frame)
    plain = picture(panel)
    corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5))
    serve(panel, replace(frame, pinned=corners))
    assert picture(panel) != plain
    serve(panel, frame)
    assert picture(panel) == plain


@pytest.mark.parametrize(
    ("size", "columns"), [((700, 260), 3), ((260, 800), 1), ((420, 480), 2)]
)
def test_colour_pictures_stand_where_they_become_largest(qapp, size, columns) -> None:
    panel = OutputPanel()
    serve(panel, frame_of(trained(run_of("rgb", "mse"), 1)), *size)
    boxes = [c.geometry() for c in panel.canvases]
    assert len({b.left() for b in boxes}) == columns
    for i, a in enumerate(boxes):
        assert not any(a.intersects(b) for b in boxes[i + 1 :])


def test_rivals_stand_beside_a_learned_picture(qtbot, qapp):
    run = load_scene("rgb").run
    panel = OutputPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 300)
    panel.show()
    panel.apply_settings({"rivals": True})
    session = Session(run, "reference")
    session.advance(3)
    frame = Frame((RunFrame(session.snapshot(), session.timeline, session.series),))
    panel.show_frame(frame)
    job = panel.request(frame, panel.size())
    assert job is not None
    (made,) = job()
    captions = [p.caption for p in made.pictures]
    assert captions[-2:] == ["5 neighbours", "RBF kernel"]
    assert all(p.detail.startswith("PSNR ") for p in made.pictures[-2:])
    panel.show_result((made,))
    assert len(panel.canvases) == 5
    again = panel.rival_pictures.of(
        session.snapshot().splits, made.pictures[0].box, np.zeros((4, 4, 3))
    )
    assert again is panel.rival_pictures.kept.made  # nothing was recomputed
    panel.apply_settings({"rivals": False})
    panel.show_frame(frame)
    assert len(panel.canvases) == 3


@pytest.mark.parametrize(("problem", "loss"), [("moons", "bce"), ("bumps", "mse")])
def test_mistakes_of_both_splits_are_found_once(problem, loss) -> None:
    snapshot = trained(run_of(problem, loss)).snapshot()
    train, test = mistakes(snapshot)
    assert np.array_equal(train, wrong(snapshot, snapshot.splits.train))
    assert np.array_equal(test, wrong(snapshot, snapshot.splits.test))
    assert mistakes(snapshot)[0] is train  # Output and Regions ring the same ones


def written(panel: OutputPanel, monkeypatch) -> list[tuple[str, float, float]]:
    """Every text that is drawn, with its left and right edge."""
    found: list[tuple[str, float, float]] = []
    original = QPainter.drawText

    def record(self, place, *rest):  # type: ignore[no-untyped-def]
        text = rest[-1]
        left = place.x()
        if isinstance(place, QRectF):
            left = place.center().x()
            left -= QFontMetricsF(self.font()).horizontalAdvance(text) / 2
        width = QFontMetricsF(self.font()).horizontalAdvance(text)
        found.append((text, left, left + width))
        return original(self, place, *rest)

    monkeypatch.setattr(QPainter, "drawText", record)
    panel.grab()
    return found


@pytest.mark.parametrize(
    ("problem", "loss"),
    [("inverse", "mdn"), ("sine", "gaussian_nll"), ("bumps", "mse")],
)
def test_no_words_are_cut_off_where_two_runs_share_a_small_pane(
    qapp, monkeypatch, problem, loss
) -> None:
    panel = OutputPanel()
    both = frame_of(trained(run_of(problem, loss)), trained(run_of(problem, loss)))
    serve(panel, both, 275, 222)
    said = written(panel, monkeypatch)
    width = min(canvas.width() for canvas in panel.canvases)
    assert {"A", "B"} <= {text for text, _, _ in said}
    assert [t for t in said if t[1] < 0 or t[2] > width] == []


def test_test_points_of_a_value_have_a_shape_of_their_own(qapp, monkeypatch) -> None:
    shapes = set()
    monkeypatch.setattr(
        "app.plane.sample_marks.draw_markers",
        lambda painter, x, y, symbol, size: shapes.add(symbol),
    )
    panel = OutputPanel()
    serve(panel, frame_of(trained(run_of("bumps", "mse"))))
    panel.grab()
    assert shapes == {"d"}, "training points are discs"


def test_a_density_is_not_hidden_by_its_sample(qapp, monkeypatch) -> None:
    sizes: dict[str, set[float]] = {"mse": set(), "mdn": set()}
    for loss, found in sizes.items():
        monkeypatch.setattr(
            "app.views.output.line.draw_markers",
            lambda painter, x, y, symbol, size, found=found: found.add(size),
        )
        panel = OutputPanel()
        serve(panel, frame_of(trained(run_of("inverse", loss))))
        panel.grab()
    assert max(sizes["mdn"]) < min(sizes["mse"])


def test_the_same_case_is_read_in_both_tables(qapp, monkeypatch) -> None:
    panel = OutputPanel()
    run = run_of("parity", "bce")
    serve(panel, frame_of(trained(run), trained(run)), 600, 300)
    left, _ = panel.findChildren(CasesCanvas)
    hover(left, left.rect().center())
    read = [t for t, _, _ in written(panel, monkeypatch) if t.startswith("input")]
    assert len(read) == 2
    assert read[0] == read[1]
    QApplication.sendEvent(left, QEvent(QEvent.Type.Leave))
    read = [t for t, _, _ in written(panel, monkeypatch) if t.startswith("input")]
    assert read == []


def test_the_subtitle_follows_a_change_of_the_output_unit_at_once(qapp) -> None:
    panel = OutputPanel()
    said: list[str] = []
    panel.subtitle_changed.connect(said.append)
    for loss, words in (
        ("gaussian_nll", "predicted distribution over x"),
        ("mse", "function of x"),
    ):
        serve(panel, frame_of(trained(run_of("sine", loss))), 400, 300)
        assert said[-1].startswith(words)


def test_a_picture_without_points_mentions_none(qapp) -> None:
    panel = OutputPanel()
    said: list[str] = []
    panel.subtitle_changed.connect(said.append)
    session = trained(run_of("rgb", "mse"))
    assert len(session.snapshot().splits.test)
    serve(panel, frame_of(session), 600, 300)
    assert said[-1] == "colour"
