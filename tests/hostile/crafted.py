"""Malicious files: enormous sizes, deep nesting, names and numbers at the limits."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
import zlib
from itertools import pairwise

import numpy as np
from openpyxl import Workbook

from core.functions import ACTIVATION_NAMES
from core.outputs import LOSS_NAMES
from core.problems import PROBLEMS
from tests.hostile.spoil import Rng, one_of

NUMBERS = (
    0,
    -1,
    1,
    2,
    63,
    64,
    65,
    1024,
    1025,
    10**4,
    10**6,
    10**7,
    10**9,
    2**63,
    1e300,
)


def number(rng: Rng) -> object:
    """A number of any size."""
    return one_of(rng, NUMBERS)


def any_text(rng: Rng) -> bytes:
    """Text that is hard on a parser of TOML or JSON, whatever it says."""
    n = int(rng.integers(1_000, 200_000))
    return str(
        one_of(
            rng,
            (
                ".".join(["a"] * n) + " = 1",
                f"[{'.'.join(['a'] * n)}]",
                "a = " + "[" * n,
                "[" * n,
                '{"a":' * n,
                "a = " + "{ b = " * n,
                "{" + ",".join(f'"k{i}":0' for i in range(n)) + ',"k1":0}',
                "x = [" + "0," * n + "]",
                "[" + "[]," * n + "0]",
                "a = " + "9" * n,
                "[[a]]\n" * n,
                "#" * n,
                "a = '''" + "x\n" * n,
                '"' * n,
                "\r" * n,
                "a = 1979-05-27T07:32:00." + "9" * n,
                '{"a": "' + "\\u0000" * n + '"}',
            ),
        )
    ).encode()


def scene_table(rng: Rng) -> dict[str, object]:
    """A scene with sizes that are each allowed; now and then one is not."""

    def size(*usual: object) -> object:
        return number(rng) if rng.random() < 0.04 else one_of(rng, usual)

    units = size(1, 8, 64, 512, 1024)
    layers = [
        {
            "units": units if rng.random() < 0.7 else size(1, 2, 16),
            "activation": one_of(rng, ACTIVATION_NAMES),
            "maxout_k": size(1, 2, 64),
            "batch_norm": bool(rng.random() < 0.1),
        }
        for _ in range(int(one_of(rng, (0, 1, 2, 4, 8, 64, 65))))  # type: ignore[call-overload]
    ]
    for layer in layers:
        layer["batch_norm"] = layer["batch_norm"] and layer["activation"] != "rbf"
    return {
        "steps": size(1, 2, 10**9),
        "problem": {
            "name": one_of(rng, list(PROBLEMS)),
            "points": size(4, 200, 4096, 10**5, 10**6, 10**7),
            "test": size(0.0, 0.3, 0.9),
        },
        "features": {"fourier": size(0, 0, 1, 256)},
        "network": {
            "loss": one_of(rng, (*LOSS_NAMES, "ce", "mse", "mse")),
            "layers": layers,
        },
        "training": {
            "batch_size": size(0, 1, 64, 4096),
            "learning_rate": one_of(rng, (1e-300, 0.1, 1e300)),
            "precision": one_of(rng, ("float64", "float32")),
            "input_noise": one_of(rng, (0.0, 0.0, 1e300)),
        },
        "initial": {"scale": one_of(rng, (0.0, 1.0, 1e300))},
    }


def net(rng: Rng) -> bytes:
    """A NET.json of any width, depth and size of its numbers."""
    if rng.random() < 0.3:
        return any_text(rng)
    depth = int(one_of(rng, (1, 2, 3, 10, 64)))  # type: ignore[call-overload]
    top = 1025 if depth < 4 else 40
    widths = [2, *(int(rng.integers(1, top)) for _ in range(depth))]
    size = float(one_of(rng, (0.0, 1e-308, 1.0, 30.0, 1e154, 1e308)))  # type: ignore[arg-type]
    layers = []
    for fan_in, fan_out in pairwise(widths):
        w = rng.uniform(-1, 1, (fan_out, fan_in)).round(2) * size
        b = rng.uniform(-1, 1, fan_out).round(2) * size
        layers.append({"W": w.tolist(), "b": b.tolist(), "activation": "relu"})
    if rng.random() < 0.3:
        layers[0]["activation"] = "maxout"
        layers[0]["maxout_k"] = one_of(rng, (1, 2, 3, 64))
    del layers[-1]["activation"]
    count = int(one_of(rng, (1, 3, 2000, 30_000)))  # type: ignore[call-overload]
    x = rng.normal(size=(count, 2)).round(1)
    y = np.zeros((count, widths[-1]))
    data = {"x": x.tolist(), "y": y.tolist() if count < 5000 else [0] * count}
    found = {"net": {"layers": layers, "loss": "mse"}, "data": data}
    return json.dumps(found).encode()


_CELL = '<row r="{0}"><c r="{1}{0}" t="{2}"><v>{3}</v></c></row>'
_SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "<sheetData>{}</sheetData></worksheet>"
)
_LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "{}"><!ENTITY c "{}">]><x>&c;</x>'
).format("&a;" * 1000, "&b;" * 1000)


def workbook(rng: Rng) -> bytes:
    """An Excel workbook with cells far out, long rows, entities or large parts."""
    rows = "".join(
        _CELL.format(
            one_of(rng, (1, 2, 1000, 1_048_576, 10**9)),
            one_of(rng, ("A", "B", "XFD", "ZZZZ", "")),
            one_of(rng, ("n", "s", "d", "b", "str", "x")),
            one_of(rng, (0, 1, -1, 1e308, "nan", "2024-03-01", 10**30)),
        )
        for _ in range(int(rng.integers(1, 6)))
    )
    kinds = (_SHEET.format(rows), _SHEET.format("x" * 10**6), _LAUGHS, "<", "")
    sheet = str(one_of(rng, kinds))
    book = Workbook()
    book.active.append(["a", "b"])
    saved, out = io.BytesIO(), io.BytesIO()
    book.save(saved)
    with (
        zipfile.ZipFile(saved) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            given = name == "xl/worksheets/sheet1.xml"
            new.writestr(name, sheet if given else old.read(name))
    return out.getvalue()


def idx(rng: Rng) -> bytes:
    """Pictures of enormous or negative size, or a gzip that unpacks to far more."""
    sizes = [one_of(rng, (-1, 0, 1, 28, 60_000, 2**31 - 1)) for _ in range(3)]
    magic = bytes((0, 0, int(one_of(rng, (8, 8, 9, 13))), int(rng.integers(0, 6))))  # type: ignore[call-overload]
    data = magic + np.array(sizes, ">i4").tobytes()
    data += bytes(int(one_of(rng, (0, 10, 10**7))))  # type: ignore[call-overload]
    return gzip.compress(data) if rng.random() < 0.5 else data


def table(rng: Rng) -> bytes:
    """A CSV with long names, wide rows, odd digits, quotes and encodings."""
    n = int(rng.integers(10, 30_000))
    name = "k" * int(one_of(rng, (1, 199, 201, 100_000, 140_000)))  # type: ignore[call-overload]
    cell = str(one_of(rng, ("1_0", "٣", "1e999", "nan", "-0", "0x1", "1,5", '"')))
    text = str(
        one_of(
            rng,
            (
                '"',
                '"' * n,
                "a,b,c\n" + f"1,2,{name}\n" + "3,4,b\n" * n,
                "a,b\n" + f"{cell},1\n" * n,
                "a," * n,
                ("a," * 900 + "b\n") * 100,
                "a,b\n" + '1,"' + "x\n" * n,
                f"{name},b,c\n" + "1,2,3\n" * 10,
                "\n" * n + "a,b\n1,2\n",
                "a\tb;c|d,e\n" * n,
                "a,b,c\n" + "".join(f"{i},{i},class {i}\n" for i in range(n)),
                "\u202e<img src=x>,b,c\n" + "1,2,<b>\n3,4,<i>\n" * 9,
                "a,b,c\n" + "1e308,-1e308,0\n-1e308,1e308,1\n" * 9,
            ),
        )
    )
    encoding = str(one_of(rng, ("utf-8", "utf-8-sig", "utf-16", "cp1252", "utf-32")))
    return text.encode(encoding, "replace")


def picture(rng: Rng) -> bytes:
    """A PNG that claims to be larger than it is, or that unpacks to gigabytes."""
    side = int(one_of(rng, (1, 2, 5000, 20_000, 65_535, 2**31 - 1)))  # type: ignore[call-overload]
    colour = int(one_of(rng, (0, 2, 3, 6)))  # type: ignore[call-overload]
    depth = int(one_of(rng, (1, 8, 16)))  # type: ignore[call-overload]
    head = side.to_bytes(4, "big") * 2 + bytes([depth, colour, 0, 0, 0])
    data = zlib.compress(bytes(int(rng.integers(0, 10_000_000))), 1)
    text = b"key\0\0" + zlib.compress(bytes(int(rng.integers(0, 10_000_000))), 1)
    out = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head)
    if rng.random() < 0.4:
        out += _chunk(b"zTXt", text) * int(rng.integers(1, 5))
    out += _chunk(b"IDAT", data)
    return out + (_chunk(b"IEND", b"") if rng.random() < 0.8 else b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data).to_bytes(4, "big")
    return len(data).to_bytes(4, "big") + kind + data + check


def formula(rng: Rng) -> bytes:
    """A formula: any run of signs, digits and names."""
    parts = (
        *("x", "y", "xy", "sin", "exp", "log", "min", "pi", "e", "nonsense"),
        *("1", "0", "1e308", "1e999", ".", "٣", "²", "⁹" * 9, "1_0", "9" * 400),
        *("+", "-", "*", "/", "^", "**", "(", ")", ",", "|", " ", "−", "÷", "\n", "\0"),
    )
    count = int(one_of(rng, (1, 3, 10, 60, 200, 2000)))  # type: ignore[call-overload]
    text = "".join(str(one_of(rng, parts)) for _ in range(count))
    wrap = str(one_of(rng, ("{}", "({})", "exp(exp(exp({})))", "{}^{}^{}", "|{}|")))
    return wrap.replace("{}", text).encode()


def bomb(rng: Rng) -> bytes:
    """A zip that unpacks to far more than it is, or lies about that."""
    out = io.BytesIO()
    size = int(rng.integers(1, 300)) * 2**20
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made:
        for i in range(int(rng.integers(1, 4))):
            name = str(
                one_of(rng, ("header.json", "data/0/x.npy", f"{i}.npy", "a" * 99))
            )
            with made.open(name, "w") as entry:
                for _ in range(size // 2**20 // 4):
                    entry.write(bytes(2**20))
        for i in range(int(one_of(rng, (0, 0, 3000)))):  # type: ignore[call-overload]
            made.writestr(f"many/{i}", b"")
    data = bytearray(out.getvalue())
    if rng.random() < 0.5:  # make the sizes in the directory wrong
        at = data.rfind(b"PK\x01\x02")
        data[at + 24 : at + 28] = int(rng.integers(0, 2**32)).to_bytes(4, "little")
    return bytes(data)
