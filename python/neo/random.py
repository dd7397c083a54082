# random.py - counter-based random numbers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.random`: numbers that are a function of a key and of their position.

    key = neo.random.key(0)
    first, second = neo.random.split(key)
    x = neo.random.normal(first, (3, 4))

They are the same in every run, on any number of threads, inside `neo.jit` and outside,
where keys may be arguments. How keys give bits is told in neo/keys.py.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from math import prod
from typing import Any, NoReturn

import numpy as np

from neo.arrays import is_array, is_number
from neo.counter import counted, in_rows
from neo.creation_arguments import whole
from neo.eager import eager
from neo.errors import ShapeError, UsageError, describe
from neo.functions import cos, floor, log, sqrt, where
from neo.keys import Shape, bits, fold_in, fraction, key, sizes_of, split
from neo.reduce import argmax
from neo.shaping import axis_of, broadcast_to, moveaxis, take
from neo.specs import HALVES, asked_type, bounds_of, element_type, numpy_type
from neo.spelled import spelled
from neo.static_remedies import require_known
from neo.tensor import as_tensor
from neo.trace import active


@spelled(minval="low", maxval="high")
@counted("shape", sizes_of)
def uniform(key: Any, shape: Shape = (), dtype: Any = np.float32,
            low: Any = 0.0, high: Any = 1.0) -> Any:
    """Numbers from `low` to `high`, which is not reached but by rounding."""
    found = fraction(key, sizes_of(shape), dtype, 0)
    if is_number(low) and is_number(high):
        return found if (low, high) == (0.0, 1.0) else \
            found * _like(found, high - low) + _like(found, low)
    low, high = _like(found, low), _like(found, high)
    return found * (high - low) + low


def _like(found: Any, value: Any) -> Any:
    """A number or a tensor in the type of `found`, in which traced ones have numbers."""
    if isinstance(found, (np.ndarray, np.generic)):
        return np.asarray(value).astype(found.dtype)
    return value if is_number(value) else as_tensor(value).astype(found.dtype)


_ANGLES = 2**40  # The first number of a key that is an angle, whatever the shape.


@counted("shape", sizes_of)
def normal(key: Any, shape: Shape = (), dtype: Any = np.float32) -> Any:
    """Numbers of the normal distribution (Box and Muller 1958)."""
    shape, wide = sizes_of(shape), _wide(dtype)
    found = _on_circles(fraction(key, shape, wide, 0, among="above"),
                        fraction(key, shape, wide, _ANGLES))
    return _narrowed(found, dtype)


def _wide(dtype: Any) -> Any:
    """The type in which numbers of a distribution are made: of halves f32, since 256
    fractions of bf16 have 256 logarithms, the smallest of which is common."""
    return np.float32 if element_type(dtype) in HALVES else dtype


def _narrowed(found: Any, dtype: Any) -> Any:
    return found if _wide(dtype) is dtype else \
        found.astype(numpy_type(element_type(dtype)))


@in_rows
def _on_circles(radii: Any, angles: Any) -> Any:
    return sqrt(log(radii) * -2.0) * cos(angles * (2 * math.pi))


@spelled(minval="low", maxval="high")
@counted("shape", sizes_of)
def randint(key: Any, shape: Shape, low: int, high: int, dtype: Any = np.int64
            ) -> Any:
    """Integers from `low` to `high`, which is not one of them."""
    kind = asked_type(dtype)
    low, high = whole(low, "low"), whole(high, "high")
    if not low < high:
        raise UsageError(describe(
            f"there are no integers from {low} to {high}, which is not one of them: "
            "low is less than high"))
    if high > low + 2**31:
        raise UsageError(describe(
            f"the range from {low} to {high} holds more than 2**31 integers: draw "
            "parts of it"))
    least, most = bounds_of(kind)
    if low < least or high - 1 > most:
        raise UsageError(describe(
            f"integers from {low} to {high} are beyond {kind}, which holds {least} to "
            f"{most}: give dtype='int64', or a smaller range"))
    found = fraction(key, sizes_of(shape), np.float64, 0)
    down = np.floor if isinstance(found, np.ndarray) else floor
    drawn = down(found * float(high - low)).astype(np.int64) + low
    return drawn.astype(numpy_type(kind))


@spelled(p="probability")
@eager
def bernoulli(key: Any, probability: Any = 0.5, shape: Shape | None = None) -> Any:
    """Truth values, true with `probability`, whose shape they have without `shape`."""
    if shape is None:
        shape = () if is_number(probability) else as_tensor(probability).shape
    if not is_number(probability):
        probability = as_tensor(probability).astype(np.float64)
    return uniform(key, shape, np.float64) < probability


@counted("shape", sizes_of)
def gumbel(key: Any, shape: Shape = (), dtype: Any = np.float32) -> Any:
    """Numbers of the Gumbel distribution, exp(-exp(-x)) of which are below x."""
    wide = _wide(dtype)
    found = _in_logarithms(fraction(key, sizes_of(shape), wide, 0, among="open"))
    return _narrowed(found, dtype)


@in_rows
def _in_logarithms(fractions: Any) -> Any:
    return -log(-log(fractions))


