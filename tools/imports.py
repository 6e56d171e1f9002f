"""Print the import graph by package: packages, edges, cycles.

    python tools/imports.py [FOLDER]

FOLDER is a checkout, by default this one. A package is a folder with Python files; the
files directly in ``core`` count as one. Imports made for types only do not count:
they never run.
"""

from __future__ import annotations

import sys
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("core", "app", "hyperfold")

#: How many imports lead from one package to another.
Edges = Counter[tuple[str, str]]


def measure(folder: Path) -> tuple[set[str], Edges]:
    """The packages of a checkout, and the imports between them."""
    names = [name for name in NAMES if (folder / name).is_dir()]
    path, sys.path[:] = sys.path[:], [str(folder), *sys.path]
    try:
        graph = grimp.build_graph(
            *names, exclude_type_checking_imports=True, cache_dir=None
        )
    finally:
        sys.path[:] = path

    def package(module: str) -> str:
        inner = folder.joinpath(*module.split("."))
        return module if inner.is_dir() else module.rpartition(".")[0]

    edges: Edges = Counter()
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            ends = package(module), package(imported)
            if ends[0] != ends[1]:
                edges[ends] += 1
    return {package(module) for module in graph.modules}, edges


def cycles(packages: set[str], edges: Edges) -> list[set[str]]:
    """The largest groups of packages that import one another, by any route."""
    reached = {package: {package} for package in packages}
    for package in packages:
        waiting = [package]
        while waiting:
            here = waiting.pop()
            new = {to for start, to in edges if start == here} - reached[package]
            reached[package] |= new
            waiting += new
    groups = []
    left = set(packages)
    while left:
        one = min(left)
        group = {other for other in reached[one] if one in reached[other]}
        left -= group
        if len(group) > 1:
            groups.append(group)
    return groups


def order(edges: Edges) -> list[str] | None:
    """The packages of ``core``, each after all it imports; None if there is a cycle."""
    graph: dict[str, set[str]] = {}
    for start, to in edges:
        if start.partition(".")[0] == to.partition(".")[0] == "core":
            graph.setdefault(start, set()).add(to)
    try:
        return list(TopologicalSorter(graph).static_order())
    except CycleError:
        return None


def main(words: list[str]) -> int:
    """Print the figures, and what holds each cycle together."""
    folder = Path(words[0]).resolve() if words else ROOT
    packages, edges = measure(folder)
    groups = cycles(packages, edges)
    print(f"{len(packages)} packages, {len(edges)} edges, cycles: {len(groups)}")
    for group in groups:
        print(f"a cycle of {len(group)}: {', '.join(sorted(group))}")
        for (start, to), count in sorted(edges.items()):
            if start in group and to in group:
                print(f"    {start} -> {to}: {count}")
    ordered = order(edges)
    if ordered:
        print("core, leaves first:", ", ".join(ordered))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
