# layouts.py - non-contiguous tensors, read without a copy
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Strides as part of a program.

A program of Neo reads operands that are contiguous. A tensor of PyTorch is often a view
of such a one: a transpose, every second row, a row that stands for many. Then the
program is compiled for the memory, and begins with the view, an index expression that
becomes part of every access:

    a.t()             shape (4, 3), strides (1, 4)     t[i,j] = M[j,i]      M: 3 x 4
    a[::2, 1:3]       shape (2, 2), strides (8, 1)     t[i,j] = M[8*i + j]  M: 10
    a[0].expand(5,4)  shape (5, 4), strides (0, 1)     t[i,j] = M[j]        M: 4

Memory that the view fills keeps its dimensions, in the order in which they lie, so that
accesses are seen to be in bounds and rows to be apart. Where there are gaps or overlaps
it is one row, from the first element of the view to the last, beyond which nothing may
be read. What is read many times over may be put into panels by the program itself, as a
contiguous operand would.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any

import torch

import neo
from neo.tensor import Tensor


@dataclass(frozen=True)
class Layout:
    """A view of memory of the shape `memory`; `index` is where its elements stand."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    memory: tuple[int, ...]
    index: tuple[str, ...]

    def under(self, tensor: torch.Tensor) -> torch.Tensor:
        """The memory of a tensor of this layout, as a contiguous tensor."""
        strides = [1]
        for extent in self.memory[:0:-1]:
            strides.insert(0, strides[0] * extent)
        return tensor.detach().as_strided(self.memory, strides)

    def view(self, memory: Tensor) -> Tensor:
        """The tensor, traced."""
        loops = [f"d{n}" for n in range(len(self.shape))]
        text = f"t[{','.join(loops)}] = M[{','.join(self.index)}]"
        return neo.expr(text, **dict(zip(loops, self.shape)))(memory)


def layout_of(tensor: torch.Tensor) -> Layout | None:
    """How a tensor lies in memory; None where it is contiguous."""
    if tensor.is_contiguous():
        return None
    return _layout(tuple(tensor.shape), tensor.stride())


@lru_cache(maxsize=1024)
def _layout(shape: tuple[int, ...], strides: tuple[int, ...]) -> Layout:
    # What is there once, or in one place for many, tells nothing of the memory.
    kept = sorted((n for n, extent in enumerate(shape) if extent > 1 and strides[n]),
                  key=lambda n: -strides[n])
    filled = 1
    for n in reversed(kept):
        if strides[n] != filled:
            break
        filled *= shape[n]
    else:
        if kept:
            return Layout(shape, strides, tuple(shape[n] for n in kept),
                          tuple(f"d{n}" for n in kept))
    last = sum((shape[n] - 1) * strides[n] for n in kept)
    index = " + ".join(f"{strides[n]} * d{n}" for n in kept) or "0"
    return Layout(shape, strides, (last + 1,), (index,))


def viewed(function: Callable[..., Any], layouts: Sequence[Layout | None]
           ) -> Callable[..., Any]:
    """`function` of the memory under tensors of these layouts."""
    @wraps(function)
    def of_memory(*tensors: Tensor) -> Any:
        return function(*(t if layout is None else layout.view(t)
                          for t, layout in zip(tensors, layouts, strict=True)))

    return of_memory
