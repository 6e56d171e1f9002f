"""Errors that users cause and can fix; everything else is a bug of ours."""

from __future__ import annotations

import errno
from dataclasses import dataclass

from core.language import tr

#: No room is left on the disk, or none that this user may have.
_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


class BadInput(ValueError):
    """A value from outside breaks a rule.

    The message is one line that names the thing, the rule and the value, e.g.
    ``rings: gap must be 0 or more, got -1``. The command line prints it and exits
    with status 2; the window shows it next to the control.
    """


def shown(value: object, limit: int = 80) -> str:
    """``value`` shortened for a one-line message."""
    text = " ".join(repr(value).split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def require(condition: bool, thing: str, rule: str, value: object) -> None:
    """Raise `BadInput` as ``thing must rule, got value`` unless ``condition``."""
    if not condition:
        raise BadInput(
            tr(
                "{thing} must {rule}, got {value}",
                thing=thing,
                rule=rule,
                value=shown(value),
            )
        )


def is_full(error: BaseException) -> bool:
    """Whether writing failed because the disk is full."""
    return isinstance(error, OSError) and error.errno in _FULL


def why(error: OSError) -> str:
    """Why a file cannot be written, in a few words."""
    if is_full(error):
        return tr("the disk is full")
    return error.strerror or " ".join(str(error).split()) or type(error).__name__


@dataclass(frozen=True, slots=True)
class Divergence:
    """Training overflowed: where, when and what."""

    step: int
    layer: int  # 1 is the first hidden layer; the output layer is the last
    what: str  # "pre-activation", "loss", "gradient" or "weight"

    def __str__(self) -> str:
        return tr(
            "training diverged at step {step}: the {what} of layer {layer} "
            "became infinite",
            step=self.step,
            what=tr(self.what),
            layer=self.layer,
        )
