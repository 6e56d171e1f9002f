"""Problem: what is to be learned, and how its sample is drawn."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QWidget,
)

from app.controls.section import ControlSection
from app.controls.thumbnails import thumbnail
from app.editing.starting import starting_run, with_problem
from app.editing.state import AppState
from app.look.theme import LIGHT, SMALL, Theme
from app.widgets.buttons import TextButton
from app.widgets.rows import ChoiceRow, NumberRow, Row, ToggleRow, grid
from app.widgets.text_row import FunctionRow
from app.widgets.tip import Tip, set_tip
from core.language import lowered, mark, tr
from core.problems import PROBLEMS, Points, Setting, make_problem, problem_settings
from core.problems.base import BOTH, LEFT, RIGHT
from core.problems.settings import short_title, summary_of
from core.run import RunSpec

COLUMNS, FEW = 3, 6
HALF_TITLES = {
    BOTH: mark("Both halves"),
    LEFT: mark("Left half"),
    RIGHT: mark("Right half"),
}
_CLOUD = 100  # fewest points that XOR gets with noise


class ProblemPicker(QWidget):
    """Thumbnails of the problems: a few, or all after "More"."""

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._current = ""
        self._all = False
        self._drawn: set[tuple[str, str, float, int]] = set()
        self._grid = grid(self, 4)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        for name, cls in PROBLEMS.items():
            button = QToolButton(self)
            button.setObjectName("thumb")
            button.setCheckable(True)
            button.setText(tr(short_title(name, cls.title)))
            button.setAccessibleName(tr("Problem {title}", title=tr(cls.title)))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            set_tip(button, Tip(tr(cls.title), tr(summary_of(cls))))
            button.clicked.connect(lambda _=False, n=name: self.picked.emit(n))
            self._group.addButton(button)
            self.buttons[name] = button
        self.more = QPushButton(self)
        self.more.setObjectName("link")
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.more.clicked.connect(self._toggle_all)
        self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what is seen."""
        super().showEvent(event)
        self.draw_visible()

    def _toggle_all(self) -> None:
        self._all = not self._all
        self._fill()
        self.draw_visible()

    def set_current(self, name: str) -> None:
        """Mark the problem in use; "" for own data."""
        if name == self._current:
            return
        self._current = name
        self._group.setExclusive(False)
        for each, button in self.buttons.items():
            button.setChecked(each == name)
        self._group.setExclusive(True)
        self._fill()
        if self.isVisible():
            self.draw_visible()

    def _shown(self) -> list[str]:
        names = list(self.buttons)
        if self._all:
            return names
        few = names[:FEW]
        if self._current in names and self._current not in few:
            few[-1] = self._current
        return few

    def _fill(self) -> None:
        shown = self._shown()
        for button in [*self.buttons.values(), self.more]:
            self._grid.removeWidget(button)
        for name, button in self.buttons.items():
            button.setVisible(name in shown)
        for i, name in enumerate(shown):
            self._grid.addWidget(self.buttons[name], i // COLUMNS, i % COLUMNS)
        rest = len(self.buttons) - len(shown)
        text = (
            tr("Fewer problems") if self._all else tr("{rest} more problems", rest=rest)
        )
        self.more.setText(text)
        self.more.setAccessibleName(text)
        set_tip(self.more, Tip(text))
        row = (len(shown) - 1) // COLUMNS + 1
        left = Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(self.more, row, 0, 1, COLUMNS, left)

    def draw_visible(self) -> None:
        """Draw the thumbnails that are shown and not drawn yet."""
        theme, ratio = self._theme, self.devicePixelRatioF()
        size = QSize(theme.px(60), theme.px(40))
        for name in self._shown():
            key = (name, theme.name, ratio, size.width())
            button = self.buttons[name]
            if key in self._drawn:
                continue
            self._drawn = {k for k in self._drawn if k[0] != name} | {key}
            picture = thumbnail(make_problem(name), theme, size, ratio)
            button.setIconSize(size)
            button.setIcon(picture)

    def set_theme(self, theme: Theme) -> None:
        """Take type from ``theme``; pictures are drawn when they are shown."""
        self._theme = theme
        for button in self.buttons.values():
            button.setFont(theme.font(SMALL))
            button.setFixedSize(theme.px(68), theme.px(64))
            button.setIconSize(QSize(theme.px(60), theme.px(40)))
        self.more.setFont(theme.font(SMALL))
        self.more.setFixedHeight(theme.px(24))
        if self.isVisible():
            self.draw_visible()


class OwnData(QWidget):
    """Two ways to use own data: draw it, or open a file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draw = TextButton(
            tr("Draw points"),
            Tip(
                tr("Draw points"),
                tr("Paint, erase and move points over Output."),
                keys="D",
            ),
            "pencil",
            self,
        )
        self.bring = TextButton(
            tr("Import …"),
            Tip(tr("Import …"), tr("A table (CSV, TSV), a picture, a scene or a run.")),
            "open",
            self,
        )
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 4)
        line.setSpacing(4)
        line.addWidget(self.draw)
        line.addWidget(self.bring)
        line.addStretch(1)

    def set_theme(self, theme: Theme) -> None:
        """Apply the fonts and tint of ``theme``."""
        self.draw.set_theme(theme)
        self.bring.set_theme(theme)


class ProblemSection(ControlSection):
    """The picker, then the settings of the chosen problem."""

    def __init__(self, state: AppState) -> None:
        super().__init__(mark("Problem"), state)
        self._theme = state.shown.theme
        self.picker = ProblemPicker()
        self.picker.picked.connect(self._on_picked)
        self.add(self.picker)
        self._own_data = OwnData()
        self.draw_asked = self._own_data.draw.clicked
        self.import_asked = self._own_data.bring.clicked
        self.add(self._own_data)
        self._own: list[Row] = []
        self._of: type | None = None
        self._place = self.rows.count()
        self.bind(
            NumberRow(
                Tip(
                    tr("Points"),
                    tr("How many examples are drawn, test points included."),
                ),
                10,
                2000,
                1,
                whole=True,
                log=True,
                most=10_000_000,
            ),
            lambda r: r.data.points if _sized(r) else None,
            lambda v: self._set_data(points=round(v)),
            default=lambda r: max(r.data.points, _CLOUD),
        )
        self.bind(
            NumberRow(
                Tip(tr("Test share"), tr("Share of the points held out for testing.")),
                0.0,
                0.9,
                0.05,
                slider=False,
            ),
            lambda r: r.data.test if _shared(r) else None,
            lambda v: self._set_data(test=v),
            rare=True,
            default=lambda r: r.data.test,
        )
        self.bind(
            NumberRow(
                Tip(
                    tr("Calibration share"),
                    tr(
                        "Share of the points held out from training and "
                        "testing, on which the Saturation view fits a "
                        "temperature and conformal sets."
                    ),
                ),
                0.0,
                0.9,
                0.05,
                slider=False,
            ),
            lambda r: r.data.calibration if _sized(r) or _own(r) else None,
            lambda v: self._set_data(calibration=v),
            rare=True,
            default=lambda r: r.data.calibration,
        )
        self.bind(
            NumberRow(
                Tip(
                    tr("Sample seed"), tr("A different seed draws a different sample.")
                ),
                0,
                999,
                1,
                whole=True,
                slider=False,
                most=1_000_000,
            ),
            lambda r: r.data.seed if _sized(r) or _own(r) else None,
            lambda v: self._set_data(seed=round(v)),
            rare=True,
            default=lambda r: r.data.seed,
        )
        self.bind(
            ChoiceRow(
                Tip(
                    tr("Learn"),
                    tr(
                        "If only one half of the plane is learned, the other half is "
                        "the test split. Switch halves to see what is forgotten."
                    ),
                ),
                [(half, tr(title)) for half, title in HALF_TITLES.items()],
            ),
            lambda r: r.data.half if r.data.problem.inputs <= 2 else None,
            lambda v: self._set_data(half=v),
            rare=True,
            default=lambda r: r.data.half,
        )
        self._keep = ToggleRow(
            Tip(
                tr("Keep network"),
                tr(
                    "Choosing a problem keeps the current layers and "
                    "hyperparameters instead of loading suitable ones."
                ),
            )
        )
        self.bind(self._keep, lambda r: self._keep.value, lambda v: None, rare=True)
        self.show_run(state.run)

    def _on_picked(self, name: str) -> None:
        problem = make_problem(name)
        state = self.state
        if name == state.run.data.problem.name:
            self.picker.set_current(name)
            return
        title = tr("problem {title}", title=tr(PROBLEMS[name].title))
        if self._keep.value:
            state.editing.open_run(with_problem(state.run, problem), title)
        else:
            state.editing.open_run(starting_run(problem), title)

    def _set_data(self, **changes: object) -> None:
        data = replace(self.state.run.data, **changes)  # type: ignore[arg-type]
        self.state.editing.change_run(
            "sample", f"data.{next(iter(changes))}", data=data
        )

    def _set_problem(self, setting: Setting, value: object) -> None:
        run = self.state.run
        if setting.whole:
            value = round(float(value))  # type: ignore[arg-type]
        problem = replace(run.data.problem, **{setting.name: value})  # type: ignore[type-var]
        data = replace(run.data, problem=problem)
        changes: dict[str, object] = {"data": data}
        loss = with_problem(run, problem).loss
        if loss != run.loss:  # a third arm: one logit is not enough any more
            changes["loss"] = loss
        if setting.name == "noise" and problem.name == "xor":
            few = starting_run(problem).data.points
            points = few if not value else max(run.data.points, _CLOUD)
            changes["data"] = replace(data, points=points)
        self.state.editing.change_run(
            lowered(tr(setting.title)), f"problem.{setting.name}", **changes
        )

    def show_run(self, run: RunSpec) -> None:
        """Show the problem and its own settings."""
        problem = run.data.problem
        if type(problem) is not self._of:
            self._of = type(problem)
            self._build(problem_settings(problem))
        self.picker.set_current(problem.name if problem.name in PROBLEMS else "")
        super().show_run(run)

    def _build(self, settings: tuple[Setting, ...]) -> None:
        self.bound = [pair for pair in self.bound if pair[0] not in self._own]
        for old in self._own:
            self._defaults.pop(old, None)
            self.rows.removeWidget(old)
            # It is deleted only once the event loop runs again. Until then it may have
            # the focus, or lose it and accept what was typed; both belong to the
            # problem that is gone.
            old.blockSignals(True)
            old.hide()
            old.deleteLater()
        self._own = []
        for i, setting in enumerate(settings):
            tip = Tip(tr(setting.title), tr(setting.help), setting.formula)
            row: Row
            if setting.variables:
                row = FunctionRow(tip, setting.variables)
            elif setting.choices:
                words = [(c, c.replace("_", " ").capitalize()) for c in setting.choices]
                row = ChoiceRow(tip, words)
            else:
                row = NumberRow(
                    tip,
                    setting.low,
                    setting.high,
                    setting.step,
                    whole=setting.whole,
                    slider=setting.name == "noise",
                )
            self.bind(
                row,
                lambda r, s=setting: _value(r, s),  # type: ignore[misc]
                lambda v, s=setting: self._set_problem(s, v),
                default=lambda r, s=setting: getattr(r.data.problem, s.name, None),  # type: ignore[misc]
            )
            self.rows.removeWidget(row)
            self.rows.insertWidget(self._place + i, row)
            row.set_theme(self._theme)
            self._own.append(row)

    def set_theme(self, theme: Theme) -> None:
        """Pass the theme to picker and rows."""
        self._theme = theme
        super().set_theme(theme)
        self.picker.set_theme(theme)
        self._own_data.set_theme(theme)


def _value(run: RunSpec, setting: Setting) -> object:
    """What a row shows; None: it does not apply."""
    problem = run.data.problem
    if setting.variables and getattr(problem, "function", "typed") != "typed":
        return None
    return getattr(problem, setting.name, None)


def _own(run: RunSpec) -> bool:
    """Whether own rows are split by share and seed."""
    return isinstance(run.data.problem, Points)


def _shared(run: RunSpec) -> bool:
    """Whether a share of the examples is kept for testing."""
    return (_sized(run) or _own(run)) and run.data.half == BOTH


def _sized(run: RunSpec) -> bool:
    """Whether the user can set the number of points (XOR has four)."""
    problem = run.data.problem
    if not hasattr(problem, "noise"):
        return problem.name in PROBLEMS and problem.name != "parity"
    return problem.name != "xor" or bool(problem.noise)
