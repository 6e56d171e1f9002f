"""Compiled loops that hold no GIL; importing a module of it loads numba."""

from core.kernels.cache import use_folder

use_folder()
