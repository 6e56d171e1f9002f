"""Every scene has a picture in the gallery, and one click opens it."""

from __future__ import annotations

import gc
import weakref

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.dialogs.kept_runs import KeptRunsDialog
from app.dialogs.picture_out import PictureOutDialog
from app.shell.gallery import Gallery
from app.shell.layouts import LAYOUTS
from core.scenes import load_scene, scene_names
from core.scenes.gallery import picture_of, topics


def test_every_scene_has_a_topic_and_a_small_picture(qapp):
    listed = [entry.scene for topic in topics() for entry in topic.entries]
    assert sorted(listed) == sorted(scene_names())
    size = 0
    for name in listed:
        data = picture_of(name)
        picture = QPixmap()
        assert picture.loadFromData(data), name
        assert picture.width() == 240
        size += len(data)
    assert size < 900_000


def test_one_click_opens_a_scene(window, state):
    gallery = Gallery(window)
    gallery.show()
    card = gallery.scenes["rings"]
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    assert not gallery.isVisible()
    assert window.scene.title == load_scene("rings").title
    assert state.run.data.problem.name == "rings"
    gallery.deleteLater()


@pytest.mark.parametrize("kind", [Gallery, KeptRunsDialog, PictureOutDialog])
def test_a_closed_dialog_is_freed_even_if_it_was_found_among_the_children(window, kind):
    closed = []

    def close() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, kind)
        closed.append(weakref.ref(dialog))
        dialog.reject()

    QTimer.singleShot(0, close)
    if kind is Gallery:
        window.show_gallery()
    elif kind is KeptRunsDialog:
        window.recovery.show_list()
    else:
        window.files.ask_picture("output")
    window.findChildren(QWidget)  # as for moving the focus by keys
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert [dialog() for dialog in closed] == [None]


def test_layouts_are_buttons(window):
    gallery = Gallery(window)
    gallery.show()
    assert list(gallery.layouts) == list(LAYOUTS)
    QTest.mouseClick(gallery.layouts["regions"], Qt.MouseButton.LeftButton)
    assert window.desk.layout_name == "regions"
    gallery.deleteLater()


def test_the_toolbar_has_the_gallery(window, monkeypatch):
    shown = []
    monkeypatch.setattr("app.shell.window.show_once", shown.append)
    QTest.mouseClick(window.toolbar.gallery, Qt.MouseButton.LeftButton)
    assert isinstance(shown[0], Gallery)
    shown[0].deleteLater()


def test_space_plays_over_the_gallery_until_tab_leads_to_a_card(window, state):
    gallery = Gallery(window)
    gallery.show()
    gallery.activateWindow()
    QApplication.processEvents()
    before, playing = window.scene.name, state.playing
    for _ in range(2):
        QTest.keyClick(gallery.windowHandle(), Qt.Key.Key_Space)
        QApplication.processEvents()
        playing = not playing
        assert state.playing == playing
        assert gallery.isVisible()
    seed = state.run.seed
    QTest.keyClick(gallery.windowHandle(), Qt.Key.Key_N)
    QApplication.processEvents()
    assert state.run.seed == seed + 1
    QTest.keyClick(gallery.windowHandle(), Qt.Key.Key_Tab)
    for _ in range(60):
        if gallery.focusWidget() is gallery.scenes["rings"]:
            break
        QTest.keyClick(gallery.windowHandle(), Qt.Key.Key_Tab)
    assert window.scene.name == before
    QTest.keyClick(gallery.windowHandle(), Qt.Key.Key_Return)
    assert not gallery.isVisible()
    assert window.scene.name == "rings"
    gallery.deleteLater()


def test_the_key_of_a_view_or_layout_closes_the_gallery_first(window):
    for key, held in (
        (Qt.Key.Key_6, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier),
    ):
        gallery = Gallery(window)
        gallery.show()
        gallery.activateWindow()
        QApplication.processEvents()
        QTest.keyClick(gallery.windowHandle(), key, held)
        QApplication.processEvents()
        assert not gallery.isVisible()
        gallery.deleteLater()
        if held == Qt.KeyboardModifier.NoModifier:
            assert window.desk.enlarged == "loss"
    assert window.desk.layout_name == list(LAYOUTS)[2]
