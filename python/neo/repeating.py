# repeating.py - tile and repeat
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.tile` and `neo.repeat`. Both add a dimension to broadcast along, which a
reshape then joins with the one that is repeated:

    tile:    (3,) -> (1, 3) -> (2, 3) -> (6,)      a b c a b c
    repeat:  (3,) -> (3, 1) -> (3, 2) -> (6,)      a a b b c c
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from neo.eager import eager
from neo.errors import ShapeError, UsageError, describe
from neo.shaping import axis_of, broadcast_to
from neo.spelled import spelled
from neo.tensor import Tensor, as_tensor


def _count(number: Any) -> int:
    if isinstance(number, Tensor) or not hasattr(number, "__index__"):
        raise UsageError(describe(
            "the times that elements are repeated are one integer for a dimension, "
            f"which decides a shape, not {number!r}"))
    if operator.index(number) < 0:
        raise ShapeError(describe(
            f"elements cannot be repeated {number} times: give 0 or more"))
    return operator.index(number)


@spelled(reps="times", repetitions="times")
@eager
def tile(x: Any, times: int | Sequence[int]) -> Any:
    """Copies of `x`, one behind the other, `times` along the last dimensions.

    Raises ShapeError, UsageError.
    """
    x = as_tensor(x)
    counts = [_count(n) for n in
              (times if isinstance(times, (tuple, list)) else (times,))]
    counts = [1] * (x.ndim - len(counts)) + counts
    sizes = [1] * (len(counts) - x.ndim) + list(x.shape)
    apart = [n for size in sizes for n in (1, size)]
    wide = [n for pair in zip(counts, sizes) for n in pair]
    joined = [count * size for count, size in zip(counts, sizes)]
    return broadcast_to(x.reshape(apart), wide).reshape(joined)


@spelled(repeats="times")
@eager
def repeat(x: Any, times: int, axis: int | None = None) -> Any:
    """Each slice along `axis` `times` in succession; None: each element of all.

    Raises ShapeError, UsageError.
    """
    x = as_tensor(x)
    if axis is None:
        x, axis = x.reshape(-1), 0
    count, place = _count(times), axis_of(axis, x.ndim)
    before, size, after = x.shape[:place], x.shape[place], x.shape[place + 1:]
    wide = broadcast_to(x.reshape(*before, size, 1, *after),
                        (*before, size, count, *after))
    return wide.reshape(*before, size * count, *after)


__all__ = ["repeat", "tile"]
