"""Texts of the window's banners."""

from __future__ import annotations

from core.errors import Divergence
from core.language import mark, tr

HELP_LINE = mark(
    "A network is learning. Space pauses it, the timeline below looks "
    "back, a click on a unit or a link opens it, and everything on the "
    "left changes it while it learns."
)


def divergence_sentence(divergence: Divergence) -> str:
    """What happened and what helps, in plain words."""
    return tr(
        "Training blew up at step {step}: the {what} of layer {layer} "
        "overflowed. What you see is the last state that was still finite. "
        "A smaller learning rate usually helps.",
        step=divergence.step,
        what=tr(divergence.what),
        layer=divergence.layer,
    )


def not_kept_sentence(why: str) -> str:
    """Why autosave failed, and what to do."""
    return tr(
        "Couldn't autosave this run: {why}. Free some space or save it somewhere else.",
        why=why,
    )
