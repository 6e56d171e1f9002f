"""Rows of large tables lie in memory once, however they are asked for."""

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from core.analysis import inspect
from core.engine.data import encode
from core.engine.session import Session
from core.errors import BadInput
from core.files.container import ContainerWriter
from core.problems import DataSpec, Points, split
from core.problems.rows import BLOCK_ROWS, Rows
from core.tables.learning import suiting_run

N, D = 2 * BLOCK_ROWS + 717, 3


def numbers(kind=np.float32):
    return np.random.default_rng(0).normal(size=(N, D)).astype(kind)


def in_blocks(x, rows=BLOCK_ROWS):
    return Rows([x[i : i + rows].copy(order="F") for i in range(0, len(x), rows)])


def labelled(x, kind=np.float32):
    return Points(x, (np.arange(N) % 3)[:, None].astype(kind), 3)


def thirds():
    order = np.random.default_rng(1).permutation(N)
    return [np.sort(order[:5000]), np.sort(order[5000:]), np.arange(0)]


def test_parts_hold_the_rows_in_order_and_give_them_back():
    x, rows = numbers(), in_blocks(numbers())
    chosen = thirds()
    for part, mine in zip(rows.parts(chosen), chosen, strict=True):
        assert np.array_equal(part, x[mine])
        assert part.T.flags.c_contiguous  # as training reads it
    assert np.array_equal(rows.array(), x)
    assert np.array_equal(np.concatenate(list(rows.blocks())), x)
    other = [np.arange(0, N, 2), np.arange(1, N, 2)]
    for part, mine in zip(rows.parts(other), other, strict=True):
        assert np.array_equal(part, x[mine])
    assert np.array_equal(rows.array(), x)


def test_the_same_split_of_a_large_table_shares_its_rows():
    problem = labelled(in_blocks(numbers()))
    spec = DataSpec(problem, N, 0.25)
    one, two = split(spec), split(spec)
    assert np.shares_memory(one.train.x, two.train.x)
    assert not np.shares_memory(one.train.x, split(replace(spec, test=0.5)).train.x)
    assert np.array_equal(split(spec).train.x, one.train.x)


def test_a_split_is_the_same_whether_rows_are_single_or_double():
    x = numbers()
    many = split(DataSpec(labelled(in_blocks(x)), N, 0.25, 0.1, seed=3))
    few = split(DataSpec(labelled(x.astype(np.float64), np.float64), N, 0.25, 0.1, 3))
    for name in ("train", "test", "calibration"):
        assert np.array_equal(getattr(many, name).x, getattr(few, name).x)
        assert np.array_equal(getattr(many, name).y, getattr(few, name).y)


def test_points_are_the_same_before_and_after_their_split():
    whole, parted = labelled(numbers()), labelled(in_blocks(numbers()))
    split(DataSpec(parted, N, 0.3))
    again = pickle.loads(pickle.dumps(parted))
    assert whole == parted == again
    assert np.array_equal(again.x, numbers())
    assert parted.box == whole.box
    assert not parted.x.flags.writeable
    assert repr(parted) == f"Points({N} rows, {D} inputs, 3 classes)"


def test_rows_that_are_not_finite_are_named():
    x = numbers()
    x[BLOCK_ROWS + 5, 1] = np.inf
    with pytest.raises(BadInput, match=f"x must be finite.* at row {BLOCK_ROWS + 5}"):
        labelled(in_blocks(x))


def test_a_split_that_is_broken_off_leaves_no_wrong_rows(monkeypatch):
    rows = in_blocks(numbers())
    real, calls = np.flatnonzero, []

    def interrupted(values):
        calls.append(1)
        if len(calls) > 20:
            raise KeyboardInterrupt
        return real(values)

    with monkeypatch.context() as patch:
        patch.setattr(np, "flatnonzero", interrupted)
        with pytest.raises(KeyboardInterrupt):
            rows.parts(thirds())
    with pytest.raises(BadInput, match="must be opened again"):
        rows.array()
    with pytest.raises(BadInput, match="must be opened again"):
        rows.parts(thirds())


