# products.py - products of tensors by name
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.matmul`, `neo.dot`, `neo.outer` and `neo.tensordot`: names for `@` and for what
one einsum computes."""

from __future__ import annotations

from math import prod
from typing import Any

from neo.arrays import is_number
from neo.eager import eager
from neo.errors import ShapeError, describe
from neo.rearrange import matmul as of_values
from neo.shaping import axes_of
from neo.tensor import Tensor, as_tensor


def product(a: Any, b: Any) -> Tensor:
    """a @ b of tensors, arrays and lists."""
    return Tensor(of_values(a, b))


@eager
def matmul(a: Any, b: Any) -> Any:
    """a @ b: matrices in the last two dimensions, vectors alone.

    Raises ShapeError.
    """
    return product(a, b)


@eager
def dot(a: Any, b: Any) -> Any:
    """The sum of products over the last dimension of `a` and the last but one of `b`,
    or its only one; with a tensor of rank 0, a * b.

    Raises ShapeError.
    """
    if is_number(a) or is_number(b):
        return a * as_tensor(b) if is_number(a) else as_tensor(a) * b
    a, b = as_tensor(a), as_tensor(b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    if a.ndim > 1 and b.ndim > 2:
        rest = b.ndim - 2
        ones = (1,) * (a.ndim - 1)
        first = a.reshape(*a.shape[:-1], *(1,) * rest, 1, a.shape[-1])
        return product(first, b.reshape(*ones, *b.shape))[..., 0, :]
    return product(a, b)


@eager
def outer(a: Any, b: Any) -> Any:
    """The products of each element of `a` with each of `b`: a.size x b.size."""
    return as_tensor(a).reshape(-1, 1) * as_tensor(b).reshape(1, -1)


@eager
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """Sums of products over `axes`: the last of `a` and the first of `b`, so many, or a
    pair of axes of both.

    Raises ShapeError.
    """
    a, b = as_tensor(a), as_tensor(b)
    pair = axes if isinstance(axes, (tuple, list)) else \
        (range(a.ndim - axes, a.ndim), range(axes))
    ours, theirs = (axes_of(list(p) if isinstance(p, range) else p, x.ndim)
                    for p, x in zip(pair, (a, b)))
    if len(ours) != len(theirs):
        raise ShapeError(describe(
            f"{len(ours)} axes of the first and {len(theirs)} of the second: products "
            "are summed over pairs of them"))
    rest = [n for n in range(a.ndim) if n not in ours]
    more = [n for n in range(b.ndim) if n not in theirs]
    first = a.transpose([*rest, *ours])
    second = b.transpose([*theirs, *more])
    wanted = [first.shape[len(rest):], second.shape[:len(theirs)]]
    if wanted[0] != wanted[1]:
        raise ShapeError(describe(
            f"axes of extents {wanted[0]} and {wanted[1]} are summed together: they "
            "must be equal"))
    count = prod(wanted[0])
    found = product(first.reshape(prod(first.shape[:len(rest)]), count),
                    second.reshape(count, prod(second.shape[len(theirs):])))
    return found.reshape([*first.shape[:len(rest)], *second.shape[len(theirs):]])


__all__ = ["dot", "matmul", "outer", "tensordot"]
