# eager.py - functions of tensors called on arrays
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What `neo.softmax(array)` does outside of `neo.jit`.

The functions of this package record operators. Called on arrays, with no function
being traced, they are compiled for themselves and run: arrays are arguments, and
everything else (axes, numbers, element types) is part of the program. The last 256
are kept.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from neo import tree
from neo.arrays import is_array, is_number
from neo.builder import Reduction, Scalar
from neo.tensor import Tensor
from neo.trace import active

F = TypeVar("F", bound=Callable[..., Any])


def eager(function: F) -> F:
    """`function`, which also takes arrays and lists of numbers."""
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if args and isinstance(args[0], list) and tree.holds_numbers(args[0]):
            args = (np.asarray(args[0]), *args[1:])
        if active() is not None or any(
                isinstance(a, (Tensor, Scalar, Reduction)) for a in args):
            return function(*args, **kwargs)
        if args and is_number(args[0]) and not any(map(is_array, args)):
            args = (np.asarray(args[0]), *args[1:])
        leaves, structure = tree.flatten((args, kwargs))
        arrays = [leaf for leaf in leaves if is_array(leaf)]
        rest = tuple(None if is_array(leaf) else leaf for leaf in leaves)
        if not arrays:
            return function(*args, **kwargs)
        return _compiled(function, structure, rest)(*arrays)

    return call  # type: ignore[return-value]


@functools.lru_cache(maxsize=256, typed=True)
def _compiled(function: Callable[..., Any], structure: Any,
              rest: tuple[Any, ...]) -> Any:
    """`function` of the arrays alone, compiled; `rest` has None for them."""
    from neo.jit import Jitted

    def run(*arrays: Any) -> Any:
        given = iter(arrays)
        leaves = [next(given) if leaf is None else leaf for leaf in rest]
        args, kwargs = tree.unflatten(structure, leaves)
        return function(*args, **kwargs)

    run.__name__ = function.__name__
    return Jitted(run)
