"""What the bundle leaves out, and that nothing is missed."""

from __future__ import annotations

import ast
import ctypes
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import PIL
import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
SOURCES = [
    path
    for top in ("app", "core", "hyperfold", "resources")
    for path in sorted((ROOT / top).rglob("*.py"))
]


def spoken() -> list[str]:
    """The languages of the window besides English."""
    found = [path.stem for path in (ROOT / "resources/languages").glob("*.qm")]
    assert found
    return found


def test_diet_leaves_what_the_window_needs(script):
    wanted = script("diet").wanted
    for path in (
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6\\plugins\\platforms\\qwindows.dll",
        "PySide6/Qt/plugins/iconengines/libqsvgicon.so",
        "PySide6/QtTest.abi3.so",
        "libxcb-cursor.so.0",
        "pillow.libs/libfreetype-57f805ba.so.6.20.6",
        "core/kernels/train.py",
        "resources/scenes/xor.toml",
        "scipy.libs/libscipy_openblas-6cdc3b4a.so",
        *(f"PySide6/Qt/translations/qtbase_{name}.qm" for name in spoken()),
    ):
        assert wanted(path), path
    for path in (
        "PySide6/Qt/translations/qt_de.qm",
        "PySide6\\translations\\qt_de.qm",
        "PySide6/Qt/translations/qtbase_fr.qm",
        "libQt6Quick.so.6",
        "libstdc++.so.6",
        "libepoxy.so.0",
        "libXrandr.so.2",
        "libglib-2.0.so.0",
        "PySide6/opengl32sw.dll",
    ):
        assert not wanted(path), path


WITHOUT = """
import sys
from importlib import import_module
from pkgutil import walk_packages
import standins
from diet import EXCLUDED_MODULES

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in EXCLUDED_MODULES or name in standins.LEFT_OUT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
standins.install()
for top in ("core", "app", "hyperfold"):
    for module in walk_packages(import_module(top).__path__, top + "."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
import scipy.linalg.cython_blas, scipy.linalg.cython_lapack
import numba, PIL.Image, pyqtgraph, ziamath, contourpy
PIL.Image.init()
import numpy as np
from scipy.linalg import solve_triangular
from scipy.optimize import linear_sum_assignment, minimize, minimize_scalar
from scipy.sparse.linalg import LinearOperator, eigsh
from scipy.spatial import cKDTree
points = np.random.default_rng(0).normal(size=(20, 2))
assert cKDTree(points).query(points, k=2)[1][3, 0] == 3
assert solve_triangular(np.eye(2), points.T, lower=True).shape == (2, 20)
assert list(linear_sum_assignment(-np.eye(3))[1]) == [0, 1, 2]
square = minimize(lambda v: (v @ v, 2 * v), points[0], jac=True, method="L-BFGS-B")
assert square.success and abs(square.x).max() < 1e-6
assert abs(minimize_scalar(lambda v: (v - 1) ** 2).x - 1) < 1e-6
bounded = minimize_scalar(lambda v: (v - 1) ** 2, bounds=(0, 3), method="bounded")
assert abs(bounded.x - 1) < 1e-4
many = LinearOperator((20, 20), matvec=lambda v: np.arange(20.0) * v, dtype=float)
assert abs(eigsh(many, k=1, which="LA")[0][0] - 19) < 1e-6
from hyperfold.cli import main
sys.exit(main(["shot", "xor", "-o", sys.argv[1], "--steps", "1", "--size", "900x600"]))
"""


