# items.py - the tensors of a graph while it is traced
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A tensor of the graph: an array that is known, or a traced tensor.

Constant folding: what follows from constants and shapes alone stays a NumPy array, so
that the shape arithmetic that exporters write (Shape, Gather, Concat, Reshape) has
values where Reshape needs them. Everything else is a traced tensor in the carrier of
its element type (element_types.py).

`sources` are the inputs of the model that an item depends on; one without sources is a
constant even where it is traced, and `recipe` computes it again. `steps` are the integers
that a DequantizeLinear made an item of.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from neo.errors import describe
from neo.onnx.element_types import (INTEGERS, as_tensor_of, to_carrier)
from neo.onnx.refusals import ModelError
from neo.tensor import Tensor, as_tensor
from neo.trace import active

# Known arrays up to this are computed at load; larger ones are traced.
MOST_KNOWN = 2**22
# Inputs whose values decide shapes are vectors of at most this many numbers.
MOST_STATIC = 256
# The limit of bytes in one tensor of a model.
MOST_BYTES = 2**42


@dataclass(frozen=True, eq=False)
class Item:
    """A tensor of element type `dtype`; `raw` is an array of it or its carrier."""

    dtype: np.dtype
    raw: Any
    sources: frozenset[str] = frozenset()
    recipe: Any = field(default=None, repr=False)
    steps: Steps | None = None

    @property
    def is_known(self) -> bool:
        return isinstance(self.raw, np.ndarray)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.raw.shape)

    @property
    def ndim(self) -> int:
        return len(self.raw.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def is_integer(self) -> bool:
        return self.dtype in INTEGERS

    @property
    def is_float(self) -> bool:
        return not self.is_integer and self.dtype != np.bool_

    @property
    def x(self) -> Tensor:
        """The traced tensor; arrays are captured."""
        return as_tensor(to_carrier(self.raw)) if self.is_known else self.raw

    @property
    def turned(self) -> Item:
        """The transposed matrix."""
        return Item(self.dtype, self.raw.T, self.sources,
                    steps=self.steps and self.steps.turned)


@dataclass(frozen=True, eq=False)
class Steps:
    """(whole - zero) * scale. A scale or a zero point has one number, or one for each
    index along `axis`."""

    whole: Item
    scale: Item
    zero: Item | None
    axis: int | None

    def spread(self, one: Item) -> Tensor:
        """A scale or a zero point in a shape that broadcasts over the integers."""
        if self.axis is None or one.size == 1:
            return one.x.reshape(())
        return one.x.reshape((-1, *[1] * (self.whole.ndim - 1 - self.axis)))

    @property
    def turned(self) -> Steps:
        """Those of the transposed matrix."""
        axis = None if self.axis is None else 1 - self.axis
        return Steps(self.whole.turned, self.scale, self.zero, axis)


def known(array: Any, dtype: Any = None) -> Item:
    """An item of values that are known."""
    array = np.asarray(array, dtype)
    return Item(array.dtype, array)


def traced(tensor: Any, dtype: np.dtype) -> Item:
    """A traced tensor as an item of `dtype`, whose low bits it keeps."""
    return Item(dtype, as_tensor_of(as_tensor(tensor), dtype))


def check_size(shape: Sequence[int], itemsize: int = 4) -> None:
    """Refuses a tensor that exceeds any memory, before it is allocated."""
    if any(size < 0 for size in shape) or prod(shape) * itemsize > MOST_BYTES:
        raise ModelError(describe(
            f"a tensor of shape {tuple(map(int, shape))} has a negative extent or "
            f"more than 2**42 bytes"))


def may_be_known(shape: Sequence[int]) -> bool:
    """Whether a tensor may be part of the program: it is small, and has no dimension of
    a batch, which is another one for each number of items that is traced."""
    trace = active()
    return prod(shape) <= MOST_KNOWN and (trace is None or trace.batch not in shape)


def all_known(items: Iterable[Item | None]) -> bool:
    return all(i is None or i.is_known for i in items)


def operands(items: Sequence[Item]) -> list[Any]:
    """What arithmetic takes: arrays if all are known; else tensors, with numbers for
    known ones of rank 0."""
    if all_known(items):
        return [i.raw for i in items]
    return [i.raw.item() if i.is_known and i.ndim == 0 and
            i.dtype.kind in "if" and i.dtype.itemsize > 2
            else to_carrier(i.raw) if i.is_known else i.raw for i in items]
