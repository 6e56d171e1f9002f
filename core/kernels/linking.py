"""Kernels that are compiled on their own and called by symbol.

numba optimises a function that it links into its caller again for every caller, so that
all of training would take half a minute to compile. An *exported* kernel is compiled
once for each precision, takes plain pointers, and is called through its address;
compiling takes seconds, and the cache has a separate entry for each kernel.

A kernel that few networks need belongs to a *family* (`core.kernels.families`) and is
called through a cell with its address, so that other networks need not wait for it to
be compiled. Until its family is loaded, the cell points to a stub that loads the
kernel.
"""

from __future__ import annotations

import ctypes
import logging
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from llvmlite import binding, ir
from numba import cfunc, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from core.kernels.families import USUAL
from core.kernels.options import TAG
from core.kernels.verified import used

ALL = 1 << 58  # length of a view whose length is never read

_KINDS: dict[str, Any] = {
    "i": types.int64,
    "d": types.float64,
    "L": types.CPointer(types.int64),
    "O": types.CPointer(types.int32),
    "D": types.CPointer(types.float64),
    "B": types.CPointer(types.uint8),
    "v": types.void,
}
_REAL = {"float64": types.float64, "float32": types.float32}
_C_KINDS: dict[str, Any] = {"i": ctypes.c_int64, "d": ctypes.c_double, "v": None}

_exported: list[_Export] = []
#: Loaded precisions and families, each with the number of exports at the time.
_loaded: set[tuple[str, str, int]] = set()
_log = logging.getLogger("hyperfold.kernels")


class _Export:
    """A kernel, its signature, and which precisions are ready to be called."""

    def __init__(
        self, function: Callable[..., Any], spec: str, family: str, options: Any
    ) -> None:
        self.function = function
        self.name = function.__name__
        self.kinds, _, self.returns = spec.partition(">")
        self.family = family
        self.options = options
        self.loaded: dict[str, Any] = {}
        self.entries: set[Path] = set()  # in the cache
        self.late = 0  # how often it was called before it was loaded
        rare = _REAL if family != USUAL else ()
        self.cells = {precision: self._cell(precision) for precision in rare}

    def symbol(self, precision: str, tag: str = TAG) -> str:
        """Its name for the linker; a kernel without ``p`` arguments has only one."""
        name = f"hyperfold_{tag}_{self.name}"
        return name + (f"_{precision}" if "p" in self.kinds else "")

    def signature(self, precision: str) -> Any:
        """What it takes and returns, as a numba signature."""
        kinds = {**_KINDS, "p": types.CPointer(_REAL[precision])}
        return kinds[self.returns](*(kinds[k] for k in self.kinds))

    def load(self, precision: str) -> None:
        """Compile the kernel, or read it from the cache, and register its address."""
        if "p" not in self.kinds:
            precision = "float64"
        if precision in self.loaded:
            return
        signature = self.signature(precision)
        before = set(used)
        compiled = cfunc(signature, cache=True, **self.options)(self.function)
        self.entries |= used - before
        if self.family == USUAL:
            binding.add_symbol(self.symbol(precision), compiled.address)
        else:
            self.cells[precision][0].value = compiled.address
        self.loaded[precision] = compiled  # keeps the code alive

    def _cell(self, precision: str) -> tuple[ctypes.c_void_p, Any]:
        """The cell in which compiled code finds the kernel's address, and its stub."""
        given = [_C_KINDS.get(k, ctypes.c_void_p) for k in self.kinds]
        kind = ctypes.CFUNCTYPE(_C_KINDS[self.returns], *given)

        def stub(*args: Any) -> Any:
            try:
                self.late += 1
                self.load(precision)
                return kind(self.loaded[precision].address)(*args)
            except BaseException:  # no exception can pass through compiled code
                _log.critical("kernel %s cannot be loaded", self.name, exc_info=True)
                os.abort()

        made = kind(stub)
        cell = ctypes.c_void_p(ctypes.cast(made, ctypes.c_void_p).value)
        binding.add_symbol(self.symbol(precision), ctypes.addressof(cell))
        return cell, made


def load_exported(precision: str, families: Iterable[str] | None = None) -> None:
    """Compile the exported kernels of a precision, or read them from the cache.

    Without ``families`` all of them, otherwise the usual ones and those families.
    """
    wanted = {e.family for e in _exported} if families is None else {USUAL, *families}
    for family in sorted(wanted):
        ready = (precision, family, len(_exported))
        if ready not in _loaded:
            for export in _exported:
                if export.family == family:
                    export.load(precision)
            _loaded.add(ready)


