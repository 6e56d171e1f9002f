"""Rows for the goal of training, and whether training stops there."""

from __future__ import annotations

from dataclasses import replace

from app.controls.section import ControlSection
from app.editing.state import AppState
from app.widgets.rows import NumberRow, ToggleRow
from app.widgets.tip import Tip
from core.language import tr
from core.run import RunSpec


def add_goal_rows(section: ControlSection, state: AppState) -> None:
    """Add the goal to ``section``, under "More settings"."""

    def change(**parts: object) -> None:
        state.set_goal(replace(state.goal, **parts))  # type: ignore[arg-type]

    def accuracy(run: RunSpec) -> float | None:
        return (state.goal.accuracy or 0.0) if run.data.problem.classes else None

    section.bind(
        NumberRow(
            Tip(
                tr("Goal: loss at most"),
                tr(
                    "A run is solved when its training loss falls to this "
                    "value. At the left end there is no loss goal."
                ),
            ),
            0.0,
            10.0,
            log=True,
            floor=1e-6,
            most=1e6,
            words={0.0: tr("none")},
        ),
        lambda _: state.goal.loss or 0.0,
        lambda v: change(loss=v or None),
        rare=True,
    )
    section.bind(
        NumberRow(
            Tip(
                tr("Goal: accuracy at least"),
                tr(
                    "A run is solved when this share of the training points is "
                    "right. At the left end there is no accuracy goal."
                ),
            ),
            0.0,
            1.0,
            0.01,
            words={0.0: tr("none")},
        ),
        accuracy,
        lambda v: change(accuracy=v or None),
        rare=True,
    )
    section.bind(
        ToggleRow(
            Tip(
                tr("Stop at goal"),
                tr("Training pauses when the goal is first reached."),
            )
        ),
        lambda _: state.goal.stop if state.goal.asks else None,
        lambda v: change(stop=v),
        rare=True,
    )
    # No lambda: the state's signal would keep it, and with it the closed window, alive.
    state.goal_changed.connect(section.show_again)
