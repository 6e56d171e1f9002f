"""Theme, type, colour, numbers and plots: what everything on screen is drawn with."""
