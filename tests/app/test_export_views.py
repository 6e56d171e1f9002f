from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from functools import partial
from html import unescape
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog

from app.dialogs.film import FilmDialog
from app.dialogs.picture_out import PictureOutDialog
from app.frame.bridge import SessionRunner
from app.look.export import text_as_paths, write_picture
from app.look.layer import Layer
from app.look.theme import DARK, LIGHT
from core.analysis.region_warm import warm_up_regions
from core.cli.source import open_source
from core.edits import SetLayers
from core.errors import BadInput
from core.files.exports import EXPORTS
from core.files.films import MAX_FRAMES
from core.network import LayerSpec
from core.problems import Points


@pytest.fixture
def complaints(monkeypatch):
    told = []
    monkeypatch.setattr("app.shell.files.warn", lambda _, words: told.append(words))
    return told


@pytest.fixture
def pane(window, train):
    train(30)
    window.clock.settle()
    return window.desk.panes["loss"]


@pytest.mark.parametrize("scale", [1, 3])
def test_a_png_has_the_chosen_scale_and_shows_the_view(pane, tmp_path, scale):
    path = tmp_path / "a.png"
    write_picture(pane, path, scale)
    image = QImage(str(path))
    assert image.size() == pane.size() * scale
    like = pane.grab().toImage()
    small = image.scaled(like.size())
    corner = like.pixelColor(like.width() - 3, like.height() - 3)
    assert small.pixelColor(like.width() - 3, like.height() - 3) == corner
    assert not Layer.vectors


def test_an_svg_holds_lines_and_letters(pane, tmp_path):
    path = tmp_path / "a.svg"
    write_picture(pane, path)
    root = ElementTree.parse(path).getroot()
    assert root.get("viewBox") == f"0 0 {pane.width()} {pane.height()}"
    text = "".join(root.itertext())
    assert "Loss" in text
    assert "train" in text
    assert "polyline" in path.read_text() or "path" in path.read_text()
    assert len(path.read_bytes()) < 500_000


def test_every_view_and_the_window_can_be_exported_as_vectors(window, tmp_path, train):
    train(5)
    window.clock.settle()
    for widget in [window, *(p for p in window.panes if p.isVisible())]:
        for suffix in (".svg", ".pdf"):
            path = tmp_path / f"a{suffix}"
            write_picture(widget, path)
            assert path.stat().st_size > 1000
    assert path.read_bytes().startswith(b"%PDF")
    page = re.search(rb"/MediaBox \[0 0 (\S+) (\S+)\]", path.read_bytes())
    assert page is not None
    assert abs(float(page[1]) - widget.width()) <= 1


def test_points_stay_points_in_an_svg(window, tmp_path, train):
    train(5)
    window.clock.settle()
    path = tmp_path / "a.svg"
    write_picture(window.desk.panes["output"], path)
    text = path.read_text()
    assert text.count("<image") <= 3  # the field, not the sample
    assert text.count("<path") + text.count("<circle") + text.count("<rect") > 8


def test_a_bad_name_or_folder_is_refused(pane, tmp_path, window, complaints):
    with pytest.raises(BadInput, match=r"must end in \.png, \.svg, \.pdf"):
        write_picture(pane, tmp_path / "a.bmp")
    assert not window.files.picture_to(pane, tmp_path / "none" / "a.svg")
    assert "cannot be written" in complaints[0]


def test_the_dialog_says_how_large_the_picture_is(window, qtbot):
    views = [("window", "Window", window), ("loss", "Loss", window.desk.panes["loss"])]
    dialog = PictureOutDialog(views, "loss")
    qtbot.addWidget(dialog)
    assert (dialog.view, dialog.suffix, dialog.scale) == ("loss", ".png", 2)
    width = 2 * window.desk.panes["loss"].width()
    assert dialog.sentence.text().startswith(f"{width} × ")
    dialog.format.setCurrentIndex(1)
    assert dialog.suffix == ".svg"
    assert not dialog.scale_choice.isEnabled()


