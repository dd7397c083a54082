# keys.py - a counter-based random number generator
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What `neo.random` draws from: a counter-based generator, whose numbers are a function
of a key and a position.

A key gives the same bits everywhere, in every run, on any number of threads, inside
`neo.jit` and outside, where keys may be arguments. Whoever needs other numbers splits
the key, or folds a number into it.

Number n of a key is SplitMix64 of it (Steele, Lea and Flood 2014, figure 14), whose
state before number n is key + n * gamma. Keys that come of a key are numbers as well,
but of two other keys, one to split and one to fold: were they numbers of the key
itself, split(key)[n] would be what fold_in(key, n) is, and the n-th of its numbers.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from neo import counter
from neo.arrays import is_number
from neo.counter import counted
from neo.eager import eager
from neo.errors import ShapeError, UsageError, describe
from neo.expr import expr
from neo.specs import element_type, numpy_type
from neo.spelled import spelled
from neo.tensor import Tensor
from neo.trace import active

_GAMMA = 0x9E3779B97F4A7C15 - 2**64
_FIRST = 0xBF58476D1CE4E5B9 - 2**64
_SECOND = 0x94D049BB133111EB - 2**64
# Bits of sqrt(2) and sqrt(3) after the point: any two constants tell purposes apart.
_OF_SPLIT = 0x6A09E667F3BCC908
_OF_FOLD = 0xBB67AE8584CAA73B - 2**64

Shape = int | Sequence[int]


def key(seed: int) -> np.ndarray:
    """The key of a seed, an i64 of rank 0."""
    try:
        number = operator.index(seed)
    except TypeError:
        number = None
    if number is None or isinstance(seed, bool):
        raise UsageError(describe(
            f"a seed is an integer, not {seed!r}: fold_in several, one after the other"))
    if not -2**63 <= number < 2**64:
        raise UsageError(describe(
            f"the seed {seed} is beyond 64 bits: take it modulo 2**64, or fold_in the "
            "rest of it"))
    return np.array(number % 2**64, np.uint64).view(np.int64)


@spelled(num="count")
@counted("count", lambda count: sizes_of(count))
def split(key: Any, count: int | Sequence[int] = 2) -> Any:
    """`count` new keys, as a tensor."""
    return _bits(_stream(key, _OF_SPLIT), sizes_of(count))


@spelled(data="number")
def fold_in(key: Any, number: Any) -> Any:
    """A new key for `number`, which may be a traced integer, as of a step."""
    kind = getattr(number, "dtype", type(number))
    if not np.issubdtype(kind, np.integer):
        raise UsageError(describe(
            f"neo.random.fold_in takes an integer, as the number of a step, not "
            f"{number!r}"))
    if _is_outside(key) and np.ndim(number) == 0 and not isinstance(number, Tensor):
        _check_key(_as_array(key))
        return counter.folded(key, _OF_FOLD, int(number))
    return _folded(key, number)


@eager
def _folded(key: Any, number: Any) -> Any:
    mixed = expr(f"Z[] = K[] + (int64(N[]) + 1) * {_GAMMA}")
    return _mixed(mixed(_stream(key, _OF_FOLD), number), ())


@counted("shape", lambda shape: sizes_of(shape))
def bits(key: Any, shape: Shape = ()) -> Any:
    """Random i64, all of whose bits are random."""
    return _bits(key, sizes_of(shape))


def _check_key(key: Any) -> None:
    """Refuses what is no i64 of rank 0, as several keys of a split are."""
    dtype, shape = getattr(key, "dtype", np.int64), getattr(key, "shape", ())
    if shape != () or dtype != np.int64 or not hasattr(key, "__index__"):
        what = f"{np.dtype(dtype).name} of shape {shape}" if hasattr(key, "dtype") \
            else repr(key)
        raise UsageError(describe(
            f"a key is one int64, as neo.random.key(0) and each of a, b = "
            f"neo.random.split(key) are, not {what}"))


