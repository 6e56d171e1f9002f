"""Compiled loops that hold no GIL; import a module of it to load numba."""
