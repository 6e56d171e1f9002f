"""Optimiser: method, rate, batch, schedule."""

from __future__ import annotations

from dataclasses import replace

from app.controls.goal import add_goal_rows
from app.controls.section import ControlSection
from app.editing.state import AppState
from app.widgets.rows import ChoiceRow, NumberRow, ToggleRow
from app.widgets.tip import Tip
from core.language import mark, tr
from core.run import RunSpec
from core.training import OPTIMISER_NAMES, SCHEDULE_NAMES, SCHEDULES

TITLES = {
    "sgd": "SGD",
    "momentum": mark("Momentum"),
    "nesterov": mark("Nesterov"),
    "rmsprop": "RMSProp",
    "adam": "Adam",
    "adamw": "AdamW",
    **SCHEDULES,
}

_STEP = r"\theta \leftarrow \theta - \eta\, "
_ADAM = r"\frac{\hat{m}}{\sqrt{\hat{v}} + \epsilon}"
_VELOCITY = r"v \leftarrow \mu v + g, \quad "
_SQUARES = r"s \leftarrow \alpha s + (1-\alpha) g^2, \quad "
FORMULAS = {
    "sgd": _STEP + "g",
    "momentum": _VELOCITY + _STEP + "v",
    "nesterov": _VELOCITY + _STEP + r"(g + \mu v)",
    "rmsprop": _SQUARES + _STEP + r"\frac{g}{\sqrt{s} + \epsilon}",
    "adam": _STEP + _ADAM,
    "adamw": r"\theta \leftarrow (1 - \eta\lambda)\, \theta - \eta\, " + _ADAM,
}


def _method_tip(name: str) -> Tip:
    return Tip(
        tr("Method"),
        tr("How the gradient g becomes a step of the weights."),
        FORMULAS[name],
    )


