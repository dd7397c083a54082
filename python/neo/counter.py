# counter.py - the generator of neo.random on NumPy's integers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Few random numbers outside of `neo.jit`, without a program for each shape.

A network has a dozen weights of as many shapes, and compiling a program takes longer than
drawing what they hold. Number n of a key is a function of both (neo.keys), which NumPy
computes in the same bits: integers wrap as in a register, and fractions and what scales
them round as every float does. Logarithms and cosines do not round the same everywhere,
so they stay Neo's: one program for any number of elements, in rows of a few vectors.

Many numbers are drawn by a program for their shape, in vectors and on threads. Where one
way ends and the other begins shows in no bit.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from math import prod
from typing import Any, TypeVar

import numpy as np

from neo.arrays import intake
from neo.eager import eager
from neo.jit import Jitted, Options
from neo.tensor import Tensor
from neo.trace import active

F = TypeVar("F", bound=Callable[..., Any])
FEW = 2**16  # Numbers that NumPy draws in a millisecond or two.
_LANES = 64

_GAMMA, _FIRST, _SECOND = (np.uint64(n) for n in (
    0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def counted(sizes: str, sizes_of: Callable[[Any], tuple[int, ...]]) -> Callable[[F], F]:
    """For a function of a key and of the shape of what it draws, which its parameter
    `sizes` says: outside of `neo.jit` it runs on arrays, or compiled if these are large."""
    def decorated(function: F) -> F:
        compiled = eager(function)
        parameters = inspect.signature(function).parameters
        place, default = list(parameters).index(sizes), parameters[sizes].default

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            is_traced = active() is not None or any(
                isinstance(a, Tensor) for a in (*args, *kwargs.values()))
            shape = args[place] if len(args) > place else kwargs.get(sizes, default)
            if is_traced or shape is inspect.Parameter.empty or \
                    prod(sizes_of(shape)) > FEW:
                return compiled(*args, **kwargs)
            return np.asarray(function(*args, **kwargs))

        return call  # type: ignore[return-value]

    return decorated


def in_rows(function: F) -> F:
    """For a function of elements: outside of `neo.jit` one program, whatever their
    number."""
    names = tuple(inspect.signature(function).parameters)
    program = Jitted(function, Options(batch=dict.fromkeys(names, 0)))

    @functools.wraps(function)
    def call(*arrays: Any) -> Any:
        if active() is not None or isinstance(arrays[0], Tensor):
            return function(*arrays)
        count, shape = arrays[0].size, arrays[0].shape
        rows = max(-(-count // _LANES), 1)
        filled = [np.ones((rows, _LANES), array.dtype) for array in arrays]
        for row, array in zip(filled, arrays):
            row.reshape(-1)[:count] = array.reshape(-1)
        return program(*filled).reshape(-1)[:count].reshape(shape)

    return call  # type: ignore[return-value]


def key_bits(key: Any) -> np.ndarray:
    """A key as an array of one unsigned number."""
    return intake(key, "a key", "int64").reshape(1).astype(np.int64).view(np.uint64)


def mixed(z: np.ndarray) -> np.ndarray:
    """The finaliser of SplitMix64, of an array of any rank but 0."""
    z = (z ^ z >> np.uint64(30)) * _FIRST
    z = (z ^ z >> np.uint64(27)) * _SECOND
    return z ^ z >> np.uint64(31)


def stream(key: Any, purpose: int) -> np.ndarray:
    """A key that no number of `key` is, for one purpose."""
    return mixed(key_bits(key) ^ np.uint64(purpose % 2**64))


def numbers(key: np.ndarray, shape: tuple[int, ...], first: int = 0) -> np.ndarray:
    """Numbers `first` and on of a key, as i64 in row-major order."""
    places = np.arange(first + 1, first + 1 + prod(shape), dtype=np.uint64)
    return mixed(key + places * _GAMMA).view(np.int64).reshape(shape)


def folded(key: Any, purpose: int, number: int) -> np.ndarray:
    """Number `number` of the stream."""
    place = np.array([(number + 1) % 2**64], np.uint64)
    return mixed(stream(key, purpose) + place * _GAMMA).view(np.int64).reshape(())


__all__ = ["FEW", "counted", "folded", "in_rows", "key_bits", "numbers", "stream"]
