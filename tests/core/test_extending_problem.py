"""A problem is added as docs/extending.md says, in a copy of the program."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SCRIPT = """
import json
from core.problems import PROBLEMS, problem_settings
from core.scenes import parse_scene, scene_to_text
from core.scenes.player import play

scene = parse_scene(open("waves.toml").read(), "waves")
session = play(scene, "reference")
before = session.metrics().loss
session.advance(300)
after = session.metrics()
print(json.dumps({
    "last": list(PROBLEMS)[-1],
    "settings": [s.title for s in problem_settings(PROBLEMS["waves"])],
    "written": scene_to_text(scene),
    "before": before, "loss": after.loss, "accuracy": after.accuracy,
}))
"""

SCENE = """
title = "Waves"
problem = { name = "waves", height = 0.8, points = 120 }
network = { loss = "bce", layers = [{ units = 8, activation = "tanh" }] }
training = { optimiser = "adam", learning_rate = 0.03 }
"""


def test_a_problem_is_added_as_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    section = page.split("## A problem")[1].split("\n## ")[0]
    code, imported, entry = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    for name in ("core", "resources"):
        leave = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=leave)
    (tmp_path / "core" / "problems" / "waves.py").write_text(code, encoding="utf-8")
    registry = tmp_path / "core" / "problems" / "__init__.py"
    text = registry.read_text(encoding="utf-8")
    first = "from core.problems.xor import"
    text = text.replace(first, imported + first, 1)
    head, table = text.split("PROBLEMS: dict", 1)
    table = table.replace("}\n", entry + "}\n", 1)
    registry.write_text(head + "PROBLEMS: dict" + table, encoding="utf-8")
    (tmp_path / "waves.toml").write_text(SCENE, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["last"] == "waves"
    assert told["settings"] == ["Height"]
    assert "height = 0.8" in told["written"]
    assert told["loss"] < 0.5 * told["before"]
    assert told["accuracy"] > 0.9
