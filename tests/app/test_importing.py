from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from app.dialogs.picture import PictureDialog
from app.dialogs.table import TableDialog
from app.look.theme import DARK, LIGHT
from core.errors import BadInput
from core.problems import Points
from core.problems.picture import Picture
from core.tables import preview
from tools.digits import packed

ROWS = "width,height,kind\n" + "".join(
    f"{i * 0.5},{(i * 7) % 11},{'big' if i % 3 else 'small'}\n" for i in range(30)
)


@pytest.fixture
def accepting(monkeypatch, qtbot):
    """Dialogs press their own Import button at once."""

    def press(dialog):
        dialog.show()
        dialog.accept_button.click()
        qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=60_000)
        return dialog.result()

    monkeypatch.setattr(TableDialog, "exec", press)
    monkeypatch.setattr(PictureDialog, "exec", press)


@pytest.fixture
def complaints(monkeypatch):
    told = []
    monkeypatch.setattr("app.shell.files.warn", lambda _, words: told.append(words))
    return told


def test_a_csv_file_is_learned_with_its_class_names(
    window, state, tmp_path, accepting, settings
):
    path = tmp_path / "shapes.csv"
    path.write_text(ROWS)
    assert window.files.open(str(path))
    problem = state.run.data.problem
    assert isinstance(problem, Points)
    assert problem.class_names == ("big", "small")
    assert len(problem.x) == 30
    assert problem.x.std(axis=0) == pytest.approx([1.0, 1.0])
    assert state.playing
    assert settings.recent() == [str(path.resolve())]
    state.a.advance(5)
    assert state.a.latest.step == 5


def click(qtbot, dialog, row, column, held=Qt.KeyboardModifier.NoModifier):
    item = dialog.table.item(row, column)
    place = dialog.table.visualItemRect(item).center()
    qtbot.mouseClick(
        dialog.table.viewport(), Qt.MouseButton.LeftButton, held, pos=place
    )


def test_a_role_changes_with_one_click_and_a_bad_choice_says_why(qtbot):
    dialog = TableDialog(ROWS, preview(ROWS))
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.roles == ["input", "input", "target"]
    assert dialog.choice().classes
    click(qtbot, dialog, 1, 4)  # the second column as target
    assert dialog.roles == ["input", "target", "input"]
    assert [dialog.table.item(i, 1).text() for i in range(3)] == [
        *("number", "value", "words")
    ]
    click(qtbot, dialog, 2, 5)
    choice = dialog.choice()
    assert (choice.inputs, choice.targets, choice.classes) == ((0,), (1,), False)
    click(qtbot, dialog, 0, 1)  # numbers read as words
    assert dialog.choice().words == (0,)
    click(qtbot, dialog, 0, 5)
    assert not dialog.accept_button.isEnabled()
    assert "at least one input" in dialog.sentence.text()
    click(qtbot, dialog, 0, 3)
    assert dialog.accept_button.isEnabled()
    dialog.set_role(1, "ignored")
    assert "target" in dialog.sentence.text()
    dialog.table.setCurrentCell(2, 4)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Space)
    assert dialog.roles[2] == "target"
    dialog.header.click()
    assert dialog.found.columns[0].name == "column 1"


def test_idx_files_open_like_any_data(window, state, tmp_path):
    pixels = np.arange(24 * 12, dtype=np.uint8).reshape(24, 4, 3)
    labels = (np.arange(24) % 3).astype(np.uint8)
    path = tmp_path / "train-images-idx3-ubyte.gz"
    path.write_bytes(packed(pixels))
    (tmp_path / "train-labels-idx1-ubyte.gz").write_bytes(packed(labels))
    assert window.files.open(str(path))
    problem = state.run.data.problem
    assert (problem.image, problem.classes, problem.count) == ((4, 3, 1), 3, 24)


def test_a_bad_row_is_named_and_nothing_is_lost(qtbot, tmp_path):
    path = tmp_path / "bad.csv"
    # Beyond what the preview examines.
    path.write_text(ROWS + ROWS.split("\n", 1)[1] * 10 + "1,two,big\n")
    dialog = TableDialog(path, preview(path))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: "line 332" in dialog.sentence.text(), timeout=60_000)
    assert "'height' must be a number, got 'two'" in dialog.sentence.text()
    assert dialog.isVisible()
    assert dialog.loaded is None
    assert dialog.accept_button.isEnabled()


def test_a_long_import_can_be_cancelled(qtbot, monkeypatch):
    begun, go_on = threading.Event(), threading.Event()

    def slow(source, found, choice, progress):
        begun.set()
        go_on.wait(60)
        from core.tables import Cancelled

        if not progress(0.5):
            raise Cancelled
        raise AssertionError("it was not cancelled")

    monkeypatch.setattr("app.dialogs.table.load", slow)
    dialog = TableDialog(ROWS, preview(ROWS))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.accept_button.click()
    assert begun.wait(60)
    dialog.reject()
    assert dialog.isVisible()  # until the reader has noticed
    go_on.set()
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=60_000)
    assert dialog.result() == QDialog.DialogCode.Rejected


