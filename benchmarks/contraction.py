# contraction.py - sums of products as batched matrix products
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Two factors at a time, from left to right: loops of both that are kept are the
batch, loops of one are its rows or columns, and what nobody needs later is summed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

Term = tuple[tuple[str, ...], np.ndarray]


def contract(terms: Sequence[Term], out: tuple[str, ...],
             extents: dict[str, int]) -> np.ndarray:
    """The product of the terms, summed over all loops but `out`; along those of
    `out` that no term has, the result repeats."""
    result = terms[0]
    for n, term in enumerate(terms[1:], 1):
        needed = set(out).union(*(axes for axes, _ in terms[n + 1:]))
        result = _multiply(result, term, needed)
    axes, array = _summed(result, set(out))
    order = [axes.index(v) for v in out if v in axes]
    shape = [extents[v] if v in axes else 1 for v in out]
    return np.broadcast_to(array.transpose(order).reshape(shape),
                           [extents[v] for v in out])


def _summed(term: Term, needed: set[str]) -> Term:
    axes, array = term
    gone = tuple(n for n, v in enumerate(axes) if v not in needed)
    return tuple(v for v in axes if v in needed), array.sum(gone) if gone else array


def _multiply(left: Term, right: Term, needed: set[str]) -> Term:
    left = _summed(left, needed | set(right[0]))
    right = _summed(right, needed | set(left[0]))
    shared = [v for v in left[0] if v in right[0]]
    batch = [v for v in shared if v in needed]
    inner = [v for v in shared if v not in needed]
    rows = [v for v in left[0] if v not in shared]
    columns = [v for v in right[0] if v not in shared]
    a = _matrix(left, batch, rows, inner)
    b = _matrix(right, batch, inner, columns)
    sizes = {v: n for axes, x in (left, right) for v, n in zip(axes, x.shape)}
    axes = (*batch, *rows, *columns)
    return axes, (a @ b).reshape([sizes[v] for v in axes])


def _matrix(term: Term, *groups: list[str]) -> np.ndarray:
    axes, array = term
    moved = array.transpose([axes.index(v) for group in groups for v in group])
    sizes = dict(zip(axes, array.shape))
    return moved.reshape([math.prod(sizes[v] for v in group) for group in groups])
