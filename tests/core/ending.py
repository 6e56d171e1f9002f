"""How a process of the program ends after a signal, by the time that it computes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

PATIENCE = 240.0  # seconds by the clock, on a machine that does other things too


def ended_by(
    child: subprocess.Popen[str], number: signal.Signals
) -> tuple[str, str, float]:
    """Send a signal and wait: what it said on both streams, and its processor's time.

    The clock on the wall would tell how busy the machine is. The time is of the child
    from the signal on; 0 where the system does not tell.
    """
    import resource  # of POSIX alone

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = _used(child.pid)
    child.send_signal(number)
    out, err = child.communicate(timeout=PATIENCE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    whole = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return out or "", err or "", max(0.0, whole - used) if used else 0.0


def _used(pid: int) -> float:
    """Seconds of the processor that a process has taken, its children not counted."""
    if sys.platform != "linux":
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
