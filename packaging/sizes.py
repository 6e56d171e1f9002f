"""How large the bundle is, by component."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from source import say

GOAL_MB = 230


def component(path: Path) -> str:
    """The component a file belongs to; ``path`` is relative to the bundle."""
    parts = [part for part in path.parts if part != "_internal"]
    top = parts[0].split(".libs")[0]
    if len(parts) == 1:
        return "system libraries" if ".so" in top or top.endswith(".dll") else "start"
    return "metadata" if top.endswith(".dist-info") else top


def by_component(bundle: Path) -> Counter[str]:
    """Bytes of each component."""
    found: Counter[str] = Counter()
    for path in bundle.rglob("*"):
        if path.is_file() and not path.is_symlink():
            found[component(path.relative_to(bundle))] += path.stat().st_size
    return found


def report(bundle: Path) -> None:
    """Print the sizes, and whether they exceed the limit."""
    found = by_component(bundle)
    total = found.total() / 1e6
    for name, size in found.most_common(12):
        say(f"{size / 1e6:7.1f} MB  {name}")
    say(f"{total:7.1f} MB  in all; the goal is {GOAL_MB} MB")


if __name__ == "__main__":
    report(Path(sys.argv[1]))
