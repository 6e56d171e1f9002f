"""What every step recorded, in constant memory.

The last 10,000 steps are kept whole. Older ones are folded into bins with the minimum,
mean and maximum of each column; when all bins are in use, neighbours are merged and
every bin becomes twice as wide. A spike of one step therefore survives any number of
steps, as the maximum of its bin.

One thread appends; any thread may read. When a run changes its network or goes back,
the session continues with another series: a reader keeps the one that belongs to the
snapshot it has. A reader never holds the lock while it copies:
full bins are not written again (a merge makes new arrays), and the ring of whole rows
has room to spare, so a reader only has to check afterwards that it was not overtaken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.errors import require

WHOLE = 10_000  # steps kept whole
BINS = 2048  # bins for all older steps; even, since bins merge in pairs
_RING = 16_384  # rows of the ring; what exceeds WHOLE is the reader's head start
_PIECE = 2048  # rows appended at a time


@dataclass(frozen=True, slots=True, eq=False)
class SeriesView:
    """Columns decimated to pixels; ``low``, ``mean``, ``high`` are (columns, m)."""

    steps: npt.NDArray[np.float64]  # (m,), the middle of the steps each entry covers
    low: Floats
    mean: Floats
    high: Floats


@dataclass(frozen=True, slots=True, eq=False)
class SeriesParts:
    """A series as saved in a file: bins of older steps, then whole rows."""

    first: int  # the very first step
    width: int  # steps of a full bin
    steps: npt.NDArray[np.int64]  # (m,), how many steps each bin covers
    bins: Floats  # (3, m, columns): low, mean, high
    rows: Floats  # (n, columns), the steps after the last bin

    def check(self) -> None:
        """Raise `BadInput` for anything that cannot be a series."""
        width, steps, m = self.width, self.steps, len(self.steps)
        require(self.first >= 1, "series: first", "be 1 or more", self.first)
        require(
            1 <= width < 2**48 and width & (width - 1) == 0,
            "series: width",
            "be a power of two",
            width,
        )
        require(m <= BINS, "series: bins", f"be at most {BINS}", m)
        full = bool((steps[:-1] == width).all()) and (m == 0 or 0 < steps[-1] <= width)
        require(full, "series: steps", f"be {width} but for the last bin", "others")
        require(
            len(self.rows) <= WHOLE,
            "series: rows",
            f"be at most {WHOLE}",
            len(self.rows),
        )


@dataclass(slots=True, eq=False)
class _Bins:
    """Statistics of older steps, bin by bin; rows below ``count`` never change."""

    start: npt.NDArray[np.int64]  # (BINS,), first step of each bin
    steps: npt.NDArray[np.int64]  # (BINS,), how many steps it covers
    low: Floats  # (BINS, columns)
    mean: Floats
    high: Floats

    @staticmethod
    def empty(columns: int) -> _Bins:
        whole = np.zeros((2, BINS), np.int64)
        values = np.full((3, BINS, columns), np.nan)
        return _Bins(whole[0], whole[1], values[0], values[1], values[2])


def _mean(
    a: Floats, n: npt.NDArray[np.int64], b: Floats, m: npt.NDArray[np.int64]
) -> Floats:
    """Weighted mean of two columns of means; missing values are ignored."""
    both = (a * n + b * m) / np.maximum(n + m, 1)
    return np.where(np.isnan(a), b, np.where(np.isnan(b), a, both))


class Series:
    """Rows of numbers, one row per step."""

    def __init__(self, columns: int, first: int = 1) -> None:
        self._lock = Lock()
        self._reset(columns, first)

    def _reset(self, columns: int, first: int) -> None:
        self._columns = columns
        self._first = first  # step of the very first row
        self._end = first  # one past the last step
        self._reach = first  # one past the last step being written
        self._whole = first  # first step of the whole part
        self._ring: Floats = np.full((_RING, columns), np.nan)
        self._bins = _Bins.empty(columns)
        self._count = 0  # full bins
        self._width = 1  # steps of a full bin
        self._open = 0  # steps in the bin being filled, at position `count`

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self._columns

    @property
    def first(self) -> int:
        """The first step ever recorded (the next one, if there is none)."""
        return self._first

    @property
    def last(self) -> int:
        """The last step recorded; ``first − 1`` while there is none."""
        return self._end - 1

    @property
    def nbytes(self) -> int:
        """Bytes used, which does not depend on how many steps were made."""
        bins = self._bins
        arrays = (bins.start, bins.steps, bins.low, bins.mean, bins.high, self._ring)
        return sum(a.nbytes for a in arrays)

    def append(self, rows: Floats) -> None:
        """Record the next steps; ``rows`` is (steps, columns)."""
        for start in range(0, len(rows), _PIECE):
            piece = rows[start : start + _PIECE]
            with self._lock:
                end = self._end + len(piece)
                self._reach = end
                _put(self._ring, self._end, piece)
                self._end = end
                self._fold(end - WHOLE)

    def truncate(self, step: int) -> None:
        """Drop what came after ``step``.

        A bin that extends past ``step`` keeps its statistics: the later steps cannot be
        separated out again.
        """
        with self._lock:
            if step + 1 >= self._end:
                return
            end = max(step + 1, self._first)
            if end >= self._whole:
                ring = self._ring.copy()
                self._ring, self._end, self._reach = ring, end, end
                return
            bins, used = self._bins, self._count + (1 if self._open else 0)
            kept = int((bins.start[:used] + self._width <= end).sum())
            self._bins = _Bins(
                bins.start.copy(),
                bins.steps.copy(),
                bins.low.copy(),
                bins.mean.copy(),
                bins.high.copy(),
            )
            self._count = kept
            self._open = end - int(bins.start[kept]) if kept < used else 0
            if self._open:
                self._bins.steps[kept] = self._open
            self._ring = self._ring.copy()
            self._whole = self._end = self._reach = end

    def remapped(self, sources: Sequence[int | None]) -> Series:
        """A copy with other columns: column i is column ``sources[i]`` of this one.

        ``None`` is a column without history (NaN), as for a new layer.
        """

        def pick(old: Floats) -> Floats:
            new = np.full((len(old), len(sources)), np.nan)
            for i, source in enumerate(sources):
                if source is not None:
                    new[:, i] = old[:, source]
            return new

        twin = self.copy()
        bins = twin._bins
        bins.low, bins.mean, bins.high = map(pick, (bins.low, bins.mean, bins.high))
        twin._ring = pick(twin._ring)
        twin._columns = len(sources)
        return twin

    def _fold(self, upto: int) -> None:
        """Move whole rows before step ``upto`` into bins."""
        while self._whole < upto:
            if self._count == BINS:
                self._merge()
            if self._open or self._width > upto - self._whole:
                wanted = min(self._width - self._open, upto - self._whole)
                self._fill(_get(self._ring, self._whole, self._whole + wanted))
            else:
                free = BINS - self._count
                full = min((upto - self._whole) // self._width, free)
                wanted = full * self._width
                self._push(_get(self._ring, self._whole, self._whole + wanted))
            self._whole += wanted

    def _push(self, rows: Floats) -> None:
        """Add whole bins made of ``rows`` (a multiple of the width)."""
        bins, width = self._bins, self._width
        cut = rows.reshape(-1, width, self._columns)
        here = slice(self._count, self._count + len(cut))
        bins.start[here] = self._whole + width * np.arange(len(cut))
        bins.steps[here] = width
        if width == 1:
            bins.low[here] = bins.mean[here] = bins.high[here] = rows
        else:
            bins.low[here] = _halve(np.minimum, cut)
            bins.mean[here] = _halve(np.add, cut) / width
            bins.high[here] = _halve(np.maximum, cut)
        self._count += len(cut)

    def _fill(self, rows: Floats) -> None:
        """Add ``rows`` to the open bin."""
        # The open bin keeps changing, so readers copy it.
        bins, i, n, m = self._bins, self._count, self._open, len(rows)
        cut = rows[None]
        low, high = _halve(np.minimum, cut)[0], _halve(np.maximum, cut)[0]
        mean = _halve(np.add, cut)[0] / m
        if n:
            low = np.fmin(bins.low[i], low)
            high = np.fmax(bins.high[i], high)
            mean = _mean(bins.mean[i], np.int64(n), mean, np.int64(m))  # type: ignore[arg-type]
        else:
            bins.start[i] = self._whole
        bins.low[i], bins.mean[i], bins.high[i] = low, mean, high
        bins.steps[i] = n + m
        self._open = n + m
        if self._open == self._width:
            self._count, self._open = i + 1, 0

    def _merge(self) -> None:
        """Join bins in pairs; each new bin covers twice as many steps."""
        old, new, half = self._bins, _Bins.empty(self._columns), BINS // 2
        even, odd = slice(0, None, 2), slice(1, None, 2)
        new.start[:half] = old.start[even]
        new.steps[:half] = old.steps[even] + old.steps[odd]
        new.low[:half] = np.fmin(old.low[even], old.low[odd])
        new.high[:half] = np.fmax(old.high[even], old.high[odd])
        new.mean[:half] = _mean(
            old.mean[even], old.steps[even, None], old.mean[odd], old.steps[odd, None]
        )
        self._bins, self._count, self._width = new, half, 2 * self._width

    def copy(self) -> Series:
        """An independent copy that no longer grows with the run."""
        twin = Series(self._columns, self._first)
        with self._lock:
            bins = self._bins
            for name in (
                "_columns",
                "_first",
                "_end",
                "_reach",
                "_whole",
                "_count",
                "_width",
                "_open",
            ):
                setattr(twin, name, getattr(self, name))
            twin._ring = self._ring.copy()
            twin._bins = _Bins(
                bins.start.copy(),
                bins.steps.copy(),
                bins.low.copy(),
                bins.mean.copy(),
                bins.high.copy(),
            )
        return twin

    def parts(self) -> SeriesParts:
        """Copies of everything recorded, for a file."""
        with self._lock:
            bins, used = self._bins, self._count + (1 if self._open else 0)
            return SeriesParts(
                self._first,
                self._width,
                bins.steps[:used].copy(),
                np.stack([bins.low[:used], bins.mean[:used], bins.high[:used]]),
                _get(self._ring, self._whole, self._end).copy(),
            )

    @staticmethod
    def of(parts: SeriesParts) -> Series:
        """The series whose `parts` are given."""
        parts.check()
        m, columns = len(parts.steps), parts.rows.shape[1]
        made = Series(columns, parts.first)
        bins = made._bins
        bins.steps[:m] = parts.steps
        bins.start[:m] = parts.first + np.cumsum(parts.steps) - parts.steps
        bins.low[:m], bins.mean[:m], bins.high[:m] = parts.bins
        made._width = parts.width
        last_open = m > 0 and int(parts.steps[-1]) < parts.width
        made._count = m - 1 if last_open else m
        made._open = int(parts.steps[-1]) if last_open else 0
        made._whole = parts.first + int(parts.steps.sum())
        made._end = made._reach = made._whole + len(parts.rows)
        _put(made._ring, made._whole, parts.rows)
        return made

    def view(
        self,
        columns: Sequence[int],
        start: int,
        stop: int,
        pixels: int,
        *,
        lenient: bool = False,
    ) -> SeriesView:
        """Steps ``start … stop − 1`` of some columns in at most ``pixels`` + 1 entries.

        Entries cover equal spans that start at multiples of the span, so that a curve
        does not flicker as it grows. With ``lenient``, missing columns are NaN: a run
        may change its depth at any moment.
        """
        asked = len(columns)
        require(pixels >= 1, "series: pixels", "be 1 or more", pixels)
        for attempt in (0, 1, 2):
            with self._lock:
                bins, ring = self._bins, self._ring
                count, used = self._count, self._count + (1 if self._open else 0)
                whole, end, known = self._whole, self._end, self._columns
                rim = slice(count, used)
                last = (
                    bins.low[rim].copy(),
                    bins.mean[rim].copy(),
                    bins.high[rim].copy(),
                    bins.steps[rim].copy(),
                )
                if lenient:  # columns that are too high come last
                    columns = [c for c in columns if c < known]
                require(
                    all(0 <= c < known for c in columns),
                    "series: columns",
                    f"be from 0 to {known - 1}",
                    list(columns),
                )
                if attempt == 2:  # overtaken twice: block the writer this once
                    rows = _columns(ring, columns, max(start, whole), min(stop, end))
                    break
            rows = _columns(ring, columns, max(start, whole), min(stop, end))
            if ring is not self._ring or self._reach <= whole + _RING:
                break
        pick = np.asarray(columns, np.int64)
        starts = bins.start[:used]
        steps = np.concatenate([bins.steps[:count], last[3]])
        inside = np.flatnonzero((starts + steps > start) & (starts < stop))
        full, rest = inside[inside < count], inside[inside >= count] - count

        def column(stored: Floats, tail: Floats) -> Floats:
            older = np.concatenate([stored[full][:, pick], tail[rest][:, pick]])
            return np.concatenate([older.T, rows], axis=1)

        begin = max(start, whole)
        at = np.concatenate([starts[inside], begin + np.arange(rows.shape[1])])
        weight = np.concatenate([steps[inside], np.ones(rows.shape[1], np.int64)])
        found = _decimate(
            at,
            weight,
            column(bins.low, last[0]),
            column(bins.mean, last[1]),
            column(bins.high, last[2]),
            max(1, -(-(stop - start) // pixels)),
        )
        if len(columns) == asked:
            return found
        absent = np.full((asked - len(columns), len(found.steps)), np.nan)
        parts = (np.vstack([v, absent]) for v in (found.low, found.mean, found.high))
        return SeriesView(found.steps, *parts)


def _halve(join: np.ufunc, cut: Floats) -> Floats:
    """Reduce (bins, steps, columns) over its steps by halving.

    Reducing along a short last axis is ten times slower in NumPy than joining two
    halves, each of which is one long run of numbers.
    """
    while (n := cut.shape[1]) > 1:
        half = n // 2
        joined = join(cut[:, :half], cut[:, half : 2 * half])
        if n % 2:
            joined[:, 0] = join(joined[:, 0], cut[:, -1])
        cut = joined
    return cut[:, 0]


def _put(ring: Floats, start: int, rows: Floats) -> None:
    """Write ``rows`` for the steps from ``start`` on."""
    at = start % _RING
    room = _RING - at
    ring[at : at + len(rows)] = rows[:room]
    if len(rows) > room:
        ring[: len(rows) - room] = rows[room:]


def _get(ring: Floats, start: int, stop: int) -> Floats:
    """Rows of the steps ``start … stop − 1``."""
    a, b = start % _RING, stop % _RING
    if start < stop and b <= a:
        return np.concatenate([ring[a:], ring[:b]])
    return ring[a:b]


def _columns(ring: Floats, columns: Sequence[int], start: int, stop: int) -> Floats:
    """Columns of the steps ``start … stop − 1``, as a (columns, steps) copy."""
    if stop <= start:
        return np.empty((len(columns), 0))
    a, b = start % _RING, stop % _RING
    out = np.empty((len(columns), stop - start))
    for row, c in zip(out, columns, strict=True):
        if b <= a:
            row[: _RING - a] = ring[a:, c]
            row[_RING - a :] = ring[:b, c]
        else:
            row[...] = ring[a:b, c]
    return out


def _decimate(
    at: npt.NDArray[np.int64],
    weight: npt.NDArray[np.int64],
    low: Floats,
    mean: Floats,
    high: Floats,
    span: int,
) -> SeriesView:
    """Join entries whose first steps fall into the same span."""
    middle = at + (weight - 1) / 2
    if len(at) == 0 or span == 1:
        return SeriesView(middle, low, mean, high)
    cuts = np.flatnonzero(np.diff(at // span, prepend=-1))
    if len(cuts) == len(at):
        return SeriesView(middle, low, mean, high)
    present = ~np.isnan(mean)
    share = np.add.reduceat(present * weight, cuts, axis=1)
    total = np.add.reduceat(np.where(present, mean, 0.0) * weight, cuts, axis=1)
    with np.errstate(invalid="ignore"):
        joined = total / share
    covered = np.add.reduceat(weight, cuts)
    return SeriesView(
        steps=np.add.reduceat(middle * weight, cuts) / covered,
        low=np.fmin.reduceat(low, cuts, axis=1),
        mean=joined,
        high=np.fmax.reduceat(high, cuts, axis=1),
    )
