"""Building blocks of the window; none of them knows the engine or the state."""
