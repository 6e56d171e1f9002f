"""The page on reverse mode runs as it stands, and is as short as it says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from core.gradients import network_graph
from core.network import LayerSpec, NetworkSpec, OutputSpec

PAGE = Path(__file__).parents[2] / "docs" / "reverse-mode.md"


def code() -> str:
    text = PAGE.read_text(encoding="utf-8")
    return "\n".join(re.findall(r"```python\n(.*?)```", text, re.S))


def test_the_page_runs_and_is_short() -> None:
    scope: dict[str, object] = {}
    exec(compile(code(), str(PAGE), "exec"), scope)
    lines = [line for line in code().splitlines() if line.strip()]
    assert len(lines) < 100


def test_the_page_agrees_with_the_program() -> None:
    scope: dict[str, Any] = {}
    exec(compile(code(), str(PAGE), "exec"), scope)
    network = NetworkSpec(2, (LayerSpec(3, "tanh"),), OutputSpec("mse", 1))
    w1, b1, _, _, w3, b3 = scope["theta"]
    chain = [w1, b1, w3, b3]
    h = scope["tanh"](scope["affine"](scope["Node"](scope["x"]), w1, b1))
    output = scope["mean_square"](scope["affine"](h, w3, b3), scope["y"])
    theta = np.concatenate([node.value.ravel() for node in chain])
    expected = network_graph(network, theta, scope["x"], scope["y"]).gradient()
    found = scope["backward"](output)
    got = np.concatenate([found[node].ravel() for node in chain])
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-14)