def test_targets_of_large_tables_are_single_and_a_bad_one_is_named():
    run = suiting_run(labelled(in_blocks(numbers())))
    data = encode(run, split(run.data).train)
    assert data.targets.dtype == np.float32
    assert np.array_equal(data.targets.argmax(axis=0), data.labels)
    y = np.ones((N, 1), np.float32)
    y[BLOCK_ROWS + 9] = -1.0
    amounts = Points(in_blocks(numbers()), y)
    run = replace(suiting_run(amounts), loss="poisson_nll")
    with pytest.raises(BadInput, match=f"at row {BLOCK_ROWS + 9}$"):
        encode(run, split(replace(run.data, test=0.0)).train)


def test_blocks_are_written_as_the_array_would_be():
    x = numbers()
    files = [BytesIO(), BytesIO()]
    with ContainerWriter(files[0]) as writer:
        writer.array("data/0/x", x)
    with ContainerWriter(files[1]) as writer:
        writer.rows("data/0/x", "<f4", x.shape, in_blocks(x).blocks())
    assert files[0].getvalue() == files[1].getvalue()


def test_an_inspection_in_parts_is_that_of_all_rows(monkeypatch):
    run = suiting_run(labelled(numbers(np.float64), np.float64))
    session = Session(run, "reference")
    session.advance(20)
    parts = inspect.inspect_snapshot(session.snapshot())
    monkeypatch.setattr(inspect, "GRAPH_ROWS", N)
    whole = inspect.inspect_snapshot(session.snapshot())
    assert parts.loss == pytest.approx(whole.loss, rel=1e-12)
    assert np.allclose(parts.outputs, whole.outputs, rtol=1e-12)
    for one, other in zip(parts.norms, whole.norms, strict=True):
        assert one == pytest.approx(other, rel=1e-10)
    for one, other in zip(parts.gradients, whole.gradients, strict=True):
        assert np.allclose(one["W"], other["W"], rtol=1e-9, atol=1e-15)


# The small table comes first: what every run takes is not counted. Of the peak, VmHWM,
# Linux alone tells, and it can be reset.
_CHILD = """
import gc, re, sys
from pathlib import Path
from core.cli.source import open_source
from core.cli.train import train

def megabytes(key):
    status = Path("/proc/self/status").read_text()
    return int(re.search(key + r":\\s+(\\d+) kB", status).group(1)) / 1024

def learned(path):
    source = open_source(path, [])
    session = source.session(keeps=False)
    train(source, session, 50)
    return source, session

learned(sys.argv[1])
gc.collect()  # else what the first one left would count as room
before = megabytes("VmRSS")
Path("/proc/self/clear_refs").write_text("5")
kept = learned(sys.argv[2])
print(megabytes("VmHWM") - before, megabytes("VmRSS") - before)
"""


@pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="/proc is Linux's"
)
def test_learning_a_large_table_takes_at_most_twice_its_numbers(tmp_path: Path) -> None:
    rows, columns = 1_000_000, 20
    rng = np.random.default_rng(0)
    lines = [
        ",".join(f"{v:.3f}" for v in row) + f",{'abc'[int(row[0] > 0)]}\n"
        for row in rng.normal(size=(2000, columns)).tolist()
    ]
    header = ",".join([*(f"c{i}" for i in range(columns)), "label"]) + "\n"
    paths = tmp_path / "small.csv", tmp_path / "large.csv"
    for path, copies in zip(paths, (52, rows // 2000), strict=True):
        with path.open("w") as stream:
            stream.write(header)
            for _ in range(copies):
                stream.writelines(lines)
    command = [sys.executable, "-c", _CHILD, *map(str, paths)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    peak, rest = map(float, done.stdout.split())
    array = rows * columns * 4 / 2**20
    assert array < peak < 2.0 * array, f"{peak / array:.2f} times at its peak"
    assert rest < 2.0 * array, f"{rest / array:.2f} times at rest"