def test_everything_works_without_what_is_excluded(tmp_path):
    environment = {**os.environ, "PYTHONPATH": f"{PACKAGING}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, tmp_path / "shot.png"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]


#: What the script above has tried. Try a new one there before you add it.
OF_SCIPY = {
    "scipy.linalg": {"solve_triangular"},
    "scipy.optimize": {
        "OptimizeResult",
        "linear_sum_assignment",
        "minimize",
        "minimize_scalar",
    },
    "scipy.sparse.linalg": {
        "ArpackError",
        "ArpackNoConvergence",
        "LinearOperator",
        "eigsh",
    },
    "scipy.spatial": {"cKDTree"},
}


def test_of_scipy_nothing_is_used_that_was_not_tried():
    for path in SOURCES:
        for name in imported(path):
            package, _, last = name.rpartition(".")
            if package.startswith("scipy.") and package != "scipy.special":
                known = OF_SCIPY.get(package, set())
                assert last in known or name in OF_SCIPY, f"{path}: {name}"


def imported(path: Path) -> set[str]:
    """Modules that a file imports, at its top or inside of a function."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def test_nothing_is_left_out_that_a_function_imports(script):
    peers = {"torch", "sklearn", "regioncam"}  # benchmarks do without them
    left_out = {*script("diet").EXCLUDED_MODULES, *script("standins").LEFT_OUT} - peers
    missed = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in SOURCES
        for name in sorted(imported(path))
        if any(f"{name}.".startswith(f"{gone}.") for gone in left_out)
    ]
    assert not missed


def test_sizes_are_told_by_component(script, tmp_path):
    sizes = script("sizes")
    for name in (
        "hyperfold",
        "_internal/libx.so.1",
        "_internal/numpy.libs/a.so",
        "_internal/numpy/b.py",
        "_internal/x-1.dist-info/METADATA",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"1234")
    assert sizes.by_component(tmp_path) == {
        "start": 4,
        "system libraries": 4,
        "numpy": 8,
        "metadata": 4,
    }


def library(place: int, address: int) -> bytes:
    """A library of one segment, complete enough for the loader's first check."""
    head = b"\x7fELF" + bytes(28) + struct.pack("<Q", 64) + bytes(14)
    head += struct.pack("<HH", 56, 1)
    return head.ljust(64, b"\0") + struct.pack(
        "<IIQQQQQQ", 1, 5, place, address, *4 * [0]
    )


def test_library_whose_segments_lie_between_pages_counts_as_broken(script):
    elf = script("elf")
    assert elf.loadable(library(0x1000, 0x5000))
    assert elf.loadable(library(0x1010, 0x5010))
    assert not elf.loadable(library(0x1010, 0x5000))


@pytest.mark.skipif(sys.platform != "linux", reason="libraries of Linux")
def test_library_is_whole_without_its_gaps(script, tmp_path):
    site = Path(PIL.__file__).parents[1]
    names = ("pillow.libs/libXau-*", "numpy.libs/libscipy_openblas*")
    found = [path for name in names for path in site.glob(name)]
    for path in found:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    for path in site.glob("numpy.libs/lib[gq]*"):  # that one of them asks for
        (tmp_path / path.name).symlink_to(path)
    elf = script("elf")
    assert elf.close_gaps(tmp_path) >= (1_000_000 if found else 0)
    for path in found:
        made = tmp_path / path.name
        assert elf.loadable(made.read_bytes())
        assert elf.needed_libc(made.parent) == elf.needed_libc(path.parent)
        ctypes.CDLL(str(made))
        assert elf.closed(made.read_bytes()) == made.read_bytes()


def test_library_that_is_unusual_stays_as_it_is(script):
    odd = library(0x1010, 0x5010)
    assert script("elf").closed(odd) == odd


def test_newest_c_library_asked_for_is_found(script, tmp_path):
    (tmp_path / "a.so").write_bytes(library(0, 0) + b"\0GLIBC_2.34\0GLIBC_2.4\0")
    (tmp_path / "b.txt").write_bytes(b"GLIBC_2.99")  # no library
    assert script("elf").needed_libc(tmp_path) == "2.34"


def test_llvm_gets_one_back_end(script, monkeypatch, tmp_path):
    llvm = script("llvm")
    monkeypatch.setattr(llvm, "WORK", tmp_path / "work")
    config = tmp_path / "headers/llvm/Config"
    config.mkdir(parents=True)
    listed = "LLVM_TARGET(ARM)\nLLVM_TARGET(X86)\n#undef LLVM_TARGET\n"
    (config / "Targets.def").write_text("#ifndef LLVM_TARGET\n#endif\n" + listed)
    narrowed = llvm.narrowed(tmp_path / "headers", "X86")
    text = (narrowed / "llvm/Config/Targets.def").read_text()
    assert "LLVM_TARGET(X86)" in text
    assert "ARM" not in text
    assert "#undef" in text
    for name in ("X86CodeGen", "ARMDesc", "Core", "ARMoury"):
        (tmp_path / f"libLLVM{name}.a").touch()
    found = llvm.archives_of(tmp_path, tmp_path / "headers", "X86")
    assert {path.stem for path in found} == {
        "libLLVMX86CodeGen",
        "libLLVMCore",
        "libLLVMARMoury",
    }


def test_wheels_llvm_stays_where_no_other_can_be_built(
    script, monkeypatch, tmp_path, capsys
):
    llvm = script("llvm")
    monkeypatch.setattr(llvm.source, "machine", lambda: "riscv64")
    place = tmp_path / "llvmlite/binding/libllvmlite.so"
    place.parent.mkdir(parents=True)
    place.write_bytes(b"wheel")
    llvm.put_into(tmp_path, Path(sys.executable))
    assert place.read_bytes() == b"wheel"
    assert "LLVM stays as it is in the wheel" in capsys.readouterr().out


def test_missing_program_is_asked_for_in_one_sentence(script, monkeypatch):
    programs = script("programs")
    monkeypatch.setattr(programs.shutil, "which", lambda name: None)
    monkeypatch.setattr(programs.system_libraries, "can_install", lambda: False)
    with pytest.raises(programs.Stop, match=r"run: sudo apt-get install .* nsis zstd$"):
        programs.need("makensis", "zstd")


def test_package_without_its_program_is_named(script, monkeypatch):
    programs = script("programs")
    asked = []
    monkeypatch.setattr(programs.shutil, "which", lambda name: None)
    monkeypatch.setattr(programs.system_libraries, "can_install", lambda: True)
    monkeypatch.setattr(
        programs.system_libraries, "install", lambda names: asked.extend(names) or True
    )
    with pytest.raises(programs.Stop, match="no package that was installed has wine"):
        programs.need("wine")
    assert asked == ["wine"]  # not wine64, which has no program of that name


def test_stand_in_may_be_named_and_inherited_but_not_used(script):
    module = script("standins").StandIn("PySide6.QtOpenGL")

    class Heir(module.QOpenGLWidget):
        pass

    assert not isinstance(3, module.QOpenGLWidget)
    with pytest.raises(ImportError, match=r"QtOpenGL\.QOpenGLWidget is not part"):
        Heir()
    with pytest.raises(ImportError, match="is not part of this bundle"):
        module.constants.VALUE  # noqa: B018


def test_nobody_calls_what_stand_ins_replace():
    called = re.compile(r"\b(linprog|milp|highs|QtOpenGL|QOpenGL\w*|useOpenGL=True)\b")
    for top in ("core", "app", "hyperfold"):
        for path in (ROOT / top).rglob("*.py"):
            assert not called.search(path.read_text("utf-8")), path


def test_equal_libraries_are_kept_once(script, tmp_path):
    elf = script("elf")
    for folder in ("numpy.libs", "scipy.libs"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "libgfortran.so.5").write_bytes(library(0, 0))
    (tmp_path / "other.so").write_bytes(library(0, 0))  # equal, but asked for by name
    assert elf.link_doubles(tmp_path) == len(library(0, 0))
    second = tmp_path / "scipy.libs" / "libgfortran.so.5"
    assert second.is_symlink()
    assert second.read_bytes() == library(0, 0)
    assert not (tmp_path / "other.so").is_symlink()


def test_icu_keeps_the_rules_of_sorting_and_drops_the_rest(script):
    kept = script("icu").KEPT.fullmatch
    for name in ("coll/sv.res", "coll/ucadata.icu", "root.res", "pool.res"):
        assert kept(name), name
    for name in ("curr/sv.res", "brkitr/thaidict.dict", "gb18030.cnv", "sv.res"):
        assert not kept(name), name
