"""The row of page names at the head of a view."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QTabBar, QToolButton, QWidget

from app.look.theme import LIGHT, SMALL, Theme
from app.widgets.label import plain_tooltip

_ROOMY, _TIGHT = 12, 4  # pixels on either side of a name
_LETTERS = 44  # pixels for a name cut short


class PageTabs(QTabBar):
    """Tabs that move closer together, then shorten names, before one is out of sight.

    They are painted here: a style sheet's padding cannot follow the width.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        for arrow in self.findChildren(QToolButton):
            arrow.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrow keys move on

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.setFont(theme.font(SMALL))
        self.updateGeometry()
        self.update()

    def tabInserted(self, index: int) -> None:
        """Tell the name on a tip too, as it may be cut short."""
        super().tabInserted(index)
        self.setTabToolTip(index, plain_tooltip(self.tabText(index)))

    def tabSizeHint(self, index: int) -> QSize:
        """The name with as much padding as there is room for."""
        return self._size(index, self._room())

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Room for the name of the chosen tab, and for a few letters of others."""
        whole = self._size(index, self._theme.px(_TIGHT))
        if index == self.currentIndex():
            return whole
        return QSize(min(whole.width(), self._theme.px(_LETTERS)), whole.height())

    def _shown(self) -> list[int]:
        return [i for i in range(self.count()) if self.isTabVisible(i)]

    def least_width(self) -> int:
        """The room that all names need."""
        tight = self._theme.px(_TIGHT)
        return sum(self._size(i, tight).width() for i in self._shown())

    def minimumSizeHint(self) -> QSize:
        """A few names; the others are reached by scrolling."""
        return QSize(self._theme.px(60), self._height())

    def sizeHint(self) -> QSize:
        """All names with room between them."""
        sizes = [self._size(i, self._theme.px(_ROOMY)).width() for i in self._shown()]
        return QSize(sum(sizes), self._height())

    def _height(self) -> int:
        return ceil(QFontMetricsF(self._theme.font(SMALL)).height()) + self._theme.px(9)

    def words(self, index: int) -> float:
        """How wide the title of a tab is."""
        metrics = QFontMetricsF(self._theme.font(SMALL))
        return metrics.horizontalAdvance(self.tabText(index))

    def _room(self) -> int:
        shown = self._shown()
        words = sum(self.words(i) for i in shown)
        free = (self.width() - words) / (2 * max(1, len(shown)))
        px = self._theme.px
        return int(min(max(free - 0.5, px(_TIGHT)), px(_ROOMY)))

    def _size(self, index: int, room: int) -> QSize:
        return QSize(ceil(self.words(index)) + 2 * room, self._height())

    def _free(self) -> QRegion:
        """What the arrows leave of the row; they are there if it has to be scrolled."""
        free = QRegion(self.rect())
        for arrow in self.findChildren(QToolButton):
            if arrow.isVisible():
                free -= QRegion(arrow.geometry())
        return free

    def paintEvent(self, event: QPaintEvent) -> None:
        """Names, a line under the chosen one, a frame around it if it has the focus."""
        theme = self._theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.pane))
        painter.setClipRegion(self._free())
        painter.setFont(theme.font(SMALL))
        metrics = QFontMetricsF(theme.font(SMALL))
        for i in self._shown():
            place = QRectF(self.tabRect(i))
            chosen = i == self.currentIndex()
            painter.setPen(QColor(theme.text if chosen else theme.secondary))
            room = place.width() - 2 * theme.px(_TIGHT) + 1
            words = metrics.elidedText(
                self.tabText(i), Qt.TextElideMode.ElideRight, max(room, 0)
            )
            painter.drawText(
                place.adjusted(0, 0, 0, -2), Qt.AlignmentFlag.AlignCenter, words
            )
            if not chosen:
                continue
            painter.fillRect(
                QRectF(place.left(), place.bottom() - 2, place.width(), 2),
                QColor(theme.accent),
            )
            if self.hasFocus():
                painter.setPen(QPen(QColor(theme.accent), 1))
                painter.drawRect(place.adjusted(0.5, 0.5, -1.5, -2.5))
