"""Charts of steps on pyqtgraph: zoom, pan, crosshair, a legend that hides curves."""
