"""Words of 64 bits, one for each cut column of a pass, and their instructions."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

#: Columns of one pass: the bits of a word.
WORD = 64

ONE = np.uint64(1)
NONE = np.uint64(0)


@intrinsic
def lowest_bit(typing_context: Any, word: Any) -> Any:
    """Index of the lowest bit set in a non-zero word: one instruction."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), code


@intrinsic
def count_bits(typing_context: Any, word: Any) -> Any:
    """Number of bits set in a word: one instruction."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), code
