"""Output units whose loss is a sum over targets, each target with its own logits.

Such a unit is written once, as expressions (`core.functions.words`): NumPy evaluates
them here, autodiff builds its graph from ``each``, and the kernel is generated.
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from core.arrays import Floats
from core.errors import require
from core.functions.algebra import Expr, Tape
from core.functions.words import z
from core.outputs.unit import Loss


class Elementwise(Loss):
    """Logits parameter by parameter: all targets of the first head, then the next.

    ``each`` is the loss of one target, an expression of the heads and ``y``; ``slopes``
    are its derivatives by each head.
    """

    heads: ClassVar[tuple[Expr, ...]] = (z,)
    each: ClassVar[Expr]
    slopes: ClassVar[tuple[Expr, ...]]
    #: The names of the logits of each head in the network; () if they are plain.
    head_letters: ClassVar[tuple[str, ...]] = ()

    @property
    def logits_per_target(self) -> int:
        """One per head."""
        return len(self.heads)

    @property
    def head_names(self) -> tuple[str, ...]:
        """The name of a logit's head."""
        return tuple(head.name for head in self.heads)

    def width(self, classes: int, targets: int, components: int = 3) -> int:
        """One logit of every head for each target."""
        return len(self.heads) * self.target_width(classes, targets)

    def targets_of(self, width: int, components: int) -> int:
        """The number of logits divided by the number of heads."""
        count = len(self.heads)
        require(
            width % count == 0,
            f"output: width of {self.name}",
            f"be {'even' if count == 2 else f'a multiple of {count}'} "
            f"({', then '.join(self.head_titles)})",
            width,
        )
        return width // count

    @cached_property
    def _value(self) -> Tape:
        return Tape((self.each,))

    @cached_property
    def _slopes(self) -> Tape:
        return Tape(self.slopes)

    def split(self, z: Floats) -> list[Floats]:
        """The logits (…, d) of every head."""
        d = z.shape[-1] // len(self.heads)
        return [z[..., i * d : (i + 1) * d] for i in range(len(self.heads))]

    def named_logits(self, z: Floats) -> dict[str, Floats]:
        """The logits (width,) of one example by the name of their head."""
        return dict(zip(self.head_names, self.split(z), strict=True))

    def letters(self, targets: int, components: int) -> list[tuple[str, int]]:
        """One letter per head."""
        return [(letter, targets) for letter in self.head_letters]

    def _known(self, z: Floats, y: Floats) -> dict[str, Floats]:
        return {**self.named_logits(z), "y": y}

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ over the targets of ``each``."""
        (each,) = self._value.run(self._known(z, y), like=self.split(z)[0])
        return np.asarray(np.sum(each, axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """``slopes``, head by head."""
        found = self._slopes.run(self._known(z, y), like=self.split(z)[0])
        return np.concatenate(found, axis=1) if len(found) > 1 else found[0]

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """The logits of the first head."""
        return self.split(z)[0]
