from __future__ import annotations

import csv
import io
import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QImage

from app.dialogs.film import FilmDialog
from app.dialogs.picture_out import PictureOutDialog
from app.look.export import write_picture
from app.look.plots import Layer
from core.errors import BadInput
from core.files.exports import EXPORTS
from core.films import MAX_FRAMES


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
    assert window.files._write(run)
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
    qtbot.waitUntil(lambda: not again.isVisible(), timeout=30_000)
    assert sorted(p.name for p in tmp_path.iterdir() if "long" in p.name) == []


def test_a_film_that_fails_says_why(window, tmp_path, qtbot):
    (tmp_path / "run.hyperfold").write_bytes(b"broken")
    dialog = FilmDialog(tmp_path / "run.hyperfold", [("loss", "Loss")], "light", "film")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.make(tmp_path / "a.gif")
    qtbot.waitUntil(
        lambda: "must be a whole Hyperfold run file" in dialog.sentence.text(),
        timeout=60_000,
    )
    assert dialog.go.isEnabled()
