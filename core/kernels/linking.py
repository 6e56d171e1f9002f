"""Kernels that are compiled on their own and called by symbol.

A function that numba links into its caller is optimised again with every caller, and
the whole of training would take half a minute to compile. An *exported* kernel is
compiled once for each precision, takes plain pointers, and is called through its
address; compiling takes seconds, and the cache holds each kernel by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import binding, ir
from numba import cfunc, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

ALL = 1 << 58  # the length of a view that nobody asks for its length

_KINDS: dict[str, Any] = {
    "i": types.int64,
    "d": types.float64,
    "L": types.CPointer(types.int64),
    "O": types.CPointer(types.int32),
    "D": types.CPointer(types.float64),
    "v": types.void,
}
_REAL = {"float64": types.float64, "float32": types.float32}

_exported: list[_Export] = []
_loaded: set[tuple[str, int]] = set()  # precisions, and how many exports there were


class _Export:
    """A kernel, its signature, and which precisions are ready to be called."""

    def __init__(self, function: Callable[..., Any], spec: str, options: Any) -> None:
        self.function = function
        self.name = function.__name__
        self.kinds, _, self.returns = spec.partition(">")
        self.options = options
        self.loaded: dict[str, Any] = {}

    def symbol(self, precision: str) -> str:
        """Its name for the linker; a kernel without real numbers has just one."""
        return f"hyperfold_{self.name}" + (f"_{precision}" if "p" in self.kinds else "")

    def load(self, precision: str) -> None:
        """Compile the kernel, or take it from the cache, and give it its name."""
        if "p" not in self.kinds:
            precision = "float64"
        if precision in self.loaded:
            return
        kinds = {**_KINDS, "p": types.CPointer(_REAL[precision])}
        signature = kinds[self.returns](*(kinds[k] for k in self.kinds))
        compiled = cfunc(signature, cache=True, **self.options)(self.function)
        binding.add_symbol(self.symbol(precision), compiled.address)
        self.loaded[precision] = compiled  # keeps the code alive


def load_exported(precision: str) -> None:
    """Compile, or take from the cache, every exported kernel of a precision."""
    ready = (precision, len(_exported))
    if ready not in _loaded:
        for export in _exported:
            export.load(precision)
        _loaded.add(ready)


def exported(spec: str, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Export a kernel with the arguments of ``spec``.

    ``i`` whole, ``d`` real, ``p`` pointer to numbers of the run's precision, ``L``,
    ``O``, ``D`` pointers to int64, int32, float64; after ``>`` what it returns
    (``v`` nothing). Callers in compiled code hand over arrays or their addresses; the
    first of them decides the precision.
    """

    def wrap(function: Callable[..., Any]) -> Any:
        export = _Export(function, spec, options)
        _exported.append(export)
        return _caller(export)

    return wrap


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
        target = cgutils.get_or_insert_function(
            builder.module, kind, export.symbol(precision)
        )
        result = builder.call(target, given)
        return context.get_dummy_value() if export.returns == "v" else result

    def typed(context: Any, *args: Any) -> Any:
        kinds = [
            _KINDS[code] if code in "id" else given
            for code, given in zip(export.kinds, args, strict=True)
        ]
        return _KINDS[export.returns](*kinds), emit

    # numba reads the number of arguments off the signature.
    names = ", ".join(f"a{i}" for i in range(len(export.kinds)))
    scope: dict[str, Any] = {"typed": typed}
    exec(f"def {export.name}(context, {names}): return typed(context, {names})", scope)
    return intrinsic(scope[export.name])
