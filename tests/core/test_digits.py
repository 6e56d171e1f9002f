"""Pictures as rows: the built-in digits, idx files, and how run files store them."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest

from core.cli import main
from core.disk.idx import read_idx
from core.engine.session import Session
from core.errors import BadInput
from core.files.idx import is_idx, load_pictures
from core.files.run_file import read_run, save
from core.problems import DataSpec, Digits, split
from core.scenes import load_scene, parse_scene, scene_to_text
from core.tables.learning import suiting_run, suiting_scene
from tools.digits import packed


def test_the_digits_are_all_there() -> None:
    digits = Digits()
    sample = digits.draw(1797, np.random.default_rng(0))
    assert sample.x.shape == (1797, 64)
    assert (sample.x.min(), sample.x.max()) == (0.0, 1.0)
    assert np.bincount(sample.y.astype(int)).tolist() == [
        *(178, 182, 177, 183, 181, 182, 181, 179, 174, 180)
    ]
    # The first one, as everybody who has used the data knows it.
    assert (16 * sample.x[0, :8]).tolist() == [0, 0, 5, 13, 9, 1, 0, 0]
    few = split(DataSpec(digits, 100, 0.25))
    assert (len(few.train), len(few.test)) == (75, 25)


def test_the_scene_learns_them() -> None:
    scene = load_scene("digits")
    session = Session(scene.run, "compiled", keeps=False)
    session.advance(scene.steps)
    assert (session.metrics().test_accuracy or 0.0) >= 0.95


@pytest.fixture
def mnist(tmp_path):
    """Files in MNIST's format, of bright and dark pictures."""
    rng = np.random.default_rng(0)
    for part, n in (("train", 40), ("t10k", 10)):
        labels = (np.arange(n) % 2).astype(np.uint8)
        images = (100 * labels[:, None, None] + rng.integers(0, 90, (n, 5, 4))).astype(
            np.uint8
        )
        (tmp_path / f"{part}-images-idx3-ubyte").write_bytes(
            gzip.decompress(packed(images))
        )
        (tmp_path / f"{part}-labels-idx1-ubyte.gz").write_bytes(packed(labels))
    return tmp_path


def test_idx_files_are_opened_with_their_labels_and_their_test_set(mnist) -> None:
    path = mnist / "train-images-idx3-ubyte"
    assert is_idx(path)
    problem = load_pictures(path)
    assert (problem.image, problem.inputs, problem.held) == ((5, 4, 1), 20, 10)
    assert problem.class_names == ("0", "1")
    pixels = read_idx(path)
    assert (255 * problem.x[:40]).round().tolist() == pixels.reshape(40, 20).tolist()
    splits = split(suiting_run(problem).data)
    assert (len(splits.train), len(splits.test)) == (40, 10)
    assert (splits.test.x == problem.x[40:]).all()
    other = load_pictures(mnist / "t10k-labels-idx1-ubyte.gz")
    assert (other.count, other.held) == (10, 0)


def test_pictures_stay_with_the_run(mnist, tmp_path) -> None:
    problem = load_pictures(mnist / "train-images-idx3-ubyte")
    scene = suiting_scene(problem, "mnist")
    session = Session(scene.run, "reference")
    save(tmp_path / "a.hyperfold", session, scene)
    assert read_run(tmp_path / "a.hyperfold").scene.run.data.problem == problem
    assert parse_scene(scene_to_text(scene)).run.data.problem == problem


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\0\0\x08\x03\0\0\0\x01", "must give 3 sizes, got 4 bytes"),
        (b"\0\0\x0d\x01\0\0\0\x01a", r"must begin with 0, 0, 8 .* got \[0, 0, 13, 1\]"),
        (b"\0\0\x08\x01\0\0\0\x03ab", "must contain 3 bytes after its header .* got 2"),
        (b"\0\0\x08\x01\0\0\0\x01ab", "must contain 1 bytes .* got more"),
        (b"\0\0\x08\x02\x7f\0\0\0\x7f\0\0\0", "must contain from 1 to 60000000 bytes"),
        (b"\0\0\x08\x01\0\0\0\0", "must contain from 1 to"),
        (b"\x1f\x8bnothing", "cannot be read"),
        (b"", "must begin with"),
    ],
)
def test_bad_idx_files_are_refused(tmp_path, data, message) -> None:
    path = tmp_path / "a-images-idx3-ubyte"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=message):
        read_idx(path)


def test_pictures_without_labels_are_refused(mnist) -> None:
    (mnist / "train-labels-idx1-ubyte.gz").unlink()
    with pytest.raises(
        BadInput, match="train-labels-idx1-ubyte must be in the same folder"
    ):
        load_pictures(mnist / "train-images-idx3-ubyte")


def test_train_learns_a_table_and_says_what_it_guessed(tmp_path, capsys) -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(5.0, 2.0, (80, 3))
    path = tmp_path / "plants.csv"
    rows = [
        f"{i},{a},{b},{c},{'tall' if a + b > 10 else 'short'}"
        for i, (a, b, c) in enumerate(x.tolist())
    ]
    path.write_text("\n".join([",stem (cm),leaf,root,kind", *rows]))
    assert main(["train", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["roles"] == {
        "column 1": "ignored",
        "stem (cm)": "input",
        "leaf": "input",
        "root": "input",
        "kind": "target",
    }
    assert found["classes"] == ["short", "tall"]
    assert found["columns"][1] == {
        "name": "stem",
        "unit": "cm",
        "role": "input",
        "kind": "number",
    }
    assert found["network"] == [3, 16, 16, 1]
    assert found["test_accuracy"] >= 0.8
    assert main(["train", str(path), "--seeds", "2", "--steps", "5"]) == 0
    said = capsys.readouterr().out
    assert "not used: column 1 [index]" in said
    assert "to predict: kind [class]" in said
    rows = [f"{i % 7},{i}.5\n" for i in range(30)]
    path.write_text("".join(["a,b\n", *rows, "1,x\n"]))
    assert main(["train", str(path)]) == 2
    told = capsys.readouterr().err
    assert "line 32, column 'b' must be a number, got 'x'" in told
