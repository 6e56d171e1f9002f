"""``hyperfold export``: a run or a trained scene as files that other programs read."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Stop
from core.cli.frame import DONE, Subparsers
from core.cli.source import Source, add_step, open_source
from core.cli.working import until_interrupted
from core.errors import BadInput

if TYPE_CHECKING:
    from core.engine.series import SeriesParts
    from core.engine.session import Session
    from core.files.exports import Shown

#: Options, the export each writes, and the name of its file in the help.
_KINDS = {
    "net": ("net", "OUT.json", "the network as NET.json, with a sample"),
    "npz": ("weights", "OUT.npz", "weights and biases as arrays"),
    "csv": ("series", "OUT.csv", "loss and gradients of every step"),
    "numpy": ("numpy", "OUT.py", "a NumPy script that runs on its own"),
    "torch": ("torch", "OUT.py", "a PyTorch script that runs on its own"),
    "onnx": ("onnx", "OUT.onnx", "an ONNX model"),
}
CHUNK = 5000  # steps per chunk: rows are copied before the series thins them out


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``export``."""
    parser = subparsers.add_parser(
        "export",
        description=(
            "Export a saved run, or a scene after training it, for other programs. "
            "The export includes a table's scaling."
        ),
    )
    parser.add_argument(
        "source", metavar="RUN|SCENE", help="a run file, a built-in scene or a scene"
    )
    for option, (_, name, words) in _KINDS.items():
        parser.add_argument(f"--{option}", metavar=name, help=words)
    add_step(parser)


def run(args: argparse.Namespace) -> int:
    """Train or look up, and write every requested file."""
    from core.cli.train import check_writable
    from core.disk.atomic import replacing
    from core.files.exports import EXPORTS

    wanted = {option: getattr(args, option) for option in _KINDS}
    wanted = {option: out for option, out in wanted.items() if out is not None}
    if not wanted:
        options = ", ".join(f"--{option}" for option in _KINDS)
        raise BadInput(f"at least one of {options} must be given, got none")
    for out in wanted.values():
        check_writable(Path(out))
    source = open_source(args.source, args.settings)
    shown, interrupted = until_interrupted(
        lambda stop: shown_at(source, args.step, "csv" in wanted, stop)
    )
    if interrupted:
        raise KeyboardInterrupt
    for option, out in wanted.items():
        data = EXPORTS[_KINDS[option][0]].write(shown)
        with replacing(Path(out)) as file:
            file.write(data)
    return DONE


def shown_at(source: Source, step: int | None, needs_rows: bool, stop: Stop) -> Shown:
    """The run at a step; a scene is trained, with the rows of all its steps."""
    from core.files.exports import shown_of

    title = source.scene.title
    if source.run is not None:
        snapshot = source.at(step)
        session = source.session("reference")
        metrics, parts = session.timeline.metrics(), source.run.saved.series
        return shown_of(title, snapshot, metrics, parts)
    session = source.session(keeps=False)
    steps = source.scene.steps if step is None else step
    if needs_rows:
        parts = _all_rows(session, steps, stop)
    else:
        session.advance(steps, stop)
        parts = session.series.parts()
    return shown_of(title, session.snapshot(), session.timeline.metrics(), parts)


def _all_rows(session: Session, steps: int, stop: Stop) -> SeriesParts:
    """Train, and copy what every step recorded before older steps are averaged."""
    rows = []
    left = steps
    done = False
    while left > 0 and not stop[0] and not done:
        made = session.advance(min(left, CHUNK), stop)
        left -= made
        done = session.at_goal or session.divergence is not None
        kept = session.series.parts().rows
        rows.append(kept[len(kept) - min(made, len(kept)) :])
    parts = session.series.parts()
    if not len(parts.steps) or not rows:
        return parts
    whole = np.concatenate(rows)[-session.step :]
    return replace(
        parts,
        first=session.step + 1 - len(whole),
        steps=parts.steps[:0],
        bins=parts.bins[:, :0],
        rows=whole,
    )
