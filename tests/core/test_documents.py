"""Files and modules that documents and docstrings name exist."""

from __future__ import annotations

import importlib
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("app", "core", "docs", "hyperfold", "packaging", "resources", "tests", "tools")
#: Folders of the program in which documents look for a file.
HOMES = ("", "core/", "app/")
#: Made when the program is built, or by who follows the page.
MADE = {"resources/commit.txt", "core/problems/waves.py", "kernels/sources"}

DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("packaging/*.md")]
)
SOURCES = sorted(p for part in PARTS for p in (ROOT / part).rglob("*.py"))


def files_of_the_program() -> set[str]:
    paths = [p for part in PARTS for p in (ROOT / part).rglob("*")]
    return {str(path.relative_to(ROOT)) for path in (*ROOT.glob("*.md"), *paths)}


EVERYTHING = files_of_the_program()
ROOMS = {name.split("/")[-1] for name in EVERYTHING if (ROOT / name).is_dir()}
STEMS = {name.rsplit("/", 1)[-1] for name in EVERYTHING}


def missing_files(text: str) -> set[str]:
    """Paths in backticks and targets of links that are nowhere in the program."""
    found = set()
    for name in re.findall(r"`([\w./*-]+)`", text):
        first, *rest = name.rstrip("/").split("/")
        if not rest:
            if first.endswith((".py", ".md")) and first not in STEMS:
                found.add(name)
        elif (first in PARTS or (first in ROOMS and not is_placeholder(name))) and not (
            name in MADE or is_placeholder(name) or exists(name.rstrip("/"))
        ):
            found.add(name)
    return found


def is_placeholder(name: str) -> bool:
    """Whether a part is for the reader to fill in: ``app/views/NAME/panel.py``."""
    return any(re.fullmatch(r"[A-Z]+(\.\w+)?", part) for part in name.split("/"))


def exists(name: str) -> bool:
    if "*" in name:
        return any(fnmatch(f, home + name) for home in HOMES for f in EVERYTHING)
    return any(f == name or f.endswith(f"/{name}") for f in EVERYTHING)


def missing_modules(text: str) -> set[str]:
    """Dotted names in backticks that cannot be found by importing."""
    homes = r"(?:app|core|tools|hyperfold\.cli)"
    names = re.findall(rf"`({homes}(?:\.\w+)+)(?:\(\))?`", text)
    return {name for name in names if not resolves(name)}


def resolves(name: str) -> bool:
    module, *rest = name.split(".")
    while (
        rest
        and (place := ROOT / module.replace(".", "/") / rest[0])
        and (place.is_dir() or place.with_suffix(".py").is_file())
    ):
        module = f"{module}.{rest.pop(0)}"
    if not rest:
        return True
    if module.partition(".")[0] in ("app", "hyperfold"):  # looked up without Qt
        path = ROOT / module.replace(".", "/")
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        word = re.escape(rest[0])
        defined = rf"^(class|def) {word}\b|^{word}\b.*="
        return bool(re.search(defined, source.read_text("utf-8"), re.MULTILINE))
    found: object = importlib.import_module(module)
    for part in rest:
        if not hasattr(found, part):
            fields = getattr(found, "__annotations__", {})
            return part in fields
        found = getattr(found, part)
    return True


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_document_names_what_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not missing_files(text)
    assert not missing_modules(text)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_of_a_document_lead_to_files(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
    near = [link for link in links if not re.match(r"\w+:", link)]
    assert not [link for link in near if not (path.parent / link).exists()]


def test_docstrings_and_comments_name_what_exists() -> None:
    found = {
        str(path.relative_to(ROOT)): names
        for path in SOURCES
        if (names := missing_modules(path.read_text(encoding="utf-8")))
    }
    assert not found


def test_a_wrong_name_is_found() -> None:
    missing = {"core/netwerk.py", "nowhere.py"}
    assert (
        missing_files("`core/netwerk.py` `app/look/theme.py` `nowhere.py`") == missing
    )
    wrong = "core.network" + ".Nothing"
    assert missing_modules(f"`core.network.LayerSpec` `{wrong}`") == {wrong}
