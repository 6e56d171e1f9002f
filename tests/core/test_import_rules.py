"""Which package may import which; `make check` tests the same by import-linter."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

from core.bench import GROUPS, available
from hyperfold.cli import COMMANDS
from tools.imports import cycles, measure

ROOT = Path(__file__).resolve().parents[2]
QT = {"PySide6", "shiboken6", "pyqtgraph", "superqt", "qtpy"}


def imports(path: Path) -> Iterator[str]:
    """Top-level names of everything a file imports, late imports included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def python_files(folder: str) -> list[Path]:
    found = sorted((ROOT / folder).rglob("*.py"))
    assert found
    return found


@pytest.mark.parametrize("path", python_files("core"), ids=lambda p: p.stem)
def test_core_knows_no_qt(path):
    assert not set(imports(path)) & QT


@pytest.mark.parametrize("path", python_files("core"), ids=lambda p: p.stem)
def test_core_does_not_know_the_app(path):
    assert not set(imports(path)) & {"app", "hyperfold"}
    # The linter would not see a late import by name.
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
    assert not [t for t in texts if isinstance(t, str) and is_window_module(t)]


def is_window_module(text: str) -> bool:
    if text in ("app", "app."):  # the beginning of a name that is put together
        return True
    if not re.fullmatch(r"(app|hyperfold)(\.[a-z_]+)+\.?", text):
        return False
    text = text.rstrip(".")
    place = ROOT / text.replace(".", "/")
    return place.is_dir() or place.with_suffix(".py").is_file()


def test_every_view_is_kept_apart_from_the_others():
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (apart,) = (
        contract["modules"]
        for contract in rules["tool"]["importlinter"]["contracts"]
        if contract["type"] == "independence"
    )
    views = {path.parent.name for path in (ROOT / "app/views").glob("*/__init__.py")}
    assert set(apart) == {f"app.views.{name}" for name in views}


def test_every_room_of_the_window_has_its_place():
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = (
        contract["layers"]
        for contract in rules["tool"]["importlinter"]["contracts"]
        if contract["name"] == "rooms of the window have a direction"
    )
    named = {room for layer in layers for room in re.split(r" \| ", layer)}
    rooms = {path.parent.name for path in (ROOT / "app").glob("*/__init__.py")}
    assert named == {f"app.{room}" for room in rooms}


def test_the_root_of_the_app_stays_small():
    assert len(list((ROOT / "app").glob("*.py"))) <= 12


@pytest.mark.parametrize("folder", ["app", "core", "hyperfold"])
def test_no_file_is_over_500_lines(folder):
    sizes = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines())
        for path in python_files(folder)
    }
    assert not {name: size for name, size in sizes.items() if size > 500}


def test_numba_lives_in_the_kernels_alone():
    files = [*python_files("core"), *python_files("app")]
    users = {p for p in files if {"numba", "llvmlite"} & set(imports(p))}
    assert users
    assert {p.relative_to(ROOT).parts[:2] for p in users} == {("core", "kernels")}


def test_importing_all_of_core_loads_no_qt():
    code = (
        "import importlib, pkgutil, sys, core\n"
        "for m in pkgutil.walk_packages(core.__path__, 'core.'):\n"
        "    if not m.name.endswith('__main__'): importlib.import_module(m.name)\n"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "core" in loaded
    assert not loaded & (QT | {"app"})


def test_packaging_does_not_hide_the_library_of_that_name():
    assert not (ROOT / "packaging" / "__init__.py").exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_module(name):
    module = importlib.import_module(COMMANDS[name].module)
    assert callable(module.register)
    assert callable(module.run)


@pytest.mark.parametrize("group", available())
def test_every_benchmark_has_rows(group):
    modules = [name for name in GROUPS[group] if importlib.util.find_spec(name)]
    for name in modules:
        assert callable(importlib.import_module(name).rows)


def test_every_benchmark_is_named():
    stems = {path.stem for path in (ROOT / "core/bench").glob("[!_]*.py")}
    files = {f"core.bench.{stem}" for stem in stems}
    with_rows = {n for n in files if hasattr(importlib.import_module(n), "rows")}
    assert with_rows <= {name for names in GROUPS.values() for name in names}


def test_no_module_imports_itself_by_way_of_others():
    graph = grimp.build_graph(
        "core", "app", "hyperfold", exclude_type_checking_imports=True, cache_dir=None
    )
    imported = {m: graph.find_modules_directly_imported_by(m) for m in graph.modules}
    TopologicalSorter(imported).prepare()  # CycleError names the modules of a cycle


def test_no_package_imports_itself_by_way_of_others():
    packages, edges = measure(ROOT)
    assert {"core", "core.network", "app.views.walk", "hyperfold.cli"} <= packages
    assert edges["core.kernels", "core.steps"]
    assert not cycles(packages, edges)


def test_a_cycle_of_packages_is_found(tmp_path):
    for name, text in {
        "core/__init__.py": "",
        "core/low.py": "",
        "core/room/__init__.py": "",
        "core/room/a.py": "from core import low\nfrom core.hall import b",
        "core/hall/__init__.py": "",
        "core/hall/b.py": "def late():\n    from core.room import c",
        "core/room/c.py": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    # In a process of its own: here, core has been imported already.
    done = subprocess.run(
        [sys.executable, "-m", "tools.imports", str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert done.stdout.splitlines()[:2] == [
        "3 packages, 3 edges, cycles: 1",
        "a cycle of 2: core.hall, core.room",
    ]


#: Private by name only, or without a public counterpart: of Python, of a frozen
#: program, and numba's cache of a function.
NAMED = {"_exit", "_getframe", "_replace", "_asdict", "_MEIPASS", "_cache"}
NAMED |= {"_index_key", "_DummyThread"}


def private_names(source: str) -> set[str]:
    """Private members of other objects that a test reads, replaces or imports."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            owner = node.value
            if not (isinstance(owner, ast.Name) and owner.id in ("self", "cls")):
                found.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ("setattr", "getattr", "delattr", "object", "hasattr"):
                found.update(
                    a.value
                    for a in node.args
                    if isinstance(a, ast.Constant) and isinstance(a.value, str)
                )
    return {name for name in found if re.fullmatch("_[A-Za-z][A-Za-z_0-9]*", name)}


def test_tests_use_public_names():
    found = {
        str(path.relative_to(ROOT)): names
        for path in python_files("tests")
        if (names := private_names(path.read_text(encoding="utf-8")) - NAMED)
    }
    assert not found


def test_the_search_for_private_names_finds_them():
    assert private_names("import a\na._b; self._c; a.__dict__") == {"_b"}
    assert private_names("from a import _b\nmonkeypatch.setattr(x, '_c', 1)") == {
        *("_b", "_c")
    }
