"""The language of texts on screen.

A text is written in English where it is shown, as ``tr("Layer {i}", i=i)``. Without a
translator, on the command line for example, that is what comes out; the window installs
one (`app/look/language.py`). A text that is declared before it is shown, as the title
of a setting is, is marked where it is declared, ``mark("Fill by")``, and translated
where it is shown, ``tr(setting.title)``. Both names are known to
``python -m tools.languages``, which collects the texts for translators.
"""

from __future__ import annotations

from collections.abc import Callable

Translator = Callable[[str, str], str]


class _Installed:
    """What translates now; in one place, so that threads see a change at once."""

    translate: Translator | None = None
    language = "en"


def install(language: str, translate: Translator | None) -> None:
    """Translate from now on by ``translate``; None: texts stay English."""
    _Installed.language, _Installed.translate = language, translate


def language() -> str:
    """The language of the texts now, by its code: ``en``."""
    return _Installed.language


def mark(text: str) -> str:
    """``text`` itself, to be translated where it is shown."""
    return text


def tr(text: str, about: str = "", /, **values: object) -> str:
    """``text`` in the language of the window, with ``values`` for its {names}.

    ``about`` tells apart what one word says twice: ``tr("Run", "verb")``.

    Numbers are formatted before, ``n=f"{n:,}"``, so that no translation can do it
    differently.
    """
    translate = _Installed.translate
    if translate is not None:
        text = translate(text, about)
    return text.format_map(values) if values else text


def lowered(text: str) -> str:
    """A title inside a sentence; German keeps the capitals of its nouns."""
    return text.lower() if _Installed.language == "en" else text


def tr_n(one: str, many: str, count: int, /, **values: object) -> str:
    """``one`` for a count of 1, else ``many``; both are marked by the caller."""
    return tr(one if count == 1 else many, **values)
