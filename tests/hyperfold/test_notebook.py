"""The examples of docs/python.md run, and say what they promise."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import hyperfold

TEXT = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, flags=re.S)


def test_there_are_five_examples():
    assert len(EXAMPLES) == 5


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(number, tmp_path, monkeypatch, capsys, qapp):
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[number], f"example {number + 1}", "exec"), {})
    assert capsys.readouterr().out


def test_importing_it_loads_next_to_nothing():
    large = "{'numpy', 'PySide6'}"
    code = f"import sys, hyperfold; print(sorted({large} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_numbers_are_those_of_the_command_line():
    run = hyperfold.load("xor", {"training.learning_rate": 0.1}, seed=5)
    run.train(60)
    from core.scenes import load_scene
    from core.scenes.keys import with_settings
    from core.scenes.player import play

    wanted = with_settings(
        load_scene("xor"), {"training.learning_rate": 0.1, "seed": 5}
    )
    session = play(wanted)
    session.advance(60)
    assert np.array_equal(run.snapshot.theta, session.snapshot().theta)
    assert np.array_equal(run.weights()["b2"], run.weights(60)["b2"])
    steps, losses = run.losses()
    assert len(steps) == len(losses) == 60
    with pytest.raises(AttributeError):
        hyperfold.nothing  # noqa: B018