def test_numbers_are_written(window, state, train, tmp_path):
    train(12)
    for kind, (_, suffix, _) in EXPORTS.items():
        assert window.files.numbers_to(kind, tmp_path / f"{kind}{suffix}")
    rows = list(csv.DictReader((tmp_path / "series.csv").read_text().splitlines()))
    assert [int(r["step"]) for r in rows] == list(range(1, 13))
    view = state.a.series.view([0], 1, 13, 100)
    assert [float(r["loss"]) for r in rows] == view.mean[0].tolist()
    assert "grad_w1" in rows[0]
    metrics = list(csv.DictReader((tmp_path / "metrics.csv").read_text().splitlines()))
    assert float(metrics[-1]["loss"]) == state.a.latest.metrics.loss
    assert metrics[-1]["test_loss"] == ""
    with np.load(tmp_path / "weights.npz") as found:
        layout = state.a.latest.network.layout.layers[0]
        assert np.array_equal(found["W1"], layout.W.of(state.a.latest.theta))
    net = json.loads((tmp_path / "net.json").read_text())
    assert len(net["net"]["layers"]) == state.a.latest.network.depth
    out = io.StringIO()
    scope: dict[str, object] = {"__name__": "script", "print": out.write}
    exec(compile((tmp_path / "numpy.py").read_text(), "numpy.py", "exec"), scope)
    assert callable(scope["predict"])


def test_a_film_is_made_beside_the_window_and_can_be_cancelled(
    window, train, tmp_path, qtbot
):
    train(10)
    run = tmp_path / "run.hyperfold"
    assert window.files.write(run)
    dialog = FilmDialog(run, [("loss", "Loss")], "dark", "film")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.frames.addItem("2", 2)
    dialog.frames.setCurrentIndex(dialog.frames.count() - 1)
    dialog.size_box.setCurrentIndex(0)
    out = tmp_path / "film.gif"
    dialog.make(out)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=120_000)
    assert out.stat().st_size > 1000
    again = FilmDialog(run, [("loss", "Loss")], "dark", "film")
    qtbot.addWidget(again)
    again.show()
    again.frames.addItem("many", MAX_FRAMES)
    again.frames.setCurrentIndex(again.frames.count() - 1)
    again.make(tmp_path / "long.gif")
    again.reject()
    qtbot.waitUntil(lambda: not again.isVisible(), timeout=120_000)
    assert sorted(p.name for p in tmp_path.iterdir() if "long" in p.name) == []


def test_a_film_that_fails_says_why(window, tmp_path, qtbot):
    (tmp_path / "run.hyperfold").write_bytes(b"broken")
    dialog = FilmDialog(tmp_path / "run.hyperfold", [("loss", "Loss")], "light", "film")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.make(tmp_path / "a.gif")
    qtbot.waitUntil(
        lambda: "must be a whole Hyperfold run file" in dialog.sentence.text(),
        timeout=120_000,
    )
    assert dialog.go.isEnabled()


