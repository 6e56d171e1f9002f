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
