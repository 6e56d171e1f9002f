"""``hyperfold regions``: the exact linear regions of given networks."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from core.cli.files import each_file
from core.cli.frame import Subparsers, add_json, number
from core.errors import require

Box = tuple[float, float, float, float]
Report = Mapping[str, Any]

DEFAULT_BOX: Box = (-6.0, 6.0, -6.0, 6.0)


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``regions``."""
    parser = subparsers.add_parser(
        "regions",
        description="Count and measure the linear regions of networks over a box.",
    )
    parser.add_argument("files", nargs="+", metavar="NET.json")
    parser.add_argument(
        "--box",
        nargs=4,
        type=number,
        metavar=("XMIN", "XMAX", "YMIN", "YMAX"),
        default=DEFAULT_BOX,
        help="part of the plane (-6 6 -6 6)",
    )
    parser.add_argument(
        "--at",
        nargs=2,
        type=number,
        metavar=("X", "Y"),
        action="append",
        default=[],
        help="tell the affine map around this point; may be repeated",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Find the regions of every file."""
    xmin, xmax, ymin, ymax = args.box
    box = (xmin, xmax, ymin, ymax)
    require(xmin < xmax and ymin < ymax, "--box", "have XMIN < XMAX, YMIN < YMAX", box)
    for x, y in args.at:
        inside = xmin <= x <= xmax and ymin <= y <= ymax
        require(inside, "--at", f"lie in the box {box}", (x, y))
    return each_file(args.files, partial(_regions, box, args.at), _show, args.json)


def _regions(box: Box, points: Sequence[Sequence[float]], path: str) -> Report:
    from core.analysis.regions import regions_report
    from core.files.net_json import load_net

    return regions_report(load_net(path, need_data=False), box, points)


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
