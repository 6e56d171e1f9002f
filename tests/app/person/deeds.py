"""What a user can do to the window, by mouse and keyboard where possible."""

from __future__ import annotations

import random
from collections.abc import Iterator

import shiboken6
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QComboBox,
    QLineEdit,
    QTabBar,
    QWidget,
)

from app.editing.starting import fitting_losses
from app.shell.layouts import LAYOUTS
from core.edits import Edit, InsertLayer, RemoveLayer, SetLayer, SetOutput
from core.functions import ACTIVATIONS
from core.problems import PROBLEMS
from core.training import OPTIMISER_NAMES
from tests.app.person import hands
from tests.app.person.papers import Papers
from tests.app.person.stage import Stage

CONTROLS = (QAbstractButton, QAbstractSlider, QComboBox, QLineEdit, QTabBar)
KEYS = (
    Qt.Key.Key_Tab,
    Qt.Key.Key_Backtab,
    Qt.Key.Key_Space,
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Delete,
    Qt.Key.Key_F2,
    Qt.Key.Key_F10,
    Qt.Key.Key_Menu,
    Qt.Key.Key_A,
    Qt.Key.Key_X,
    Qt.Key.Key_7,
)
MODIFIERS = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
WRITINGS = (
    "0.1",
    "3",
    "-1",
    "1e300",
    "-1e-300",
    "nan",
    "inf",
    "1e999",
    "0",
    "",
    " ",
    "abc",
    "½",
    "12345678901234567890",
    "0,5",
    "𝕏",
    "sin(x",
    "x*y",
    "1/0",
    "--",
    "1e",
)
WIDEST = 24  # units, and …
DEEPEST = 6  # … layers that structural deeds go up to


