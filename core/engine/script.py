"""Commands that happen at given steps, as scenes have them."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.commands import Command
from core.engine.session import Session


def advance_scripted(
    session: Session, steps: int, script: Sequence[tuple[int, Command]]
) -> int:
    """Make ``steps`` steps from the start of a run, obeying ``script`` on the way.

    ``script`` holds (steps made, command) in order. Steps are counted over the whole
    run, so that a rewind in the middle does not start the count anew. Commands at the
    very end are still carried out. Returns how many steps were made.
    """
    made = 0
    for at, command in script:
        if at > steps:
            break
        made += session.advance(at - made)
        if made < at:
            return made
        session.apply(command)
    return made + session.advance(steps - made)
