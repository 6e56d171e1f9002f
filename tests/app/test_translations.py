"""Every language has every text, with the same placeholders, and fits the window."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
)

from app.look.language import ENGLISH, LANGUAGES, chosen_language, use_language
from app.shell.layouts import LAYOUTS
from core.language import install, language, tr
from core.lessons import lesson_names, load_lesson
from core.lessons.library import lesson_data
from core.lessons.translated import words_of
from core.scenes import load_scene
from tests.app.test_access import outside, overlapping
from tools.languages import FOLDER, compile_file, declared_texts, languages, messages

ROOT = Path(__file__).parents[2]
PLACE = re.compile(r"\{(\w+)\}")
TAG = re.compile(r"</?[a-z]\w*")
FORMULA = re.compile(r"\$\$?[^$]+\$\$?")
WORDS = re.compile(r"\\text\{[^}]*\}")  # the words in a formula are translated


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    use_language("de")
    yield
    install(ENGLISH, None)
    for child in QCoreApplication.instance().children():
        if type(child).__name__ == "QTranslator":
            QCoreApplication.removeTranslator(child)
            child.deleteLater()


def literals() -> set[tuple[str, str]]:
    """What the sources translate or mark: texts and their contexts."""
    found = set()
    for package in ("app", "core"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(node, ast.Call) or not isinstance(
                    node.func, ast.Name
                ):
                    continue
                if node.func.id in ("tr", "mark") and node.args:
                    given = [a.value for a in node.args if isinstance(a, ast.Constant)]
                    if given:
                        found.add((given[0], given[1] if len(given) > 1 else ""))
    return found


def test_every_text_of_the_sources_is_collected():
    wanted = literals() | {(text, "") for text in declared_texts()}
    for name in languages():
        assert set(messages(name)) == wanted


@pytest.mark.parametrize("name", languages())
def test_every_text_is_translated_with_its_places_spaces_and_markup(name):
    for (text, _), said in messages(name).items():
        assert said.strip(), text
        assert set(PLACE.findall(said)) == set(PLACE.findall(text)), text
        assert said[:1].isspace() == text[:1].isspace(), text
        assert said[-1:].isspace() == text[-1:].isspace(), text
        assert Counter(TAG.findall(said)) == Counter(TAG.findall(text)), text


@pytest.mark.parametrize("name", languages())
def test_what_the_window_loads_is_what_translators_wrote(name, tmp_path):
    compile_file(name, tmp_path / "made.qm")
    made = (tmp_path / "made.qm").read_bytes()
    assert made == (FOLDER / f"{name}.qm").read_bytes(), "python -m tools.languages"


def test_every_complete_language_is_offered():
    assert set(LANGUAGES) == {ENGLISH, *languages()}
    assert chosen_language("de") == "de"
    assert chosen_language("nonsense") in LANGUAGES


def test_the_window_speaks_the_language_and_keeps_what_is_not_ours(german):
    assert language() == "de"
    assert tr("Learning rate") == "Lernrate"
    assert tr("Layer {number}", number=2) == "Schicht 2"
    assert tr("A scene of one's own") == "A scene of one's own"


def words_in(data: dict) -> Iterator[str]:
    yield from (data["title"], data["summary"])
    for step in data["steps"]:
        yield from (step["title"], step["text"], step["hint"], step.get("why", ""))
        yield from (check["say"] for check in step["checks"])
        if "question" in step:
            yield from (step["question"]["text"], *step["question"]["answers"])


@pytest.mark.parametrize("name", lesson_names())
def test_a_lesson_in_german_has_every_text_and_formula(name, german):
    lesson = load_lesson(name)
    assert words_of(name, "de") is not None
    assert lesson != load_in_english(name)
    english, own = lesson_data(name, ENGLISH), lesson_data(name, "de")
    for text, said in zip(words_in(english), words_in(own), strict=True):
        assert bool(said.strip()) == bool(text.strip()), text
        assert formulas(said) == formulas(text), text


def formulas(text: str) -> Counter[str]:
    return Counter(FORMULA.findall(WORDS.sub("", text)))


def load_in_english(name: str):
    install(ENGLISH, None)
    found = load_lesson(name)
    use_language("de")
    return found


def cut_off(window) -> list[str]:
    """Labels and buttons that are narrower than their words."""
    found = []
    for part in window.findChildren(QLabel) + window.findChildren(QAbstractButton):
        if not part.isVisible() or not part.text() or part.width() < 2:
            continue
        if isinstance(part, QLabel) and (
            part.wordWrap() or type(part).__name__ == "ElidedLabel"
        ):
            continue
        if isinstance(part, QToolButton) and part.objectName() == "thumb":
            continue
        if part.width() < part.fontMetrics().horizontalAdvance(part.text()) - 1:
            found.append(f"{type(part).__name__} {part.text()!r}")
    return found


def too_wide(area: QScrollArea) -> int:
    """How far the contents of a scroll area extend past it, without margins."""
    body = area.widget()
    reach = body.width() - body.layout().contentsMargins().right()
    return max(0, reach - area.viewport().width())


@pytest.mark.parametrize("scene", ["xor", "digits"])
def test_the_controls_are_as_wide_as_their_panel(german, window, scene):
    window.resize(1180, 720)
    window.open_scene(load_scene(scene))
    controls = window.controls
    controls.set_open_sections([section.title for section in controls.sections])
    for more in controls.findChildren(QPushButton, "link"):
        more.setChecked(True)
    QApplication.processEvents()
    assert too_wide(controls.area) == 0


@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_is_cut_off_in_german(german, window, layout):
    window.resize(1180, 720)
    window.use_layout(layout)
    QApplication.processEvents()
    window.clock.settle()
    assert (window.width(), window.height()) == (1180, 720)
    assert outside(window) == []
    assert overlapping(window.toolbar) == []
    assert cut_off(window) == []