def picture(width=40, height=20) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#336699"))
    image.setPixelColor(0, 0, QColor("white"))
    return image


def test_a_picture_is_learned(window, state, tmp_path, accepting):
    path = tmp_path / "photo.png"
    assert picture().save(str(path))
    assert window.files.open(str(path))
    problem = state.run.data.problem
    assert isinstance(problem, Picture)
    assert problem.pixels.shape == (20, 40, 3)
    assert problem.pixels[0, 0].tolist() == [255, 255, 255]
    assert state.run.features.fourier
    assert window.windowTitle().startswith("photo")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_parts_of_a_picture_are_held_out_by_the_mouse(qtbot, theme):
    dialog = PictureDialog("a", picture(200, 100), theme)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.side.setCurrentIndex(0)  # 32 pixels
    view = dialog.preview
    area = view.area()
    begin = QPoint(round(area.left() + 2), round(area.center().y()))
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=begin)
    end = QPoint(round(area.center().x()), round(area.bottom() + 50))
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)
    (marked,) = dialog.problem.rectangles
    assert marked.bottom == 1.0
    assert 0.4 < marked.top < 0.6
    assert dialog.problem.pixels.shape == (16, 32, 3)
    held = dialog.problem.held_out(dialog.problem.draw(0, np.random.default_rng()).x)
    assert 0.2 < held.mean() < 0.3
    dialog.share.setCurrentIndex(2)
    assert dialog.problem.random_share == 0.25
    dialog.fourier.setChecked(False)
    assert not dialog.run().features.fourier
    dialog.clear.click()
    assert dialog.problem.rectangles == ()
    assert dialog.problem.random_share == 0.0


def test_rows_and_pictures_are_pasted(window, state, qapp, accepting):
    mime = QMimeData()
    mime.setText(ROWS)
    window.files.importer.paste(mime)
    assert isinstance(state.run.data.problem, Points)
    mime = QMimeData()
    mime.setImageData(picture())
    window.files.importer.paste(mime)
    assert isinstance(state.run.data.problem, Picture)
    mime = QMimeData()
    mime.setText("")
    window.files.importer.paste(mime)
    assert "no scene, table or picture" in window.toast.text()


def test_files_are_dropped_onto_the_window(window, state, tmp_path, qtbot, accepting):
    path = tmp_path / "rows.tsv"
    path.write_text(ROWS.replace(",", "\t"))
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    window.dropEvent(
        QDropEvent(
            QPoint(5, 5),
            Qt.DropAction.CopyAction,
            mime,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )
    qtbot.waitUntil(lambda: isinstance(state.run.data.problem, Points), timeout=60_000)


def test_what_is_no_table_and_no_picture_is_said_in_a_sentence(
    window, state, tmp_path, complaints
):
    before = state.run
    for name, data in (
        ("a.csv", b""),
        ("b.png", b"no"),
        ("c.csv", b"\0\0\0"),
        ("d.jpg", b""),
    ):
        (tmp_path / name).write_bytes(data)
        assert not window.files.open(str(tmp_path / name))
    assert not window.files.open(str(tmp_path / "none.csv"))
    assert len(complaints) == 5
    assert all(words.count("\n") == 2 for words in complaints)
    assert state.run == before


def test_own_data_goes_into_a_run_file_and_back(window, state, tmp_path, accepting):
    path = tmp_path / "shapes.csv"
    path.write_text(ROWS)
    window.files.open(str(path))
    problem = state.run.data.problem
    window.files.save_to(tmp_path / "a.hyperfold")
    state.rewind()
    window.open_target("xor")
    window.files.open(str(tmp_path / "a.hyperfold"))
    assert state.run.data.problem == problem
    assert Path(tmp_path / "a.hyperfold").stat().st_size > 1000


def test_a_picture_does_not_fit_in_a_scene_as_text(
    window, state, tmp_path, accepting, qapp
):
    path = tmp_path / "photo.png"
    assert picture().save(str(path))
    window.files.open(str(path))
    with pytest.raises(BadInput, match="save a run file instead"):
        window.files.scene_text()
    window.copy_scene()
    assert "run file instead" in window.toast.text()


def test_pasting_before_anything_was_copied_is_said(window, state, monkeypatch):
    told = []
    state.told.connect(told.append)

    class Bare:
        def mimeData(self):
            return None

    monkeypatch.setattr(QGuiApplication, "clipboard", Bare)
    window.paste_scene()
    assert told == ["There is no scene, table or picture on the clipboard"]
