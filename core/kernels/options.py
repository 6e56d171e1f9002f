"""How kernels are compiled."""

from __future__ import annotations

from typing import Any

#: For kernels that are loaded by symbol (`core.kernels.linking`).
FLAGS: dict[str, Any] = {
    "error_model": "numpy",
    "fastmath": {"contract", "reassoc", "nsz", "arcp"},
}

#: Sums may be reordered and fused, but infinities and NaN keep their meaning: the
#: check that training is still finite stands on them.
FAST: dict[str, Any] = {
    "nogil": True,
    "cache": True,
    "error_model": "numpy",
    "fastmath": {"contract", "reassoc", "nsz", "arcp"},
}

#: For elementary functions: their argument reduction must not be reordered.
EXACT: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "fastmath": {"contract", "nsz"},
}

EXACT_FLAGS: dict[str, Any] = {
    "error_model": "numpy",
    "fastmath": {"contract", "nsz"},
}
