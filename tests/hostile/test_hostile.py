"""Hostile files for every reader: a line and a status, in time, in little memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from core.errors import BadInput
from tests.hostile.readers import READERS
from tests.hostile.spoil import one_of

SHORT, LONG = 40, 2_000  # files of each reader in every test run; of all in a soak
SEED = int(os.environ.get("SOAK_SEED", "1"))
ROOT = Path(__file__).parents[2]
SECONDS = 5.0

each_reader = pytest.mark.parametrize("reader", READERS, ids=lambda r: r.name)


@each_reader
def test_the_good_files_are_read(reader, tmp_path):
    for i, data in enumerate(reader.good(tmp_path)):
        path = tmp_path / f"good{i}{reader.suffix}"
        path.write_bytes(data)
        assert reader.read(path) == 0


@each_reader
def test_spoilt_files_are_refused_in_one_line(reader, tmp_path, capsys):
    rng = np.random.default_rng(2)
    good = reader.good(tmp_path)
    path = tmp_path / f"bad{reader.suffix}"
    refused = 0
    for i in range(SHORT):
        data = reader.spoil(one_of(rng, good), rng)
        path.write_bytes(data)
        begin = time.process_time()
        try:
            status, message = reader.read(path), capsys.readouterr().err
        except BadInput as error:
            status, message = 2, f"{error}\n"
        assert status in (0, 2, 3), (i, data[:300], message)
        assert time.process_time() - begin < SECONDS, (i, data[:300])
        if status:
            refused += 1
            assert message.count("\n") == 1, (i, message)
            assert len(message) < 1000, (i, message)
    assert refused


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="forks, and measures on Linux")
def test_two_thousand_hostile_files(tmp_path, capsys):
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.forked", str(SEED), str(LONG), tmp_path],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    with capsys.disabled():
        print(f"\nhostile files, seed {SEED}:")
        for r in reports:
            print(
                f"  {r['reader']:<11} {r['files']:>4} files: {r['refused']:>4} refused,"
                f" {r['read']:>3} read, {r['diverged']:>2} diverged; at most "
                f"{r['seconds']:.1f} s, {r['megabytes']} MB; "
                f"{len(r['failures'])} failures"
            )
            for slow in r["slow"]:
                print(f"    slow: {slow}")
    assert sum(r["files"] for r in reports) == LONG
    assert len(reports) == len(READERS)
    assert not [failure for r in reports for failure in r["failures"]]
