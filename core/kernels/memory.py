# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Views into flat buffers, and a flag that is read afresh each time.

Slicing an array costs two atomic reference counts in numba, which is noticeable in a
step of a microsecond; `view` borrows instead. The caller keeps the buffer alive.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
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
    """A plain pointer to an array's numbers, without reference counting.

    A pointer is returned unchanged.
    """
    kind = types.CPointer(buffer.dtype)

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if isinstance(signature.args[0], types.CPointer):
            return args[0]
        return make_array(signature.args[0])(context, builder, args[0]).data

    return kind(buffer), emit


@intrinsic
def borrowed(context, arrays):
    """The same array or tuple of arrays, unowned: whoever is passed it counts nothing.

    Counting references is atomic; numba removes most pairs of counts, but not all of
    them in a large function.
    """

    def unowned(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        made = make_array(kind)(context, builder, value)
        made.meminfo = ir.Constant(made.meminfo.type, None)
        return made._getvalue()

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        (kind,), (value,) = signature.args, args
        if isinstance(kind, types.Array):
            return unowned(context, builder, kind, value)
        given = cgutils.unpack_tuple(builder, value)
        pairs = zip(kind, given, strict=True)
        found = [unowned(context, builder, one, array) for one, array in pairs]
        return context.make_tuple(builder, kind, found)

    return arrays(arrays), emit


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


_TRIPLE = binding.get_process_triple()
_WORD = ir.IntType(64)


def _control() -> tuple[Any, int] | None:
    """Type of the floating-point control word, and its bits for "denormals are 0"."""
    if _TRIPLE.startswith(("x86_64", "amd64")):
        return ir.IntType(32), 0x8040  # FTZ and DAZ of MXCSR
    if _TRIPLE.startswith(("aarch64", "arm64")):
        return ir.IntType(64), 1 << 24  # FZ of FPCR; not tested on such a processor
    return None


def _call(builder: Any, name: str, returns: Any, *given: Any) -> Any:
    kind = ir.FunctionType(returns, [value.type for value in given])
    target = cgutils.get_or_insert_function(builder.module, kind, name)
    return builder.call(target, given)


def _read_control(builder: Any, width: Any) -> Any:
    if width.width == 64:
        return _call(builder, "llvm.aarch64.get.fpcr", width)
    place = cgutils.alloca_once(builder, width)
    address = builder.bitcast(place, ir.IntType(8).as_pointer())
    _call(builder, "llvm.x86.sse.stmxcsr", ir.VoidType(), address)
    return builder.load(place)


def _write_control(builder: Any, width: Any, value: Any) -> None:
    if width.width == 64:
        _call(builder, "llvm.aarch64.set.fpcr", ir.VoidType(), value)
        return
    place = cgutils.alloca_once(builder, width)
    builder.store(value, place)
    address = builder.bitcast(place, ir.IntType(8).as_pointer())
    _call(builder, "llvm.x86.sse.ldmxcsr", ir.VoidType(), address)


@intrinsic
def flush_denormals(context):
    """Treat denormal numbers as 0 on this thread; returns the argument of `restore`.

    The moments of dead units decay until they are denormal and stay there, and a
    processor takes a hundred cycles for each: Adam became four times slower. Nothing
    may be allocated or raised between this and `restore`.
    """

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = _control()
        if found is None:
            return ir.Constant(_WORD, 0)
        width, bits = found
        old = _read_control(builder, width)
        _write_control(builder, width, builder.or_(old, ir.Constant(width, bits)))
        return builder.zext(old, _WORD) if width.width < 64 else old

    return types.int64(), emit


@intrinsic
def restore(context, control):
    """Undo `flush_denormals`."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = _control()
        if found is not None:
            width, _ = found
            value = builder.trunc(args[0], width) if width.width < 64 else args[0]
            _write_control(builder, width, value)
        return context.get_dummy_value()

    return types.void(types.int64), emit
