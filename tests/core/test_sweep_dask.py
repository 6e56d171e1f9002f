"""The sweep on a real Dask scheduler with two workers, one of which is killed."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("distributed")

NOWHERE = "tcp://127.0.0.1:1"
ROOT = Path(__file__).resolve().parents[2]
QUIET = {
    **os.environ,
    "PYTHONPATH": str(ROOT),
    "DASK_DISTRIBUTED__WORKER__HTTP__ROUTES": "[]",
    "DASK_DISTRIBUTED__SCHEDULER__HTTP__ROUTES": "[]",
}


def python(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *words],
        cwd=ROOT,
        env=QUIET,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture
def cluster(tmp_path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    place = tmp_path / "scheduler.json"
    started = [
        python(
            *("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"),
            *("--no-dashboard", "--scheduler-file", str(place)),
        )
    ]
    try:
        while not place.exists() or not place.read_text().endswith("}"):
            assert started[0].poll() is None
        address = json.loads(place.read_text())["address"]
        for _ in range(2):
            words = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
            folder = ("--local-directory", str(tmp_path))
            started.append(
                python("distributed.cli.dask_worker", address, *words, *folder)
            )
        # A client in this process would leave its thread behind.
        code = (
            f"from distributed import Client; Client({address!r}).wait_for_workers(2)"
        )
        subprocess.run([sys.executable, "-c", code], check=True, timeout=240)
        yield address, started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_runs_of_a_lost_worker_are_repeated_elsewhere(cluster, tmp_path):
    address, workers = cluster
    words = ["sweep", "spirals", "--steps", "20000", "--seeds", "8"]
    out, alone = tmp_path / "out.csv", tmp_path / "alone.csv"
    process = python("hyperfold", *words, "--dask", address, "-o", str(out))
    while not out.exists() or len(rows_of(out)) < 1:
        assert process.poll() is None
    workers[0].kill()
    assert process.wait(240) == 0
    assert python("hyperfold", *words, "-o", str(alone)).wait(240) == 0
    assert rows_of(out) == rows_of(alone)
    assert len(rows_of(out)) == 8


def test_an_address_without_a_scheduler_is_said_in_one_line():
    words = [sys.executable, "-m", "hyperfold", "sweep", "xor", "--dask", NOWHERE]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert NOWHERE in done.stderr
