"""Actions of a scene that change the wiring: what people do by handles and menus.

Layers are numbered as people count: 0 is the input, 1 the first hidden layer, the
output the last. Units, rows and columns start at 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.edits import Edit
from core.edits.wiring import (
    PATTERNS,
    AblateUnit,
    Connect,
    CutLinks,
    Disconnect,
    SetPattern,
    SetSum,
)
from core.scenes.reader import Reader


def _whole(table: dict[str, tuple[int, bool]]) -> Callable[[Reader, str, Any], Any]:
    """A reader of whole numbers: the least, and whether it may be left out."""

    def read(reader: Reader, path: str, value: Any) -> dict[str, int | None]:
        given = reader.table(path, value)
        reader.known_keys(path, given, tuple(table))
        return {
            name: None
            if optional and name not in given
            else reader.whole(f"{path}.{name}", given.get(name), least)
            for name, (least, optional) in table.items()
        }

    return read


def _pattern(reader: Reader, path: str, value: Any) -> dict[str, Any]:
    table = reader.table(path, value)
    reader.known_keys(path, table, ("layer", "pattern", "seed"))
    return {
        "layer": reader.whole(f"{path}.layer", table.get("layer"), 1),
        "pattern": reader.word(
            f"{path}.pattern", table.get("pattern"), tuple(PATTERNS)
        ),
        "seed": reader.whole(f"{path}.seed", table.get("seed", 0), 0),
    }


_WAY = _whole({"source": (0, False), "target": (1, False)})

READERS: dict[str, Callable[[Reader, str, Any], Any]] = {
    "connect": _WAY,  # the target also reads the source
    "disconnect": _WAY,
    "add": _whole({"layer": (1, False), "source": (0, True)}),  # without: nothing
    "cut": _whole({"layer": (1, False), "row": (1, False), "column": (1, False)}),
    "switch_off": _whole({"layer": (1, False), "unit": (1, False)}),
    "pattern": _pattern,  # of the links of one layer
}

_EDITS: dict[str, Callable[[dict[str, Any]], Edit]] = {
    "connect": lambda v: Connect(v["source"], v["target"]),
    "disconnect": lambda v: Disconnect(v["source"], v["target"]),
    "add": lambda v: SetSum(v["layer"] - 1, v["source"]),
    "cut": lambda v: CutLinks(v["layer"] - 1, ((v["row"] - 1, v["column"] - 1),)),
    "switch_off": lambda v: AblateUnit(v["layer"] - 1, v["unit"] - 1),
    "pattern": lambda v: SetPattern(v["layer"] - 1, v["pattern"], v["seed"]),
}


def wiring_edit(do: str, value: dict[str, Any]) -> Edit:
    """The edit of one action."""
    return _EDITS[do](value)