def test_letters_of_an_svg_are_outlines(pane, tmp_path):
    write_picture(pane, tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text("utf-8")
    assert "<text" not in text
    assert "font-family" not in text.split("<path", 1)[1].split("d=", 1)[0]


def test_outlines_stand_where_the_letters_stood(qapp):
    svg = (
        b'<text fill="#123456" x="10" y="20" font-family="Source Sans 3" '
        b'font-size="16" font-weight="400" font-style="normal">A &amp; l</text>'
    )
    path = text_as_paths(svg).decode()
    assert path.startswith('<path fill="#123456"')
    places = [
        tuple(map(float, pair.split(",")))
        for pair in re.findall(r"-?[\d.]+,-?[\d.]+", path)
    ]
    across, down = zip(*places, strict=True)
    assert 9 < min(across) < 13
    assert 20 < max(across) < 60
    assert 4 < min(down) < max(down) <= 20.5


@pytest.fixture
def regions_pane(window, state, qapp):
    warm_up_regions()  # or the view shows an approximation until they are compiled
    state.editing.apply(SetLayers((LayerSpec(6, "relu"),)))
    window.show_view("regions")
    qapp.processEvents()
    window.clock.settle()
    window.clock.refresh_all()
    window.clock.settle()
    return window.desk.panes["regions"]


def test_regions_folds_and_boundaries_are_vectors(regions_pane, tmp_path):
    canvas = regions_pane.panel.canvases[0]
    write_picture(canvas, tmp_path / "r.svg")
    text = (tmp_path / "r.svg").read_text("utf-8")
    assert "<image" not in text
    found = canvas.found
    assert text.count("<path") + text.count("<polygon") >= found.regions.n > 5


def test_a_figure_for_a_paper_has_its_size_and_no_buttons(qapp, tmp_path):
    from app.stage.figure import make_figure

    source = open_source("xor")
    how = {"paper": (80.0, 50.0), "steps": 3}
    for view, name in (("loss", "a.svg"), ("saturation", "b.pdf")):
        make_figure(
            source,
            tmp_path / name,
            view=view,
            make_runner=partial(SessionRunner, backend="reference"),
            **how,
        )
    text = (tmp_path / "a.svg").read_text("utf-8")
    assert '<svg width="80mm" height="50mm"' in text
    data = (tmp_path / "b.pdf").read_bytes()
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert box is not None
    assert float(box[1]) == pytest.approx(80 / 25.4 * 72, abs=1)
    assert float(box[2]) == pytest.approx(50 / 25.4 * 72, abs=1)


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_a_picture_says_which_run_it_shows(window, state, train, tmp_path, suffix):
    train(12)
    window.clock.settle()
    state.scrub(5)
    path = tmp_path / f"a{suffix}"
    assert window.files.picture_to(window.desk.panes["loss"], path)
    if suffix == ".png":
        told = QImage(str(path)).text("Description")
    else:
        told = unescape(path.read_bytes().decode("utf-8", "replace"))
    about = f"Run {window.scene.title!r}, step 5, seed {state.run.seed}. Inputs: not sc"
    assert about in told
    assert "Classes: '0', '1'." in told


def test_markup_in_a_name_stays_text_in_an_svg(window, state, tmp_path):
    points = Points(
        [[0.0, 0.0], [1.0, 1.0]], [[0.0], [1.0]], 2, class_names=("<b>&", "no")
    )
    state.editing.change_run("points", data=replace(state.run.data, problem=points))
    assert window.files.picture_to(window.desk.panes["loss"], tmp_path / "a.svg")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert "Classes: '<b>&', 'no'." in "".join(root.itertext())


def test_the_dialog_asks_for_a_figure_in_millimetres(window, qtbot):
    views = [("window", "Window", window), ("loss", "Loss", window.desk.panes["loss"])]
    dialog = PictureOutDialog(views, "loss")
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.paper is None
    assert not dialog.width_field.isVisible()
    dialog.use.setCurrentIndex(1)
    assert dialog.width_field.isVisible()
    assert not dialog.scale_choice.isVisible()
    dialog.width_field.offer(90)
    assert (dialog.paper, dialog.letters, dialog.suffix) == ((90, 56), 8, ".pdf")
    dialog.format.setCurrentIndex(0)  # pixels have no size on paper
    assert dialog.suffix == ".pdf"
    dialog.choose("window")
    assert dialog.paper is None
    assert not dialog.use.isEnabled()


def test_a_figure_of_the_open_window_leaves_it_as_it_was(
    window, state, train, tmp_path, qapp
):
    train(12)
    state.shown.set_theme(DARK)
    window.show_view("saturation")
    qapp.processEvents()
    window.clock.settle()
    panel = window.desk.panes["saturation"].panel
    before = panel.grab().toImage()
    path = tmp_path / "a.svg"
    assert window.files.figure_to("saturation", path, (80.0, 50.0), 7.0)
    qapp.processEvents()
    window.clock.settle()
    assert panel.grab().toImage() == before
    assert state.shown.theme is DARK
    text = path.read_text("utf-8")
    assert '<svg width="80mm" height="50mm"' in text
    assert "step 12, seed" in text
    assert LIGHT.pane.lower() in text
    assert DARK.pane.lower() not in text


def test_the_picture_asked_for_is_written_after_a_name_was_asked_for(
    window, pane, tmp_path, monkeypatch, qapp
):
    monkeypatch.setattr(
        PictureOutDialog, "exec", lambda self: QDialog.DialogCode.Accepted
    )

    def name(*_):
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # as a dialog does
        return tmp_path / "out.png"

    monkeypatch.setattr("app.shell.files.ask_target", name)
    window.files.ask_picture("loss")
    assert QImage(str(tmp_path / "out.png")).width() == 2 * pane.width()
