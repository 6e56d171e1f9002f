"""The controls above the columns of the network strip: activation, units, layers."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QStyle,
    QStyleOptionToolButton,
    QToolButton,
    QWidget,
)

from app.look.colour import mix
from app.look.icons import icon_pixmap
from app.look.theme import BODY, LIGHT, SMALL, Theme
from app.views.network.stepper import Stepper
from app.views.network.wiring_menu import WiringMenus
from app.views.network.words import activation_short, activation_title
from app.widgets.buttons import IconButton
from app.widgets.controls import mark_control
from app.widgets.label import Label
from app.widgets.tip import Tip, set_tip
from core.engine.snapshot import Snapshot
from core.errors import BadInput
from core.functions import ACTIVATIONS
from core.language import mark, tr
from core.network import LayerSpec
from core.outputs import LOSSES
from core.sampling import BERNOULLI, GAUSSIAN, SAMPLE_TITLES, TITLES, TRAINED

BRIEFEST = 3  # level of the shortest layer name
_DRAWN = {BERNOULLI: mark("0 or 1"), GAUSSIAN: mark("noisy")}


class MenuButton(QToolButton):
    """Text with a small arrow right after it, which opens a menu."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("words")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._theme: Theme = LIGHT
        self.small = False
        self.choices = QMenu(self)
        self.setMenu(self.choices)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.setFont(theme.font())
        self.choices.setFont(theme.font())
        self.setFixedHeight(theme.px(22))
        self.updateGeometry()

    def show_words(self, words: str, small: bool = False) -> None:
        """Show ``words``, in a small font and with less padding if space is short."""
        self.small = small
        self.setText(words)
        self.updateGeometry()

    def _type(self) -> tuple[QFont, int]:
        """The font, and the padding at both sides."""
        theme = self._theme
        return theme.font(SMALL if self.small else BODY), theme.px(
            2 if self.small else 6
        )

    def sizeHint(self) -> QSize:
        """Text, arrow, and a little padding."""
        px = self._theme.px
        font, air = self._type()
        words = QFontMetricsF(font).horizontalAdvance(self.text())
        return QSize(ceil(words) + 2 * air + px(2 + 12), px(22))

    def minimumSizeHint(self) -> QSize:
        """As little as a few letters."""
        return QSize(self._theme.px(40), self._theme.px(22))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The style's background and focus, then our text and arrow."""
        theme = self._theme
        painter = QPainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        style = self.style()
        style.drawComplexControl(
            QStyle.ComplexControl.CC_ToolButton, option, painter, self
        )
        font, air = self._type()
        metrics = QFontMetricsF(font)
        room = self.width() - 2 * air - theme.px(2 + 12)
        elide = Qt.TextElideMode.ElideRight
        words = metrics.elidedText(self.text(), elide, max(room, theme.px(14)) + 1)
        base = (self.height() + metrics.capHeight()) / 2
        painter.setFont(font)
        faded = mix(theme.pane, theme.secondary, 0.65)  # like the style
        painter.setPen(QColor(theme.text if self.isEnabled() else faded))
        left = air
        painter.drawText(QPointF(left, base), words)
        glyph = theme.px(12)
        arrow = icon_pixmap(
            "chevron-down", theme.secondary, glyph, self.devicePixelRatioF()
        )
        right = left + metrics.horizontalAdvance(words) + theme.px(2)
        painter.drawPixmap(QPointF(right, (self.height() - glyph) / 2 + 1), arrow)


