"""numba's cache of compiled functions, in entries that are verified before use.

numba keeps an index and data files, both pickles, and trusts them: a truncated file
makes every later start fail, a changed one runs whatever is in it. Here every compiled
function is a single file, written and read as a whole; exactly the bytes whose checksum
was right are unpickled and run.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, ClassVar

from numba.core import caching, ccallback, dispatcher
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from core.kernels.cache import (
    discard,
    folder,
    read_entry,
    shipped_entries,
    write_entry,
)

_log = logging.getLogger("hyperfold.kernels")
#: Entries that this process has read or written, which `mark_warm` lists.
used: set[Path] = set()


class _Place(caching._CacheLocator):  # type: ignore[misc]
    """The folder of the cache, the same for functions of every file."""

    def __init__(self, function: Any, path: str) -> None:
        self._py_file = path  # numba mentions it in warnings
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Place:
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        return str(folder())

    def get_source_stamp(self) -> str:
        return ""  # the folder's name depends on the sources

    def get_disambiguator(self) -> str:
        return str(self._line)


class _Results(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes: ClassVar[list[Any]] = [_Place]


def _described(value: Any) -> str:
    """A stable description of a closure value, the same in every process."""
    for name in ("py_func", "_defn"):  # of a compiled function, of an intrinsic
        value = getattr(value, name, value)
    if isinstance(value, FunctionType):
        return f"{value.__module__}.{value.__qualname__} {_shape(value)}"
    return repr(value)


def _code(code: CodeType) -> str:
    constants = [_code(c) if isinstance(c, CodeType) else c for c in code.co_consts]
    return repr((code.co_code.hex(), code.co_names, constants))


def _shape(function: FunctionType) -> str:
    """Bytecode and closure of a function; two made by one factory differ in these."""
    cells = [_described(cell.cell_contents) for cell in function.__closure__ or ()]
    text = f"{_code(function.__code__)} {cells}"
    return hashlib.sha256(text.encode()).hexdigest()


class _Entries:
    """The entries of one function; replaces numba's index and data files."""

    def __init__(self, function: FunctionType) -> None:
        self._function = function
        module = function.__module__.rpartition(".")[2]
        self._name = f"{module}.{function.__name__}".replace("<", "").replace(">", "")

    def _path(self, key: str) -> Path:
        short = hashlib.sha256(key.encode()).hexdigest()[:24]
        return folder() / f"{self._name}-{short}.kernel"

    def load(self, key: str) -> Any:
        """What was saved under ``key``, unpickled; None without an intact entry.

        Shipped entries are tried last, and verified like the rest.
        """
        own, shipped = self._path(key), shipped_entries()
        for path in (own, *([shipped / own.name] if shipped else [])):
            content = read_entry(path, key)
            if content is not None:
                used.add(path)
                return pickle.loads(content)
        return None

    def save(self, key: str, data: Any) -> None:
        """Store ``data`` under ``key``; if that fails, the program continues."""
        path = self._path(key)
        try:
            write_entry(path, key, dumps(data))
        except OSError as problem:
            _log.warning("a compiled kernel could not be kept: %s", problem)
        else:
            used.add(path)

    def drop(self, key: str, reason: str) -> None:
        """Remove an entry that was intact but unusable."""
        discard(self._path(key), reason)

    def flush(self) -> None:
        """Remove every entry of this function."""
        for path in folder().glob(f"{self._name}-*.kernel"):
            path.unlink(missing_ok=True)


class VerifiedCache(caching.FunctionCache):  # type: ignore[misc]
    """The cache of one function's compiled versions."""

    def __init__(self, py_func: FunctionType) -> None:
        self._name = repr(py_func)
        self._py_func = py_func
        self._impl = _Results(py_func)
        self._cache_path = self._impl.locator.get_cache_path()
        self._cache_file = _Entries(py_func)
        self.enable()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """A cached version of the function, or None.

        numba would first prepare to compile, which takes a third of a warm start: among
        other things it imports scipy.linalg. Compiling does that anyway.
        """
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super()._load_overload(sig, target_context)
        except Exception as problem:
            # Intact but unreadable: made by a patched numba, for example.
            key = self._index_key(sig, target_context.codegen())
            self._cache_file.drop(key, f"{type(problem).__name__}: {problem}")
            return None

    def _index_key(self, sig: Any, codegen: Any) -> str:
        """The function, its signature and the processor, the same in every process.

        numba's own key pickles the closure; a compiled function in it has a different
        pickle in every process.
        """
        function = self._py_func
        name = f"{function.__module__}.{function.__qualname__}"
        line = function.__code__.co_firstlineno
        triple, *rest = codegen.magic_tuple()
        target = (machine(triple), *rest)
        return repr((name, line, _shape(function), str(sig), target))


def machine(triple: str) -> str:
    """LLVM's name of a machine without the vendor, which does not change the code.

    Debian's LLVM, which installers contain, uses ``x86_64-pc-linux-gnu``; the wheel's
    LLVM, which compiles their kernels, uses ``x86_64-unknown-linux-gnu``.
    """
    processor, _, others = triple.partition("-")
    return f"{processor}-{others.partition('-')[2]}"


def use_verified() -> None:
    """Make ``cache=True`` in numba's decorators use verified entries.

    numba lets us choose the location of its files, but not their format.
    """
    for module in (dispatcher, ccallback):
        setattr(module, "FunctionCache", VerifiedCache)  # noqa: B010
