"""Output and loss: what the logits mean and how they are judged."""

from __future__ import annotations

from app.controls.section import ControlSection
from app.editing.starting import misfits
from app.editing.state import AppState
from app.widgets.rows import ChoiceRow, NumberRow
from app.widgets.tip import Tip
from core.edits import SetOutput
from core.language import mark, tr
from core.outputs import LOSSES
from core.problems import Problem
from core.run import RunSpec


class OutputSection(ControlSection):
    """The output unit with its loss; those that do not fit show why."""

    def __init__(self, state: AppState) -> None:
        super().__init__(mark("Output & loss"), state)
        self._asked: tuple[Problem, int] | None = None
        self._loss = ChoiceRow(Tip(tr("Output unit, loss")), [], below=True)
        self.bind(
            self._loss,
            lambda r: r.loss,
            lambda v: state.editing.apply(SetOutput("loss", v)),
        )
        self.bind(
            NumberRow(
                Tip(
                    tr("Components"),
                    tr("Gaussians in the mixture."),
                    r"p(y|x) = \sum_{c} \pi_c\, \mathcal{N}(y; \mu_c, \beta_c^{-1})",
                ),
                1,
                12,
                1,
                whole=True,
                most=32,
            ),
            lambda r: r.components if LOSSES[r.loss].has_components else None,
            lambda v: state.editing.apply(SetOutput("components", round(v))),
            default=lambda r: r.components,
        )
        self.show_run(state.run)

    def show_run(self, run: RunSpec) -> None:
        """Offer the losses that fit, and explain the chosen one by its formula.

        The others follow, greyed out, each with the reason.
        """
        asked = (run.data.problem, run.components)
        if self._asked is None or any(
            new is not old for new, old in zip(asked, self._asked, strict=True)
        ):
            self._asked = asked
            why_not = misfits(*asked)
            self._loss.set_choices(
                [(n, tr(LOSSES[n].title)) for n, why in why_not.items() if not why],
                [(tr(LOSSES[n].title), why) for n, why in why_not.items() if why],
            )
        super().show_run(run)
        loss = LOSSES[run.loss]
        self._loss.set_tip(
            Tip(
                tr("Output unit, loss"),
                tr("{title}: the loss of one example.", title=tr(loss.title)),
                loss.formula,
            )
        )
