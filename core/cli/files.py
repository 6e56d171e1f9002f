"""Commands that take files: the kind of a file, and several files with some bad."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.cli.frame import BAD_INPUT, DONE
from core.errors import BadInput
from core.jsonout import print_json

_STEPS = re.compile(r"^(\[\[ *steps *\]\]|steps *= *\[)", re.MULTILINE)


def each_file(
    paths: Sequence[str],
    work: Callable[[str], Mapping[str, Any]],
    show: Callable[[str, Mapping[str, Any]], None],
    as_json: bool,
) -> int:
    """Process every file, print each result in order, and return the exit status.

    A bad file gets its line on standard error; among several files and with ``--json``
    it also gets a line ``{"file": .., "error": ..}`` in its place, so that lines still
    match files.
    """
    status = DONE
    for path in paths:
        try:
            result = work(path)
        except BadInput as error:
            status = BAD_INPUT
            message = str(error)
            if path not in message:
                message = f"{path}: {message}"
            message = " ".join(message.split())
            if as_json and len(paths) > 1:
                print_json({"file": path, "error": message})
            print(f"hyperfold: {message}", file=sys.stderr)
            continue
        if as_json:
            print_json(result)
        else:
            show(path, result)
    return status


def is_net(source: str) -> bool:
    """Whether a file contains a network; unreadable files are left to their reader."""
    from core.disk.text import MAX_JSON, parse_json, read_text

    if not source.lower().endswith(".json"):
        return False
    try:
        text = read_text(Path(source), source, MAX_JSON)
        if '"problem"' not in text and "\\u" not in text:
            return True  # parsing millions of weights, only to look, takes a second
        found = parse_json(text, source)
    except BadInput:
        return True
    return not (isinstance(found, dict) and "problem" in found)


def is_trained(source: str) -> bool:
    """Whether it is a scene or a run file, and not a NET.json."""
    from core.scenes import scene_names

    if source in scene_names():
        return True
    if source.lower().endswith(".json"):
        return not is_net(source)
    return source.lower().endswith((".toml", ".hyperfold"))


def is_lesson(source: str) -> bool:
    """Whether a file contains a lesson: its steps are tables, a scene's a number."""
    from core.disk.text import MAX_TOML, read_text

    if not source.endswith(".toml") or not Path(source).is_file():
        return False
    try:
        text = read_text(Path(source), source, MAX_TOML)
    except BadInput:
        return False
    return _STEPS.search(text) is not None
