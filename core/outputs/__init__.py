"""Output units by name: what the logits mean, the loss that reads them, its gradient.

To add one, define it in the file of its family (or in a new file of this package);
every `Loss` in these files is found.
"""

from __future__ import annotations

from core.outputs.unit import Loss
from core.registry import collected

__all__ = ["LOSSES", "LOSS_NAMES", "Loss"]

LOSSES: dict[str, Loss] = collected(__name__, __path__, Loss)  # type: ignore[type-abstract]

#: In the order of their kernel codes.
LOSS_NAMES = tuple(LOSSES)
