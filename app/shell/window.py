"""The main window: toolbar, controls, the desk of views, timeline."""

from __future__ import annotations

from functools import partial
from math import inf, isinf
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from app.controls.panel import ControlPanel
from app.controls.problem import ProblemSection
from app.dialogs.showing import show_once
from app.editing.drawing import Drawing
from app.editing.settings import WindowSettings
from app.editing.state import AppState
from app.frame.clock import READING_WAIT, FrameClock
from app.frame.worker import AnalysisWorker
from app.look.style import apply_theme
from app.look.theme import Theme
from app.shell.autosave import Autosave
from app.shell.compact import Compact
from app.shell.errors_dialog import ErrorDialog, log_path
from app.shell.files import Files
from app.shell.keyboard import Keyboard
from app.shell.layout_row import LayoutRow
from app.shell.layouts import Desk, DeskArea
from app.shell.leaving import Leaving
from app.shell.looks import Looks
from app.shell.menus import Menus
from app.shell.panes import Pane
from app.shell.placing import SMALLEST, WANTED, Placing
from app.shell.recovery import Recovery
from app.shell.script import WindowScript
from app.shell.sentences import HELP_LINE, divergence_sentence, not_kept_sentence
from app.shell.timeline_bar import TimelineBar
from app.shell.titles import Titles
from app.shell.toolbar import Toolbar
from app.shell.unsaved import Unsaved
from app.views.registry import PANELS
from app.widgets.notes import Banner, Toast
from core.engine.commands import SetScript
from core.errors import BadInput, Divergence
from core.language import tr
from core.scenes import Scene, commands, load_scene

if TYPE_CHECKING:
    from app.editing.undo import Change
    from app.lessons.dock import LessonsDock
    from core.files.run_file import RunFile


