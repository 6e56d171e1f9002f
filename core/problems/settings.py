"""Settings of a problem, declared as data.

A problem's fields are made by `number`, `whole` and `choice`; its validation, the scene
schema and the window's controls all follow from them (`problem_settings`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from math import isfinite
from typing import Any, ClassVar

import numpy as np

from core.arrays import Bools, Floats, Ints
from core.errors import BadInput, require, shown
from core.expression import ExpressionError, parse
from core.language import tr


@dataclass(frozen=True, slots=True)
class Setting:
    """One value a user can choose, with everything a control needs."""

    name: str
    title: str
    default: float | int | str
    low: float = 0.0
    high: float = 0.0
    step: float = 0.0
    whole: bool = False
    choices: tuple[str, ...] = ()  # not empty: one of these words, not a number
    variables: tuple[str, ...] = ()  # not empty: a typed function of these
    help: str = ""
    formula: str = ""  # latex

    def check(self, problem: str, value: Any) -> None:
        """Raise `BadInput` unless ``value`` is allowed."""
        thing = f"{problem}: {self.name}"
        if self.choices:
            if value not in self.choices:
                raise BadInput(
                    tr(
                        "{thing} must be one of {choices}, got {value}",
                        thing=thing,
                        choices=", ".join(self.choices),
                        value=f"{value!r}",
                    )
                )
            return
        if self.variables:
            self._check_function(thing, value)
            return
        span = tr("from {low} to {high}", low=f"{self.low:g}", high=f"{self.high:g}")
        is_int = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
        if self.whole:
            require(
                is_int and self.low <= value <= self.high,
                thing,
                tr("be a whole number {span}", span=span),
                value,
            )
            return
        is_number = is_int or isinstance(value, (float, np.floating))
        # A whole number too large for a float is as useless here as infinity.
        finite = is_number and abs(value) < 1e300 and isfinite(value)
        require(finite, thing, tr("be a number {span}", span=span), value)
        require(
            value >= self.low, thing, tr("be {low} or more", low=f"{self.low:g}"), value
        )
        require(
            value <= self.high,
            thing,
            tr("be {high} or less", high=f"{self.high:g}"),
            value,
        )

    def _check_function(self, thing: str, value: Any) -> None:
        """Check that a typed function is valid, and finite on all of −1 … 1."""
        if not isinstance(value, str):
            raise BadInput(
                tr(
                    "{thing} must be a function in quotes, got {value}",
                    thing=thing,
                    value=shown(value),
                )
            )
        try:
            function = parse(value, self.variables)
        except ExpressionError as error:
            raise BadInput(
                tr(
                    "{thing} must be a function of {variables}, got {value}: "
                    "{reason} at character {place}",
                    thing=thing,
                    variables=" and ".join(self.variables),
                    value=shown(value),
                    reason=error.reason,
                    place=error.place + 1,
                )
            ) from None
        axes = np.meshgrid(*[np.linspace(-1.0, 1.0, 65)] * len(self.variables))
        values = function(**dict(zip(self.variables, axes, strict=True)))
        bad = np.argwhere(~np.isfinite(np.broadcast_to(values, axes[0].shape)))
        if len(bad):
            at = ", ".join(
                f"{name} = {float(axis[tuple(bad[0])]):.3g}"
                for name, axis in zip(self.variables, axes, strict=True)
            )
            raise BadInput(
                tr(
                    "{thing} must be finite from −1 to 1, got {value}, which "
                    "is not at {at}",
                    thing=thing,
                    value=shown(value),
                    at=at,
                )
            )


def number(
    default: float,
    title: str,
    low: float,
    high: float,
    step: float,
    help: str = "",
    formula: str = "",
) -> Any:
    """A field for a real number in ``[low, high]``."""
    return field(
        default=default,
        metadata={
            "title": title,
            "low": low,
            "high": high,
            "step": step,
            "help": help,
            "formula": formula,
        },
    )


def whole(
    default: int, title: str, low: int, high: int, help: str = "", formula: str = ""
) -> Any:
    """A field for a whole number in ``[low, high]``."""
    return field(
        default=default,
        metadata={
            "title": title,
            "low": low,
            "high": high,
            "step": 1,
            "whole": True,
            "help": help,
            "formula": formula,
        },
    )


def choice(
    default: str,
    title: str,
    choices: tuple[str, ...],
    help: str = "",
    formula: str = "",
) -> Any:
    """A field for one of a few words."""
    return field(
        default=default,
        metadata={"title": title, "choices": choices, "help": help, "formula": formula},
    )


def typed(
    default: str,
    title: str,
    variables: tuple[str, ...],
    help: str = "",
    formula: str = "",
) -> Any:
    """A field for a typed function of ``variables``."""
    return field(
        default=default,
        metadata={
            "title": title,
            "variables": variables,
            "help": help,
            "formula": formula,
        },
    )


def problem_settings(problem: Any) -> tuple[Setting, ...]:
    """The settings of a problem (its class or an instance), in order.

    Own data has none.
    """
    if not is_dataclass(problem):
        return ()
    return tuple(
        Setting(name=f.name, default=f.default, **f.metadata)  # type: ignore[arg-type]
        for f in fields(problem)
        if "title" in f.metadata
    )


def summary_of(problem: type) -> str:
    """What a problem is about: the first line of its docstring."""
    return (problem.__doc__ or "").strip().splitlines()[0].replace("``", "")


def short_title(name: str, title: str) -> str:
    """A title that fits below a thumbnail."""
    first = title.split(",")[0]
    if len(first) <= 11:
        return first
    return name.upper() if name.upper() in title else name.capitalize()


class Settings:
    """Base of problems whose fields are settings: checks them and holds out nothing."""

    __slots__ = ()
    name: ClassVar[str]
    title: ClassVar[str]
    targets: ClassVar[int] = 1
    #: The loss that matches how its targets are drawn; empty: the usual one.
    natural_loss: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for setting in problem_settings(self):
            setting.check(self.name, getattr(self, setting.name))

    def held_out(self, x: Floats) -> Bools:
        """No point is held out of training."""
        return np.zeros(len(x), dtype=np.bool_)


def labels(n: int, classes: int, rng: np.random.Generator) -> Ints:
    """Class numbers (n,) in random order, with counts that differ by at most one."""
    return rng.permutation(np.arange(n) % classes)
