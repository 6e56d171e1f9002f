"""All formats a run can be exported to, for the window and the command line.

To add an export: a function of a `Shown`, and an entry in `EXPORTS`.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from core.engine.series import SeriesParts
from core.engine.snapshot import Snapshot
from core.engine.timeline import MetricSeries
from core.files.export import arrays, metrics_csv, net_json, script, series_csv
from core.files.onnx_out import onnx_model
from core.files.trained import About, Trained, about_of, trained_of
from core.language import mark


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A run as it is shown: at one step, with what came before it."""

    title: str
    snapshot: Snapshot
    metrics: MetricSeries
    series: SeriesParts

    @property
    def trained(self) -> Trained:
        """The network at that step."""
        return trained_of(self.snapshot, self.title)

    @property
    def about(self) -> About:
        """The run's details in the export."""
        return about_of(self.snapshot, self.title)


def shown_of(
    title: str, snapshot: Snapshot, metrics: MetricSeries, series: SeriesParts
) -> Shown:
    """A run at ``snapshot``, without what came after it."""
    return Shown(
        title, snapshot, _until(metrics, snapshot.step), _rows_until(series, snapshot)
    )


def _until(metrics: MetricSeries, step: int) -> MetricSeries:
    count = int(np.searchsorted(metrics.steps, step, side="right"))
    names = ("steps", "loss", "test_loss", "accuracy", "test_accuracy")
    return MetricSeries(*(getattr(metrics, name)[:count] for name in names))


def _rows_until(parts: SeriesParts, snapshot: Snapshot) -> SeriesParts:
    """Drop what was recorded after the step, including bins that extend past it."""
    ends = parts.first + np.cumsum(parts.steps) - 1
    bins = int(np.searchsorted(ends, snapshot.step, side="right"))
    begin = parts.first + int(parts.steps.sum())
    rows = parts.rows[: max(0, snapshot.step + 1 - begin)]
    return replace(
        parts, steps=parts.steps[:bins], bins=parts.bins[:, :bins], rows=rows
    )


def _npz(shown: Shown) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays(shown.trained))
    return stream.getvalue()


class Export(NamedTuple):
    """A kind of file: its title, its extension, and its bytes."""

    title: str
    ending: str
    write: Callable[[Shown], bytes]


EXPORTS: dict[str, Export] = {
    "series": Export(
        mark("Loss and gradients by step, CSV"),
        ".csv",
        lambda s: series_csv(s.series, s.about).encode(),
    ),
    "metrics": Export(
        mark("Loss and accuracy, CSV"),
        ".csv",
        lambda s: metrics_csv(s.metrics, s.about).encode(),
    ),
    "weights": Export(mark("Weights, npz"), ".npz", _npz),
    "net": Export(
        mark("Network, NET.json"), ".json", lambda s: net_json(s.trained).encode()
    ),
    "numpy": Export(
        mark("Network as NumPy script"),
        ".py",
        lambda s: script(s.trained, "numpy").encode(),
    ),
    "torch": Export(
        mark("Network as PyTorch script"),
        ".py",
        lambda s: script(s.trained, "torch").encode(),
    ),
    "onnx": Export(mark("Network, ONNX"), ".onnx", lambda s: onnx_model(s.trained)),
}
