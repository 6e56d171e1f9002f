"""Definition of a hidden unit: its function, two derivatives and properties."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats
from core.functions.algebra import Expr

if TYPE_CHECKING:
    from core.network import LayerSpec

#: The settings a layer has for its function.
SETTINGS = ("negative_slope", "alpha", "sigma", "slope")

Rule = Callable[[Floats, "LayerSpec", Floats | None], Floats]


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenUnit:
    """A hidden unit: its function, two derivatives and where the slope jumps.

    ``value(z, layer, slopes)`` is (…, units); ``slope`` and ``curvature`` are the
    first and second derivative by each entry of ``z``, (…, rows). They are expressions
    (`core.functions.words`) where the unit works entry by entry, and plain functions
    elsewhere; a slope written in terms of ``a`` is computed from the activation alone,
    so kernels store nothing else. ``slopes`` are the learned slopes of prelu (units,),
    None for every other unit. At a kink the slope is that of the piece with slope 0, or
    else of the left (for maxout: lower) piece.
    """

    name: str
    order: int  # position in lists, from the simplest to the most special
    title: str  # to show
    short: str = ""  # a shorter title for narrow places
    formula: str  # LaTeX
    value: Rule
    slope: Rule
    curvature: Rule
    kinks: tuple[float, ...] = ()  # where the slope jumps; each bends the surface
    piecewise_linear: bool = False
    learns_slopes: bool = False  # one learned slope per unit
    largest: bool = False  # each unit takes the largest of ``maxout_k`` rows of W
    distances: bool = False  # reads distances to the rows of W, its centres: no bias
    is_probability: bool = False  # from 0 to 1: units can be sampled with it
    settings: tuple[str, ...] = ()  # of a layer, beyond those its expressions read
    words: str = ""  # the value with numbers put in: "max(0, {z})"; empty: title(z)
    written_slope: Rule | None = field(init=False, default=None)  # may contain ``a``

    def __post_init__(self) -> None:
        object.__setattr__(self, "written_slope", self.slope)
        if isinstance(self.value, Expr):
            known = {"a": self.value}
            for name in ("slope", "curvature"):
                rule = getattr(self, name)
                if isinstance(rule, Expr):
                    object.__setattr__(self, name, rule.replaced(known))
            read = self.value.symbols | getattr(self.slope, "symbols", frozenset())
            own = tuple(name for name in SETTINGS if name in read)
            object.__setattr__(self, "settings", own)

    @property
    def elementwise(self) -> bool:
        """Whether expressions define it fully, so that its kernel is generated."""
        return isinstance(self.value, Expr)

    @property
    def slope_from_value(self) -> bool:
        """Whether the slope follows from ``a`` alone: kernels then work in place."""
        slope = self.written_slope
        return isinstance(slope, Expr) and "z" not in slope.symbols

    @property
    def has_bias(self) -> bool:
        """Whether the layer adds a bias to W h."""
        return not self.distances

    @property
    def allows_batch_norm(self) -> bool:
        """Whether there is a pre-activation to normalise."""
        return not self.distances

    def has_field(self, name: str) -> bool:
        """Whether its units use this field of the layer."""
        if name in (*SETTINGS, "maxout_k"):
            return name in self.settings
        return name != "batch_norm" or self.allows_batch_norm

    def rows_per_unit(self, maxout_k: int) -> int:
        """Rows of W that each unit reads."""
        return maxout_k if self.largest else 1

    def vjp(
        self, z: Floats, grad: Floats, layer: LayerSpec, slopes: Floats | None = None
    ) -> tuple[Floats, Floats | None]:
        """Gradients by ``z`` (n, rows) and by the slopes, from ``grad`` (n, units)."""
        by_slopes = None
        if self.learns_slopes:
            by_slopes = np.sum(grad * np.minimum(z, 0.0), axis=0)
        if self.largest:
            grad = np.repeat(grad, layer.maxout_k, axis=-1)
        return grad * self.slope(z, layer, slopes), by_slopes
