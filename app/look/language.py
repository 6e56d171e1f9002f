"""The language of the window: the system's, or that chosen in the View menu."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from core.language import install

ENGLISH = "en"
#: Every language of the window, by its own name.
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
SYSTEM = "system"


def chosen_language(choice: str) -> str:
    """The language that settings and system ask for; English if we lack it."""
    if choice in LANGUAGES:
        return choice
    for name in QLocale.system().uiLanguages():
        code = name.replace("_", "-").split("-")[0]
        if code in LANGUAGES:
            return code
    return ENGLISH


def translator_of(language: str) -> QTranslator | None:
    """Our own texts in ``language``; None for English, which is in the sources."""
    if language == ENGLISH:
        return None
    found = QTranslator()
    with as_file(files("resources").joinpath("languages", f"{language}.qm")) as path:
        if not found.load(str(path)):
            raise FileNotFoundError(f"resources/languages/{language}.qm")
    return found


def use_language(language: str) -> None:
    """Use ``language`` for every text from now on; texts already shown stay."""
    ours = translator_of(language)
    if ours is None:
        install(ENGLISH, None)
        return

    @lru_cache(maxsize=4096)
    def translate(text: str, about: str) -> str:
        # A text missing from the file, such as the name of an own scene, stays as it
        # is.
        return ours.translate("", text, about) or text

    install(language, translate)
    _use_qt(language)


def _use_qt(language: str) -> None:
    """Translate Qt's own texts: buttons of its dialogs, menus of its fields."""
    app = QCoreApplication.instance()
    if app is None:
        return
    theirs = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if theirs.load(f"qtbase_{language}", folder):
        app.installTranslator(theirs)