class MainWindow(QMainWindow):
    """Puts the parts together; has no logic of its own about training."""

    first_painted = Signal()

    def __init__(
        self,
        state: AppState,
        settings: WindowSettings,
        scene: Scene | None = None,
        *,
        fill: bool = True,
    ) -> None:
        super().__init__()
        # Before any widget exists: styling each as it is created costs half as much.
        apply_theme(cast(QApplication, QApplication.instance()), state.shown.theme)
        self.state, self.settings = state, settings
        self._painted = False
        self.slow_pace, self.refusal = 60.0, ""  # what a view cannot show of the scene
        self.setWindowTitle("Hyperfold[*]")
        self.setAcceptDrops(True)
        self.keyboard = Keyboard(self)
        self.scene = scene or load_scene("xor")
        self.files = Files(self)
        self.autosave = Autosave(self)
        self.unsaved = Unsaved(state, self)
        self.leaving = Leaving(self)
        self.drawing = Drawing(state)
        self.script = WindowScript(self)
        self.looks = Looks(self)
        self.placing = Placing(self, settings)
        self.setMinimumSize(SMALLEST)
        self.worker = AnalysisWorker()
        self.clock = FrameClock(state, self.worker, self)
        self.toolbar = Toolbar(state, self)
        self.controls = ControlPanel(state, self)
        self.panes = [Pane(entry.name, tr(entry.title)) for entry in PANELS]
        self.desk = Desk(self.panes)
        self.timeline = TimelineBar(state, self)
        self.help_line = Banner("help", "info", self)
        self.alarm = Banner("alarm", "warning", self)
        self.not_kept = Banner("status", "warning", self)
        self.recovery = Recovery(self)
        self._build()
        self._lessons: LessonsDock | None = None
        self.menus = Menus(self)
        self.toolbar.menu.setMenu(self.menus.main)
        self.toolbar.compare.setMenu(self.menus.compare)
        self.toast = Toast(self)
        self._connect()
        self.compact = Compact(self)
        self._apply_theme(state.shown.theme)
        if fill:
            self.fill_panes()
        self.resize(WANTED)
        self.desk.arrange(settings.layout or "overview")
        self.setFocus()  # no control is focused before Tab is pressed

    def _build(self) -> None:
        centre = QWidget(self)
        centre.setObjectName("ground")
        self._centre = QVBoxLayout(centre)
        self._centre.setContentsMargins(8, 8, 8, 8)
        self._centre.setSpacing(8)
        self._centre.addWidget(self.help_line)
        self._centre.addWidget(self.alarm)
        self._centre.addWidget(self.not_kept)
        self._centre.addWidget(self.recovery.banner)
        self.layouts = LayoutRow(self)
        self._centre.addWidget(self.layouts)
        self._centre.addWidget(DeskArea(self.desk, centre), 1)
        middle = QHBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self.controls)
        middle.addWidget(centre, 1)
        body = QWidget(self)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.toolbar)
        layout.addLayout(middle, 1)
        layout.addWidget(self.timeline)
        self.setCentralWidget(body)
        self.alarm.offer(
            [
                (tr("Rewind to last good"), self.state.rewind_to_good),
                (tr("Halve the learning rate"), self.state.halve_learning_rate),
            ]
        )
        if not self.settings.flag("help_dismissed"):
            self.help_line.say(tr(HELP_LINE))

    def _connect(self) -> None:
        state = self.state
        for pane in self.panes:
            pane.visibilityChanged.connect(lambda _: self.clock.wake())
            pane.picture_asked.connect(self.export_picture)
        for section in self.controls.sections:
            if isinstance(section, ProblemSection):
                section.draw_asked.connect(lambda: self.toggle_drawing())
                section.import_asked.connect(lambda: self.files.ask_open())
        self.clock.add(self.toolbar, READING_WAIT)
        self.clock.add(self.timeline, READING_WAIT)
        self.clock.failed.connect(self._on_view_failed)
        state.dirty.connect(self._retry_views)
        state.shown.theme_changed.connect(self._apply_theme)
        state.diverged.connect(self._on_diverged)
        state.told.connect(self.toast.say)
        state.refused.connect(self._on_refused)
        state.failed.connect(self._on_engine_failed)
        self.titles = Titles(self)
        self.desk.arranged.connect(self.looks.on_arranged)
        self.unsaved.changed.connect(self.setWindowModified)
        self.autosave.failed.connect(self.on_not_kept)
        self.not_kept.offer([(tr("Save as …"), self.files.save_as)])
        self.toolbar.theme_asked.connect(self.looks.toggle_theme)
        self.toolbar.lessons_asked.connect(self.toggle_lessons)
        self.toolbar.gallery_asked.connect(self.show_gallery)
        self.toolbar.controls_asked.connect(self.toggle_controls)
        self.help_line.dismissed.connect(
            lambda: self.settings.set_flag("help_dismissed", True)
        )

    def fill_panes(self) -> None:
        """Create the views; the window can be painted once before that."""
        from app.views.output.panel import OutputPanel
        from app.views.regions.panel import RegionsPanel

        for entry, pane in zip(PANELS, self.panes, strict=True):
            if pane.filled:
                continue
            panel = entry.make(self.state)
            panel.set_theme(self.state.shown.theme)
            panel.refresh_needed.connect(partial(self.clock.refresh, panel.name))
            self.state.shown.listen_to(panel)
            panel.step_chosen.connect(self.state.go_to)
            if isinstance(panel, OutputPanel):
                panel.set_drawing(self.drawing)
            if isinstance(panel, RegionsPanel):
                panel.count_changed.connect(self.toolbar.show_regions)
            pane.fill(panel)
            self.clock.add(panel, share=panel.job_share)
            self.looks.let_move(panel)
        self.clock.wake()

    # -- opening ---------------------------------------------------------------------
    def open_scene(
        self, scene: Scene, *, play: bool = True, arrange: bool = True
    ) -> None:
        """Show ``scene`` from step 0, at its own pace and in its own layout."""
        last = self.state.editing.undo_stack.last
        self.state.open_scene(scene)
        self.state.shown.set_slice(scene.plane)
        if scene.layout and arrange:
            self.use_layout(scene.layout, remember=False)
        self.refusal = self.desk.set_views(scene.views)
        if self.refusal:
            self.toast.say(f"{scene.name}: {self.refusal}")
        self.script.open(scene)
        self._opened(scene, last)
        if scene.layout == "walk":  # numbers being read must not change
            self.state.pause()
        elif play:
            self.state.play()

    def open_saved(self, found: RunFile) -> None:
        """Show a saved run as it was left, with the views it was seen in."""
        scene = found.scene
        if found.views:
            self.use_layout(scene.layout, remember=False)
            for name, pane in self.desk.panes.items():
                pane.setVisible(name in found.views)
        self.slow_pace = scene.pace
        self.state.set_pace(scene.pace if found.pace is None else found.pace)
        self.script.end()
        last = self.state.editing.undo_stack.last
        self.state.restore(found.saved, scene)
        self.state.send_a(SetScript(commands(scene), found.saved.snapshots[-1].step))
        if (b := found.beside) is not None:
            self.state.comparison.restore(b.saved, b.title, b.pinned)
        self.state.shown.set_slice(scene.plane)
        self.state.lanes.bring_back((f.step, f.saved) for f in found.futures)
        self.files.give_back(found.extra)
        self._opened(scene, last)

    def _opened(self, scene: Scene, last: Change | None) -> None:
        """Name the window after what was opened; there is nothing to save yet."""
        self.keyboard.give_back(self._lessons)
        self.titles.open(scene, last)
        self.autosave.release()
        self.unsaved.settle()

    def open_target(self, target: str) -> None:
        """Open a scene by name, or a file; shows the reason if that fails."""
        self.files.open(target)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the dropped file, once the other program is released."""
        for url in event.mimeData().urls()[:1]:
            # A dialog inside the drop would block the program it came from.
            QTimer.singleShot(0, partial(self.open_target, url.toLocalFile()))
        event.acceptProposedAction()

    def export_picture(self, name: str = "window") -> None:
        """Ask for a format and write a picture of the window or of one view."""
        self.files.ask_picture(name)

    def copy_scene(self) -> None:
        """Put the present run on the clipboard as the text of a scene."""
        try:
            text = self.files.scene_text()
        except BadInput as error:
            self.toast.say(str(error))
            return
        QGuiApplication.clipboard().setText(text)
        self.toast.say(tr("The scene is on the clipboard"))

    def paste_scene(self) -> None:
        """Open what is on the clipboard: a scene, rows of numbers, or a picture."""
        self.files.paste()

    # -- look ------------------------------------------------------------------------
    def _apply_theme(self, theme: Theme) -> None:
        apply_theme(cast(QApplication, QApplication.instance()), theme)
        self.toolbar.set_theme(theme)
        self.controls.set_theme(theme)
        self.timeline.set_theme(theme)
        if self._lessons is not None:
            self._lessons.set_theme(theme)
        for pane in self.panes:
            pane.set_theme(theme)
        banners = (self.help_line, self.alarm, self.not_kept, self.recovery.banner)
        for part in (*banners, self.toast, self.layouts):
            part.set_theme(theme)

    # -- layout ----------------------------------------------------------------------
    def use_layout(self, name: str, *, remember: bool = True) -> None:
        """Arrange the views in a ready layout."""
        if remember:
            self.settings.layout = name
            self.desk.give_up_aside()
        self.desk.arrange(name)
        self.clock.wake()

    def reset_layout(self) -> None:
        """Restore the present ready layout."""
        self.use_layout(self.desk.layout_name)

    def show_view(self, name: str) -> None:
        """Let a view fill the desk and have the focus, or restore the layout."""
        self.desk.toggle_enlarged(name)
        shown = self.desk.enlarged == name
        self.keyboard.lead_into(self.desk.panes[name] if shown else None)
        self.clock.wake()

    def toggle_controls(self) -> None:
        """Hide or show the left panel."""
        self.controls.setVisible(self.controls.isHidden())

    @property
    def has_lessons(self) -> bool:
        """Whether the lessons panel was created."""
        return self._lessons is not None

    @property
    def lessons(self) -> LessonsDock:
        """The lessons panel, created when first needed."""
        if self._lessons is None:
            # Imported late: checks need the kernels, the first frame does not.
            from app.lessons.dock import LessonsDock

            self._lessons = LessonsDock(self, self)
            self._lessons.set_theme(self.state.shown.theme)
            self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self._lessons)
            self._lessons.hide()
            self.clock.add(self._lessons)
            self.compact.watch(self._lessons)
            self._lessons.visibilityChanged.connect(self.desk.on_lesson)
        return self._lessons

    def toggle_lessons(self) -> None:
        """Hide or show the lessons."""
        if self.lessons.isHidden():
            self.lessons.show()
            if self.lessons.lesson is None:
                self.lessons.show_list()
            self.clock.refresh(self.lessons.name)
        else:
            self.lessons.hide()

    # -- actions ---------------------------------------------------------------------
    def toggle_flat_out(self) -> None:
        """Switch to full speed, or back to the previous pace."""
        pace = self.state.pace
        if isinf(pace):
            self.state.set_pace(self.slow_pace)
        else:
            self.slow_pace = pace
            self.state.set_pace(inf)

    def toggle_drawing(self) -> None:
        """Draw own points over the Output view, or stop."""
        if not self.drawing.active and self.desk.panes["output"].isHidden():
            self.show_view("output")
        self.drawing.toggle()

    def open_compare(self) -> None:
        """Open the menu of the second run."""
        self.toolbar.compare.showMenu()

    def dialog(self, name: str) -> QDialog:
        """Make the dialog "help", "about" or "gallery"."""
        from app.shell.about import AboutDialog
        from app.shell.gallery import Gallery
        from app.shell.help import HelpDialog

        if name == "about":
            return AboutDialog(self.state.a.latest.backend, self)
        return HelpDialog(self) if name == "help" else Gallery(self)

    def show_help(self) -> None:
        """What the keys do and where things are."""
        show_once(self.dialog("help"))

    def show_gallery(self) -> None:
        """All scenes with pictures, and the layouts."""
        show_once(self.dialog("gallery"))

    def show_about(self) -> None:
        """Versions, licences and backend."""
        show_once(self.dialog("about"))

    def show_log(self) -> None:
        """Open the log in the system's viewer."""
        path = log_path()
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            self.toast.say(tr("Couldn't open the log. It's at {path}", path=path))

    # -- what happens by itself ------------------------------------------------------
    def _on_diverged(self, divergence: Divergence | None) -> None:
        if divergence is None:
            self.alarm.hide()
            return
        self.alarm.say(divergence_sentence(divergence))

    def _on_refused(self, sentence: str) -> None:
        # It is already shown below the edited row.
        if not any(section.editing for section in self.controls.sections):
            self.toast.say(sentence)

    def _on_view_failed(self, name: str, error: Exception) -> None:
        pane = self.desk.panes.get(name)
        if pane is not None:
            pane.show_error(error)

    def _retry_views(self) -> None:
        """Retry failed views: they may be able to draw after the next action."""
        for pane in self.panes:
            if pane.failed:
                pane.show_error(None)

    def _on_engine_failed(self, error: BaseException) -> None:
        if isinstance(error, BadInput):  # rejected, not broken: a sentence is enough
            self.toast.say(str(error))
            return
        self.autosave.save(wait=True)
        show_once(ErrorDialog(error, tr("training"), self))

    def on_not_kept(self, why: str) -> None:
        """Show in the status bar why autosave failed; empty: it works again."""
        if why:
            self.not_kept.say(not_kept_sentence(why))
        else:
            self.not_kept.hide()

    # -- Qt --------------------------------------------------------------------------
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves presentation, full screen and an enlarged view."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.looks.presenting:
            self.looks.toggle_presentation()
        elif self.isFullScreen():
            self.looks.toggle_full_screen()
        elif self.drawing.active:
            self.drawing.toggle()
        elif self.desk.enlarged is not None:
            self.show_view(self.desk.enlarged)
        elif self.state.shown.scrub_step is not None:
            self.state.scrub(None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Signal once that the window is painted."""
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self, self.first_painted.emit)

    def restore(self) -> None:
        """Restore the last size and arrangement."""
        sections = self.settings.sections
        if sections is not None:
            self.controls.set_open_sections(sections)
        self.placing.restore()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask if work would be lost; remember the arrangement, end every thread."""
        if not self.leaving.may_close():
            event.ignore()
            return
        if not self.looks.presenting:
            self.placing.remember()
        self.settings.set_blob("desk", self.desk.remembered())
        self.looks.remember()
        self.settings.sections = self.controls.open_sections()
        self.settings.save()
        self.shut_down()
        super().closeEvent(event)

    def shut_down(self) -> None:
        """Stop the clock and join every thread."""
        self.autosave.close(keep=self.leaving.keeps_run)
        self.clock.stop()
        self.worker.close()
        self.state.close()
