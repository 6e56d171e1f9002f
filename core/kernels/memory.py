# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Views into flat buffers, and a flag that is really read again.

A slice of an array costs numba two atomic reference counts, which a step of a
microsecond feels; `view` borrows instead. The caller keeps the buffer alive.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array


@intrinsic
def view(context, buffer, start, count):
    """``buffer[start : start + count]`` of an array or pointer, unchecked, unowned."""
    kind = types.Array(getattr(buffer, "dtype", None), 1, "C")

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = args[0]
        if isinstance(signature.args[0], types.Array):
            data = make_array(signature.args[0])(context, builder, data).data
        size = ir.Constant(ir.IntType(64), kind.dtype.bitwidth // 8)
        made = make_array(kind)(context, builder)
        populate_array(
            made,
            data=builder.gep(data, [args[1]]),
            shape=[args[2]],
            strides=[size],
            itemsize=size,
            meminfo=None,
        )
        return made._getvalue()

    return kind(buffer, types.intp, types.intp), emit


@intrinsic
def address(context, buffer):
    """Where an array's numbers begin: a plain pointer, whose use counts nothing."""
    kind = types.CPointer(buffer.dtype)

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return make_array(signature.args[0])(context, builder, args[0]).data

    return kind(buffer), emit


@intrinsic
def is_set(context, flag):
    """Whether another thread has set ``flag[0]``; an atomic load, never hoisted."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        flat = make_array(signature.args[0])(context, builder, args[0])
        value = builder.load_atomic(flat.data, ordering="monotonic", align=1)
        return builder.icmp_unsigned("!=", value, ir.Constant(value.type, 0))

    return types.boolean(flag), emit


def _bits_of(kind: Any) -> tuple[Any, Any]:
    if kind == types.float64:
        return types.int64, ir.IntType(64)
    return types.int32, ir.IntType(32)


@intrinsic
def to_bits(context, x):
    """The bits of a floating-point number as a whole number of the same size."""
    whole, word = _bits_of(x)

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], word)

    return whole(x), emit


@intrinsic
def from_bits(context, bits):
    """The floating-point number with these bits."""
    double = bits == types.int64
    kind = types.float64 if double else types.float32
    element = ir.DoubleType() if double else ir.FloatType()

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], element)

    return kind(bits), emit
