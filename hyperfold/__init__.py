"""The installed program, and a small interface for notebooks.

``import hyperfold`` loads next to nothing; `load` and `scenes` load what they need. See
``docs/python.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hyperfold.notebook import Picture, Run, load, scenes

__all__ = ["Picture", "Run", "load", "scenes"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from hyperfold import notebook

        return getattr(notebook, name)
    raise AttributeError(f"module 'hyperfold' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
