from __future__ import annotations

import os

from app import heap


def test_memory_is_not_told_where_pages_have_no_known_size(monkeypatch):
    # As under wine, which shows Linux's process list to a Python for Windows.
    monkeypatch.delattr(os, "sysconf", raising=False)
    assert heap.resident() == 0