class OptimiserSection(ControlSection):
    """Everything that determines how a gradient becomes a step."""

    def __init__(self, state: AppState) -> None:
        super().__init__(mark("Optimiser"), state)
        self._method = ChoiceRow(
            _method_tip("adam"), [(n, tr(TITLES[n])) for n in OPTIMISER_NAMES]
        )
        self.bind(
            self._method,
            lambda r: r.training.optimiser,
            lambda v: state.editing.change_training(optimiser=v),
        )
        self._number(
            "learning_rate",
            Tip(
                tr("Learning rate"),
                tr("The length of a step along the optimiser's direction."),
                r"\theta_{t+1} = \theta_t - \eta\, d_t",
            ),
            1e-5,
            10.0,
            log=True,
            most=1e6,
        )
        self.bind(
            NumberRow(
                Tip(
                    tr("Batch"),
                    tr("Training points per step. At the left end: all of them."),
                    r"g = \frac{1}{B} \sum_{i \in \text{batch}} \nabla_{\!\theta} L_i",
                ),
                0,
                1024,
                1,
                whole=True,
                log=True,
                floor=1.0,
                most=10_000_000,
                words={0.0: tr("all")},
            ),
            lambda r: r.training.batch_size,
            lambda v: state.editing.change_training(batch_size=round(v)),
        )
        self._add_method_rows()
        self._add_schedule_rows()
        self._number(
            "clip_norm",
            Tip(
                tr("Clip norm"),
                tr(
                    "Longer gradients are scaled down to this norm. 0 turns "
                    "clipping off."
                ),
                r"g \leftarrow g \cdot \min\left(1, \frac{c}{\|g\|}\right)",
            ),
            0.0,
            100.0,
            log=True,
            floor=0.01,
            most=1e9,
            words={0.0: tr("off")},
            rare=True,
        )
        self.bind(
            ToggleRow(
                Tip(
                    tr("Single precision"),
                    tr("Train with 32-bit numbers instead of 64-bit ones."),
                )
            ),
            lambda r: r.training.precision == "float32",
            lambda v: state.editing.change_training(
                precision="float32" if v else "float64"
            ),
            rare=True,
        )
        add_goal_rows(self, state)
        self.show_run(state.run)

    def _number(
        self,
        name: str,
        tip: Tip,
        low: float,
        high: float,
        step: float = 0.0,
        *,
        methods: tuple[str, ...] = (),
        log: bool = False,
        floor: float = 0.0,
        most: float | None = None,
        slider: bool = True,
        words: dict[float, str] | None = None,
        rare: bool = False,
    ) -> None:
        def shown(run: RunSpec) -> float | None:
            if methods and run.training.optimiser not in methods:
                return None
            return float(getattr(run.training, name))

        row = NumberRow(
            tip,
            low,
            high,
            step,
            log=log,
            floor=floor,
            most=most,
            slider=slider,
            words=words,
        )
        self.bind(
            row,
            shown,
            lambda v: self.state.editing.change_training(**{name: v}),
            rare=rare,
            default=lambda r: getattr(r.training, name),
        )

    def _add_method_rows(self) -> None:
        adam = ("adam", "adamw")
        self._number(
            "momentum",
            Tip(
                tr("Momentum"),
                tr("How much of the previous direction is kept."),
                r"v \leftarrow \mu v + g",
            ),
            0.0,
            0.999,
            0.005,
            methods=("momentum", "nesterov"),
        )
        self._number(
            "rms_alpha",
            Tip(
                tr("Memory α"),
                tr("How slowly the running mean of squared gradients forgets."),
                r"s \leftarrow \alpha s + (1-\alpha) g^2",
            ),
            0.0,
            0.9999,
            0.005,
            methods=("rmsprop",),
            slider=False,
            rare=True,
        )
        self._number(
            "beta1",
            Tip(
                tr("Memory β₁"),
                tr("How slowly the running mean of gradients forgets."),
                r"m \leftarrow \beta_1 m + (1-\beta_1) g",
            ),
            0.0,
            0.9999,
            0.005,
            methods=adam,
            slider=False,
            rare=True,
        )
        self._number(
            "beta2",
            Tip(
                tr("Memory β₂"),
                tr("How slowly the running mean of squared gradients forgets."),
                r"v \leftarrow \beta_2 v + (1-\beta_2) g^2",
            ),
            0.0,
            0.99999,
            0.001,
            methods=adam,
            slider=False,
            rare=True,
        )
        self._number(
            "weight_decay",
            Tip(
                tr("Weight decay"),
                tr(
                    "Shrinks every weight a little at each step, independently "
                    "of the gradient."
                ),
                r"\theta \leftarrow (1 - \eta\lambda)\,\theta",
            ),
            0.0,
            1.0,
            log=True,
            floor=1e-5,
            most=100.0,
            methods=("adamw",),
            words={0.0: tr("off")},
        )

    def _add_schedule_rows(self) -> None:
        state = self.state

        def change(**changes: object) -> None:
            schedule = replace(state.run.training.schedule, **changes)  # type: ignore[arg-type]
            state.editing.change_training(schedule=schedule)

        self.bind(
            ChoiceRow(
                Tip(
                    tr("Schedule"),
                    tr("How the learning rate changes with the step."),
                    r"\eta_t = \eta \cdot s(t)",
                ),
                [(n, tr(TITLES[n])) for n in SCHEDULE_NAMES],
            ),
            lambda r: r.training.schedule.name,
            lambda v: change(name=v),
            rare=True,
        )
        for name, title, text, formula, kinds, limits in (
            (
                "every",
                tr("Every"),
                tr("Steps between two drops of the rate."),
                r"s(t) = f^{\lfloor t / n \rfloor}",
                ("step",),
                (1, 100_000),
            ),
            (
                "over",
                tr("Over"),
                tr("Steps until the learning rate reaches 0."),
                r"s(t) = \frac{1}{2} (1 + \cos(\pi t / T))",
                ("cosine",),
                (1, 1_000_000),
            ),
            (
                "warmup",
                tr("Warm-up"),
                tr("Steps over which the rate rises from 0."),
                r"s(t) = \min(1, (t+1)/w)",
                ("warmup",),
                (0, 100_000),
            ),
        ):
            self.bind(
                NumberRow(
                    Tip(title, text, formula),
                    limits[0],
                    limits[1],
                    1,
                    whole=True,
                    log=True,
                    floor=1.0,
                    slider=False,
                ),
                lambda r, n=name, k=kinds: (  # type: ignore[misc]
                    getattr(r.training.schedule, n)
                    if r.training.schedule.name in k
                    else None
                ),
                lambda v, n=name: change(**{n: round(v)}),
                rare=True,
                default=lambda r, n=name: getattr(r.training.schedule, n),  # type: ignore[misc]
            )
        self.bind(
            NumberRow(
                Tip(
                    tr("Factor"),
                    tr("What the rate is multiplied by at each drop."),
                    r"s(t) = f^{\lfloor t / n \rfloor}",
                ),
                0.01,
                1.0,
                0.01,
                slider=False,
            ),
            lambda r: (
                r.training.schedule.factor
                if r.training.schedule.name == "step"
                else None
            ),
            lambda v: change(factor=v),
            rare=True,
            default=lambda r: r.training.schedule.factor,
        )

    def show_run(self, run: RunSpec) -> None:
        """Show the run, with the formula of its own method."""
        super().show_run(run)
        self._method.set_tip(_method_tip(run.training.optimiser))
