"""Low-priority threads: drawing must not wait for background work."""

from __future__ import annotations

import ctypes
import os
import sys
import threading

#: How willing to wait, as niceness on Linux. More is not better: the scheduler leaves
#: a very nice thread waiting behind a busy one although another core is free.
ANALYSIS, TRAINING = 2, 5

_MAC_UTILITY = 0x11  # QOS_CLASS_UTILITY
_WINDOWS_BELOW_NORMAL = -1  # THREAD_PRIORITY_BELOW_NORMAL
_WINDOWS_IDLE = 0x40  # IDLE_PRIORITY_CLASS
#: Set for a child process that is to use only what all others leave; "" for none.
WHEN_IDLE = "HYPERFOLD_WHEN_IDLE"


def give_way(niceness: int) -> None:
    """Lower the calling thread's priority; best effort, never an error.

    With a processor to itself it is as fast as before.
    """
    try:
        if sys.platform == "linux":
            thread = threading.get_native_id()
            own = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, max(own, niceness))
        elif sys.platform == "darwin":
            ctypes.CDLL(None).pthread_set_qos_class_self_np(_MAC_UTILITY, 0)
        elif sys.platform == "win32":
            kernel = ctypes.windll.kernel32
            kernel.SetThreadPriority(kernel.GetCurrentThread(), _WINDOWS_BELOW_NORMAL)
    except (OSError, AttributeError):
        return


def wait_if_asked() -> None:
    """Let this process run when nothing else does, if its parent asked for that.

    For a process that has no other threads yet; best effort, never an error.
    """
    if not os.environ.get(WHEN_IDLE):
        return
    try:
        if sys.platform == "linux":
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        elif sys.platform == "win32":
            kernel = ctypes.windll.kernel32
            kernel.SetPriorityClass(kernel.GetCurrentProcess(), _WINDOWS_IDLE)
        else:
            os.nice(19)
    except (OSError, AttributeError):
        return