def load_family(precision: str, family: str) -> set[Path]:
    """Load the kernels of a family; returns their entries in the cache."""
    load_exported(precision, {family})
    return {path for e in _exported if e.family == family for path in e.entries}


def loaded_precisions() -> set[str]:
    """The precisions whose usual kernels are loaded."""
    return {precision for precision, family, _ in _loaded if family == USUAL}


def load_beside(tag: str, read: Callable[[Any, Any], int]) -> list[Any]:
    """Register the counterparts of all loaded kernels under names with another tag.

    ``read`` takes a function and its signature and returns an address. A family that
    is not loaded has no counterpart; the cells of this process are used for it. Returns
    what must be kept alive as long as the kernels are called.
    """
    cells: dict[tuple[str, str], ctypes.c_void_p] = {}
    for export in _exported:
        for precision, (own, _) in export.cells.items():
            cell = own if precision not in export.loaded else ctypes.c_void_p()
            cells[export.name, precision] = cell
            binding.add_symbol(export.symbol(precision, tag), ctypes.addressof(cell))
    for export in sorted(_exported, key=lambda export: export.family):  # usual first
        for precision in export.loaded:
            address = read(export.function, export.signature(precision))
            if export.family == USUAL:
                binding.add_symbol(export.symbol(precision, tag), address)
            else:
                cells[export.name, precision].value = address
    return list(cells.values())


def rare_entries() -> set[Path]:
    """The cache entries of families that this process has used."""
    return {path for e in _exported if e.family != USUAL for path in e.entries}


def came_late() -> list[str]:
    """The kernels that were called before their family was loaded."""
    return [export.name for export in _exported if export.late]


def exported(
    spec: str, family: str = USUAL, **options: Any
) -> Callable[[Callable[..., Any]], Any]:
    """Export a kernel with the arguments of ``spec``.

    ``i`` is an int64, ``d`` a float64, ``p`` a pointer to numbers of the run's
    precision; ``L``, ``O``, ``D``, ``B`` are pointers to int64, int32, float64, bytes.
    After ``>`` comes what it returns (``v``: nothing). Callers in compiled code pass
    arrays or their addresses; the first ``p`` argument determines the precision.
    """

    def wrap(function: Callable[..., Any]) -> Any:
        export = _Export(function, spec, family, options)
        _exported.append(export)
        return _caller(export)

    return wrap


def _global(module: Any, kind: Any, name: str) -> Any:
    """A global variable of another module, by its symbol."""
    if name not in module.globals:
        ir.GlobalVariable(module, kind, name)
    return module.globals[name]


def _caller(export: _Export) -> Any:
    word, double = ir.IntType(64), ir.DoubleType()
    plain = {"i": word, "d": double, "v": ir.VoidType()}

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        precision, given, kinds = "", [], []
        for code, kind, value in zip(export.kinds, signature.args, args, strict=True):
            if code in "id":
                given.append(value)
                kinds.append(plain[code])
                continue
            if code == "p" and not precision:
                precision = str(kind.dtype)
            pointer = value
            if isinstance(kind, types.Array):
                pointer = make_array(kind)(context, builder, value).data
            given.append(pointer)
            kinds.append(pointer.type)
        kind = ir.FunctionType(plain[export.returns], kinds)
        name = export.symbol(precision)
        if export.family == USUAL:
            target = cgutils.get_or_insert_function(builder.module, kind, name)
        else:
            target = builder.load(_global(builder.module, kind.as_pointer(), name))
        result = builder.call(target, given)
        return context.get_dummy_value() if export.returns == "v" else result

    def typed(context: Any, *args: Any) -> Any:
        kinds = [
            _KINDS[code] if code in "id" else given
            for code, given in zip(export.kinds, args, strict=True)
        ]
        return _KINDS[export.returns](*kinds), emit

    # numba takes the number of arguments from the function's signature.
    names = ", ".join(f"a{i}" for i in range(len(export.kinds)))
    scope: dict[str, Any] = {"typed": typed}
    exec(f"def {export.name}(context, {names}): return typed(context, {names})", scope)
    return intrinsic(scope[export.name])
