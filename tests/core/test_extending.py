"""docs/extending.md, done word for word in a copy of the program."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: Tests over all functions and all losses.
EVERY = ("test_generated_kernels", "test_activations", "test_outputs", "test_autodiff")


def test_an_activation_function_and_an_output_unit_are_a_file_each(tmp_path) -> None:
    left_out = shutil.ignore_patterns("__pycache__", "data")
    for name in ("core", "app", "hyperfold", "packaging", "tools", "tests/core"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=left_out)
    for name in ("pyproject.toml", "tests/__init__.py", "tests/conftest.py"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, tmp_path / name)
    page = (ROOT / "docs/extending.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n# (\S+)\n(.*?)```", page, re.DOTALL)
    assert [path for path, _ in blocks] == [
        "core/functions/quick_gelu.py",
        "core/outputs/log_cosh.py",
    ]
    for path, text in blocks:
        (tmp_path / path).write_text(text, encoding="utf-8")

    def run(*command: str) -> str:
        env = {**os.environ, "HYPERFOLD_CACHE": str(tmp_path / "cache")}
        env["PYTHONPATH"] = str(tmp_path)
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("tools.generate_kernels")
    tests = [f"tests/core/{name}.py" for name in EVERY]
    choice = ["-k", "quick_gelu or log_cosh", "-p", "no:randomly", "-p", "no:xdist"]
    said = run("pytest", "-rA", *choice, *tests)
    passed = re.findall(r"^PASSED (\S+)", said, re.MULTILINE)
    for name in EVERY:
        assert any(name in test for test in passed), f"{name} has no test of them"
    # Nothing else has to list them or is not allowed to name them.
    run(
        "pytest", "-p", "no:randomly", "-p", "no:xdist", "tests/core/test_registries.py"
    )