class Deeds:
    """Every ``do_…`` is one deed; ``dice`` decides how."""

    def __init__(self, stage: Stage, papers: Papers) -> None:
        self.stage, self.papers = stage, papers
        self.dice = random.Random(0)
        self.said = ""  # the target of the last deed

    # -- places ----------------------------------------------------------------------
    @property
    def _tops(self) -> list[QWidget]:
        """The window, and views that float beside it."""
        window = self.stage.window
        return [window, *(p for p in window.panes if p.isFloating() and p.isVisible())]

    def _seen(self, kinds: tuple[type, ...], inside: QWidget) -> list[QWidget]:
        return [
            w
            for w in inside.findChildren(QWidget)
            if isinstance(w, kinds) and w.isEnabled() and w.isVisible()
        ]

    def _control(self) -> QWidget | None:
        inside = self.dice.choice(self._rooms())
        found = self._seen(CONTROLS, inside)
        while found:
            chosen = found.pop(self.dice.randrange(len(found)))
            if not chosen.visibleRegion().isEmpty():
                self._say(chosen)
                return chosen
        return None

    def _rooms(self) -> list[QWidget]:
        """Parts of the window, so that each gets its share of deeds."""
        window = self.stage.window
        parts: list[QWidget] = [
            window.toolbar,
            window.controls,
            window.timeline,
            window.alarm,
            window.help_line,
            *window.panes,
        ]
        if window.has_lessons:
            parts.append(window.lessons)
        seen = [part for part in parts if part.isVisible()]
        return seen or [window]

    def _spot(self, widget: QWidget) -> QPoint:
        """A random point on the visible part of a widget."""
        seen = widget.visibleRegion().boundingRect()
        if seen.isEmpty():
            seen = widget.rect()
        x = seen.x() + self.dice.randrange(max(1, seen.width()))
        return QPoint(x, seen.y() + self.dice.randrange(max(1, seen.height())))

    def _place(self) -> tuple[QWidget, QPoint]:
        """Any place in a part of the window, and the widget there."""
        room = self.dice.choice(self._rooms())
        at = self._spot(room)
        found = room.childAt(at)
        if found is None:
            self._say(room)
            return room, at
        self._say(found)
        return found, found.mapFrom(room, at)

    def _say(self, widget: QWidget) -> None:
        name = widget.accessibleName() or widget.objectName()
        self.said = f"{type(widget).__name__} {name!r}"

    def _path(self, widget: QWidget, start: QPoint) -> list[QPoint]:
        at, path = start, [start]
        for _ in range(self.dice.randint(1, 7)):
            at = at + QPoint(self.dice.randint(-40, 40), self.dice.randint(-30, 30))
            path.append(at)
        return path

    # -- mouse -----------------------------------------------------------------------
    def do_click_a_control(self) -> None:
        control = self._control()
        if control is not None:
            hands.click(control, self._spot(control))

    def do_click_a_place(self) -> None:
        widget, at = self._place()
        modifiers = self.dice.choice(MODIFIERS)
        hands.click(widget, at, hands.LEFT, modifiers)

    def do_click_twice(self) -> None:
        widget, at = self._place()
        hands.click(widget, at, twice=True)

    def do_right_click(self) -> None:
        widget, at = self._place()
        hands.click(widget, at, hands.RIGHT)

    def do_drag(self) -> None:
        widget, at = self._place()
        button = self.dice.choice((hands.LEFT, hands.LEFT, hands.RIGHT))
        modifiers = self.dice.choice(MODIFIERS)
        hands.drag(widget, self._path(widget, at), button, modifiers)

    def do_drag_a_control(self) -> None:
        control = self._control()
        if control is not None:
            hands.drag(control, self._path(control, self._spot(control)))

    def do_turn_the_wheel(self) -> None:
        widget, at = self._place()
        notches = self.dice.choice((-5, -1, 1, 5))
        hands.wheel(widget, at, notches, self.dice.choice(MODIFIERS))

    def do_hover(self) -> None:
        widget, at = self._place()
        hands.hover(widget, at)
        if self.dice.random() < 0.3 and shiboken6.isValid(widget):
            hands.rest(widget, at)

    def do_scrub(self) -> None:
        track = self.stage.window.timeline.track
        if track.isVisible():
            self._say(track)
            hands.drag(track, self._path(track, self._spot(track)))

    def do_drag_a_pane(self) -> None:
        panes = [p for p in self.stage.window.panes if p.isVisible()]
        if panes:
            pane = self.dice.choice(panes)
            self._say(pane)
            start = pane.header.title.rect().center()
            way = QPoint(self.dice.randint(-500, 500), self.dice.randint(-300, 300))
            path = [start + way * k / 6 for k in range(7)]
            hands.drag(pane.header.title, path)

    # -- keyboard --------------------------------------------------------------------
    def do_press_keys(self) -> None:
        for _ in range(self.dice.randint(1, 5)):
            which, with_ = self.dice.choice(KEYS), self.dice.choice(MODIFIERS)
            self.said = f"{with_.name} {which.name}"
            hands.key(self.stage.window, which, with_)

    def do_use_a_shortcut(self) -> None:
        window = self.stage.window
        actions = [a for a in window.actions() if a.shortcuts() and a.text() != "Quit"]
        action = self.dice.choice(actions)
        keys = self.dice.choice(action.shortcuts())
        self.said = f"{keys.toString()} {action.text()}"
        QTest.keySequence(window.windowHandle(), keys)

    def do_write_into_a_field(self) -> None:
        window = self.stage.window
        fields = self._seen((QLineEdit,), self.dice.choice(self._tops))
        if not fields:
            return
        field = self.dice.choice(fields)
        self._say(field)
        hands.click(field, field.rect().center())
        if shiboken6.isValid(field) and field.isVisible():
            text = self.dice.choice(WRITINGS)
            if field.accessibleName() == "Points" and len(text) > 4:
                text = "5000"  # millions of them take a while on any machine
            self.said += f" {text!r}"
            hands.key(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
            hands.write(field, text)
        ends = (Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Escape)
        hands.key(window, self.dice.choice(ends))

    # -- menus -----------------------------------------------------------------------
    def do_open_the_menu(self) -> None:
        bar = self.stage.window.toolbar
        button = self.dice.choice((bar.menu, bar.compare))
        self._say(button)
        hands.click(button, button.rect().center())

    def do_choose_from_the_menu(self) -> None:
        actions = list(_actions(self.stage.window.menus.main))
        action = self.dice.choice([a for a in actions if a.text() != "Quit"])
        self.said = action.text()
        if action.isEnabled():
            action.trigger()

    def do_open_a_pane_menu(self) -> None:
        panes = [p for p in self.stage.window.panes if p.isVisible()]
        if panes:
            more = self.dice.choice(panes).header.more
            self._say(more)
            hands.click(more, more.rect().center())

    # -- the network -----------------------------------------------------------------
    def do_pick_a_problem(self) -> None:
        name = self.said = self.dice.choice(list(PROBLEMS))
        self.stage.window.controls.problem.picker.buttons[name].click()

    def do_change_the_method(self) -> None:
        name = self.said = self.dice.choice(OPTIMISER_NAMES)
        self.stage.state.editing.change_training(optimiser=name)

    def do_change_the_loss(self) -> None:
        state = self.stage.state
        losses = fitting_losses(state.run.data.problem, state.run.components)
        self.said = self.dice.choice(losses)
        self.edit(SetOutput("loss", self.said))

    def edit(self, edit: Edit) -> None:
        """Change the network as the strip would."""
        self.stage.state.editing.apply(edit)

    def do_add_a_layer(self) -> None:
        hidden = self.stage.state.run.hidden
        if len(hidden) < DEEPEST:
            self.edit(InsertLayer(self.dice.randint(0, len(hidden))))

    def do_remove_a_layer(self) -> None:
        hidden = self.stage.state.run.hidden
        if hidden:
            self.edit(RemoveLayer(self.dice.randrange(len(hidden))))

    def do_change_a_layer(self) -> None:
        hidden = self.stage.state.run.hidden
        if not hidden:
            return
        index = self.dice.randrange(len(hidden))
        if self.dice.random() < 0.5:
            units = self.dice.randint(1, WIDEST)
            self.said = f"{index}: {units} units"
            self.edit(SetLayer(index, "units", units))
        else:
            self.said = self.dice.choice(list(ACTIVATIONS))
            self.edit(SetLayer(index, "activation", self.said))

    def do_edit_a_weight(self) -> None:
        state = self.stage.state
        layers = state.a.latest.network.layout.layers
        layer = self.dice.randrange(len(layers))
        state.editing.set_parameter(layer, "W", (0, 0), self.dice.uniform(-3, 3))

    def do_explode(self) -> None:
        self.stage.state.editing.change_training(
            learning_rate=self.dice.choice([1e4, 1e8])
        )
        self.stage.state.play()

    # -- runs and files --------------------------------------------------------------
    def do_compare(self) -> None:
        state, choice = self.stage.state, self.dice.randrange(4)
        if choice == 0:
            state.comparison.pin()
        elif choice == 1:
            menus = self.stage.window.menus
            runs = menus.variants(state.run)
            for _, others in menus.families(state.run):
                runs = [*runs, *others]
            self.said, run = self.dice.choice(runs)
            state.comparison.start(run, self.said)
        elif choice == 2:
            state.comparison.swap()
        else:
            state.comparison.end()

    def do_undo_or_redo(self) -> None:
        key = self.dice.choice((Qt.Key.Key_Z, Qt.Key.Key_Z, Qt.Key.Key_Y))
        for _ in range(self.dice.randint(1, 4)):
            hands.key(self.stage.window, key, Qt.KeyboardModifier.ControlModifier)

    def do_drop_a_file(self) -> None:
        window = self.stage.window
        mime = QMimeData()
        self.said = self.papers.any_file()
        mime.setUrls([QUrl.fromLocalFile(self.said)])
        event = QDropEvent(
            QPointF(300, 300), Qt.DropAction.CopyAction, mime, hands.LEFT, hands.NONE
        )
        window.dropEvent(event)  # Qt sends none without a real drag

    def do_paste(self) -> None:
        text = self.papers.any_text()
        self.said = text[:20]
        QGuiApplication.clipboard().setText(text)
        control = Qt.KeyboardModifier.ControlModifier
        hands.key(self.stage.window, Qt.Key.Key_V, control)

    def do_draw(self) -> None:
        window = self.stage.window
        if not window.drawing.active:
            window.toggle_drawing()
        canvas = window.desk.panes["output"].panel
        if window.drawing.active and canvas.isVisible():
            at = self._spot(canvas)
            found = canvas.childAt(at) or canvas
            hands.drag(found, self._path(found, found.mapFrom(canvas, at)))

    # -- arrangement -----------------------------------------------------------------
    def do_resize(self) -> None:
        width, height = self.dice.randint(900, 1900), self.dice.randint(560, 1100)
        self.said = f"{width} × {height}"
        self.stage.window.resize(width, height)

    def do_arrange(self) -> None:
        window, choice = self.stage.window, self.dice.randrange(7)
        name = self.said = self.dice.choice(list(window.desk.panes))
        pane = window.desk.panes[name]
        if choice <= 1:
            self.said = self.dice.choice(list(LAYOUTS))
            window.use_layout(self.said)
        elif choice == 2:
            window.desk.close_pane(name)
        elif choice == 3:
            window.show_view(name)
        elif choice == 4:
            pane.setFloating(not pane.isFloating())
        elif choice == 5:
            other = window.desk.panes[self.dice.choice(list(window.desk.panes))]
            if other is not pane:
                window.desk.tabifyDockWidget(pane, other)
        else:
            self.dice.choice((window.toggle_controls, window.toggle_lessons))()

    def do_change_the_look(self) -> None:
        window, choice = self.stage.window, self.dice.randrange(4)
        if choice <= 1:
            self.said = "theme"
            window.looks.toggle_theme()
        elif choice == 2:
            self.said = "scale"
            window.looks.use_scale(self.dice.choice((1.0, 1.0, 1.25, 1.5, 2.0, 3.0)))
        else:
            self.said = "presentation"
            window.looks.toggle_presentation()


def _actions(menu: QWidget) -> Iterator[object]:
    for action in menu.actions():
        below = action.menu()
        if below is not None:
            below.aboutToShow.emit()
            yield from _actions(below)
        elif not action.isSeparator():
            yield action
