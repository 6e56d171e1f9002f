"""Reads hostile files, each in a process of its own, and measures what that took.

    python -m tests.hostile.forked SEED COUNT FOLDER [READER]...

Everything is loaded once and then forked, so that a file costs milliseconds and not a
start of the program. Prints one line of JSON for each reader.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import traceback
import warnings
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from core.cli import main
from core.cli.frame import BAD_INPUT
from core.errors import BadInput
from tests.hostile.readers import READERS, Reader

SECONDS = 5.0  # processor time limit per file
SLOW = 1.5  # beyond this a file is named and kept, though it may take as long
MEMORY = 2 * 2**30  # bytes
STATUSES = (0, 2, 3)
_ADDRESSES = 8 * 2**30  # address space limit of a child
_PATIENCE = 90  # seconds by the clock, on a machine that does other things too


@dataclass
class Report:
    """The results for the files of one reader."""

    reader: str
    files: int = 0
    read: int = 0
    refused: int = 0
    diverged: int = 0
    seconds: float = 0.0  # the slowest
    megabytes: int = 0  # the largest
    failures: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)


def run(reader: Reader, count: int, seed: int, folder: Path) -> Report:
    """Have ``reader`` read ``count`` hostile files."""
    report = Report(reader.name)
    good = reader.good(folder)
    rng = np.random.default_rng([seed, *reader.name.encode()])
    for i in range(count):
        path = folder / f"{seed}-{i}{reader.suffix}"
        path.write_bytes(reader.hostile(good, rng))
        slow = len(report.slow)
        wrong = _judge(reader, path, folder / "said", report)
        if wrong:
            report.failures.append(f"file {i} of seed {seed}, kept as {path}: {wrong}")
        elif slow == len(report.slow):
            path.unlink()
    return report


def _judge(reader: Reader, path: Path, said: Path, report: Report) -> str:
    """Read one file in a child; returns what went wrong, "" if nothing."""
    pid = os.fork()
    if pid == 0:
        _child(reader, path, said)
    _, ended, used = os.wait4(pid, 0)
    status = os.waitstatus_to_exitcode(ended)
    seconds = used.ru_utime + used.ru_stime
    memory = used.ru_maxrss * 1024
    report.files += 1
    report.read += status == 0
    report.refused += status == BAD_INPUT
    report.diverged += status == 3
    report.seconds = max(report.seconds, round(seconds, 2))
    report.megabytes = max(report.megabytes, memory // 2**20)
    words = said.read_text("utf-8", "replace")
    if seconds > SLOW:
        report.slow.append(f"{path.name}, {seconds:.1f} s: {words[:200].strip()}")
    if status not in STATUSES:
        return f"status {status}: {words[-1500:]}"
    if seconds > SECONDS:
        return f"{seconds:.1f} s: {words[:300]}"
    if memory > MEMORY:
        return f"{memory // 2**20} MB: {words[:300]}"
    if status and (words.count("\n") != 1 or not words.endswith("\n")):
        return f"{words.count(chr(10))} lines: {words[:300]}"
    if len(words) > 1000:
        return f"a line of {len(words)} characters: {words[:300]}"
    return ""


def _child(reader: Reader, path: Path, said: Path) -> None:
    """Read the file as the program does; never returns."""
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESSES, _ADDRESSES))
    signal.alarm(_PATIENCE)
    out = os.open(os.devnull, os.O_WRONLY)
    err = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(out, 1)
    os.dup2(err, 2)
    try:
        status = reader.read(path)
    except BadInput as error:
        print(f"hyperfold: {error}", file=sys.stderr)
        status = BAD_INPUT
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _load() -> None:
    """What every child needs: kernels of training and of regions."""
    from core.analysis.region_warm import warm_up_regions

    for precision in ("float64", "float32"):
        text = f'[training]\nprecision = "{precision}"\n'
        path = Path(os.environ["TMPDIR"]) / "warm.toml"
        path.write_text(
            f'{text}[problem]\nname = "xor"\n[network]\nloss = "ce"\n', "utf-8"
        )
        assert main(["train", str(path), "--steps", "1", "--json"]) == 0
    warm_up_regions()


def start(words: list[str]) -> int:
    """Run the readers named, or all."""
    seed, count, folder = int(words[0]), int(words[1]), Path(words[2])
    chosen = [r for r in READERS if not words[3:] or r.name in words[3:]]
    os.environ.update(TMPDIR=str(folder), HYPERFOLD_DEBUG="1")
    out = os.dup(1)  # what the commands print is not our report
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    warnings.simplefilter("ignore")  # from the code that makes the files
    _load()
    for i, reader in enumerate(chosen):
        share = count // len(chosen) + (i < count % len(chosen))
        report = run(reader, share, seed, folder)
        os.write(out, (json.dumps(asdict(report)) + "\n").encode())
    return 0


if __name__ == "__main__":
    sys.exit(start(sys.argv[1:]))
