# products.py - products of tensors by name
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.matmul`, `neo.dot` and `neo.outer`: names for `@` and for one einsum."""

from __future__ import annotations

from typing import Any

from neo.arrays import is_number
from neo.eager import eager
from neo.rearrange import matmul as product
from neo.tensor import as_tensor


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
        return a * b
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


__all__ = ["dot", "matmul", "outer"]
