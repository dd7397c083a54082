# eager.py - functions of tensors called on arrays
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What `neo.softmax(array)` does outside of `neo.jit`.

The functions of this package record operators. Called on arrays, with no function
being traced, they are compiled for themselves and run: arrays are arguments, and
everything else (axes, numbers, element types) is part of the program. The last 256
are kept.

Outside, arrays are NumPy's, and so is what becomes of two float types: the result has
the type that holds both. What `neo.zeros(3)` gives is float32 there; inside `neo.jit`,
where it is weak, it has the type of what it meets.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from neo import tree
from neo.arrays import intake, is_array, is_number
from neo.elements import Reduction, Scalar
from neo.jit import Jitted
from neo.specs import FLOATS, element_type
from neo.static import kinds
from neo.tensor import Tensor
from neo.trace import active

F = TypeVar("F", bound=Callable[..., Any])


def eager(function: F) -> F:
    """`function`, which also takes arrays and lists of numbers."""
    first = next(iter(inspect.signature(function).parameters))

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not args and first in kwargs:
            args = (kwargs.pop(first),)
        if args:
            args = (_array_of_numbers(args[0]), *args[1:])
        if active() is not None or any(
                isinstance(a, (Tensor, Scalar, Reduction)) for a in args):
            return function(*args, **kwargs)
        if args and is_number(args[0]) and not any(map(is_array, args)):
            args = (np.asarray(args[0]), *args[1:])
        leaves, structure = tree.flatten((args, kwargs))
        # An integer may be an axis or an extent, as in one_hot(y, y.max() + 1).
        leaves = [leaf.item() if isinstance(leaf, (np.integer, np.bool_)) else leaf
                  for leaf in leaves]
        arrays = _alike([leaf for leaf in leaves if is_array(leaf)])
        rest = tuple(None if is_array(leaf) else leaf for leaf in leaves)
        return _compiled(function, structure, rest, kinds(rest))(*arrays)

    return call  # type: ignore[return-value]


def _array_of_numbers(value: Any) -> Any:
    """The array that a list or tuple of numbers, or one of numpy's, stands for; else
    `value`."""
    if isinstance(value, np.generic):
        return np.asarray(value)
    rows = value if type(value) is tuple else (value,)
    if not isinstance(value, (list, tuple)) or not all(
            map(tree.holds_numbers, rows)):
        return value
    try:
        return np.asarray(value)
    except ValueError:  # Rows of several lengths, which can be concatenated.
        return value


def _alike(arrays: list[Any]) -> list[np.ndarray]:
    """`arrays`, those of floats in the one type that holds them all."""
    found = [intake(array, "an operand") for array in arrays]
    kinds = {a.dtype for a in found if element_type(a.dtype) in FLOATS}
    if len(kinds) < 2:
        return found
    wider = [kind for kind in kinds if kind.itemsize > 2]
    # ml_dtypes before 0.7 does not say that float32 holds both halves.
    has_both = len(kinds) - len(wider) == 2
    shared = np.result_type(np.float32, *wider) if has_both else np.result_type(*kinds)
    return [a.astype(shared) if a.dtype in kinds else a for a in found]


@functools.lru_cache(maxsize=256)
def _compiled(function: Callable[..., Any], structure: Any,
              rest: tuple[Any, ...], told_apart: Any) -> Any:
    """`function` of the arrays alone, compiled; `rest` has None for them, and what is
    equal in it is `told_apart`."""
    def run(*arrays: Any) -> Any:
        given = iter(arrays)
        leaves = [next(given) if leaf is None else leaf for leaf in rest]
        args, kwargs = tree.unflatten(structure, leaves)
        return function(*args, **kwargs)

    run.__name__ = function.__name__
    return Jitted(run)
