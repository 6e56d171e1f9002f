"""Every action of the window, once: menus, buttons and shortcuts share them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from app.controls.optimiser import TITLES
from app.editing.starting import fitting_losses
from app.frame.bridge import GhostRunner
from app.look.language import LANGUAGES, SYSTEM
from app.shell.files import exports
from app.shell.layouts import LAYOUTS
from app.shell.looks import SCALES
from app.views.registry import PANELS
from app.widgets.label import plain_tooltip
from core.errors import BadInput
from core.functions import ACTIVATIONS
from core.language import tr
from core.numbers import short_number
from core.outputs import LOSSES
from core.run import RunSpec
from core.run.initialisers import INITIALISERS
from core.scenes import load_scene, scene_names
from core.training import OPTIMISER_NAMES

if TYPE_CHECKING:
    from app.editing.undo import UndoStack
    from app.shell.window import MainWindow


def _add(menu: QMenu, text: str, act: Callable[[], object]) -> QAction:
    """Add an item without a shortcut."""
    action = menu.addAction(text)
    action.triggered.connect(lambda _=False: act())
    return action


def _tick(menu: QMenu, present: Callable[[], object]) -> None:
    """Tick the item whose data is ``present()`` whenever the menu opens."""

    # Not a QActionGroup: keys and buttons change the same things without it.
    def show() -> None:
        for action in menu.actions():
            if action.data() is not None:
                action.setCheckable(True)
                action.setChecked(action.data() == present())

    menu.aboutToShow.connect(show)


class _StackAction(QAction):
    """Undo or Redo; shows what, and is disabled if there is nothing."""

    def __init__(
        self, back: bool, stack: UndoStack, window: MainWindow, keys: tuple[str, ...]
    ) -> None:
        super().__init__(window)
        self._back, self._stack = back, stack
        self.setShortcuts([QKeySequence(k) for k in keys])
        self.triggered.connect(stack.undo if back else stack.redo)
        stack.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        stack, back = self._stack, self._back
        what = stack.undo_text if back else stack.redo_text
        if what:
            said = (
                tr("Undo {what}", what=what) if back else tr("Redo {what}", what=what)
            )
        else:
            said = tr("Undo") if back else tr("Redo")
        self.setText(said)
        self.setToolTip(plain_tooltip(said))
        self.setEnabled(stack.index > 0 if back else stack.index < len(stack.changes))


class Menus:
    """Builds the menu of the toolbar and the compare menu."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.main = QMenu(window)
        self.main.setAccessibleName(tr("Menu"))
        self._fill_file(self._sub(tr("File")))
        self._fill_edit(self._sub(tr("Edit")))
        self._fill_run(self._sub(tr("Run")))
        self._fill_view(self._sub(tr("View")))
        self._fill_help(self._sub(tr("Help")))
        self.compare = QMenu(window)
        self.compare.setAccessibleName(tr("Compare"))
        self.compare.aboutToShow.connect(self.fill_compare)
        self._open = QAction(tr("Menu"), window)
        self._open.setShortcut(QKeySequence("F10"))
        self._open.triggered.connect(lambda _=False: window.toolbar.menu.showMenu())
        window.addAction(self._open)

    def _sub(self, title: str) -> QMenu:
        menu = self.main.addMenu(title)
        menu.setAccessibleName(title)
        return menu

    def action(
        self,
        menu: QMenu,
        text: str,
        act: Callable[[], object],
        keys: str | tuple[str, ...] = (),
    ) -> QAction:
        """Add an action that also works when its menu is closed."""
        action = QAction(text, self._window)
        wanted = (keys,) if isinstance(keys, str) else keys
        action.setShortcuts([QKeySequence(k) for k in wanted])
        action.triggered.connect(lambda _=False: act())
        menu.addAction(action)
        self._window.addAction(action)
        return action

    def _fill_file(self, menu: QMenu) -> None:
        window = self._window
        self.action(menu, tr("Open …"), window.files.ask_open, "Ctrl+O")
        scenes = menu.addMenu(tr("Open scene"))
        scenes.setToolTipsVisible(True)
        scenes.aboutToShow.connect(lambda: self._fill_scenes(scenes))
        recent = menu.addMenu(tr("Open recent"))
        recent.aboutToShow.connect(lambda: self._fill_recent(recent))
        _add(menu, tr("Autosaved runs …"), window.recovery.show_list)
        menu.addSeparator()
        self.action(menu, tr("Save run"), window.files.save, "Ctrl+S")
        self.action(menu, tr("Save run as …"), window.files.save_as, "Ctrl+Shift+S")
        self.action(menu, tr("Export picture …"), window.export_picture, "Ctrl+E")
        self.action(menu, tr("Export film …"), window.files.ask_film, "Ctrl+Shift+E")
        numbers = menu.addMenu(tr("Export numbers"))
        numbers.aboutToShow.connect(lambda: self._fill_numbers(numbers))
        menu.addSeparator()
        self.action(menu, tr("Quit"), window.close, "Ctrl+Q")

    def _fill_scenes(self, menu: QMenu) -> None:
        menu.clear()
        for name in scene_names():
            scene = load_scene(name)
            item = _add(menu, tr(scene.title), partial(self._window.open_target, name))
            item.setToolTip(plain_tooltip(tr(scene.summary)))

    def _fill_numbers(self, menu: QMenu) -> None:
        menu.clear()
        for kind, export in exports().items():
            ask = partial(self._window.files.ask_numbers, kind)
            _add(menu, f"{tr(export.title)} …", ask)

    def _fill_recent(self, menu: QMenu) -> None:
        menu.clear()
        for path in self._window.settings.recent():
            _add(menu, path, partial(self._window.open_target, path))
        if menu.isEmpty():
            menu.addAction(tr("No recent files")).setEnabled(False)

    def _fill_edit(self, menu: QMenu) -> None:
        stack, window = self._window.state.editing.undo_stack, self._window
        for action in (
            _StackAction(True, stack, window, ("Ctrl+Z",)),
            _StackAction(False, stack, window, ("Ctrl+Shift+Z", "Ctrl+Y")),
        ):
            menu.addAction(action)
            window.addAction(action)
        menu.addSeparator()
        self.action(menu, tr("Draw points"), window.toggle_drawing, "D")
        self.action(menu, tr("Copy scene as text"), window.copy_scene, "Ctrl+Shift+C")
        self.action(menu, tr("Paste"), window.paste_scene, ("Ctrl+V", "Ctrl+Shift+V"))

    def _fill_run(self, menu: QMenu) -> None:
        state, window = self._window.state, self._window
        self.action(menu, tr("Play or pause"), state.toggle, "Space")
        self.action(menu, tr("One step"), lambda: state.step(), "Right")
        self.action(menu, tr("Ten steps"), lambda: state.step(10), "Shift+Right")
        self.action(menu, tr("Rewind"), state.rewind, "R")
        self.action(menu, tr("New seed"), state.new_seed, "N")
        self.action(menu, tr("Replay the recorded steps"), state.replay.toggle, "P")
        menu.addSeparator()
        self.action(
            menu, tr("Flat out, or back to the set pace"), window.toggle_flat_out, "F"
        )
        self.action(menu, tr("Compare A and B …"), window.open_compare, "B")

    def _fill_view(self, menu: QMenu) -> None:
        window = self._window
        for entry in PANELS:
            self.action(
                menu, tr(entry.title), partial(window.show_view, entry.name), entry.key
            )
        menu.addSeparator()
        layouts = menu.addMenu(tr("Layout"))
        for i, layout in enumerate(LAYOUTS.values(), start=1):
            self.action(
                layouts,
                tr(layout.title),
                partial(window.use_layout, layout.name),
                f"Ctrl+{i}",
            ).setData(layout.name)
        _tick(layouts, lambda: window.desk.layout_name)
        self.action(menu, tr("Reset layout"), window.reset_layout, "Ctrl+0")
        self.action(menu, tr("Gallery of scenes …"), window.show_gallery, "G")
        menu.addSeparator()
        self._fill_theme(menu.addMenu(tr("Theme")))
        self._fill_scale(menu.addMenu(tr("Size")))
        if len(LANGUAGES) > 1:
            self._fill_language(menu.addMenu(tr("Language")))
        self.action(menu, tr("Light or dark"), window.looks.toggle_theme, "Ctrl+D")
        motion = menu.addAction(tr("Reduce motion"))
        motion.setCheckable(True)
        motion.setChecked(window.settings.flag("reduce_motion"))
        motion.toggled.connect(window.looks.reduce_motion)
        menu.addSeparator()
        self.action(menu, tr("Controls"), window.toggle_controls, "Ctrl+L")
        self.action(menu, tr("Full screen"), window.looks.toggle_full_screen, "F11")
        self.action(menu, tr("Presentation"), window.looks.toggle_presentation, "F5")

    def _fill_theme(self, menu: QMenu) -> None:
        window = self._window
        for choice, text in (
            ("system", tr("Follow the system")),
            ("light", tr("Light")),
            ("dark", tr("Dark")),
        ):
            _add(menu, text, partial(window.looks.use_theme, choice)).setData(choice)
        _tick(menu, lambda: window.settings.theme)

    def _fill_scale(self, menu: QMenu) -> None:
        window = self._window
        for scale in SCALES:
            item = _add(menu, f"{scale:.0%}", partial(window.looks.use_scale, scale))
            item.setData(scale)
        _tick(menu, lambda: window.settings.scale)
        menu.addSeparator()
        self.action(
            menu, tr("Larger"), lambda: window.looks.step_scale(1), ("Ctrl++", "Ctrl+=")
        )
        self.action(menu, tr("Smaller"), lambda: window.looks.step_scale(-1), "Ctrl+-")

    def _fill_language(self, menu: QMenu) -> None:
        looks = self._window.looks
        for choice, title in ((SYSTEM, tr("Follow the system")), *LANGUAGES.items()):
            _add(menu, title, partial(looks.use_language, choice)).setData(choice)
        _tick(menu, lambda: self._window.settings.language)

    def _fill_help(self, menu: QMenu) -> None:
        window = self._window
        self.action(menu, tr("Help"), window.show_help, "F1")
        self.action(menu, tr("Lessons"), window.toggle_lessons, "F2")
        self.action(menu, tr("Show log"), window.show_log)
        self.action(menu, tr("About Hyperfold"), window.show_about)

    # -- A | B -----------------------------------------------------------------------
    def fill_compare(self) -> None:
        """Offer what can be done with a second run now."""
        menu, state = self.compare, self._window.state
        menu.clear()
        _add(menu, tr("Keep this run as B"), state.comparison.pin)
        start = menu.addMenu(tr("Train B beside A with"))
        for title, run in self.variants(state.run):
            _add(start, title, partial(state.comparison.start, run, title))
        for title, runs in self.families(state.run):
            sub = start.addMenu(title)
            for words, run in runs:
                _add(sub, words, partial(state.comparison.start, run, words))
        if state.comparison.b is not None:
            menu.addSeparator()
            if not isinstance(state.comparison.b, GhostRunner):
                _add(menu, tr("Swap A and B"), state.comparison.swap)
            _add(menu, tr("Close B"), state.comparison.end)

    def variants(self, run: RunSpec) -> list[tuple[str, RunSpec]]:
        """Second runs that differ from ``run`` in one number."""
        rate = run.training.learning_rate
        return [
            (tr("Another seed"), replace(run, seed=run.seed + 1)),
            (
                tr("Learning rate {rate}", rate=short_number(rate * 10, 6)),
                run.with_training(learning_rate=rate * 10),
            ),
            (
                tr("Learning rate {rate}", rate=short_number(rate / 10, 6)),
                run.with_training(learning_rate=rate / 10),
            ),
        ]

    def families(self, run: RunSpec) -> list[tuple[str, list[tuple[str, RunSpec]]]]:
        """Second runs that differ from ``run`` in one choice."""
        initial = [
            (tr(i.title), replace(run, initial=replace(run.initial, weights=i.name)))
            for i in INITIALISERS.values()
            if i.name != run.initial.weights
        ]
        losses = [
            (tr(LOSSES[name].title), run.changed(loss=name))
            for name in fitting_losses(run.data.problem, run.components)
            if name != run.loss
        ]
        methods = [
            (tr(TITLES[name]), run.with_training(optimiser=name))
            for name in OPTIMISER_NAMES
            if name != run.training.optimiser
        ]
        activations = [
            (title, other)
            for title, other in _with_activations(run)
            if other.hidden != run.hidden
        ]
        named = [
            (tr("Another activation function"), activations),
            (tr("Another output unit, loss"), losses),
            (tr("Another method"), methods),
            (tr("Other initial weights"), initial),
        ]
        return [(title, runs) for title, runs in named if runs]


def _with_activations(run: RunSpec) -> Iterator[tuple[str, RunSpec]]:
    """The run with each activation function that all its layers can have."""
    for unit in ACTIVATIONS.values():
        with suppress(BadInput):  # for example, a sampling layer has its own
            hidden = tuple(
                replace(
                    layer,
                    activation=unit.name,
                    batch_norm=layer.batch_norm and unit.allows_batch_norm,
                )
                for layer in run.hidden
            )
            yield tr(unit.title), run.changed(hidden=hidden)
