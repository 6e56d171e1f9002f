"""Offers the runs that were kept when Hyperfold closed unexpectedly."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog

from app.dialogs.showing import discard
from app.widgets.notes import Banner
from core.language import tr

if TYPE_CHECKING:
    from app.shell.window import MainWindow


class Recovery:
    """A line across the views after a crash, and a list that File ▸ Kept runs opens."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.banner = Banner("status", "info", window)

    def offer(self) -> None:
        """Offer the kept runs, if there are any."""
        from app.dialogs.kept_runs import described

        found = self._window.autosave.left_over()
        if not found:
            return
        newest = found[0]
        kept = described(newest)
        if len(found) > 1:
            words = tr(
                "{count} runs were saved. The latest is {kept}.",
                count=len(found),
                kept=kept,
            )
        else:
            words = tr("Your last run was saved: {kept}.", kept=kept)
        buttons = [(tr("Show autosaved runs"), self.show_list)]
        if not newest.problem:
            buttons.insert(0, (tr("Reopen it"), partial(self.open, newest.path)))
        self.banner.offer(buttons)
        self.banner.say(tr("Hyperfold closed unexpectedly. {words}", words=words))

    def open(self, path: Path) -> None:
        """Open a kept run; the file stays until the run is saved under a name."""
        window = self._window
        self.banner.hide()
        if not window.files.open(str(path)):
            return
        window.files.path = None  # to be saved under a name of its own
        window.settings.drop_recent(str(path.resolve()))
        window.autosave.take(path)
        window.unsaved.settle(unsaved=True)

    def show_list(self) -> None:
        """Show all kept runs and open the chosen one."""
        from app.dialogs.kept_runs import KeptRunsDialog

        autosave = self._window.autosave
        self.banner.hide()
        dialog = KeptRunsDialog(autosave.left_over(), autosave.forget, self._window)
        wanted = dialog.exec() == QDialog.DialogCode.Accepted
        discard(dialog)
        if wanted and dialog.chosen is not None:
            self.open(dialog.chosen)
