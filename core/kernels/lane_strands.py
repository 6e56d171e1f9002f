# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Networks that take several lanes each: *strands*, which share the batch.

A group with few networks would leave most lanes of its vectors idle. Instead, a network
takes 2, 4, … of them; with S strands its strand s works on examples s, s + S, … of the
batch. Lane ``s · networks + k`` is strand s of network k, so that the first lanes are
those of a group without strands. All strands of a network have the same numbers. Sums
over the batch are added up over the strands before they are used.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.options import FLAGS, INLINE, VECTOR
from core.kernels.vectors import Vectors, picks, pointer


@exported("OiiiiO>v", **FLAGS)
def deal(orders, first, batch, lanes, networks, dealt):
    """Give every lane the examples of its strand; see `leave_out` for the last row."""
    strands = lanes // networks
    for j in range((batch + strands - 1) // strands):
        for s in range(strands):
            example = first + min(j * strands + s, batch - 1)
            given = view(orders, example * lanes, networks)
            taken = view(dealt, j * lanes + s * networks, networks)
            for k in range(networks):
                taken[k] = given[k]


@njit(**INLINE)
def leave_out(work, at, rows, nb, batch, networks):
    """Clear the last of nb entries in the lanes that have no example there."""
    lanes = VECTOR // work.itemsize
    filled = (batch - (nb - 1) * (lanes // networks)) * networks
    for i in range(rows):
        last = view(work, at + (i * nb + nb - 1) * lanes, lanes)
        for lane in range(filled, lanes):
            last[lane] = last.dtype.type(0.0)


@intrinsic
def _join(context, like, numbers, start, n, networks):
    """Sum n vectors over strands; they have as many lanes as a vector of ``like``."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        _, numbers, start, n, networks = args
        kinds = signature.args
        lanes = Vectors(builder, kinds[0]).count
        on = Vectors(builder, kinds[1], lanes)
        begin = pointer(context, builder, kinds[1], numbers, start)
        nothing = ir.Constant(on.kind, ir.Undefined)
        with cgutils.for_range(builder, n, intp=n.type) as loop:
            place = on.place(begin, builder.mul(loop.index, n.type(lanes)))
            total = on.variable(on.load(place))
            half = lanes // 2
            while half:
                with builder.if_then(
                    builder.icmp_signed("<=", networks, n.type(half)), likely=True
                ):
                    own = builder.load(total)
                    turned = picks((i + half) % lanes for i in range(lanes))
                    other = builder.shuffle_vector(own, nothing, turned)
                    builder.store(builder.fadd(own, other, flags=("nsz",)), total)
                half //= 2
            on.store(builder.load(total), place)
        return context.get_dummy_value()

    i = types.intp
    return types.void(like, numbers, i, i, i), emit


@exported("piii>v", **FLAGS)
def join_gradients(store, start, n, networks):
    """Sum n numbers of every lane over the strands of its network."""
    store = view(store, 0, ALL)
    _join(store, store, start, n, networks)


@exported("pDii>v", **FLAGS)
def join_totals(like, numbers, n, networks):
    """The same for n double-precision numbers of every lane of ``like``."""
    _join(view(like, 0, ALL), view(numbers, 0, ALL), 0, n, networks)
