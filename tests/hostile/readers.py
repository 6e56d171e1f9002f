"""Everything that reads untrusted files. A new reader is one entry here."""

from __future__ import annotations

import gzip
import io
import json
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from pathlib import Path

import numpy as np
from openpyxl import Workbook
from PIL import Image

from core.cli import main
from core.cli.frame import DONE
from core.cli.source import open_source
from core.disk.idx import read_idx
from core.engine.data import prepare
from core.engine.session import Session
from core.expression import parse
from core.files.picture import load_picture
from core.files.run_file import save
from core.lessons import load_lesson
from core.problems import DataSpec
from core.run import RunSpec
from core.run.initialisers import initial_theta
from core.scenes import load_scene, scene_to_text
from core.scenes.write import scene_to_data
from core.sweep.plan import Plan, make_plan
from core.sweep.table import line, read_done
from core.tables import guess, load, preview
from tests.hostile import crafted, spoil
from tests.hostile.spoil import Rng
from tools.digits import packed

#: A step of an accepted scene may legitimately take longer than a test: beyond this
#: many products only its sample and its parameters are made, and no step.
AFFORDABLE = 200_000_000


@dataclass(frozen=True)
class Reader:
    """A kind of file: good ones, how to corrupt them, and what reads them."""

    name: str
    suffix: str
    good: Callable[[Path], Sequence[bytes]]  # given a folder to work in
    spoil: Callable[[bytes, Rng], bytes]
    crafted: Callable[[Rng], bytes]
    read: Callable[[Path], int]  # an exit status, or `BadInput`

    def hostile(self, good: Sequence[bytes], rng: Rng) -> bytes:
        """The next hostile file."""
        if rng.random() < 0.35:
            return self.crafted(rng)
        return self.spoil(good[int(rng.integers(0, len(good)))], rng)


# -- run files -------------------------------------------------------------------------


def _run_files(folder: Path) -> list[bytes]:
    found = []
    for name in ("xor", "rgb", "parity"):
        scene = load_scene(name)
        session = Session(scene.run, "reference")
        session.advance(6)
        path = folder / f"{name}.hyperfold"
        save(path, session, scene)
        found.append(path.read_bytes())
    return found


# -- scenes ----------------------------------------------------------------------------


def _train(path: Path) -> int:
    """Read a scene or a run file and train a step of it, or at least allocate it."""
    run = open_source(str(path)).scene.run
    if run.network.layout.size * run.data.examples > AFFORDABLE:
        prepare(run)
        initial_theta(run.network, run.initial, run.seed)
        return DONE
    return main(["train", str(path), "--steps", "1", "--json"])


def _toml_scenes(_: Path) -> list[bytes]:
    names = ("spirals", "xor", "deep-relu")
    return [scene_to_text(load_scene(name)).encode() for name in names]


def _json_scenes(_: Path) -> list[bytes]:
    names = ("spirals", "sine-1d", "walk-xor")
    return [json.dumps(scene_to_data(load_scene(name))).encode() for name in names]


def _json_scene(rng: Rng) -> bytes:
    if rng.random() < 0.3:
        return crafted.any_text(rng)
    return json.dumps(crafted.scene_table(rng)).encode()


def _toml_text(data: bytes, rng: Rng) -> bytes:
    """TOML spoilt by bytes, or by a value, one line at a time."""
    if rng.random() < 0.5:
        return spoil.bytes_of(data, rng)
    lines = data.decode().split("\n")
    at = int(rng.integers(0, len(lines)))
    key, equals, _ = lines[at].partition(" = ")
    if equals:
        given = spoil.one_of(rng, spoil.VALUES)
        lines[at] = f"{key} = {json.dumps(given) if given is not None else 'nan'}"
    return "\n".join(lines).encode()


# -- lessons ---------------------------------------------------------------------------


def _lessons(_: Path) -> list[bytes]:
    folder = files("resources").joinpath("lessons")
    found = [e.read_bytes() for e in folder.iterdir() if e.name.endswith(".toml")]
    assert all(tomllib.loads(each.decode()) for each in found)
    return sorted(found)


def _read_lesson(path: Path) -> int:
    load_lesson(path)
    return DONE


# -- networks --------------------------------------------------------------------------


