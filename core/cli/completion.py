"""``hyperfold completion bash|zsh|fish``: what a shell suggests after Tab.

The scripts are generated from the commands' own parsers, so no option is missed.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.cli.frame import DONE, Parser, Subparsers, one_of

SHELLS = ("bash", "zsh", "fish")


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``completion``."""
    parser = subparsers.add_parser(
        "completion",
        description=(
            "Print completions for a shell. For bash, save them as "
            "~/.local/share/bash-completion/completions/hyperfold; for zsh, as "
            "_hyperfold in a folder of $fpath; for fish, as "
            "~/.config/fish/completions/hyperfold.fish."
        ),
    )
    parser.add_argument("shell", type=one_of(*SHELLS), metavar="|".join(SHELLS))


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    from core.cli import commands_of_program

    known = {
        name: _command(name, entry.module, entry.summary)
        for name, entry in commands_of_program().items()
    }
    print({"bash": _bash, "zsh": _zsh, "fish": _fish}[args.shell](known), end="")
    return DONE


class Option(NamedTuple):
    """One option of a command."""

    names: tuple[str, ...]
    takes: str  # "", "value", "file", or words to choose from
    help: str


class Described(NamedTuple):
    """A command as shell completion needs it."""

    summary: str
    options: tuple[Option, ...]
    scenes: bool  # its first word is a scene or a file


def _command(name: str, module: str, summary: str) -> Described:
    made: dict[str, Parser] = {}

    class Parsers:
        def add_parser(self, name: str, **settings: Any) -> Parser:
            settings.pop("help", None)
            made[name] = Parser(prog=name, **settings)
            return made[name]

    importlib.import_module(module).register(Parsers())
    options, words = [], ""
    for action in made[name]._actions:
        if action.option_strings:
            names = tuple(action.option_strings)
            options.append(Option(names, _takes(action), action.help or ""))
        else:
            words += str(action.metavar)
    return Described(summary, tuple(options), "SCENE" in words or "NET" in words)


def _takes(action: argparse.Action) -> str:
    from core.scenes import VIEW_NAMES

    if action.nargs == 0:
        return ""
    if "--view" in action.option_strings:
        return " ".join(VIEW_NAMES)
    if "--theme" in action.option_strings:
        return "light dark"
    metavar = str(action.metavar)
    return "file" if metavar.startswith(("OUT", "RUN", "FILE")) else "value"


def _scenes() -> str:
    from core.scenes import scene_names

    return " ".join(scene_names())


def _bash(commands: Mapping[str, Described]) -> str:
    cases = []
    for name, command in commands.items():
        words = " ".join(n for o in command.options for n in o.names)
        scenes = "$scenes" if command.scenes else ""
        cases.append(f'        {name}) words="{words}"; first="{scenes}" ;;')
    choices = [
        f"        {'|'.join(o.names)}) "
        f'COMPREPLY=($(compgen -W "{o.takes}" -- "$cur")); return ;;'
        for o in _choices(commands)
    ]
    return "\n".join(
        [
            "# bash completion for hyperfold",
            "_hyperfold() {",
            '    local cur="${COMP_WORDS[COMP_CWORD]}"',
            '    local prev="${COMP_WORDS[COMP_CWORD-1]}"',
            f'    local commands="{" ".join(commands)}"',
            f'    local scenes="{_scenes()}" words="" first=""',
            "    if [ $COMP_CWORD -eq 1 ]; then",
            '        COMPREPLY=($(compgen -W "$commands $scenes" -- "$cur") '
            '$(compgen -f -- "$cur"))',
            "        return",
            "    fi",
            '    case "$prev" in',
            *choices,
            "    esac",
            '    case "${COMP_WORDS[1]}" in',
            *cases,
            "    esac",
            '    case "$cur" in',
            '        -*) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;',
            '        *) COMPREPLY=($(compgen -W "$first" -- "$cur") '
            '$(compgen -f -- "$cur")) ;;',
            "    esac",
            "}",
            "complete -o filenames -F _hyperfold hyperfold",
            "",
        ]
    )


def _choices(commands: Mapping[str, Described]) -> list[Option]:
    """Options with fixed choices, each once."""
    found = {
        o.names: o
        for command in commands.values()
        for o in command.options
        if o.takes not in ("", "value", "file")
    }
    return list(found.values())


def _zsh(commands: Mapping[str, Described]) -> str:
    listed = [f"        {_quoted(f'{n}:{c.summary}')}" for n, c in commands.items()]
    cases = []
    for name, command in commands.items():
        parts = [_zsh_option(o) for o in command.options]
        kind = "_hyperfold_scenes" if command.scenes else "_files"
        parts.append(f"'*:file:{kind}'")
        body = " \\\n                ".join(parts)
        cases.append(f"        {name}) _arguments \\\n                {body} ;;")
    return "\n".join(
        [
            "#compdef hyperfold",
            "_hyperfold_scenes() {",
            f"    compadd -- {_scenes()}",
            "    _files",
            "}",
            "_hyperfold() {",
            "    local -a commands",
            "    commands=(",
            *listed,
            "    )",
            "    if (( CURRENT == 2 )); then",
            "        _describe command commands",
            "        _hyperfold_scenes",
            "        return",
            "    fi",
            "    local command=$words[2]",
            "    shift words; (( CURRENT-- ))",
            "    case $command in",
            *cases,
            "    esac",
            "}",
            '_hyperfold "$@"',
            "",
        ]
    )


def _zsh_option(option: Option) -> str:
    text = option.help.replace("[", "(").replace("]", ")").replace(":", ";")
    value = {"": "", "file": ":file:_files", "value": ":value: "}.get(
        option.takes, f":value:({option.takes})"
    )
    return _quoted(f"{option.names[-1]}[{text}]{value}")


def _quoted(text: str) -> str:
    escaped = text.replace("'", "'\\''")
    return f"'{escaped}'"


def _fish(commands: Mapping[str, Described]) -> str:
    lines = ["# fish completion for hyperfold"]
    for name, command in commands.items():
        lines.append(
            f"complete -c hyperfold -n __fish_use_subcommand -a {name} "
            f"-d {_quoted(command.summary)}"
        )
    lines.append(
        "complete -c hyperfold -n __fish_use_subcommand -a "
        f"{_quoted(_scenes())} -d scene"
    )
    for name, command in commands.items():
        seen = _quoted(f"__fish_seen_subcommand_from {name}")
        here = f"complete -c hyperfold -n {seen}"
        if command.scenes:
            lines.append(f"{here} -a {_quoted(_scenes())} -d scene")
        for option in command.options:
            words = [
                f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}"
                for n in option.names
            ]
            takes = {"": "", "file": " -r -F", "value": " -x"}.get(
                option.takes, f" -x -a {_quoted(option.takes)}"
            )
            lines.append(f"{here} {' '.join(words)}{takes} -d {_quoted(option.help)}")
    return "\n".join(lines) + "\n"