class LayerHeader(QWidget):
    """One hidden layer: activation function, number of units, frozen or not."""

    activation_chosen = Signal(int, str)
    field_chosen = Signal(int, str, str)  # random units, and how they learn
    units_stepped = Signal(int, int)
    units_counted = Signal(int, int)
    freeze_toggled = Signal(int, bool)
    insert_asked = Signal(int)  # before this layer
    remove_asked = Signal(int)

    def __init__(self, index: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.index = index
        number = index + 1
        self.name = Label(tr("Layer {number}", number=number), self)
        self.name.setObjectName("hint")
        self.button = MenuButton(self)
        self.button.setAccessibleName(
            tr("Activation function of layer {number}", number=number)
        )
        self.stepper = Stepper(
            Tip(
                tr("Units of layer {number}", number=number),
                tr("Click to type how many."),
            ),
            Tip(
                tr("One unit fewer in layer {number}", number=number),
                tr("Removes the last unit."),
            ),
            Tip(
                tr("One unit more in layer {number}", number=number),
                tr("Adds a unit; existing weights are kept."),
            ),
            self,
        )
        self.lock = IconButton(
            "unlock", self._lock_tip(False), size=20, glyph=14, parent=self
        )
        self.lock.setCheckable(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for part in (self.name, self.button):
            row.addWidget(part)
        self.foot = QWidget(self)
        mark_control(self.foot)
        low = QHBoxLayout(self.foot)
        low.setContentsMargins(0, 0, 0, 0)
        low.setSpacing(0)
        low.addWidget(self.stepper)
        low.addWidget(self.lock)
        row.addWidget(self.foot)
        self._spec: LayerSpec | None = None
        self.wiring = WiringMenus(self)
        self._fill_menu()
        self.stepper.stepped.connect(lambda by: self.units_stepped.emit(index, by))
        self.stepper.counted.connect(lambda n: self.units_counted.emit(index, n))
        self.lock.toggled.connect(self._on_lock)

    def _lock_tip(self, frozen: bool) -> Tip:
        number = self.index + 1
        if frozen:
            return Tip(
                tr("Layer {number} is frozen", number=number), tr("Let it learn again.")
            )
        return Tip(
            tr("Freeze layer {number}", number=number),
            tr("Its weights stay fixed while the others learn."),
        )

    def _fill_menu(self) -> None:
        menu = self.button.choices
        group = QActionGroup(self)
        self.activations: dict[str, QAction] = {}
        for name in ACTIVATIONS:
            action = menu.addAction(activation_title(name))
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(
                lambda _=False, name=name: self.activation_chosen.emit(self.index, name)
            )
            self.activations[name] = action
        menu.addSeparator()
        number = self.index + 1
        self.freeze = menu.addAction(tr("Freeze layer {number}", number=number))
        self.freeze.setCheckable(True)
        self.freeze.triggered.connect(
            lambda on: self.freeze_toggled.emit(self.index, on)
        )
        before = menu.addAction(tr("Add a layer before layer {number}", number=number))
        before.triggered.connect(lambda: self.insert_asked.emit(self.index))
        after = menu.addAction(tr("Add a layer after layer {number}", number=number))
        after.triggered.connect(lambda: self.insert_asked.emit(self.index + 1))
        gone = menu.addAction(tr("Remove layer {number}", number=number))
        gone.triggered.connect(lambda: self.remove_asked.emit(self.index))
        menu.addSeparator()
        self.samples = self._submenu(tr("Random units"), "sample", SAMPLE_TITLES)
        titles = {name: TITLES[name] for name in TRAINED}
        self.estimators = self._submenu(
            tr("Gradient through 0 and 1"), "estimator", titles
        )
        menu.addSeparator()
        self.wiring.add_to(menu)

    def _submenu(
        self, title: str, field: str, names: Mapping[str, str]
    ) -> dict[str, QAction]:
        """Choices of one field of the layer."""
        menu = self.button.choices.addMenu(title)
        group = QActionGroup(self)
        found: dict[str, QAction] = {}
        for name, words in names.items():
            action = menu.addAction(tr(words))
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(
                lambda _=False, name=name: self.field_chosen.emit(
                    self.index, field, name
                )
            )
            found[name] = action
        return found

    def _on_lock(self, on: bool) -> None:
        if self._spec is not None and on != self._spec.frozen:
            self.freeze_toggled.emit(self.index, on)

    def show_name(self, brevity: int) -> None:
        """Name layer and function: 0 in full, up to `BRIEFEST` ever shorter."""
        self.name.setVisible(brevity == 0)
        if self._spec is None:
            return
        number, kind = self.index + 1, self._spec.activation
        title, short = activation_title(kind), activation_short(kind)
        if self._spec.sample:
            title, short = f"{title}, {tr(_DRAWN[self._spec.sample])}", f"{short} ~"
        words = title, f"{number} · {title}", f"{number} · {short}", f"{number} {short}"
        self.button.show_words(words[brevity], small=brevity == BRIEFEST)

    def needed_brevity(self, room: int) -> int:
        """How short the name must be to fit ``room``, besides the layer's own text."""
        for brevity in range(1, BRIEFEST):
            self.show_name(brevity)
            if self.button.sizeHint().width() <= room:
                return brevity
        return BRIEFEST

    def show_layer(self, spec: LayerSpec, most: int) -> None:
        """Show what the layer is."""
        if spec == self._spec:
            return
        self._spec = spec
        unit = ACTIVATIONS[spec.activation]
        set_tip(
            self.button,
            Tip(
                tr(
                    "{title}, layer {index}", title=tr(unit.title), index=self.index + 1
                ),
                tr("Choose another function."),
                unit.formula,
            ),
        )
        self.activations[spec.activation].setChecked(True)
        self.samples[spec.sample].setChecked(True)
        self.estimators[spec.estimator].setChecked(True)
        for action in self.estimators.values():
            action.setEnabled(spec.sample == BERNOULLI)
        self.stepper.show_count(spec.units, 1, most)
        self.lock.setChecked(spec.frozen)
        self.freeze.setChecked(spec.frozen)
        self.lock.set_icon(
            "lock" if spec.frozen else "unlock", self._lock_tip(spec.frozen)
        )

    def set_locked(self, locked: bool) -> None:
        """Disable everything, including the parts below the column."""
        self.setEnabled(not locked)
        self.foot.setEnabled(not locked)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self.name.setFont(theme.font(SMALL))
        self.button.set_theme(theme)
        self.stepper.set_theme(theme)
        self.lock.set_theme(theme)
        self.wiring.set_theme(theme)


class OutputHeader(QWidget):
    """The output layer: its unit and loss, frozen or not."""

    loss_chosen = Signal(str)
    freeze_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = MenuButton(self)
        self.button.setAccessibleName(tr("Output unit and loss"))
        self.lock = IconButton(
            "unlock", self._tip(False), size=20, glyph=14, parent=self
        )
        self.lock.setCheckable(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.button)
        row.addWidget(self.lock)
        self.wiring = WiringMenus(self)
        self._key: object = None
        self._frozen = False
        self._theme: Theme = LIGHT
        self.lock.toggled.connect(self._on_lock)

    def _tip(self, frozen: bool) -> Tip:
        if frozen:
            return Tip(tr("The output layer is frozen"), tr("Let it learn again."))
        return Tip(
            tr("Freeze the output layer"),
            tr("Its weights stay fixed while the others learn."),
        )

    def _on_lock(self, on: bool) -> None:
        if on != self._frozen:
            self.freeze_toggled.emit(on)

    def show_output(self, snapshot: Snapshot, short: bool) -> None:
        """Show the loss; the menu has those that fit the problem."""
        run = snapshot.run
        problem = run.data.problem
        key = (
            run.loss,
            run.components,
            problem.classes,
            problem.targets,
            run.output_frozen,
            short,
        )
        if key == self._key:
            return
        self._key = key
        self._frozen = run.output_frozen
        title = tr(LOSSES[run.loss].title)
        self.button.setText(title.split(",")[0] if short else title)
        set_tip(
            self.button,
            Tip(
                title,
                tr("Choose another output unit and loss."),
                LOSSES[run.loss].formula,
            ),
        )
        self.lock.setChecked(run.output_frozen)
        self.lock.set_icon(
            "lock" if run.output_frozen else "unlock", self._tip(run.output_frozen)
        )
        menu = self.button.choices
        menu.clear()
        for name, loss in LOSSES.items():
            try:
                loss.width(problem.classes, problem.targets, run.components)
            except BadInput:
                continue
            action = menu.addAction(tr(loss.title))
            action.setCheckable(True)
            action.setChecked(name == run.loss)
            action.triggered.connect(lambda _=False, n=name: self.loss_chosen.emit(n))
        menu.addSeparator()
        freeze = menu.addAction(tr("Freeze the output layer"))
        freeze.setCheckable(True)
        freeze.setChecked(run.output_frozen)
        freeze.triggered.connect(self.freeze_toggled)
        menu.addSeparator()
        self.wiring.add_to(menu)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.button.set_theme(theme)
        self.lock.set_theme(theme)
        self.wiring.set_theme(theme)
