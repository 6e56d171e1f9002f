"""What every command shares: exit statuses, the parser and the types of its options."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from math import isfinite
from typing import Any, NoReturn

from core.errors import BadInput, shown

DONE = 0
FAILED = 1  # our own failure
BAD_INPUT = 2
DIVERGED = 3
INTERRUPTED = 130  # what a shell reports for a program that Ctrl-C ended
TERMINATED = 143  # … for one that SIGTERM ended
PIPE_CLOSED = 141  # … and for one whose reader went away

Subparsers = Any  # argparse keeps the type of `add_subparsers()` private


class Unavailable(RuntimeError):
    """Something is missing on this machine; the message says what and how to get it."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises `BadInput`, without usage text."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("allow_abbrev", False)
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**settings)
        # By default argparse takes -1e-3, -5. and -inf for unknown options.
        number = r"^-(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$|^-(inf|infinity|nan)$"
        self._negative_number_matcher = re.compile(number, re.IGNORECASE)

    def error(self, message: str) -> NoReturn:
        """Turn argparse's error into one line."""
        line = " ".join(message.split()).removeprefix("argument ")
        if line.startswith("unrecognized arguments: "):
            line = f"unknown option: {line.removeprefix('unrecognized arguments: ')}"
        raise BadInput(line.replace(": must ", " must "))


def whole(low: int = 0, high: int | None = None) -> Callable[[str], int]:
    """An option type: a whole number from ``low`` to ``high``."""
    rule = f"{low} or more" if high is None else f"from {low} to {high}"

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low or (high is not None and value > high):
            raise argparse.ArgumentTypeError(
                f"must be a whole number, {rule}, got {shown(text)}"
            )
        return value

    return parse


def number(text: str) -> float:
    """An option type: any finite number."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"must be a finite number, got {shown(text)}")
    return value


def one_of(*names: str) -> Callable[[str], str]:
    """An option type: one of ``names``."""

    def parse(text: str) -> str:
        if text not in names:
            raise argparse.ArgumentTypeError(
                f"must be one of {', '.join(names)}, got {shown(text)}"
            )
        return text

    return parse


def size(text: str) -> tuple[int, int]:
    """An option type: ``WxH`` in pixels."""
    match = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text)
    if match is None or not all(16 <= int(n) <= 16384 for n in match.groups()):
        raise argparse.ArgumentTypeError(
            f"must be WIDTHxHEIGHT, each from 16 to 16384, got {shown(text)}"
        )
    return int(match[1]), int(match[2])


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``, which means the same everywhere."""
    parser.add_argument(
        "--json", action="store_true", help="print JSON, one object per line"
    )


def cores() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
