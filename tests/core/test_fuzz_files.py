"""Mutated files of every kind: only clean errors, no crash, no hang."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from core.engine.session import Session
from core.errors import BadInput
from core.files.net_json import load_net
from core.files.picture import load_picture
from core.files.run_file import read_run, save
from core.files.table import load, preview
from core.scenes import load_scene, parse_scene, scene_to_text

SHORT, LONG = 60, 2_000  # mutations of each kind; five kinds make 10,000
SECONDS = 5.0  # that a single file may take, on a machine that is busy

TOKENS = (
    b"0",
    b"-1",
    b"1e999",
    b"nan",
    b"inf",
    b"\0",
    b"\xff",
    b'"',
    b"'",
    b"\n",
    b",",
    b";",
    b"[",
    b"]",
    b"{",
    b"}",
    b"=",
    b"#",
    b"99999999999999999999",
    b"true",
    b"null",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"A" * 300,
)
VALUES = (
    None,
    True,
    -1,
    0,
    1,
    3,
    2**31,
    2**70,
    1e308,
    0.5,
    "",
    "x",
    "relu",
    [],
    [[]],
    {},
    [1, 2],
    {"a": 1},
    "\n",
    [None] * 5,
    ["a"] * 3,
)


def mutated(data: bytes, rng: np.random.Generator) -> bytes:
    """A few random changes."""
    out = bytearray(data)
    for _ in range(int(rng.integers(1, 6))):
        at = int(rng.integers(0, len(out) + 1))
        kind = rng.integers(0, 6)
        if kind == 0 and out:
            out[at % len(out)] = int(rng.integers(0, 256))
        elif kind == 1:
            out[at:at] = TOKENS[rng.integers(0, len(TOKENS))]
        elif kind == 2:
            del out[at : at + int(rng.integers(1, 30))]
        elif kind == 3:
            piece = out[at : at + int(rng.integers(1, 60))]
            place = int(rng.integers(0, len(out) + 1))
            out[place:place] = piece
        elif kind == 4 and rng.random() < 0.3:
            del out[at:]
        elif out:
            out[at % len(out)] ^= 1 << int(rng.integers(0, 8))
    return bytes(out)


def changed(value: object, rng: np.random.Generator, depth: int = 0) -> object:
    """A JSON value with one entry somewhere inside it replaced, dropped or doubled."""
    inside = isinstance(value, (dict, list)) and len(value) and rng.random() < 0.85
    if not inside or depth > 6:
        return VALUES[rng.integers(0, len(VALUES))]
    if isinstance(value, dict):
        table = dict(value)
        key = list(table)[rng.integers(0, len(table))]
        if rng.random() < 0.1:
            del table[key]
        else:
            table[key] = changed(table[key], rng, depth + 1)
        return table
    assert isinstance(value, list)
    rows = list(value)
    at = int(rng.integers(0, len(rows)))
    if rng.random() < 0.1:
        del rows[at]
    elif rng.random() < 0.1:
        rows.insert(at, rows[at])
    else:
        rows[at] = changed(rows[at], rng, depth + 1)
    return rows


class Kind:
    """A good file, how to spoil it, and what reads it."""

    def __init__(
        self, data: bytes, read: Callable[[Path], object], suffix: str
    ) -> None:
        self.data, self.read, self.suffix = data, read, suffix

    def spoil(self, rng: np.random.Generator) -> bytes:
        return mutated(self.data, rng)


class JsonKind(Kind):
    def spoil(self, rng: np.random.Generator) -> bytes:
        if rng.random() < 0.4:
            return mutated(self.data, rng)
        return json.dumps(changed(json.loads(self.data), rng)).encode()


class ZipKind(Kind):
    def spoil(self, rng: np.random.Generator) -> bytes:
        if rng.random() < 0.3:
            return mutated(self.data, rng)
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(self.data)) as old:
            names = old.namelist()
            chosen = names[rng.integers(0, len(names))]
            if rng.random() < 0.7:
                chosen = "header.json"
            with zipfile.ZipFile(out, "w") as new:
                for name in names:
                    data = old.read(name)
                    if name == chosen == "header.json":
                        data = json.dumps(changed(json.loads(data), rng)).encode()
                    elif name == chosen:
                        data = mutated(data, rng)
                    new.writestr(name, data)
        return out.getvalue()


def table_file() -> Kind:
    rows = "width;height;kind\n" + "".join(
        f"{i * 0.5};{i % 7};{'big' if i % 3 else 'small'}\n" for i in range(40)
    )

    def read(path: Path) -> None:
        found = preview(path)
        load(path, found, found.guess())

    return Kind(rows.encode(), read, ".csv")


def picture_file(form: str) -> Kind:
    rng = np.random.default_rng(0)
    stream = io.BytesIO()
    pixels = rng.integers(0, 255, (24, 31, 3)).astype(np.uint8)
    Image.fromarray(pixels).save(stream, form)
    return Kind(stream.getvalue(), lambda p: load_picture(p, 16), f".{form.lower()}")


def scene_file() -> Kind:
    text = scene_to_text(load_scene("spirals"))
    return Kind(
        text.encode(),
        lambda p: parse_scene(p.read_text("utf-8", "replace"), "a", p.name),
        ".toml",
    )


def net_file() -> Kind:
    net = {
        "net": {
            "layers": [
                {"W": [[1, 2], [3, 4]], "b": [0, 1], "activation": "relu"},
                {"W": [[1, -2], [0.5, 4], [1, 1]], "b": [0, 1, 2]},
            ],
            "loss": "ce",
            "l2": 0.1,
        },
        "data": {"x": [[0, 1], [1, 0], [2, 2]], "y": [0, 1, 2]},
    }
    return JsonKind(json.dumps(net).encode(), load_net, ".json")


def run_kind(folder: Path) -> Kind:
    scene = load_scene("xor")
    session = Session(scene.run, "reference")
    session.advance(6)
    path = folder / "good.hyperfold"
    save(path, session, scene)
    return ZipKind(path.read_bytes(), read_run, ".hyperfold")


def walk(kind: Kind, folder: Path, count: int, seed: int) -> int:
    """Read mutated files; returns how many were refused."""
    rng = np.random.default_rng(seed)
    path = folder / f"bad{kind.suffix}"
    refused = 0
    for i in range(count):
        data = kind.spoil(rng)
        path.write_bytes(data)
        message = ""
        begin = time.process_time()
        try:
            kind.read(path)
        except BadInput as error:
            refused += 1
            message = str(error)
        except Exception as error:
            error.add_note(f"mutation {i} of seed {seed}: {data[:300]!r}")
            raise
        assert time.process_time() - begin < SECONDS, (i, data[:300])
        assert "\n" not in message, (i, message)
        assert len(message) < 1000, (i, message)
    return refused


def kinds(folder: Path) -> dict[str, list[Kind]]:
    return {
        "table": [table_file()],
        "picture": [picture_file(form) for form in ("PNG", "JPEG", "WEBP")],
        "scene": [scene_file()],
        "net": [net_file()],
        "run": [run_kind(folder)],
    }


NAMES = ("table", "picture", "scene", "net", "run")


@pytest.mark.parametrize("name", NAMES)
def test_mutated_files_get_clean_errors(tmp_path, name):
    found = kinds(tmp_path)[name]
    refused = [walk(kind, tmp_path, SHORT // len(found), 1) for kind in found]
    assert sum(refused) > 0


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_ten_thousand_mutated_files_get_clean_errors(tmp_path, name):
    for kind in (found := kinds(tmp_path)[name]):
        walk(kind, tmp_path, LONG // len(found), 2)


def test_the_good_files_are_read(tmp_path):
    for name, found in kinds(tmp_path).items():
        for kind in found:
            path = tmp_path / f"{name}{kind.suffix}"
            path.write_bytes(kind.data)
            kind.read(path)
