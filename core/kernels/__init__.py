"""Compiled loops that hold no GIL; importing a module of it loads numba."""
