"""`core.functions` under its former name, while the importers in `app` move."""

from core.functions import ACTIVATIONS

__all__ = ["ACTIVATIONS"]
