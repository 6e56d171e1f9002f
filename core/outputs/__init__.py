"""Output units by name: what the logits mean, the loss that reads them, its gradient.

To add one, define it in the file of its family (or in a new file of this package);
every `Loss` in these files is found.
"""

from __future__ import annotations

from core.outputs.sigmoid import BCE
from core.outputs.softmax import CE
from core.outputs.unit import Loss
from core.outputs.values import MSE
from core.registry import collected

__all__ = ["LOSSES", "LOSS_NAMES", "Loss", "usual_loss"]

LOSSES: dict[str, Loss] = collected(__name__, __path__, Loss)  # type: ignore[type-abstract]

#: In the order of their kernel codes.
LOSS_NAMES = tuple(LOSSES)


def usual_loss(classes: int) -> str:
    """The loss that most people would take for so many classes; 0: for values."""
    if classes == 2:
        return BCE.name
    return CE.name if classes else MSE.name
