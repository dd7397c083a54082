# positions.py - indices that are constants
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What `x[[0, -1]]` and `x[mask]` mean where list and mask are known.

A traced tensor of integers is looked at when the program runs. A list or an array of
NumPy is a constant of the program: its places are checked and counted from the front
before, and a mask is the places where it holds, an array for each of its dimensions:

    x[np.array([-1, 0])]                 x[np.array([n - 1, 0])]
    x[np.array([[True, False],
                [False, True]])]         x[np.array([0, 1]), np.array([0, 1])]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from neo.errors import IndexError, ShapeError, UsageError, describe


@dataclass(frozen=True)
class Held:
    """The places where a mask holds, along one of its dimensions."""

    places: np.ndarray
    size: int


def unmasked(key: Sequence[Any]) -> list[Any]:
    """`key` with arrays for lists, and one for each dimension of a mask."""
    found: list[Any] = []
    for item in key:
        if isinstance(item, (list, tuple, range)):
            item = _listed(list(item))
        if isinstance(item, np.ndarray) and item.dtype == np.bool_ and item.ndim:
            found += map(Held, item.nonzero(), item.shape)
        else:
            found.append(item)
    return found


def _listed(item: list[Any]) -> np.ndarray:
    try:
        found = np.asarray(item)
    except ValueError:
        found = np.asarray(None)
    if found.size and found.dtype.kind not in "biu":
        raise UsageError(describe(
            "a list among the indices holds integers or truth values alone: stack "
            "traced ones by neo.stack"))
    return found if found.size else found.astype(np.int64)


def settled(item: Any, size: int, axis: int) -> Any:
    """`item`, an index of dimension `axis`, with places counted from the front."""
    if isinstance(item, Held):
        if item.size != size:
            raise ShapeError(describe(
                f"a mask with extent {item.size} chooses from dimension {axis} of "
                f"size {size}: both must be equal"))
        return item.places
    if isinstance(item, np.ndarray) and item.ndim and item.dtype.kind in "iu":
        return from_front(item, size)
    return item


def from_front(places: np.ndarray, size: int) -> np.ndarray:
    """`places` of a dimension of `size`, none of them below 0.

    Raises IndexError.
    """
    if places.dtype.kind not in "iu":
        raise UsageError(describe(
            f"an index is an integer, not {places.dtype}: convert it with "
            ".astype(numpy.int64)" + ", or write x[mask]" * (places.dtype == bool)))
    if not places.size:
        return places.astype(np.int64)
    low, high = int(places.min()), int(places.max())
    if low < -size or high >= size:
        wrong = high if high >= size else low
        raise IndexError(describe(
            f"index {wrong} does not exist in a dimension of size {size}"))
    if low >= 0 and places.dtype in (np.int64, np.int32):
        return places  # The same array is captured once.
    return places.astype(np.int64) % max(size, 1)


__all__ = ["Held", "from_front", "settled", "unmasked"]
