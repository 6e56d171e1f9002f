"""Weights at both ends of what a number can be: every view still draws something."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from app.shell.layouts import LAYOUTS


@pytest.mark.parametrize("size", [1e308, 1e155, 1e-308, 5e-324])
@pytest.mark.parametrize("signs", [(1.0, 1.0), (1.0, -1.0), (1.0, 0.0)])
def test_every_view_bears_extreme_weights(window, state, size, signs, caplog):
    count = len(state.a.latest.theta)
    state.editing.set_parameters(size * np.resize(signs, count), "extreme")
    state.notice()
    for name in LAYOUTS:
        window.use_layout(name)
        window.clock.refresh_all()
        window.clock.settle()
        QApplication.processEvents()
        assert not [pane.name for pane in window.panes if pane.failed], name
    assert not [record.exc_info[1] for record in caplog.records if record.exc_info]