def _nets(_: Path) -> list[bytes]:
    net = {
        "layers": [
            {"W": [[1, 2], [3, 4]], "b": [0, 1], "activation": "relu"},
            {"W": [[1, -2], [0.5, 4], [1, 1]], "b": [0, 1, 2]},
        ],
        "loss": "ce",
        "l2": 0.1,
    }
    data = {"x": [[0, 1], [1, 0], [2, 2]], "y": [0, 1, 2]}
    return [json.dumps({"net": net, "data": data}).encode()]


def _read_net(path: Path) -> int:
    """Run both commands; they fail alike or the second has its own reason."""
    status = main(["inspect", str(path), "--json"])
    return status or main(["regions", str(path), "--json"])


# -- tables, pictures, formulas --------------------------------------------------------


def _tables(_: Path) -> list[bytes]:
    rows = "".join(
        f"{i * 0.5};{i % 7};{'big' if i % 3 else 'small'}\n" for i in range(40)
    )
    return [f"width;height;kind\n{rows}".encode(), b"1,2,3.5\n4,5,6.5\n2,2,1.5\n"]


def _workbooks(_: Path) -> list[bytes]:
    book = Workbook()
    for row in (
        ["a (cm)", "day", "kind"],
        *([i / 2, date(2024, 3, 1 + i), "ab"[i % 2]] for i in range(9)),
    ):
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return [stream.getvalue()]


def _idx(_: Path) -> list[bytes]:
    pixels = np.arange(60, dtype=np.uint8).reshape(3, 5, 4)
    return [packed(pixels), gzip.decompress(packed(pixels))]


def _read_idx(path: Path) -> int:
    read_idx(path)
    return DONE


def _read_table(path: Path) -> int:
    found = preview(path)
    problem = load(path, found, guess(found)).problem
    RunSpec(DataSpec(problem, problem.count), (), "ce" if problem.classes else "mse")
    return DONE


def _sweep() -> Plan:
    return make_plan(load_scene("xor"), {"network.layers.0.units": [2, 3]}, 2, 5)


def _sweep_tables(_: Path) -> list[bytes]:
    plan = _sweep()
    rows = "".join(
        line([*case.settings.values(), case.scene.run.seed, 5, 0.1, *[None] * 6, "ab"])
        for case in plan
    )
    return [(line(plan.columns) + rows).encode()]


def _read_sweep(path: Path) -> int:
    read_done(path, _sweep())
    return DONE


def _pictures(_: Path) -> list[bytes]:
    pixels = np.random.default_rng(0).integers(0, 255, (24, 31, 3)).astype(np.uint8)
    found = []
    for form in ("PNG", "JPEG", "WEBP"):
        stream = io.BytesIO()
        Image.fromarray(pixels).save(stream, form)
        found.append(stream.getvalue())
    return found


def _read_picture(path: Path) -> int:
    load_picture(path, 64)
    return DONE


def _formulas(_: Path) -> list[bytes]:
    return [b"sin(pi x) cos(2y) + 0.5 x^2", b"max(|x|, |y|) - 1", b"exp(-x^2 - y^2)"]


def _read_formula(path: Path) -> int:
    function = parse(path.read_bytes().decode("utf-8", "replace"))
    x = np.linspace(-2.0, 2.0, 2000)
    function(x=x, y=x[::-1])
    function.derivative("x", x=x, y=x[::-1])
    return DONE


READERS = (
    Reader("run file", ".hyperfold", _run_files, spoil.archive, crafted.bomb, _train),
    Reader("scene", ".toml", _toml_scenes, _toml_text, crafted.any_text, _train),
    Reader("JSON scene", ".json", _json_scenes, spoil.document, _json_scene, _train),
    Reader("lesson", ".toml", _lessons, _toml_text, crafted.any_text, _read_lesson),
    Reader("network", ".json", _nets, spoil.document, crafted.net, _read_net),
    Reader("table", ".csv", _tables, spoil.bytes_of, crafted.table, _read_table),
    Reader("workbook", ".xlsx", _workbooks, spoil.parts, crafted.workbook, _read_table),
    Reader("idx", "-images-idx3-ubyte", _idx, spoil.bytes_of, crafted.idx, _read_idx),
    Reader("sweep", ".csv", _sweep_tables, spoil.bytes_of, crafted.table, _read_sweep),
    Reader(
        "picture", ".png", _pictures, spoil.bytes_of, crafted.picture, _read_picture
    ),
    Reader(
        "formula", ".txt", _formulas, spoil.bytes_of, crafted.formula, _read_formula
    ),
)
