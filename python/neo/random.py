# random.py - random numbers that follow from a key
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.random`: numbers that are a function of a key and of their position.

    key = neo.random.key(0)
    first, second = neo.random.split(key)
    x = neo.random.normal(first, (3, 4))

A key gives the same bits everywhere, in every run, on any number of threads, inside
`neo.jit` and outside, where keys may be arguments. Whoever needs other numbers splits
the key, or folds a number into it.

Number n of a key is SplitMix64 of it (Steele, Lea and Flood 2014, figure 14), whose
state before number n is key + n * gamma.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import prod
from typing import Any, NoReturn

import numpy as np

from neo.arrays import is_array
from neo.eager import eager
from neo.errors import UsageError, describe
from neo.functions import cos, floor, log, sqrt, where
from neo.reduce import argmax
from neo.specs import element_type
from neo.tensor import as_tensor
from neo.trace import active

_GAMMA = 0x9E3779B97F4A7C15 - 2**64
_FIRST = 0xBF58476D1CE4E5B9 - 2**64
_SECOND = 0x94D049BB133111EB - 2**64


def key(seed: int) -> np.ndarray:
    """The key of a seed, an i64 of rank 0."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise UsageError(describe(f"a seed is an integer, not {seed!r}"))
    return np.array(seed.__index__() % 2**64, np.uint64).view(np.int64)


@eager
def split(key: Any, count: int = 2) -> Any:
    """`count` new keys, as a tensor."""
    return _bits(key, (count,))


@eager
def fold_in(key: Any, number: Any) -> Any:
    """A new key for `number`, which may be a traced integer, as of a step."""
    from neo.expr import expr
    mixed = expr(f"Z[] = K[] + (int64(N[]) + 1) * {_GAMMA}")(key, number)
    return _mixed(mixed, ())


@eager
def bits(key: Any, shape: Sequence[int]) -> Any:
    """Random i64, all of whose bits are random."""
    return _bits(key, tuple(shape))


@eager
def uniform(key: Any, shape: Sequence[int] = (), dtype: Any = np.float32,
            low: float = 0.0, high: float = 1.0) -> Any:
    """Numbers from `low` to `high`, which is not reached but by rounding."""
    found = _fraction(key, tuple(shape), dtype, 0)
    return found if (low, high) == (0.0, 1.0) else found * (high - low) + low


@eager
def normal(key: Any, shape: Sequence[int] = (), dtype: Any = np.float32) -> Any:
    """Numbers of the normal distribution (Box and Muller 1958)."""
    shape = tuple(shape)
    size = max(prod(shape), 1)
    radius = sqrt(log(_fraction(key, shape, dtype, 0, among="above")) * -2.0)
    return radius * cos(_fraction(key, shape, dtype, size) * (2 * math.pi))


@eager
def randint(key: Any, shape: Sequence[int], low: int, high: int) -> Any:
    """Integers (i64) from `low` to `high`, which is not one of them."""
    if not low < high <= low + 2**31:
        raise UsageError(describe(
            f"there are no integers from {low} to {high}: the range holds 1 to "
            "2**31"))
    found = _fraction(key, tuple(shape), np.float64, 0)
    return floor(found * float(high - low)).astype(np.int64) + low


@eager
def bernoulli(key: Any, probability: float, shape: Sequence[int]) -> Any:
    """Truth values, true with `probability`."""
    return uniform(key, shape, np.float64) < probability


@eager
def gumbel(key: Any, shape: Sequence[int] = (), dtype: Any = np.float32) -> Any:
    """Numbers of the Gumbel distribution, exp(-exp(-x)) of which are below x."""
    return -log(-log(_fraction(key, tuple(shape), dtype, 0, among="open")))


@eager
def categorical(key: Any, logits: Any, axis: int = -1) -> Any:
    """Positions (i64) along `axis`, each with the probability softmax(logits).

    The result has the shape of `logits` without that dimension. Where numbers of the
    Gumbel distribution are added, the largest is at such a position.
    """
    logits = as_tensor(logits)
    if not logits.spec.is_float:
        raise UsageError(describe(
            f"logits are floats, not {logits.spec}: pass logarithms of "
            "probabilities, up to a number that is added to all of them"))
    return argmax(logits + gumbel(key, logits.shape, logits.dtype), axis)


@eager
def dropout(key: Any, x: Any, rate: float) -> Any:
    """`x` with a part `rate` of its elements 0 and the others that much larger."""
    if not 0 <= rate < 1:
        raise UsageError(describe(f"a rate of dropout lies in [0, 1), not {rate}"))
    kept = uniform(key, x.shape) >= rate
    return where(kept, x * (1 / (1 - rate)), 0.0)


def permutation(key: Any, count: int) -> np.ndarray:
    """0 to count - 1 in random order, outside of neo.jit."""
    if active() is not None or not is_array(key):
        raise UsageError(describe(
            "neo.random.permutation sorts, which traced functions cannot: call "
            "it outside of neo.jit and pass the result"))
    return np.argsort(bits(key, (count,)), kind="stable")


@eager
def glorot_uniform(key: Any, shape: Sequence[int], dtype: Any = np.float32
                   ) -> Any:
    """Weights of a layer (Glorot and Bengio 2010, equation 16); the first two
    dimensions are those that it takes and gives."""
    limit = math.sqrt(6.0 / (shape[0] + shape[1]))
    return uniform(key, shape, dtype, -limit, limit)


@eager
def he_normal(key: Any, shape: Sequence[int], dtype: Any = np.float32) -> Any:
    """Weights before a relu (He et al. 2015, equation 10); the first dimension is
    what the layer takes."""
    return normal(key, shape, dtype) * math.sqrt(2.0 / shape[0])


def _bits(key: Any, shape: tuple[int, ...], first: int = 0) -> Any:
    """Numbers `first` and on of the key, in row-major order."""
    from neo.expr import expr
    loops = [f"d{n}" for n in range(len(shape))]
    place = " + ".join(f"{v}*{prod(shape[n + 1:])}"
                       for n, v in enumerate(loops)) or "0"
    text = (f"Z[{','.join(loops)}] = "
            f"K[] + int64({place} + {first + 1}) * {_GAMMA}")
    return _mixed(expr(text, **dict(zip(loops, shape)))(key), shape)


def _mixed(z: Any, shape: tuple[int, ...]) -> Any:
    """The finaliser of SplitMix64."""
    from neo.expr import expr
    at = "[" + ",".join(f"d{n}" for n in range(len(shape))) + "]"
    return expr(
        f"A{at} = bitxor(Z{at}, shiftright(Z{at}, 30)) * {_FIRST}; "
        f"B{at} = bitxor(A{at}, shiftright(A{at}, 27)) * {_SECOND}; "
        f"C{at} = bitxor(B{at}, shiftright(B{at}, 31))")(z)


# What is done with the bits that are kept, and how many fewer these are.
_INTERVALS = {"below": ("", 0),              # [0, 1)
              "above": (" + 1", 0),          # (0, 1]
              "open": (" * 2 + 1", 1)}       # (0, 1)


def _fraction(key: Any, shape: tuple[int, ...], dtype: Any, first: int,
              among: str = "below") -> Any:
    """Numbers from 0 to 1 that the type holds exactly, `among` an interval."""
    from neo.expr import expr
    kept = {"f64": 53, "f32": 24, "f16": 11, "bf16": 8}.get(element_type(dtype))
    if kept is None:
        raise UsageError(describe(
            f"random fractions are floats, not {element_type(dtype)}"))
    at = "[" + ",".join(f"d{n}" for n in range(len(shape))) + "]"
    more, fewer = _INTERVALS[among]
    whole = expr(f"U{at} = shiftright(B{at}, {64 - kept + fewer}){more}")(
        _bits(key, shape, first))
    return whole.astype(np.float64).__mul__(2.0**-kept).astype(dtype)


def __getattr__(name: str) -> NoReturn:
    from neo.elsewhere import RANDOM, missing
    missing("neo.random", name, RANDOM)


__all__ = ["bernoulli", "bits", "categorical", "dropout", "fold_in",
           "glorot_uniform", "gumbel", "he_normal", "key", "normal",
           "permutation", "randint", "split", "uniform"]
