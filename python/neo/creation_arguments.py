# creation_arguments.py - sizes and numbers that creation functions take
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What `neo.zeros` and its kin check before anything is made.

Outside of neo.jit NumPy makes the arrays, and would make other types than neo has, and
refuse sizes in its own words. The checks come first, so that both sides refuse alike:

    neo.zeros((-1, 2))    # ShapeError: dimension 0 is -1, but must lie in 0..2**47
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from neo.arrays import intake, is_number
from neo.errors import DtypeError, Error, ShapeError, UsageError, describe
from neo.specs import INTEGERS, asked_type, bounds_of, extent, numpy_type, spec
from neo.static_remedies import require_known

_MAX_RANK = 64  # Of NumPy's arrays.


def sizes_of(shape: Any) -> tuple[int, ...]:
    """A shape, or the one extent of a vector, as extents. Raises ShapeError."""
    if isinstance(shape, np.ndarray):
        shape = shape.tolist()
    given = tuple(shape) if isinstance(shape, (tuple, list, range)) else (shape,)
    if len(given) > _MAX_RANK:
        raise ShapeError(describe(
            f"the shape has {len(given)} dimensions, but an array has at most "
            f"{_MAX_RANK}: leave out those of extent 1"))
    return tuple(extent(size, f"dimension {d}") for d, size in enumerate(given))


def whole(number: Any, what: str) -> int:
    """An integer of any sign, or a UsageError that calls it `what`."""
    require_known(f"{what} is an integer", number)
    if isinstance(number, (bool, np.ndarray)) or not hasattr(number, "__index__"):
        raise UsageError(describe(f"{what} is {number!r}, but must be an integer"))
    return operator.index(number)


def real_numbers(function: str, *numbers: Any) -> list[bool | int | float]:
    """Python's and NumPy's real numbers, as Python's; others are a UsageError."""
    require_known(f"{function} takes numbers", *numbers, whole=False)
    for number in numbers:
        is_real = is_number(number) or (
            isinstance(number, (np.generic, np.ndarray)) and number.shape == ()
            and (number.dtype.kind in "biuf" or number.dtype.name == "bfloat16"))
        if not is_real:
            raise UsageError(describe(f"{function} takes numbers, not {number!r}"))
    return [number if is_number(number) else number.item() for number in numbers]


def count_of(start: float, stop: float, step: float) -> int:
    """How many numbers a range has, as NumPy counts. Raises ShapeError."""
    try:
        return max(math.ceil((stop - start) / step), 0)
    except (ValueError, OverflowError):
        raise ShapeError(describe(
            f"neo.arange cannot count from {start} to {stop} in steps of {step}: give "
            "finite numbers")) from None


def held(number: bool | int | float, dtype: str) -> bool | int | float:
    """`number`; where the element type has no such number, a DtypeError."""
    if dtype not in INTEGERS or dtype == "i1":
        return number
    least, most = bounds_of(dtype)
    if math.isfinite(number) and least <= int(number) <= most:
        return number
    raise DtypeError(describe(
        f"{number!r} does not fit {np.dtype(numpy_type(dtype)).name}, which holds "
        f"{least}..{most}: ask for dtype=numpy.float32"))


def numbers_in(x: Any, dtype: Any = None) -> np.ndarray:
    """`x` as an array of a type that neo has, or of the type that is asked for.

    Anything that NumPy makes an array of is taken, also what has `__array__` alone.
    Raises DtypeError, as an operand inside of neo.jit does.
    """
    found = _taken(x)
    if dtype is None:
        return found
    kind = numpy_type(asked_type(dtype))
    if isinstance(x, np.ndarray):
        return np.asarray(found, kind)
    try:
        return np.asarray(x, kind)
    except (OverflowError, ValueError) as reason:
        raise DtypeError(describe(
            f"operand 'x' does not fit {np.dtype(kind).name} ({reason}): ask for a type "
            "that holds its numbers")) from None


def _taken(x: Any) -> np.ndarray:
    try:
        array = np.asarray(x)
    except Error:  # A traced tensor says what to do.
        raise
    except (TypeError, ValueError):  # Rows of several lengths.
        return intake(x, "operand 'x'")
    is_plain = array.dtype.kind not in "OSUc" and not isinstance(x, np.ndarray)
    return intake(array if is_plain else x, "operand 'x'")


def allocated(make: Callable[..., np.ndarray], sizes: Sequence[int], kind: Any,
              *arguments: Any, **options: Any) -> np.ndarray:
    """What a function of NumPy makes, of the extents and the type that are expected of
    it. Raises ShapeError for too many elements, neo.Error where memory runs out."""
    what = spec(sizes, kind)
    try:
        return make(*arguments, **options)
    except MemoryError:
        raise Error(describe(
            f"there is no memory for {what}, which takes {what.nbytes} bytes: use "
            "smaller extents")) from None


__all__ = ["allocated", "count_of", "held", "numbers_in", "real_numbers", "sizes_of",
           "whole"]
