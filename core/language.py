"""The language of texts on screen.

A text is written in English where it is shown, as ``tr("Layer {i}", i=i)``. Without a
translator, as on the command line, the English text is used; the window installs a
translator (`app/look/language.py`). A text declared before it is shown, such as the
title of a setting, is marked where it is declared, ``mark("Fill by")``, and translated
where it is shown, ``tr(setting.title)``. Both names are known to ``python -m
tools.languages``, which collects the texts for translators.
"""

from __future__ import annotations

from collections.abc import Callable

Translator = Callable[[str, str], str]


class _Installed:
    """The current translator, in one place so that all threads see a change at once."""

    translate: Translator | None = None
    language = "en"


def install(language: str, translate: Translator | None) -> None:
    """Use ``translate`` from now on; None keeps texts English."""
    _Installed.language, _Installed.translate = language, translate


def language() -> str:
    """The code of the current language: ``en``."""
    return _Installed.language


def mark(text: str) -> str:
    """``text`` itself, to be translated where it is shown."""
    return text


def tr(text: str, about: str = "", /, **values: object) -> str:
    """``text`` in the language of the window, with ``values`` for its {names}.

    ``about`` distinguishes two meanings of a word: ``tr("Run", "verb")``.

    Numbers are formatted by the caller, ``n=shown_count(n)``, so that translations
    cannot differ.
    """
    translate = _Installed.translate
    if translate is not None:
        text = translate(text, about)
    return text.format_map(values) if values else text


def lowered(text: str) -> str:
    """A title inside a sentence; German keeps the capitals of its nouns."""
    return text.lower() if _Installed.language == "en" else text


def tr_n(one: str, many: str, count: int, /, **values: object) -> str:
    """``one`` for a count of 1, else ``many``; the caller marks both."""
    return tr(one if count == 1 else many, **values)
