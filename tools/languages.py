"""Collects the texts for translators and compiles their translations.

    python -m tools.languages           renew resources/languages/*.ts and *.qm
    python -m tools.languages --check   fail if a text has no translation

Texts come from two places: the literals in ``tr(…)`` and ``mark(…)`` in the sources,
found by ``pyside6-lupdate``, and titles and summaries of scenes, topics and lectures,
and of problems, which are handed to it as a list of marks. Lessons have files of their
own (``resources/lessons/de``).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import PySide6

from core.problems import PROBLEMS
from core.problems.settings import short_title, summary_of

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "resources" / "languages"
SOURCES = ("app", "core")
_ALIASES = "tr=tr,QT_TR_NOOP=mark"


def declared_texts() -> list[str]:
    """Titles and summaries in the files of scenes, topics and lectures."""
    resources = ROOT / "resources"
    found: dict[str, None] = {}
    for path in sorted((resources / "scenes").glob("*.toml")):
        _take(tomllib.loads(path.read_text("utf-8")), found)
    for name, rows in (("gallery", "topics"), ("lectures", "lectures")):
        for row in tomllib.loads((resources / f"{name}.toml").read_text("utf-8"))[rows]:
            _take(row, found)
    for path in sorted((resources / "experiments").glob("*.toml")):
        table = tomllib.loads(path.read_text("utf-8"))
        _take(table, found)
        for setting in table["settings"]:
            found |= dict.fromkeys(setting.get("labels", []))
    for name, problem in PROBLEMS.items():
        found[summary_of(problem)] = None
        found[short_title(name, problem.title)] = None
    return list(found)


def _take(table: dict[str, object], found: dict[str, None]) -> None:
    for key in ("title", "summary", "question"):
        if text := table.get(key):
            found[str(text)] = None


def collect(language: str) -> None:
    """Update the file for translators, keeping their translations."""
    with TemporaryDirectory() as folder:
        marks = Path(folder) / "declared.py"
        lines = [f"mark({_quoted(text)})" for text in declared_texts()]
        marks.write_text("\n".join(lines), encoding="utf-8")
        sources = [
            str(path)
            for package in SOURCES
            for path in sorted((ROOT / package).rglob("*.py"))
            if b"core.language" in path.read_bytes()
        ]
        listed = Path(folder) / "sources.lst"
        listed.write_text("\n".join([*sources, str(marks)]), encoding="utf-8")
        target = str(FOLDER / f"{language}.ts")
        _run(
            "lupdate",
            f"@{listed}",
            *("-tr-function-alias", _ALIASES, "-no-obsolete", "-locations", "none"),
            *("-source-language", "en", "-target-language", language),
            *("-ts", target),
        )


def compile_file(language: str, out: Path) -> None:
    """Make the file that the window loads."""
    source = str(FOLDER / f"{language}.ts")
    _run("lrelease", "-silent", "-removeidentical", source, "-qm", str(out))


def messages(language: str) -> dict[tuple[str, str], str]:
    """Every text with its context and its translation; empty if none."""
    found = {}
    for message in ElementTree.parse(FOLDER / f"{language}.ts").iter("message"):
        said = message.find("translation")
        done = said is not None and said.get("type") != "unfinished"
        key = message.findtext("source", ""), message.findtext("comment", "")
        found[key] = (said.text or "") if done else ""  # type: ignore[union-attr]
    return found


def languages() -> list[str]:
    """The languages besides English."""
    return sorted(path.stem for path in FOLDER.glob("*.ts"))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _run(program: str, *arguments: str) -> None:
    done = subprocess.run(
        [str(Path(PySide6.__file__).parent / program), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{program}: {done.stderr or done.stdout}")


def main() -> int:
    """Renew all files, or check them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    checks = parser.parse_args().check
    missing = 0
    for language in languages():
        if not checks:
            collect(language)
            compile_file(language, FOLDER / f"{language}.qm")
        lacks = [text for (text, _), said in messages(language).items() if not said]
        missing += len(lacks)
        for text in lacks:
            print(f"{language}: not translated: {text!r}")
    return 1 if checks and missing else 0


if __name__ == "__main__":
    sys.exit(main())
