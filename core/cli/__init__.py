"""The command line. To add a command: write its module, add one line to `COMMANDS`.

The installed program adds the commands that need a window (`hyperfold.cli`).

A command module has ``register(subparsers)``, which adds its parser, and ``run(args)``,
which returns an exit status. Only the module of the chosen command is imported, so that
`hyperfold scenes` loads neither the kernels nor Qt.
"""

from __future__ import annotations

import importlib
import os
import runpy
import signal
import sys
import traceback
import warnings
from collections.abc import Mapping
from types import FrameType
from typing import Any, NamedTuple

from core.cli.frame import (
    BAD_INPUT,
    DONE,
    FAILED,
    INTERRUPTED,
    PIPE_CLOSED,
    TERMINATED,
    Parser,
    Unavailable,
)
from core.errors import BadInput, is_full, shown


class Command(NamedTuple):
    """The module of a command, and its line in ``hyperfold --help``."""

    module: str
    summary: str


COMMANDS = {
    "train": Command("core.cli.train", "train a scene and print the results"),
    "sweep": Command("core.cli.sweep", "train a scene many times with settings varied"),
    "landscape": Command(
        "core.cli.landscape", "compute the loss over a plane through weight space"
    ),
    "inspect": Command(
        "core.cli.inspect", "print outputs, loss and gradients of a network"
    ),
    "estimate": Command(
        "core.cli.estimate", "estimate the gradient through random units"
    ),
    "regions": Command("core.cli.regions", "find the linear regions of a network"),
    "export": Command("core.cli.export", "export a run or scene for other programs"),
    "walk": Command(
        "core.cli.walk", "take one example forward and backward, number by number"
    ),
    "bench": Command("core.cli.bench", "measure the speed on this machine"),
    "completion": Command("core.cli.completion", "print shell completions"),
    "scenes": Command("core.cli.scenes", "list the built-in scenes"),
}
COMPILE = "--compile-kernels"  # a frozen program fills the cache in a child this way
EXPERIMENT = "--experiment"  # … and trains an experiment in a child


def main(
    argv: list[str] | None = None,
    commands: Mapping[str, Command] = COMMANDS,
    otherwise: str | None = None,
) -> int:
    """Run the command line and return its exit status.

    ``otherwise`` names the module that handles a first word which is no command.
    """
    if argv is None and not sys.warnoptions:
        warnings.simplefilter("ignore")  # libraries' warnings are not for users
    global _program
    _program = commands
    words = sys.argv[1:] if argv is None else list(argv)
    if argv is None:
        _end_cleanly_when_asked()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # replace × on a terminal that lacks it
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(words, commands, otherwise)
        sys.stdout.flush()
    except BadInput as error:
        return _complain(str(error), BAD_INPUT)
    except Unavailable as error:
        return _complain(str(error), FAILED)
    except _Terminated:
        return _complain("ended by SIGTERM", TERMINATED)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _let_go_of_stdout()
        return PIPE_CLOSED
    except SystemExit as end:  # argparse after --help and --version
        return end.code if isinstance(end.code, int) else DONE
    except Exception as error:
        if is_full(error):
            _let_go_of_stdout()
            return _complain("nothing more can be written: the disk is full", BAD_INPUT)
        return _own_failure(error)
    return status


_program: Mapping[str, Command] = COMMANDS


def commands_of_program() -> Mapping[str, Command]:
    """The commands of the running program, including those that need a window."""
    return _program


class _Parsers:
    """Replaces argparse's subparsers, so that files and options may be mixed."""

    def __init__(self) -> None:
        self.made: dict[str, Parser] = {}

    def add_parser(self, name: str, **settings: Any) -> Parser:
        """Make the parser of one command."""
        settings.pop("help", None)  # COMMANDS has the line
        self.made[name] = Parser(prog=f"hyperfold {name}", **settings)
        return self.made[name]


def _run(
    words: list[str], commands: Mapping[str, Command], otherwise: str | None
) -> int:
    if words[:1] == [COMPILE]:  # precisions, or "regions", may follow
        regions = words[1:] == ["regions"]
        module_name = "core.analysis.region_warm" if regions else "core.kernels"
        runpy.run_module(module_name, run_name="__main__")
        return DONE
    if words[:1] == [EXPERIMENT]:
        return int(importlib.import_module("core.experiments.child").main())
    if words and words[0] in commands:
        module = importlib.import_module(commands[words[0]].module)
        parsers = _Parsers()
        module.register(parsers)
        args = parsers.made[words[0]].parse_intermixed_args(words[1:])
    elif otherwise is not None:
        module = importlib.import_module(otherwise)
        args = module.parser(commands).parse_args(words)
    else:
        given = shown(words[0]) if words else "nothing"
        raise BadInput(
            f"first word must be a command ({', '.join(commands)}), got {given}"
        )
    return int(module.run(args))


class _Terminated(KeyboardInterrupt):
    """SIGTERM was received; half-written files are removed on the way out."""


def _end_cleanly_when_asked() -> None:
    def end(number: int, frame: FrameType | None) -> None:
        raise _Terminated

    signal.signal(signal.SIGTERM, end)


def _complain(message: str, status: int) -> int:
    print(f"hyperfold: {' '.join(message.split())}", file=sys.stderr)
    return status


def _own_failure(error: Exception) -> int:
    """One line for the user; the traceback goes to the log."""
    from core.logs import write_traceback
    from core.system_libraries import advice, is_missing_library

    if isinstance(error, ImportError) and is_missing_library(error):
        return _complain(advice(str(error)), FAILED)
    if os.environ.get("HYPERFOLD_DEBUG") == "1":
        traceback.print_exception(error)
    path = write_traceback(error)
    where = f"; details in {path}" if path else ""
    return _complain(f"internal error: {type(error).__name__}: {error}{where}", FAILED)


def _let_go_of_stdout() -> None:
    """Redirect standard output to nothing, or Python complains again at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # captured or already closed
        return
