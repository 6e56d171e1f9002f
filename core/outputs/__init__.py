"""Output units by name: what the logits mean, the loss that reads them, its gradient.

To add one, define it in the file of its family (or in a new file of this package);
every `Loss` in these files is found.
"""

from __future__ import annotations

from core.errors import BadInput, shown
from core.outputs.sigmoid import BCE
from core.outputs.softmax import CE
from core.outputs.unit import Loss
from core.outputs.values import MSE
from core.registry import collected

__all__ = [
    "FILE_NAMES",
    "LOSSES",
    "LOSS_NAMES",
    "Loss",
    "in_files",
    "of_scale",
    "usual_loss",
]

LOSSES: dict[str, Loss] = collected(__name__, __path__, Loss)  # type: ignore[type-abstract]

#: In the order of their kernel codes.
LOSS_NAMES = tuple(LOSSES)

#: Names in files: losses that differ only in their scale share one.
FILE_NAMES = tuple(dict.fromkeys(unit.family or name for name, unit in LOSSES.items()))


def of_scale(name: str, scale: str) -> str:
    """The loss with this name and ``scale`` in files; `BadInput` if there is none."""
    family = LOSSES[name].family or name
    known = {u.scale: n for n, u in LOSSES.items() if u.family == family and u.scale}
    if scale not in known:
        rule = f"be one of {', '.join(known)}" if known else f"be left out for {name}"
        raise BadInput(f"scale must {rule}, got {shown(scale)}")
    return known[scale]


def in_files(name: str) -> dict[str, str]:
    """A loss as written in files: its name and, unless it is the default, its scale."""
    unit = LOSSES[name]
    if not unit.family or unit.family == name:
        return {"loss": name}
    return {"loss": unit.family, "scale": unit.scale}


def usual_loss(classes: int) -> str:
    """The usual loss for this many classes; 0 means values."""
    if classes == 2:
        return BCE.name
    return CE.name if classes else MSE.name
