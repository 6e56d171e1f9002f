"""Regularisation: penalties, dropout, label smoothing, noise."""

from __future__ import annotations

from app.controls.section import ControlSection
from app.editing.state import AppState
from app.widgets.rows import NumberRow
from app.widgets.tip import Tip
from core.language import mark, tr
from core.outputs import LOSSES
from core.run import RunSpec

_LOG: dict[str, object] = {
    "log": True,
    "floor": 1e-6,
    "most": 1e6,
}
_SHARE: dict[str, object] = {}


class RegularisationSection(ControlSection):
    """What keeps a network from memorising its sample."""

    def __init__(self, state: AppState) -> None:
        super().__init__(mark("Regularisation"), state, open_=False)
        self._add(
            "l2",
            Tip(
                "L2",
                tr(
                    "Adds the squares of the weights to the loss. Biases are "
                    "not penalised."
                ),
                r"J = \bar{L} + \frac{\lambda_2}{2} \sum_l \|W_l\|_F^2",
            ),
            1.0,
            0.0,
            _LOG,
        )
        self._add(
            "l1",
            Tip(
                "L1",
                tr("Adds the absolute weights to the loss, which drives many to 0."),
                r"J = \bar{L} + \lambda_1 \sum_l \|W_l\|_1",
            ),
            1.0,
            0.0,
            _LOG,
        )
        self._add(
            "dropout",
            Tip(
                tr("Dropout"),
                tr(
                    "Each hidden unit is switched off with this probability in "
                    "each step."
                ),
                r"h \leftarrow \frac{m \odot h}{1 - p}, \quad m_j \sim \mathrm{B}(1-p)",
            ),
            0.9,
            0.01,
            _SHARE,
        )
        self._add(
            "label_smoothing",
            Tip(
                tr("Label smoothing"),
                tr(
                    "Moves a little target probability from the true class to "
                    "the others."
                ),
                r"q = (1-\varepsilon)\, y + \frac{\varepsilon}{k}",
            ),
            0.5,
            0.01,
            _SHARE,
            losses=tuple(name for name, loss in LOSSES.items() if loss.one_hot),
        )
        self._add(
            "input_noise",
            Tip(
                tr("Input noise"),
                tr("Standard deviation of noise added to the inputs in every step."),
                r"x \leftarrow x + \varepsilon, \quad \varepsilon \sim \mathcal{N}(0, \sigma^2 I)",  # noqa: E501
            ),
            1.0,
            0.005,
            {"most": 1e6},
        )
        self.show_run(state.run)

    def _add(
        self,
        name: str,
        tip: Tip,
        high: float,
        step: float,
        how: dict[str, object],
        losses: tuple[str, ...] = (),
    ) -> None:
        def shown(run: RunSpec) -> float | None:
            applies = not losses or run.loss in losses
            return float(getattr(run.training, name)) if applies else None

        how = {**how, "words": {0.0: tr("off")}}
        row = NumberRow(tip, 0.0, high, step, **how)  # type: ignore[arg-type]
        self.bind(
            row,
            shown,
            lambda v: self.state.editing.change_training(**{name: v}),
            default=lambda r: getattr(r.training, name),
        )
