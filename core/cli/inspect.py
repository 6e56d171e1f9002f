"""``hyperfold inspect``: outputs, loss, gradients and norms of given networks."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import partial
from typing import Any

from core.cli.files import each_file, is_trained
from core.cli.frame import Subparsers, add_json
from core.cli.source import add_step, snapshot_of
from core.errors import BadInput


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``inspect``."""
    parser = subparsers.add_parser(
        "inspect",
        description=(
            "Print outputs, loss, gradients and norms for given weights and data."
        ),
    )
    parser.add_argument("files", nargs="+", metavar="NET.json|RUN|SCENE")
    parser.add_argument(
        "--data",
        metavar="FILE",
        help="other data for a NET.json: JSON with x and y, or a table, inputs first",
    )
    add_step(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Inspect every file."""
    return each_file(args.files, partial(_inspect, args), _show, args.json)


def _inspect(args: argparse.Namespace, path: str) -> Mapping[str, Any]:
    from core.analysis.inspect import inspect_net, inspect_snapshot
    from core.files.net_json import load_net

    if is_trained(path):
        if args.data is not None:
            raise BadInput(
                "--data must be left out for a run or a scene, which has its own data"
            )
        found = inspect_snapshot(snapshot_of(path, args))
    else:
        found = inspect_net(load_net(path, data=args.data))
    return {
        "outputs": found.outputs,
        "loss": found.loss,
        "gradients": found.gradients,
        "norms": found.norms,
    }


def _show(path: str, found: Mapping[str, Any]) -> None:
    examples, width = found["outputs"].shape
    print(f"{path}: loss {found['loss']:.10g}")
    print(f"  examples: {examples}, logits: {width}, the first ones:")
    for row in found["outputs"][:8]:
        print("   ", " ".join(f"{value:.6g}" for value in row))
    print(f"  {'layer':>5} {'‖∂J/∂W‖':>14} {'‖∂J/∂b‖':>14} {'‖∂loss/∂z‖':>14}")
    for number, norms in enumerate(found["norms"], start=1):
        values = (norms.get(name) for name in ("W", "b", "z"))
        cells = ("–" if value is None else f"{value:.8g}" for value in values)
        print(f"  {number:>5} " + " ".join(f"{cell:>14}" for cell in cells))
