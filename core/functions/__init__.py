"""Hidden units by name: what a layer does with its pre-activations.

To add one, define it in the file of its family (or in a new file of this package);
every `HiddenUnit` in these files is found. Arrays are (…, rows) for pre-activations
and (…, units) for activations; the two differ only for maxout.
"""

from __future__ import annotations

from core.functions.straight import RELU
from core.functions.unit import HiddenUnit
from core.registry import collected

__all__ = ["ACTIVATIONS", "ACTIVATION_NAMES", "DEFAULT_ACTIVATION", "HiddenUnit"]

ACTIVATIONS: dict[str, HiddenUnit] = collected(__name__, __path__, HiddenUnit)

#: In the order of their kernel codes.
ACTIVATION_NAMES = tuple(ACTIVATIONS)

#: What a new layer computes.
DEFAULT_ACTIVATION = RELU.name
