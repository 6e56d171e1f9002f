"""Network: features, activation functions, initial weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QWidget

from app.controls.pruning import PruneRow
from app.controls.section import ControlSection
from app.editing.state import AppState
from app.look.theme import SMALL, Theme
from app.widgets.flow import FlowLayout
from app.widgets.rows import ChoiceRow, NumberRow, ToggleRow
from app.widgets.tip import Tip, set_tip
from core.edits import SetEveryLayer, SetOutput
from core.features import FeatureSpec, features_for
from core.functions import ACTIVATIONS
from core.language import mark, tr
from core.network import LayerSpec
from core.run import RunSpec
from core.run.initialisers import INITIALISERS


class FeatureChips(QWidget):
    """The inputs of the network as chips that can be switched on and off."""

    def __init__(self, state: AppState) -> None:
        super().__init__()
        self._state = state
        self._inputs = 0
        self._theme = state.shown.theme
        self.buttons: dict[str, QToolButton] = {}
        self._flow = FlowLayout(self, 4)

    def show_run(self, run: RunSpec) -> None:
        """Show which features ``run`` uses."""
        inputs = run.data.problem.inputs
        if inputs != self._inputs:
            self._build(inputs)
        chosen = run.features.chosen(inputs)
        for name, chip in self.buttons.items():
            chip.setChecked(name in chosen)

    def _build(self, inputs: int) -> None:
        self._inputs = inputs
        for chip in self.buttons.values():
            self._flow.removeWidget(chip)
            chip.hide()  # deleted only once the event loop runs again
            chip.deleteLater()
        self.buttons = {}
        for feature in features_for(inputs):
            chip = QToolButton(self)
            chip.setObjectName("featureChip")
            chip.setText(feature.label)
            chip.setCheckable(True)
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            chip.setAccessibleName(tr("Feature {label}", label=feature.label))
            set_tip(
                chip,
                Tip(
                    tr("Feature {label}", label=feature.label),
                    tr("An input of the first layer."),
                    feature.formula,
                ),
            )
            chip.clicked.connect(self._on_clicked)
            self._flow.addWidget(chip)
            self.buttons[feature.name] = chip
            self._tint(chip)

    def _on_clicked(self) -> None:
        run = self._state.run
        names = tuple(n for n, chip in self.buttons.items() if chip.isChecked())
        try:
            spec = replace(run.features, names=names)
        except ValueError as error:
            self._state.refused.emit(str(error))
            self._state.told.emit(tr("The network needs at least one input."))
        else:
            spec = spec.normalised(run.data.problem.inputs)
            self._state.editing.change_run(tr("features"), features=spec)
        self.show_run(self._state.run)

    def _tint(self, chip: QToolButton) -> None:
        chip.setFont(self._theme.font(SMALL))
        chip.setFixedHeight(self._theme.px(22))

    def set_theme(self, theme: Theme) -> None:
        """Apply the fonts of ``theme``."""
        self._theme = theme
        for chip in self.buttons.values():
            self._tint(chip)


class NetworkSection(ControlSection):
    """What the network strip does not show: features, start, and all layers at once."""

    def __init__(self, state: AppState) -> None:
        super().__init__(mark("Network"), state, open_=False)
        self.chips = FeatureChips(state)
        self.add(self.chips)
        self._activation = ChoiceRow(
            Tip(tr("Activation")), [(a.name, tr(a.title)) for a in ACTIVATIONS.values()]
        )
        self.bind(
            self._activation,
            _common(lambda layer: layer.activation),
            lambda v: state.editing.apply(SetEveryLayer("activation", v)),
        )
        self._layer_number(
            "maxout_k",
            tr("Pieces k"),
            tr("Number of rows each maxout unit takes the maximum of."),
            r"a_j = \max_{i<k} z_{kj+i}",
            1,
            8,
            1,
            whole=True,
        )
        self._layer_number(
            "negative_slope",
            tr("Negative slope"),
            tr("Slope of leaky ReLU below 0."),
            r"a = \max(0,z) + \alpha \min(0,z)",
            0.0,
            1.0,
            0.01,
        )
        self._layer_number(
            "alpha",
            tr("Alpha"),
            tr("ELU approaches −α for very negative inputs."),
            r"a = \alpha (e^{z} - 1), \; z < 0",
            0.0,
            4.0,
            0.05,
        )
        self._layer_number(
            "slope",
            tr("Slope"),
            tr("How steep the sigmoid is; a large value makes it almost a step."),
            r"a = \sigma(k z)",
            0.1,
            50.0,
            0.1,
        )
        self._layer_number(
            "sigma",
            tr("Width σ"),
            tr("Radius of a radial basis unit."),
            r"a_j = \exp(-\|w_j - h\|^2 / \sigma^2)",
            0.05,
            5.0,
            0.05,
        )
        self.bind(
            ToggleRow(
                Tip(
                    tr("Batch normalisation"),
                    tr("Centres and scales each pre-activation over the minibatch."),
                    r"\hat{z} = \gamma\, \frac{z - \mu_B}{\sqrt{\sigma_B^2 + \epsilon}} + \beta",  # noqa: E501
                )
            ),
            lambda r: (
                any(h.batch_norm for h in r.hidden)
                if any(h.unit.allows_batch_norm for h in r.hidden)
                else None
            ),
            lambda v: state.editing.apply(SetEveryLayer("batch_norm", v)),
        )
        self._initial = ChoiceRow(
            Tip(tr("Initial weights")),
            [(i.name, tr(i.title)) for i in INITIALISERS.values()],
            below=True,
        )
        self.bind(
            self._initial,
            lambda r: r.initial.weights,
            lambda v: self._set_initial(weights=v),
        )
        self.bind(
            NumberRow(
                Tip(
                    tr("Initial scale"),
                    tr("Multiplies the initial weights."),
                    r"W_0 = s \cdot \tilde{W}",
                ),
                0.01,
                10.0,
                log=True,
                most=1e6,
            ),
            lambda r: r.initial.scale if r.initial.weights != "zeros" else None,
            lambda v: self._set_initial(scale=v),
            default=lambda r: r.initial.scale,
        )
        self.bind(
            NumberRow(
                Tip(
                    tr("Initial bias"),
                    tr("Where every bias starts; 0.1 helps to keep ReLU units active."),
                    r"b_0 = \mathrm{const}",
                ),
                -1.0,
                1.0,
                0.01,
                most=1e6,
                slider=False,
            ),
            lambda r: r.initial.bias,
            lambda v: self._set_initial(bias=v),
        )
        self.bind(
            ToggleRow(
                Tip(
                    tr("Freeze output layer"),
                    tr("Its weights stay fixed while the others learn."),
                )
            ),
            lambda r: r.output_frozen,
            lambda v: state.editing.apply(SetOutput("frozen", v)),
        )
        self.pruning = PruneRow(state)
        self.add(self.pruning)
        self._add_fourier()
        self.show_run(state.run)

    def _layer_number(
        self,
        name: str,
        title: str,
        text: str,
        formula: str,
        low: float,
        high: float,
        step: float,
        *,
        whole: bool = False,
    ) -> None:
        def shown(run: RunSpec) -> float | None:
            found = [h for h in run.hidden if name in h.unit.settings]
            return float(getattr(found[0], name)) if found else None

        def change(value: float) -> None:
            new = round(value) if whole else value
            self.state.editing.apply(SetEveryLayer(name, new))

        tip = Tip(title, text, formula)
        fresh = getattr(LayerSpec(1), name)
        self.bind(
            NumberRow(tip, low, high, step, whole=whole),
            shown,
            change,
            default=lambda r: fresh,
        )

    def _add_fourier(self) -> None:
        def change(**changes: object) -> None:
            run = self.state.run
            spec: FeatureSpec = replace(run.features, **changes)  # type: ignore[arg-type]
            self.state.editing.change_run(
                tr("Fourier features"), "fourier", features=spec
            )

        formula = r"\sin(2\pi b \cdot x),\ \cos(2\pi b \cdot x), \quad b \sim \mathcal{N}(0, s^2 I)"  # noqa: E501
        self.bind(
            NumberRow(
                Tip(
                    tr("Fourier features"),
                    tr("Random sine and cosine waves as extra inputs."),
                    formula,
                ),
                0,
                64,
                1,
                whole=True,
                most=256,
                slider=False,
                words={0.0: tr("off")},
            ),
            lambda r: r.features.fourier,
            lambda v: change(fourier=round(v)),
        )
        self.bind(
            NumberRow(
                Tip(
                    tr("Fourier scale"),
                    tr("The frequency of the random waves."),
                    formula,
                ),
                0.1,
                10.0,
                log=True,
                most=1000.0,
            ),
            lambda r: r.features.fourier_scale if r.features.fourier else None,
            lambda v: change(fourier_scale=v),
            default=lambda r: r.features.fourier_scale,
        )

    def _set_initial(self, **changes: object) -> None:
        initial = replace(self.state.run.initial, **changes)  # type: ignore[arg-type]
        name = next(iter(changes))
        key = f"initial.{name}"
        self.state.editing.change_run(tr("initial weights"), key, initial=initial)

    def show_run(self, run: RunSpec) -> None:
        """Show the run, with the formulas of what it uses."""
        self.chips.show_run(run)
        super().show_run(run)
        if run.hidden:
            unit = ACTIVATIONS[run.hidden[0].activation]
            self._activation.set_tip(
                Tip(
                    tr("Activation"),
                    tr(
                        "The activation function of every hidden layer; the "
                        "network strip sets it for each."
                    ),
                    unit.formula,
                )
            )
        start = INITIALISERS[run.initial.weights]
        self._initial.set_tip(
            Tip(
                tr("Initial weights"),
                tr("{title}: how weights are drawn at step 0.", title=tr(start.title)),
                start.formula,
            )
        )

    def set_theme(self, theme: Theme) -> None:
        """Pass the theme to every row."""
        super().set_theme(theme)
        self.chips.set_theme(theme)
        self.pruning.set_theme(theme)


def _common(of: Callable[[LayerSpec], str]) -> Callable[[RunSpec], str | None]:
    """The value all hidden layers share; "" if they differ, None if there are none."""

    def shown(run: RunSpec) -> str | None:
        values = {of(layer) for layer in run.hidden}
        if not values:
            return None
        return values.pop() if len(values) == 1 else ""

    return shown
