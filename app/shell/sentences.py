"""Sentences that the window says in its banners."""

from __future__ import annotations

from core.errors import Divergence

HELP_LINE = (
    "A network is learning. Space pauses it, the timeline below looks back, a click on "
    "a unit or a link opens it, and everything on the left changes it while it learns."
)


def divergence_sentence(divergence: Divergence) -> str:
    """What happened and what helps, in plain words."""
    return (
        f"Training blew up at step {divergence.step}: the {divergence.what} of layer "
        f"{divergence.layer} overflowed. What you see is the last state "
        "that was still finite. A smaller learning rate usually helps."
    )
