"""Jobs on a running Dask cluster: ``--dask tcp://host:port``."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from typing import Any

from core.errors import BadInput
from core.sweep.case import run_case
from core.sweep.plan import Case

_CONNECT = 5.0  # seconds


class NoDask(RuntimeError):
    """Dask is not installed."""


def on_dask(cases: Iterable[Case], address: str) -> Iterator[tuple[Case, Any]]:
    """Yield each case with its row, in order of completion.

    The scheduler gives the runs of a lost worker to another one. Leaving the loop early
    cancels jobs that have not started.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise NoDask(
            "--dask needs Dask, which is not installed: "
            "pip install 'hyperfold[cluster]'"
        ) from None
    try:
        client = Client(address, timeout=_CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        reason = str(error) or type(error).__name__
        raise BadInput(
            f"--dask must be the address of a running scheduler, "
            f"got {address} ({reason})"
        ) from None
    name = uuid.uuid4().hex[:8]
    with client:
        waiting = {
            client.submit(
                run_case, case, key=f"hyperfold-{name}-{case.index}", pure=False
            ): case
            for case in cases
        }
        try:
            for future in as_completed(list(waiting), loop=client.loop):
                yield waiting.pop(future), future.result()
        finally:
            client.cancel(list(waiting))
