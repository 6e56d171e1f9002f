"""Hyperfold as an installer leaves it, run from the sources: kernels came with it.

    python -m tests.core.installed_program PROGRAM NATIVE

PROGRAM is the folder in which an installed program carries its kernels, NATIVE a folder
of kernels for this very processor, one of them damaged: that one is left to compile.
Only the usual kernels of one precision count here. It trains in the background until
native kernels have taken over, and prints what happened as JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

PROGRAM, NATIVE, *WORDS = sys.argv[1:]
setattr(sys, "frozen", True)  # noqa: B010
setattr(sys, "_MEIPASS", PROGRAM)  # noqa: B010

from core.engine import cold_start  # noqa: E402
from core.engine import commands as c  # noqa: E402
from core.engine.engine import Engine  # noqa: E402
from core.engine.session import Session  # noqa: E402
from core.kernels import cache  # noqa: E402
from core.priority import WHEN_IDLE  # noqa: E402
from tests.core.engine_runs import same_state, small_run  # noqa: E402

USUAL = "float64"
LONG = 300.0  # seconds; a busy machine is slow


def compile_in_child() -> None:
    """Fill the cache, as `cold_start.HIDDEN_ARGUMENT` has an installed program do.

    At once, although it is asked to wait: tests leave no processor idle.
    """
    cold_start.load_kernels(USUAL)
    from core.kernels import builds
    from core.kernels.verified import used

    report = {
        "target": builds.OWN.name,
        "when idle": WHEN_IDLE in os.environ,
        "entries": sorted(path.name for path in used),
    }
    (cache.root() / "child.json").write_text(json.dumps(report))


def only_usual(question: Any) -> Any:
    """Whether kernels are ready; those that nobody needs here always are."""
    return lambda what: what != USUAL or question(what)


def command(*_sets: str) -> list[str]:
    """This program, asked to compile."""
    here = [sys.executable, "-m", "tests.core.installed_program"]
    return [*here, PROGRAM, NATIVE, cold_start.HIDDEN_ARGUMENT]


def load_usual(what: str) -> None:
    if what == USUAL:
        load(what)


def main() -> None:
    """Train until native kernels have taken over."""
    for path in Path(NATIVE).iterdir():
        shutil.copy(path, cache.folder())
    cold_start.in_cache = only_usual(cold_start.in_cache)
    cold_start.made_for_this_processor = only_usual(cold_start.made_for_this_processor)
    cold_start.compile_command = command
    cold_start.load_kernels = load_usual
    run = small_run()
    with Engine(run, "background") as engine:
        engine.send(c.SetPace(500.0), c.Play())  # all of it is done again below
        engine.wait_for(
            lambda s: any("native" in m.text for m in engine.timeline.markers), LONG
        )
        mark = engine.timeline.markers[-1]
        engine.wait_for(lambda s: s.step > mark.step + 200)
        kept, after = engine.timeline.at(mark.step), engine.latest
        marks = [(m.step, m.text, m.kind) for m in engine.timeline.markers]
    from core.kernels import builds

    before = Session(run, "reference")
    first = next((step for step, text, _ in marks if "compiled" in text), 0)
    before.advance(first)
    before.use_backend("compiled")
    before.advance(mark.step - first)
    report = {
        "own": builds.OWN.name,
        "native": builds.native(USUAL).name,
        "folder": str(cache.folder()),
        "marks": marks,
        "same until then": same_state(kept, before.snapshot()),
        "loss": after.metrics.loss,
        "child": json.loads((cache.root() / "child.json").read_text()),
    }
    print(json.dumps(report))


load = cold_start.load_kernels
if __name__ == "__main__":
    compile_in_child() if WORDS else main()
