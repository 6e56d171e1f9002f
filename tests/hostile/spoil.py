"""Ways to spoil a good file: bytes, values of a document, entries of a zip."""

from __future__ import annotations

import io
import json
import zipfile

import numpy as np

Rng = np.random.Generator

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
    1000,
    2**31,
    2**63,
    2**70,
    1e308,
    -1e308,
    5e-324,
    0.5,
    "",
    "x",
    "relu",
    "<img src=x>",
    "\u202e\u0000",
    "A" * 5000,
    [],
    [[]],
    {},
    [1, 2],
    {"a": 1},
    "\n",
    [None] * 5,
    ["a"] * 3,
    [0] * 5000,
    [[0, 0]] * 2000,
)


def one_of(rng: Rng, things: object) -> object:
    """One of several things."""
    return things[int(rng.integers(0, len(things)))]  # type: ignore[index, arg-type]


def bytes_of(data: bytes, rng: Rng) -> bytes:
    """A few random changes to the bytes."""
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


def value(given: object, rng: Rng, depth: int = 0) -> object:
    """A value with one entry somewhere inside it replaced, dropped or doubled."""
    inside = isinstance(given, (dict, list)) and len(given) and rng.random() < 0.85
    if not inside or depth > 6:
        return VALUES[rng.integers(0, len(VALUES))]
    if isinstance(given, dict):
        table = dict(given)
        key = list(table)[rng.integers(0, len(table))]
        if rng.random() < 0.1:
            del table[key]
        elif rng.random() < 0.05:
            table[f"{key}{key}"] = table[key]
        else:
            table[key] = value(table[key], rng, depth + 1)
        return table
    assert isinstance(given, list)
    rows = list(given)
    at = int(rng.integers(0, len(rows)))
    chance = rng.random()
    if chance < 0.1:
        del rows[at]
    elif chance < 0.2:
        rows.insert(at, rows[at])
    elif chance < 0.25:
        rows += [rows[at]] * int(rng.integers(1, 3000))
    else:
        rows[at] = value(rows[at], rng, depth + 1)
    return rows


def document(data: bytes, rng: Rng) -> bytes:
    """A JSON file, spoilt by its bytes or by its values."""
    if rng.random() < 0.3:
        return bytes_of(data, rng)
    found = json.loads(data)
    for _ in range(int(rng.integers(1, 4))):
        found = value(found, rng)
    return json.dumps(found).encode()


def archive(data: bytes, rng: Rng, header: str = "header.json") -> bytes:
    """A zip, spoilt by its bytes, by its header or by one of its entries."""
    if rng.random() < 0.25:
        return bytes_of(data, rng)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        names = old.namelist()
        chosen = header if rng.random() < 0.7 else str(one_of(rng, names))
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
            for name in names:
                entry = old.read(name)
                if name == chosen and name == header:
                    entry = json.dumps(value(json.loads(entry), rng)).encode()
                elif name == chosen:
                    entry = bytes_of(entry, rng)
                new.writestr(name, entry)
            if rng.random() < 0.1:
                new.writestr(str(one_of(rng, NAMES)), bytes(10))
    return out.getvalue()


def parts(data: bytes, rng: Rng) -> bytes:
    """A zip of texts, spoilt by its bytes or by those of one of its parts."""
    if rng.random() < 0.25:
        return bytes_of(data, rng)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        names = old.namelist()
        chosen = str(one_of(rng, names))
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
            for name in names:
                entry = old.read(name)
                new.writestr(name, bytes_of(entry, rng) if name == chosen else entry)
    return out.getvalue()


NAMES = ("../../escape.npy", "/abs", "a\\b", "C:evil", "\u202e", "x" * 3000, "data/")
