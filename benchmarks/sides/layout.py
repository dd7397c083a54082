# layout.py - operands as a library likes them
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A peer may keep operands in another order of dimensions than the expression has
(channels last, capsules folded into channels). They are brought into it before the
clock starts, and its results are brought back for the comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Layout:
    """Seen as `view`, dimensions reordered, then reshaped; each step may be left
    out."""

    order: tuple[int, ...] = ()
    shape: tuple[int, ...] = ()
    view: tuple[int, ...] = ()

    def apply(self, array: np.ndarray) -> np.ndarray:
        array = array.reshape(self.view or array.shape)
        array = array.transpose(self.order or range(array.ndim))
        return np.ascontiguousarray(array.reshape(self.shape or array.shape))

    def undo(self, array: np.ndarray, original: Sequence[int]) -> np.ndarray:
        order = self.order or tuple(range(len(self.view or original)))
        viewed = self.view or tuple(original)
        array = array.reshape([viewed[n] for n in order])
        return array.transpose(np.argsort(order)).reshape(original)


AS_IT_IS = Layout()


@dataclass(frozen=True)
class Form:
    """A way to write an operator: a function of its operands, and their layouts."""

    name: str
    function: Callable[..., Any]
    operands: tuple[Layout, ...] = ()
    result: Layout = AS_IT_IS

    def layouts(self, count: int) -> list[Layout]:
        return [*self.operands, *[AS_IT_IS] * (count - len(self.operands))]


def reorder(*order: int) -> Layout:
    return Layout(order)
