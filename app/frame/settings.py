"""Settings of a view, declared where the view is: one line each.

    class RegionsPanel(Panel):
        folds = Switch(True, "Fold lines")
        fill = Choice("output", FILLS, "Fill by")

Such a line defines the attribute (``panel.folds``), the key of a scene
(``[views.regions]`` ``folds = false``), the control and its place in the pane's menu.
Whatever sets it, `Panel.setting_changed` is called, and its control follows. A setting
without a title has a control of the view's own, a tab for example, and none in the
menu.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Generic, TypeVar, overload

from core.errors import BadInput
from core.language import tr

if TYPE_CHECKING:
    from typing import Self

    from app.frame.base import Panel

T = TypeVar("T")


class PanelSetting(Generic[T]):
    """One setting; as an attribute of a view it is its value.

    ``key`` names it in scenes where the attribute has another name, ``spoken`` names
    its control to screen readers where the title says too little, and with ``again``
    the view is notified even of a value it already has.
    """

    name = ""  # of the attribute

    def __init__(
        self,
        default: T,
        title: str = "",
        *,
        key: str = "",
        spoken: str = "",
        again: bool = False,
    ) -> None:
        self.default, self.title, self.key = default, title, key
        self.spoken, self.again = spoken or title, again

    def __set_name__(self, owner: type[Panel], name: str) -> None:
        self.name = name
        self.key = self.key or name

    @overload
    def __get__(self, panel: None, owner: type[Panel]) -> Self: ...
    @overload
    def __get__(self, panel: Panel, owner: type[Panel]) -> T: ...
    def __get__(self, panel: Panel | None, owner: type[Panel]) -> Self | T:
        if panel is None:
            return self
        return panel.__dict__.get(f"_setting_{self.name}", self.default)  # type: ignore[no-any-return]

    def __set__(self, panel: Panel, value: T) -> None:
        taken = self.checked(value)
        if self.again or taken != self.__get__(panel, type(panel)):
            panel.__dict__[f"_setting_{self.name}"] = taken
            panel.setting_changed(self.name)
            panel.setting_taken.emit(self.name)

    @abstractmethod
    def checked(self, value: object) -> T:
        """The checked value; `BadInput` if it is invalid."""


class Switch(PanelSetting[bool]):
    """On or off."""

    def checked(self, value: object) -> bool:
        """Reject anything but true and false."""
        if not isinstance(value, bool):
            raise BadInput(
                tr(
                    "{key} must be true or false, got {value}",
                    key=self.key,
                    value=f"{value!r}",
                )
            )
        return value


class Choice(PanelSetting[str]):
    """One of several words, each with its title."""

    def __init__(
        self,
        default: str,
        options: Mapping[str, str],
        title: str = "",
        *,
        spoken: str = "",
    ) -> None:
        super().__init__(default, title, spoken=spoken)
        self.options = dict(options)

    def checked(self, value: object) -> str:
        """Reject other words."""
        if not isinstance(value, str) or value not in self.options:
            known = ", ".join(self.options)
            raise BadInput(
                tr(
                    "{key} must be one of {known}, got {value}",
                    key=self.key,
                    known=known,
                    value=f"{value!r}",
                )
            )
        return value


class Number(PanelSetting[float]):
    """A number within a range."""

    def __init__(
        self,
        default: float,
        low: float,
        high: float,
        *,
        key: str = "",
        again: bool = False,
    ) -> None:
        super().__init__(default, key=key, again=again)
        self.low, self.high = low, high

    def checked(self, value: object) -> float:
        """Reject values outside the range."""
        good = isinstance(value, int | float) and not isinstance(value, bool)
        if not good or not self.low <= float(value) <= self.high:  # type: ignore[arg-type]
            raise BadInput(
                tr(
                    "{key} must be from {low} to {high}, got {value}",
                    key=self.key,
                    low=f"{self.low:g}",
                    high=f"{self.high:g}",
                    value=f"{value!r}",
                )
            )
        return float(value)  # type: ignore[arg-type]


class Word(PanelSetting[str]):
    """A word that the view itself interprets."""

    def checked(self, value: object) -> str:
        """Reject anything but a word."""
        if not isinstance(value, str):
            raise BadInput(
                tr(
                    "{key} must be a word, got {value}",
                    key=self.key,
                    value=f"{value!r}",
                )
            )
        return value


class Whole(PanelSetting[int]):
    """A whole number within a range; ``needs``: a choice it depends on."""

    def __init__(
        self,
        default: int,
        low: int,
        high: int,
        title: str = "",
        *,
        key: str = "",
        spoken: str = "",
        again: bool = False,
        needs: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(default, title, key=key, spoken=spoken, again=again)
        self.low, self.high, self.needs = low, high, needs

    def checked(self, value: object) -> int:
        """Reject fractions and values outside the range."""
        good = isinstance(value, int) and not isinstance(value, bool)
        if not good or not self.low <= int(value) <= self.high:  # type: ignore[call-overload]
            raise BadInput(
                tr(
                    "{key} must be a whole number from {low} to {high}, got {value}",
                    key=self.key,
                    low=self.low,
                    high=self.high,
                    value=f"{value!r}",
                )
            )
        return int(value)  # type: ignore[call-overload, no-any-return]


def settings_of(kind: type[Panel]) -> tuple[PanelSetting[object], ...]:
    """The settings of a view in the order in which they are declared."""
    found: dict[str, PanelSetting[object]] = {}
    for each in reversed(kind.__mro__):
        found |= {
            name: value
            for name, value in vars(each).items()
            if isinstance(value, PanelSetting)
        }
    return tuple(found.values())
