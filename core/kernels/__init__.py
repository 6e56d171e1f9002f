"""Compiled loops that release the GIL; importing one of these modules loads numba."""