@eager
def categorical(key: Any, logits: Any, axis: int = -1, shape: Shape | None = None
                ) -> Any:
    """Positions (i64) along `axis`, each with the probability softmax(logits).

    The result has the shape of `logits` without that dimension, or `shape`, which
    broadcasts from it. Where numbers of the Gumbel distribution are added, the largest
    is at such a position.
    """
    logits = as_tensor(logits)
    if not logits.spec.is_float:
        raise UsageError(describe(
            f"logits are floats, not {logits.spec}: pass logarithms of "
            "probabilities, up to a number that is added to all of them"))
    if shape is not None:
        logits, axis = moveaxis(logits, axis, -1), -1
        logits = broadcast_to(logits, (*sizes_of(shape), logits.shape[-1]))
    wide = _wide(logits.dtype)
    return argmax(logits.astype(wide) + gumbel(key, logits.shape, wide), axis)


@spelled(p="rate")
@eager
def dropout(key: Any, x: Any, rate: Any) -> Any:
    """`x` with a part `rate` of its elements 0 and the others that much larger."""
    if is_number(rate) and not 0 <= rate < 1:
        raise UsageError(describe(f"a rate of dropout lies in [0, 1), not {rate}"))
    x = as_tensor(x)
    numbers = uniform(key, x.shape)
    if not is_number(rate):
        rate = as_tensor(rate)
        numbers = numbers.astype(rate.dtype)
    return where(numbers >= rate, x * _like(x, 1 / (1 - rate)), 0.0)


def permutation(key: Any, x: Any, axis: int = 0) -> np.ndarray:
    """0 to x - 1 in random order, or the slices of array `x` along `axis`, outside of
    neo.jit."""
    _require_outside("neo.random.permutation", key)
    if _is_count(x):
        return np.argsort(bits(key, (x,)), kind="stable")
    x = np.asarray(x)
    return np.take(x, permutation(key, x.shape[axis_of(axis, x.ndim)]), axis)


@spelled(size="shape")
def choice(key: Any, a: Any, shape: Shape = (), replace: bool = True, p: Any = None,
           axis: int = 0) -> Any:
    """Slices of `a` along `axis`, or integers below `a`, each with the probability `p`;
    without `replace` none twice, outside of neo.jit."""
    extents = (operator.index(a),) if _is_count(a) else _shape(a)
    count = extents[axis_of(axis, len(extents))]
    if p is not None and _shape(p) != (count,):
        raise UsageError(describe(
            f"probabilities of shape {_shape(p)} for a choice among {count}: give one "
            "for each"))
    sizes = sizes_of(shape)
    if not replace:
        found = _different(key, count, prod(sizes), p).reshape(sizes)
    elif p is None:
        found = randint(key, sizes, 0, count)
    else:
        found = categorical(key, log(p), shape=sizes)
    return found if _is_count(a) else take(a, found, axis)


def _different(key: Any, count: int, wanted: int, p: Any) -> np.ndarray:
    """The places of the `wanted` largest numbers of the Gumbel distribution, where the
    logarithms of the probabilities are added."""
    _require_outside("a choice without replacement", key)
    most = count if p is None else np.count_nonzero(p)
    if wanted > most:
        raise UsageError(describe(
            f"{wanted} of {most} cannot be chosen without replacement"))
    if p is None:
        return permutation(key, count)[:wanted]
    numbers = log(p) + gumbel(key, count, np.float64)
    return np.argsort(-numbers, kind="stable")[:wanted]


def _require_outside(what: str, key: Any) -> None:
    if active() is not None or not is_array(key):
        raise UsageError(describe(
            f"{what} sorts, which traced functions cannot: call it outside of neo.jit "
            "and pass the result"))


def _is_count(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) or \
        isinstance(value, np.ndarray) and value.ndim == 0


def _shape(value: Any) -> tuple[int, ...]:
    return value.shape if hasattr(value, "shape") else np.shape(value)


@counted("shape", sizes_of)
def glorot_uniform(key: Any, shape: Sequence[int], dtype: Any = np.float32
                   ) -> Any:
    """Weights of a layer (Glorot and Bengio 2010, equation 16); the first two
    dimensions are those that it takes and gives."""
    sizes = _of_layer(shape)
    limit = math.sqrt(6.0 / (sizes[0] + sizes[1]))
    return uniform(key, sizes, dtype, -limit, limit)


@counted("shape", sizes_of)
def he_normal(key: Any, shape: Sequence[int], dtype: Any = np.float32) -> Any:
    """Weights before a relu (He et al. 2015, equation 10); the first dimension is
    what the layer takes."""
    sizes = _of_layer(shape)
    found = normal(key, sizes, dtype)
    return found * _like(found, math.sqrt(2.0 / sizes[0]))


def _of_layer(shape: Any) -> tuple[int, ...]:
    """The sizes of weights, which are those of what the layer takes and gives first."""
    sizes = sizes_of(shape)
    if len(sizes) < 2 or 0 in sizes[:2]:
        raise ShapeError(describe(
            f"weights of a layer have the sizes of what it takes and gives, (16, 32), "
            f"not {shape!r}: make others by neo.random.normal or neo.zeros"))
    return sizes


def __getattr__(name: str) -> NoReturn:
    from neo.elsewhere import RANDOM, missing
    missing("neo.random", name, RANDOM, __all__)


def __dir__() -> list[str]:
    return [*__all__, "__doc__"]


__all__ = ["bernoulli", "bits", "categorical", "choice", "dropout", "fold_in",
           "glorot_uniform", "gumbel", "he_normal", "key", "normal",
           "permutation", "randint", "split", "uniform"]
