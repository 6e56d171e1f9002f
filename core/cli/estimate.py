"""``hyperfold estimate``: the gradient through random units, from many draws."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from core.cli.files import each_file
from core.cli.frame import Subparsers, add_json, one_of, whole
from core.sampling import ESTIMATORS

if TYPE_CHECKING:
    from core.arrays import Floats
    from core.network import NetworkSpec

SAMPLES = 1000
MAX_SAMPLES = 10_000_000


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``estimate``."""
    parser = subparsers.add_parser(
        "estimate",
        description=(
            "Print mean and spread of an estimator of the gradient through random "
            "units, next to the exact gradient if it can be summed."
        ),
    )
    parser.add_argument("file", metavar="NET.json")
    parser.add_argument(
        "--estimator",
        required=True,
        type=one_of(*ESTIMATORS),
        metavar="NAME",
        help=", ".join(ESTIMATORS),
    )
    parser.add_argument(
        "--samples",
        type=whole(1, MAX_SAMPLES),
        default=SAMPLES,
        metavar="N",
        help=f"how often every example is drawn (default {SAMPLES})",
    )
    parser.add_argument(
        "--seed",
        type=whole(0),
        default=0,
        metavar="S",
        help="seed of the draws (default 0)",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Estimate one file."""
    return each_file([args.file], partial(_estimate, args), _show, args.json)


def _estimate(args: argparse.Namespace, path: str) -> Mapping[str, Any]:
    import numpy as np

    from core.chance import Subject, estimate
    from core.files.net_json import load_net

    net = load_net(path)
    assert net.x is not None
    assert net.y is not None
    subject = Subject(net.network, net.theta, net.running, net.x, net.y)
    with np.errstate(all="ignore"):  # overflows become null
        found = estimate(subject, args.estimator, args.samples, args.seed)
    exact = found.exact
    return {
        "estimator": found.estimator,
        "samples": found.samples,
        "loss": found.loss,
        "mean": _by_layer(net.network, found.mean),
        "std": _by_layer(net.network, found.std),
        "exact": exact
        and {
            "loss": exact.loss,
            "gradients": _by_layer(net.network, exact.gradient),
        },
    }


def _by_layer(network: NetworkSpec, flat: Floats) -> list[dict[str, Floats | None]]:
    return [
        {
            "W": blocks.W.of(flat),
            "b": None if blocks.b is None else blocks.b.of(flat),
        }
        for blocks in network.layout.layers
    ]


def _show(path: str, found: Mapping[str, Any]) -> None:
    import numpy as np

    exact = found["exact"]
    beside = "" if exact is None else f", exactly {exact['loss']:.8g}"
    samples = found["samples"]
    print(f"{path}: {found['estimator']}, {samples} samples")
    print(f"  loss {found['loss']:.8g}{beside}")
    print(f"  {'layer':>5} {'':>2} {'‖mean‖':>12} {'‖std‖':>12} {'‖exact‖':>12}")
    for i, (mean, std) in enumerate(zip(found["mean"], found["std"], strict=True)):
        for name in ("W", "b"):
            if mean[name] is None:
                continue
            right = None if exact is None else exact["gradients"][i][name]
            values = (mean[name], std[name], right)
            cells = ("–" if v is None else f"{np.linalg.norm(v):.6g}" for v in values)
            print(f"  {i + 1:>5} {name:>2} " + " ".join(f"{c:>12}" for c in cells))
