"""``hyperfold regions``: the exact linear regions of given networks."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from core.cli.files import each_file, is_trained
from core.cli.frame import Subparsers, add_json, number
from core.cli.source import add_step, snapshot_of
from core.errors import BadInput, require

if TYPE_CHECKING:
    from core.engine.snapshot import Snapshot
    from core.files.net_json import Net

Box = tuple[float, float, float, float]
Report = Mapping[str, Any]

DEFAULT_BOX: Box = (-6.0, 6.0, -6.0, 6.0)


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``regions``."""
    parser = subparsers.add_parser(
        "regions",
        description="Count and measure the linear regions of networks over a box.",
    )
    parser.add_argument("files", nargs="+", metavar="NET.json|RUN|SCENE")
    parser.add_argument(
        "--box",
        nargs=4,
        type=number,
        metavar=("XMIN", "XMAX", "YMIN", "YMAX"),
        help=(
            "part of the plane (default -6 6 -6 6; for a run or a scene, the "
            "problem's box)"
        ),
    )
    parser.add_argument(
        "--at",
        nargs=2,
        type=number,
        metavar=("X", "Y"),
        action="append",
        default=[],
        help="print the affine map around this point; may be repeated",
    )
    add_step(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Find the regions of every file."""
    if args.box is not None or not any(is_trained(path) for path in args.files):
        _check(args.box or DEFAULT_BOX, args.at)
    return each_file(args.files, partial(_regions, args), _show, args.json)


def _check(box: Sequence[float], points: Sequence[Sequence[float]]) -> None:
    xmin, xmax, ymin, ymax = box
    given = (xmin, xmax, ymin, ymax)
    ordered = xmin < xmax and ymin < ymax
    require(ordered, "--box", "have XMIN < XMAX, YMIN < YMAX", given)
    for x, y in points:
        inside = xmin <= x <= xmax and ymin <= y <= ymax
        require(inside, "--at", f"lie in the box {given}", (x, y))


def _regions(args: argparse.Namespace, path: str) -> Report:
    from core.analysis.regions import regions_report
    from core.files.net_json import load_net

    net: Snapshot | Net
    if is_trained(path):
        net = snapshot_of(path, args)
        features, usual = net.run.features, net.run.data.problem.box
    else:
        net = load_net(path, need_data=False)
        features, usual = net.features, DEFAULT_BOX
    if not features.is_raw:
        names = [*features.names, *(["fourier"] if features.fourier else [])]
        raise BadInput(
            f"{path}: the network must read the two plain coordinates, because "
            f"regions are drawn on their plane, got the features {', '.join(names)}"
        )
    box = tuple(args.box) if args.box is not None else usual
    _check(box, args.at)
    return regions_report(net, box, args.at)


def _show(path: str, found: Report) -> None:
    layers = " → ".join(map(str, found["after_each_layer"]))
    after = f" (after each layer: {layers})" if layers else ""
    print(f"{path}: {found['regions']} regions{after}")
    areas = found["areas"]
    print(
        f"  area {found['total_area']:.6g}; smallest {areas[0]:.4g}, "
        f"median {areas[len(areas) // 2]:.4g}, largest {areas[-1]:.4g}"
    )
    for at in found["at"]:
        print(f"  at ({at['x']:g}, {at['y']:g}), in a region of area {at['area']:.6g}:")
        for output, slopes in zip(at["output"], at["jacobian"], strict=True):
            gradient = ", ".join(f"{slope:.6g}" for slope in slopes)
            print(f"    output {output:.6g}, gradient ({gradient})")
