"""The design of an experiment: the run it starts from, settings, seeds and steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QScrollArea,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from app.editing.experiments import Experiments
from app.look.numbers import shown_count
from app.look.theme import LIGHT, SMALL, Theme
from app.views.experiments.key_chooser import KeyChooser
from app.views.experiments.values import (
    RangeForm,
    first_values,
    read_values,
    words_of,
)
from app.widgets.buttons import IconButton, TextButton
from app.widgets.label import Label, plain_tooltip
from app.widgets.number_field import NumberField
from app.widgets.tip import Tip
from core.errors import BadInput
from core.experiments.experiment import (
    MOST_AXES,
    MOST_SEEDS,
    MOST_STEPS,
    Axis,
    Experiment,
    base_words,
)
from core.language import lowered, tr
from core.scenes.key_list import WORD, Key, keys_of, value_of

WIDE = 268


class SettingBox(QWidget):
    """One varied setting: which, and over which values."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = tr("Setting {number}", number=number)
        self.key_button = TextButton(
            words, Tip(words, tr("Choose what is varied.")), "chevron-down"
        )
        self.key_button.setObjectName("flush")  # aligned with the text above
        self.key_button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.remove = IconButton(
            "close",
            Tip(
                tr("Remove setting {number}", number=number),
                tr("It keeps the run's own value."),
            ),
            size=22,
            glyph=14,
        )
        self.field = QLineEdit(self)
        self.field.setAccessibleName(tr("Values of setting {number}", number=number))
        self.more = IconButton(
            "more",
            Tip(
                tr("Values of setting {number}: more", number=number),
                tr("Fill in a range, or tick values."),
            ),
            size=26,
            glyph=16,
        )
        self.note = Label(self)
        self.note.setObjectName("refusal")
        self.note.setWordWrap(True)
        self.note.hide()
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self.key_button)
        top.addStretch(1)
        top.addWidget(self.remove)
        below = QHBoxLayout()
        below.setSpacing(4)
        below.addWidget(self.field, 1)
        below.addWidget(self.more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(top)
        layout.addLayout(below)
        layout.addWidget(self.note)

    def refuse(self, words: str) -> None:
        """Show why the values were rejected; empty if they were accepted."""
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's fonts and sizes."""
        self.key_button.set_theme(theme)
        self.key_button.setFont(theme.font(weight=600))
        self.remove.set_theme(theme)
        self.more.set_theme(theme)
        self.field.setFont(theme.font())
        self.field.setFixedHeight(theme.px(26))
        self.note.setFont(theme.font(SMALL))


class Designer(QScrollArea):
    """Everything that can be set before an experiment runs."""

    def __init__(self, experiments: Experiments, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._experiments = experiments
        self._theme: Theme = LIGHT
        self._drawn: Experiment | None = None
        self._body = QWidget(self)
        self._body.setObjectName("controlsBody")
        self._base_title = Label(tr("Starts from"), self._body)
        self.base = Label("", self._body)
        self.base.setWordWrap(True)
        self.use_present = TextButton(
            tr("Use the current run"),
            Tip(
                tr("Use the current run"),
                tr(
                    "Vary settings of run A as it is now: its problem, "
                    "network, optimiser and goal."
                ),
            ),
        )
        self._vary_title = Label(tr("Vary"), self._body)
        for title in (self._base_title, self._vary_title):
            title.setObjectName("hint")
        self.boxes = [SettingBox(i + 1, self._body) for i in range(MOST_AXES)]
        self.add = TextButton(
            tr("Add a setting"),
            Tip(tr("Add a setting"), tr("Up to three settings are varied together.")),
            "plus",
        )
        self._seeds_label = Label(tr("Seeds for each"), self._body)
        self.seeds = NumberField(
            tr("Seeds for each"), 1, MOST_SEEDS, whole=True, parent=self._body
        )
        self._steps_label = Label(tr("Steps of each run"), self._body)
        self.steps = NumberField(
            tr("Steps of each run"),
            1,
            MOST_STEPS,
            whole=True,
            log=True,
            parent=self._body,
        )
        self.count = Label("", self._body)
        self.count.setWordWrap(True)
        self.refusal = Label("", self._body)
        self.refusal.setObjectName("refusal")
        self.refusal.setWordWrap(True)
        self.chooser = KeyChooser(self)
        self._choosing = 0  # the box the chooser is for
        self._build()
        experiments.changed.connect(self.show_design)

    def _build(self) -> None:
        self.setWidget(self._body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self._body)
        layout.setContentsMargins(12, 4, 10, 12)
        layout.setSpacing(6)
        layout.addWidget(self._base_title)
        layout.addWidget(self.base)
        layout.addLayout(_flush(self.use_present))
        layout.addSpacing(4)
        layout.addWidget(self._vary_title)
        for i, box in enumerate(self.boxes):
            layout.addWidget(box)
            box.key_button.clicked.connect(lambda _=False, i=i: self._choose(i))
            box.remove.clicked.connect(lambda _=False, i=i: self._remove(i))
            box.field.editingFinished.connect(lambda i=i: self._on_typed(i))
            box.more.clicked.connect(lambda _=False, i=i: self._open_more(i))
        layout.addLayout(_flush(self.add))
        layout.addSpacing(4)
        for label, field in (
            (self._seeds_label, self.seeds),
            (self._steps_label, self.steps),
        ):
            row = QHBoxLayout()
            row.addWidget(label)
            row.addStretch(1)
            row.addWidget(field)
            layout.addLayout(row)
            label.setBuddy(field)
        layout.addWidget(self.count)
        layout.addWidget(self.refusal)
        layout.addStretch(1)
        self.use_present.clicked.connect(self._use_present)
        self.add.clicked.connect(lambda: self._choose(self._axes))
        self.seeds.value_changed.connect(lambda v: self._change(seeds=round(v)))
        self.steps.value_changed.connect(lambda v: self._change(steps=round(v)))
        self.chooser.chosen.connect(self._on_key)
        self.show_design()

    # -- what there is ---------------------------------------------------------------
    @property
    def experiment(self) -> Experiment | None:
        """The design that is shown."""
        return self._drawn

    @property
    def _axes(self) -> int:
        return 0 if self._drawn is None else len(self._drawn.axes)

    def show_design(self) -> None:
        """Show the present design; fields being edited are left alone."""
        experiment = self._experiments.experiment
        if experiment is not None and experiment is self._drawn:
            return
        self._drawn = experiment
        for i, box in enumerate(self.boxes):
            there = i < self._axes
            box.setVisible(there)
            if there and experiment is not None:
                box.key_button.setText(experiment.key(i).title)
                box.field.setText(words_of(experiment.axes[i]))
                box.field.setCursorPosition(0)
                box.field.setToolTip(plain_tooltip(words_of(experiment.axes[i])))
                box.refuse("")
        self.add.setVisible(self._axes < MOST_AXES)
        self.refusal.hide()
        for widget in (self._seeds_label, self.seeds, self._steps_label, self.steps):
            widget.setVisible(experiment is not None)
        if experiment is None:
            scene = self._experiments.present_scene()
            self.base.setText(base_words(scene))
            self.count.setText("")
            return
        self.base.setText(base_words(experiment.scene))
        self.seeds.set_value(experiment.seeds)
        self.steps.set_value(experiment.steps)
        self.count.setText(_count_words(experiment))

    # -- changes ---------------------------------------------------------------------
    def _base(self) -> Experiment:
        if self._drawn is not None:
            return self._drawn
        scene = self._experiments.present_scene()
        steps = min(scene.steps, MOST_STEPS)
        return Experiment(tr("My experiment"), scene, (), 8, steps)

    def _try(self, make: Callable[[], Experiment], text: str) -> str:
        """Try a design; returns the reason it was rejected, or an empty text."""
        try:
            self._experiments.design(make(), text)
        except BadInput as error:
            return str(error)
        self.refusal.hide()
        return ""

    def _change(self, **changes: object) -> None:
        drawn = self._drawn
        if drawn is None:
            return
        words = self._try(lambda: replace(drawn, **changes), next(iter(changes)))  # type: ignore[arg-type]
        self._refuse(words)
        if words:
            self.seeds.set_value(drawn.seeds)
            self.steps.set_value(drawn.steps)

    def _refuse(self, words: str) -> None:
        self.refusal.setText(words)
        self.refusal.setVisible(bool(words))

    def _use_present(self) -> None:
        """Use the same settings on the window's run, as far as they fit it."""
        base = self._base()
        scene = self._experiments.present_scene()
        known = {key.path for key in keys_of(scene)}
        axes = tuple(axis for axis in base.axes if axis.key in known)
        new = replace(
            base,
            scene=scene,
            axes=axes,
            steps=min(scene.steps, MOST_STEPS),
            name="",
            title=tr("My experiment"),
            question="",
        )
        self._refuse(self._try(lambda: new, tr("experiment on the current run")))

    def _choose(self, index: int) -> None:
        base = self._base()
        taken = {a.key for i, a in enumerate(base.axes) if i != index}
        keys = [key for key in keys_of(base.scene) if key.path not in taken]
        self._choosing = index
        box = self.boxes[index] if index < self._axes else None
        self.chooser.offer(keys, self.add if box is None else box.key_button)

    def _on_key(self, key: Key) -> None:
        base, index = self._base(), self._choosing
        values = first_values(key, value_of(base.scene, key.path))
        axes = list(base.axes)
        axis = Axis(key.path, values, key.log)
        if index < len(axes):
            axes[index] = axis
        else:
            axes.append(axis)
        self._refuse(
            self._try(
                lambda: _own(base, tuple(axes)),
                tr("vary {title}", title=lowered(key.title)),
            )
        )

    def _remove(self, index: int) -> None:
        base = self._base()
        axes = tuple(axis for i, axis in enumerate(base.axes) if i != index)
        self._refuse(self._try(lambda: _own(base, axes), tr("remove a setting")))

    def _on_typed(self, index: int) -> None:
        drawn = self._drawn
        if drawn is None or index >= len(drawn.axes):
            return
        box, axis = self.boxes[index], drawn.axes[index]
        if box.field.text() == words_of(axis):
            box.refuse("")
            return
        try:
            values = read_values(box.field.text(), drawn.key(index))
        except BadInput as error:
            box.refuse(str(error))
            return
        self._set_values(index, values, axis.log)

    def _set_values(self, index: int, values: tuple[object, ...], log: bool) -> None:
        base = self._base()

        def make() -> Experiment:
            axes = list(base.axes)
            axes[index] = Axis(axes[index].key, values, log)
            return _own(base, tuple(axes))

        box = self.boxes[index]
        box.refuse(self._try(make, "values"))

    def _open_more(self, index: int) -> None:
        drawn = self._drawn
        if drawn is None:
            return
        menu = self.more_menu(index)
        button = self.boxes[index].more
        menu.exec(button.mapToGlobal(QPoint(0, button.height())))
        menu.deleteLater()

    def more_menu(self, index: int) -> QMenu:
        """Values to tick if they are words, else a range to fill in."""
        assert self._drawn is not None
        key, axis = self._drawn.key(index), self._drawn.axes[index]
        menu = QMenu(self)
        if key.kind == WORD:
            for name, title in key.choices:
                action = menu.addAction(title)
                action.setCheckable(True)
                action.setChecked(name in axis.values)
                action.toggled.connect(
                    lambda on, name=name: self._tick(index, name, on)
                )
            return menu
        form = RangeForm(key, axis)
        form.set_theme(self._theme)
        holder = QWidgetAction(menu)
        holder.setDefaultWidget(form)
        menu.addAction(holder)
        form.taken.connect(lambda values, log: self._set_values(index, values, log))
        form.taken.connect(lambda *_: menu.close())
        return menu

    def _tick(self, index: int, name: str, on: bool) -> None:
        assert self._drawn is not None
        axis, key = self._drawn.axes[index], self._drawn.key(index)
        chosen = {*axis.values, name} if on else {*axis.values} - {name}
        values = tuple(n for n, _ in key.choices if n in chosen)
        self._set_values(index, values, axis.log)

    def showEvent(self, event: QShowEvent) -> None:
        """Reapply the fonts, which style sheets applied meanwhile have reset."""
        super().showEvent(event)
        self.set_theme(self._theme)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's fonts and sizes."""
        self._theme = theme
        self.setFixedWidth(theme.px(WIDE))
        for title in (self._base_title, self._vary_title):
            title.setFont(theme.font(SMALL, 700))
        for label in (self.base, self._seeds_label, self._steps_label):
            label.setFont(theme.font())
        for label in (self.count, self.refusal):
            label.setFont(theme.font(SMALL))
        for box in self.boxes:
            box.set_theme(theme)
        for field in (self.seeds, self.steps):
            field.setFont(theme.font())
            field.setFixedSize(theme.px(84), theme.px(26))
        for button in (self.use_present, self.add):
            button.set_theme(theme)
        self.chooser.set_theme(theme)


def _flush(button: TextButton) -> QHBoxLayout:
    """A button whose text is aligned with the other texts."""
    button.setObjectName("flush")
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(button)
    row.addStretch(1)
    return row


def _own(base: Experiment, axes: tuple[Axis, ...]) -> Experiment:
    """A changed ready experiment becomes the user's own, with their question."""
    same = [a.key for a in axes] == [a.key for a in base.axes]
    if same:
        return replace(base, axes=axes)
    return replace(base, axes=axes, name="", title=tr("My experiment"), question="")


def _count_words(experiment: Experiment) -> str:
    runs = shown_count(len(experiment))
    if experiment.combinations == 1:
        return tr("{runs} runs", runs=runs)
    return tr(
        "{combinations} × {seeds} = {runs} runs",
        combinations=experiment.combinations,
        seeds=experiment.seeds,
        runs=runs,
    )
