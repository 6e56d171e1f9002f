"""Modules that libraries import at start-up and Hyperfold never calls.

pyqtgraph imports Qt's OpenGL for items that we do not draw; a package of scipy imports
all of its modules, whichever is needed. The bundle leaves out the real ones (30 MB);
these replace them, provide every name, and raise a clear error as soon as one is
called.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, NoReturn

LEFT_OUT = (
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
    "scipy.optimize._highspy._core",
    "scipy.optimize._highspy._highs_options",
    # Of scipy only these are called: special, linalg.solve_triangular, spatial.cKDTree,
    # sparse.linalg.eigsh, optimize's L-BFGS-B, minimize_scalar, linear_sum_assignment.
    "scipy.sparse._sparsetools",
    "scipy.sparse._csparsetools",
    "scipy.sparse.linalg._dsolve._superlu",
    "scipy.sparse.linalg._dsolve._add_newdocs",
    "scipy.sparse.linalg._propack",
    "scipy.fft._pocketfft.pypocketfft",
    "scipy.spatial.transform._rotation_cy",
    "scipy.spatial.transform._rigid_transform_cy",
    "scipy.spatial._distance_pybind",
    "scipy.spatial._distance_wrap",
    "scipy.spatial._hausdorff",
    "scipy.spatial._voronoi",
    "scipy.spatial._qhull",
    "scipy.linalg._decomp_interpolative",
    "scipy.linalg._matfuncs_expm",
    "scipy.linalg._matfuncs_schur_sqrtm",
    "scipy.linalg._solve_toeplitz",
    "scipy.optimize._slsqplib",
    "scipy.optimize._trlib._trlib",
    "scipy.optimize._pava_pybind",
    "scipy.optimize._bglu_dense",
    "scipy.optimize._moduleTNC",
    "scipy.optimize._group_columns",
    "scipy.optimize._direct",
    "scipy.optimize._minpack",
)


class _Unusable(type):
    """A class that can be named, subclassed and inspected, but not used."""

    def __call__(cls, *_: object, **__: object) -> NoReturn:
        cls.refuse()

    def __getattr__(cls, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        cls.refuse()

    def refuse(cls) -> NoReturn:
        """Raise a clear error."""
        first = cls.__mro__[-2]  # for a subclass of a stand-in, the stand-in
        name = f"{first.__module__}.{first.__name__}"
        raise ImportError(f"{name} is not part of this bundle")


class StandIn(ModuleType):
    """A module whose every name is a class that cannot be used."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        made = _Unusable(name, (), {"__module__": self.__name__})
        setattr(self, name, made)
        return made


def install() -> None:
    """Register the stand-ins where imports look first."""
    for name in LEFT_OUT:
        sys.modules[name] = StandIn(name)
