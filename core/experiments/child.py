"""The process that trains an experiment: ``python -m core.experiments.child``."""

from __future__ import annotations

import json
import os
import sys
from threading import Thread
from time import perf_counter
from typing import TextIO

from core.errors import BadInput
from core.experiments.process import DONE, FAILED, PAUSE, RESUME, RUNNING
from core.experiments.work import Cancelled, Gate, blocks, train_block
from core.jsonout import to_json
from core.priority import TRAINING, give_way

_BEHIND = TRAINING + 5  # lower priority than training in the window


def main() -> int:
    """Train the experiment in the first line of the input; print a line per block."""
    order = sys.stdin.readline()
    if not order.strip():
        return 0
    gate = Gate()
    Thread(target=_obey, args=(sys.stdin, gate), daemon=True).start()
    give_way(_BEHIND)
    try:
        _train(json.loads(order), gate)
    except Cancelled:
        return 0
    except BrokenPipeError:  # the window is gone
        return 0
    except Exception as error:  # the window shows it
        why = str(error) if isinstance(error, BadInput) else f"it failed: {error!r}"
        _say({"state": FAILED, "why": why})
    # The reader thread may be inside a read, which closing would wait for.
    sys.stdout.flush()
    os._exit(0)


def _obey(orders: TextIO, gate: Gate) -> None:
    for line in orders:
        word = line.strip()
        if word == PAUSE:
            gate.pause()
        elif word == RESUME:
            gate.resume()
    gate.cancel()  # the window has gone


def _train(order: dict[str, object], gate: Gate) -> None:
    from core.engine.cold_start import load_kernels, load_kernels_of
    from core.experiments.record import from_json
    from core.kernels.families import MANY

    experiment = from_json(order["experiment"]).experiment
    done = order["done"]
    assert isinstance(done, list)
    run = experiment.scene.run
    load_kernels_of(run)
    load_kernels(MANY[run.training.precision])
    _say({"state": RUNNING})
    for block in blocks(experiment, [(g, i) for g, i in done]):
        gate.look()
        begin, waited = perf_counter(), gate.waited
        results = train_block(experiment, block, gate)
        _say(
            {
                "seconds": perf_counter() - begin - (gate.waited - waited),
                "results": [
                    {
                        "group": r.group,
                        "repeat": r.repeat,
                        "seed": r.seed,
                        "figures": r.figures,
                    }
                    for r in results
                ],
            }
        )
    _say({"state": DONE})


def _say(message: object) -> None:
    sys.stdout.write(f"{to_json(message)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
