"""LLVM vectors, for kernels that use them explicitly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.np.arrayobj import make_array

from core.kernels.options import VECTOR

INT32 = ir.IntType(32)
_BIT = ir.IntType(1)
FUSE = ("contract", "nsz")  # explicit flags stop numba from adding its own


def pointer(context: Any, builder: Any, kind: Any, value: Any, offset: Any) -> Any:
    """The address of a number in an array."""
    return builder.gep(make_array(kind)(context, builder, value).data, [offset])


def picks(indices: Iterable[int]) -> Any:
    """The constant vector of indices for a shuffle."""
    chosen = list(indices)
    kind = ir.VectorType(INT32, len(chosen))
    return ir.Constant(kind, [ir.Constant(INT32, i) for i in chosen])


class Vectors:
    """Emits arithmetic on vectors of the numbers of an array, ``count`` lanes each."""

    def __init__(self, builder: Any, array: Any, count: int = 0) -> None:
        self.builder = builder
        self.double = array.dtype == types.float64
        self.element = ir.DoubleType() if self.double else ir.FloatType()
        self.size = 8 if self.double else 4
        self.count = count or VECTOR // self.size
        self.kind = ir.VectorType(self.element, self.count)
        self.zero = self.number(0.0)
        self._short = f"v{self.count}f{8 * self.size}"

    def number(self, value: float) -> Any:
        """A constant in every lane."""
        return ir.Constant(self.kind, [ir.Constant(self.element, value)] * self.count)

    def place(self, address: Any, offset: Any) -> Any:
        """The address of the vector ``offset`` numbers after ``address``."""
        start = self.builder.gep(address, [offset])
        return self.builder.bitcast(start, self.kind.as_pointer())

    def load(self, place: Any) -> Any:
        """The vector at a place, which need not be aligned."""
        return self.builder.load(place, align=self.size)

    def store(self, value: Any, place: Any) -> None:
        """Store a vector at a place."""
        self.builder.store(value, place, align=self.size)

    def spread(self, scalar: Any) -> Any:
        """A number in every lane."""
        nothing = ir.Constant(self.kind, ir.Undefined)
        first = self.builder.insert_element(nothing, scalar, ir.Constant(INT32, 0))
        return self.builder.shuffle_vector(first, nothing, picks([0] * self.count))

    def multiply(self, a: Any, b: Any) -> Any:
        """``a·b``."""
        return self.builder.fmul(a, b, flags=FUSE)

    def fused(self, a: Any, b: Any, c: Any) -> Any:
        """``a·b + c``, one instruction where the processor has it."""
        return self.builder.fadd(self.multiply(a, b), c, flags=FUSE)

    def variable(self, value: Any) -> Any:
        """A vector that changes; it ends up in a register."""
        made = cgutils.alloca_once(self.builder, self.kind)
        self.builder.store(value, made)
        return made

    def call(self, name: str, *given: Any, returns: Any = None, **options: Any) -> Any:
        """Call an LLVM intrinsic, named without the type of vector."""
        result = self.kind if returns is None else returns
        kind = ir.FunctionType(result, [value.type for value in given])
        full = name.replace("*", self._short)
        target = cgutils.get_or_insert_function(self.builder.module, kind, full)
        return self.builder.call(target, given, **options)

    def mask(self, count: Any) -> Any:
        """True in the first ``count`` lanes."""
        word = ir.VectorType(INT32, self.count)
        nothing = ir.Constant(word, ir.Undefined)
        number = self.builder.trunc(count, INT32)
        first = self.builder.insert_element(nothing, number, ir.Constant(INT32, 0))
        spread = self.builder.shuffle_vector(first, nothing, picks([0] * self.count))
        return self.builder.icmp_signed("<", picks(range(self.count)), spread)

    def masks(self) -> tuple[Any, Any]:
        """Two masks: no lane, and all lanes."""
        kind = ir.VectorType(_BIT, self.count)
        return ir.Constant(kind, None), ir.Constant(
            kind, [ir.Constant(_BIT, 1)] * self.count
        )

    def masked_load(self, place: Any, mask: Any) -> Any:
        """Load the lanes of ``mask``; the others are 0."""
        align = ir.Constant(INT32, self.size)
        return self.call("llvm.masked.load.*.p0", place, align, mask, self.zero)

    def masked_store(self, value: Any, place: Any, mask: Any) -> None:
        """Store only the lanes of ``mask``."""
        align = ir.Constant(INT32, self.size)
        nothing = ir.VoidType()
        self.call("llvm.masked.store.*.p0", value, place, align, mask, returns=nothing)

    def sum(self, value: Any) -> Any:
        """The sum of all lanes."""
        return self.call(
            "llvm.vector.reduce.fadd.*",
            ir.Constant(self.element, -0.0),
            value,
            returns=self.element,
            fastmath=("reassoc", "nsz"),
        )
