"""Kernels for two processors in one process, so that better ones can take over.

A *build* is all kernels made for one processor. A process starts with the build that
it would also compile, `OWN`. If that one is shipped, the build made for this very
processor can be read from the cache as well (`load_native`); from then on, callers of
`native` train with it. It is only read, never compiled here: in one process, numba
compiles for one processor. Its machine code is in a separate engine, because within one
engine a second function of the same name is not found, and it calls exported kernels by
separate names (`core.kernels.options.tag_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import binding
from numba import njit
from numba.core.codegen import JITCPUCodegen
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target

from core.kernels import train
from core.kernels.cache import target
from core.kernels.evaluate import evaluate
from core.kernels.linking import load_beside, load_exported, loaded_precisions
from core.kernels.options import FAST, VECTOR, native_features, tag_of
from core.kernels.target import NATIVE, vector_bytes
from core.kernels.verified import VerifiedCache

#: What Python calls to train and to measure.
_CALLED = (train.train, train.layer_squares, evaluate)


#: LLVM keeps the name of a kernel for ever, so its code must stay in memory.
_named: list[ReadBuild] = []


class Unready(Exception):
    """A kernel is not in the cache, or is unsuitable for this process."""


def _precision(signature: Any) -> str:
    """The precision in which a function was called."""
    kinds = {str(getattr(kind, "dtype", "")) for kind in signature}
    return "float32" if "float32" in kinds else "float64"


class Build:
    """The kernels of this process, as numba made them."""

    def __init__(self, name: str) -> None:
        self.name = name

    def need(self, precision: str, families: Iterable[str]) -> None:
        """Load the kernels that a network calls.

        These are the kernels of this process, which another build uses where it could
        not read its own.
        """
        load_exported(precision, families)

    def form(self, function: Any) -> Callable[..., Any]:
        """The version in this build of a function that Python calls."""
        return function  # type: ignore[no-any-return]

    def has(self, precision: str) -> bool:
        """Whether it can train in a precision."""
        return True


class _Codegen(JITCPUCodegen):  # type: ignore[misc]
    """Makes or loads code for a given processor; numba's class uses its settings."""

    def __init__(self, processor: str, features: str) -> None:
        self._given = processor, features
        super().__init__("hyperfold.exec")

    def _get_host_cpu_name(self) -> str:
        return self._given[0]

    def _get_host_cpu_features(self) -> str:
        return self._given[1]


class _Context(CPUContext):  # type: ignore[misc]
    """The numba context for the machine code of a given processor."""

    def __init__(self, processor: str, features: str) -> None:
        self._given = processor, features
        super().__init__(cpu_target.typing_context)

    def init(self) -> None:
        """Replace numba's set-up; its own context has already set up what is global."""
        self.is32bit = cpu_target.target_context.is32bit
        self._internal_codegen = _Codegen(*self._given)


class ReadBuild(Build):
    """Kernels for another processor: the counterparts of all that are loaded so far.

    All of them are read from the cache at once; `Unready` gives the reason if that
    fails.
    """

    def __init__(self, name: str, processor: str, features: str) -> None:
        if vector_bytes(features) != VECTOR:
            raise Unready("their vectors have another width")
        super().__init__(name)
        _named.append(self)
        self._context = _Context(processor, features)
        self._kept: list[Any] = []  # machine code is freed with its last reference
        self._kept += load_beside(tag_of(processor, features), self._address)
        forms = {function: self._twin(function) for function in _CALLED}
        self._forms: dict[Any, Callable[..., Any]] = forms
        called = [{*map(_precision, twin.signatures)} for twin in forms.values()]
        self._precisions = loaded_precisions().intersection(*called)

    def has(self, precision: str) -> bool:
        """Whether the kernels of a precision were there when this build was read."""
        return precision in self._precisions

    def form(self, function: Any) -> Callable[..., Any]:
        """The counterpart of a function that Python calls."""
        return self._forms[function]

    def _read(self, cache: VerifiedCache, name: str, signature: Any) -> Any:
        found = cache.load_overload(signature, self._context)
        if found is None:
            raise Unready(f"{name} is not in the cache")
        self._kept.append(found)
        return found

    def _address(self, function: Any, signature: Any) -> int:
        found = self._read(VerifiedCache(function), function.__name__, signature)
        wrapper = found.fndesc.llvm_cfunc_wrapper_name
        return int(found.library.get_pointer_to_function(wrapper))

    def _twin(self, function: Any) -> Any:
        """The same function in this build, for the signatures it was called with."""
        name = function.py_func.__name__
        twin = njit(**FAST)(function.py_func)
        twin.targetctx = self._context
        for signature in function.signatures:
            twin.add_overload(self._read(function._cache, name, signature))
        twin.disable_compile()
        return twin


#: The kernels that this process loads or compiles.
OWN = Build(target())
#: Those of this very processor, once they are loaded.
of_this_processor: Build | None = OWN if OWN.name == NATIVE else None


def load_native() -> None:
    """Read the kernels made for this very processor, unless they are loaded."""
    global of_this_processor
    if of_this_processor is None:
        processor = str(binding.get_host_cpu_name())
        of_this_processor = ReadBuild(NATIVE, processor, native_features())


def native(precision: str) -> Build:
    """The kernels of this very processor if they are loaded, else those of `OWN`."""
    build = of_this_processor
    return build if build is not None and build.has(precision) else OWN