def sizes_of(shape: Any) -> tuple[int, ...]:
    """A shape, which one integer may be."""
    is_traced = isinstance(shape, Tensor)
    sizes = (shape,) if hasattr(shape, "__index__") else shape
    if is_traced or not isinstance(sizes, (tuple, list)):
        raise UsageError(describe(
            f"a shape is an integer or several, not {shape!r}"
            + "; the key comes first" * is_traced))
    if any(not hasattr(s, "__index__") or operator.index(s) < 0 for s in sizes):
        raise ShapeError(describe(
            f"sizes of a shape are integers of 0 or more, not those of {shape!r}"))
    return tuple(operator.index(size) for size in sizes)


def _is_outside(key: Any) -> bool:
    """Whether NumPy draws from the key: it is none of a traced function."""
    return active() is None and not isinstance(key, Tensor)


def _as_array(key: Any) -> Any:
    """A key that is a Python number as an array, as it is inside of `neo.jit`."""
    return np.asarray(key) if is_number(key) or isinstance(key, (list, tuple)) else key


def _stream(key: Any, purpose: int) -> Any:
    """A key that no number of `key` is, for one purpose."""
    if _is_outside(key):
        _check_key(_as_array(key))
        return counter.stream(key, purpose).view(np.int64).reshape(())
    _check_key(key)
    return _mixed(expr(f"Z[] = bitxor(K[], {purpose})")(key), ())


def _bits(key: Any, shape: tuple[int, ...], first: int = 0) -> Any:
    """Numbers `first` and on of the key, in row-major order."""
    if _is_outside(key):
        _check_key(_as_array(key))
        return counter.numbers(counter.key_bits(key), shape, first)
    _check_key(key)
    loops = [f"d{n}" for n in range(len(shape))]
    place = " + ".join(f"{v}*{prod(shape[n + 1:])}"
                       for n, v in enumerate(loops)) or "0"
    text = (f"Z[{','.join(loops)}] = "
            f"K[] + int64({place} + {first + 1}) * {_GAMMA}")
    return _mixed(expr(text, **dict(zip(loops, shape)))(key), shape)


def _mixed(z: Any, shape: tuple[int, ...]) -> Any:
    """The finaliser of SplitMix64."""
    at = "[" + ",".join(f"d{n}" for n in range(len(shape))) + "]"
    return expr(
        f"A{at} = bitxor(Z{at}, shiftright(Z{at}, 30)) * {_FIRST}; "
        f"B{at} = bitxor(A{at}, shiftright(A{at}, 27)) * {_SECOND}; "
        f"C{at} = bitxor(B{at}, shiftright(B{at}, 31))")(z)


# What is done with the bits that are kept, and how many fewer these are.
_INTERVALS = {"below": ("", 0),              # [0, 1)
              "above": (" + 1", 0),          # (0, 1]
              "open": (" * 2 + 1", 1)}       # (0, 1)


def fraction(key: Any, shape: tuple[int, ...], dtype: Any, first: int,
             among: str = "below") -> Any:
    """Numbers from 0 to 1 that the type holds exactly, `among` an interval."""
    kept = {"f64": 53, "f32": 24, "f16": 11, "bf16": 8}.get(element_type(dtype))
    if kept is None:
        raise UsageError(describe(
            f"random fractions are floats, not {element_type(dtype)}"))
    more, fewer = _INTERVALS[among]
    found = _bits(key, shape, first)
    if isinstance(found, np.ndarray):
        whole = found.view(np.uint64) >> np.uint64(64 - kept + fewer)
        whole = {"below": whole, "above": whole + np.uint64(1),
                 "open": whole * np.uint64(2) + np.uint64(1)}[among]
        return (whole.astype(np.float64) * 2.0**-kept).astype(numpy_type(
            element_type(dtype)))
    at = "[" + ",".join(f"d{n}" for n in range(len(shape))) + "]"
    whole = expr(f"U{at} = shiftright(B{at}, {64 - kept + fewer}){more}")(found)
    return whole.astype(np.float64).__mul__(2.0**-kept).astype(dtype)


__all__ = ["Shape", "bits", "fold_in", "fraction", "key", "sizes_of", "split"]
