# pooling.py - the largest and the mean of windows
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Pooling as reductions over windows, whose gradients follow.

PyTorch's index of the largest element counts rows of the whole plane; Neo's `argmax=`
counts the steps of the window. One follows from the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ml_dtypes import finfo

import neo
from neo.tensor import Tensor
from neo.torch.aten.convolutions import inside
from neo.torch.aten.pointwise import widened
from neo.torch.records import Call, Unsupported, cast, record

Sizes = tuple[int, ...]


def _each(numbers: Any, rank: int, default: Any = None) -> Sizes:
    numbers = [numbers] if isinstance(numbers, int) else list(numbers or [])
    if not numbers:
        return tuple(default)
    return tuple(numbers * rank if len(numbers) == 1 else numbers)


def _windows(x: Tensor, op: str, space: Sizes, kernel: Sizes, stride: Sizes,
             padding: Sizes, dilation: Sizes, outside: str) -> Tensor:
    """The reduction of windows of the last dimensions of n x c x ..."""
    ranks = range(len(space))
    index, conditions = [], []
    for n in ranks:
        read = f"{stride[n]}*p{n}+{dilation[n]}*r{n}-{padding[n]}"
        last = stride[n] * (space[n] - 1) + dilation[n] * (kernel[n] - 1) - padding[n]
        conditions += inside(read, x.shape[2 + n], -padding[n], last)
        index.append(read)
    places = ",".join(f"p{n}" for n in ranks)
    source = f"X[b,c,{','.join(index)}]"
    if conditions:
        source = f"({source} if {' and '.join(conditions)} else {outside})"
    extents = {f"p{n}": space[n] for n in ranks} | {f"r{n}": kernel[n] for n in ranks}
    return neo.expr(f"Y[b,c,{places}] {op} {source}", **extents)(x)


def _planes(x: Tensor, rank: int) -> Tensor:
    """As samples x channels x space."""
    return x.reshape(-1, 1, *x.shape[x.ndim - rank:]) if x.ndim != rank + 2 else x


def places_of(tap: Tensor, lengths: Sequence[int], starts: Sequence[Tensor],
              sizes: Sequence[int], steps: Sequence[int]) -> Tensor:
    """Where in a plane of `sizes` the element number `tap` of a window of `lengths` lies,
    whose elements are `steps` apart from `starts` on, of each dimension."""
    found: Any = 0
    for n, (length, start) in enumerate(zip(lengths, starts)):
        here = tap // math.prod(lengths[n + 1:]) % length
        place = start.reshape(-1, *(1,) * (len(sizes) - 1 - n)) + here * steps[n]
        found = found * sizes[n] + place
    return found


class _Pool:
    """One pooling: the numbers of its window, for x of rank `rank` in space."""

    def __init__(self, rank: int, space: Sizes, kernel: Any, stride: Any, padding: Any,
                 dilation: Any = 1):
        self.rank, self.space = rank, space
        self.kernel = _each(kernel, rank)
        self.stride = _each(stride, rank, self.kernel)
        self.padding = _each(padding, rank)
        self.dilation = _each(dilation, rank)

    def windows(self, x: Tensor, op: str, outside: str) -> Tensor:
        return _windows(x, op, self.space, self.kernel, self.stride, self.padding,
                        self.dilation, outside)

    def largest(self, x: Tensor) -> Tensor:
        return self.windows(_planes(x, self.rank), "max=", "-inf")

    def above_padding(self, x: Tensor) -> Tensor:
        """x with the least finite number for -inf, which padding has: where a window has
        no other, its first element is the one that PyTorch names."""
        if not any(self.padding) or not x.spec.is_float:
            return x
        return neo.maximum(x, float(finfo(x.dtype).min))

    def positions(self, x: Tensor) -> Tensor:
        """Where in its plane the largest element of each window lies."""
        x = _planes(self.above_padding(x), self.rank)
        starts = [neo.arange(0, self.space[n]) * self.stride[n] - self.padding[n]
                  for n in range(self.rank)]
        return places_of(self.windows(x, "argmax=", "-inf"), self.kernel, starts,
                         x.shape[2:], self.dilation)

    def mean(self, x: Tensor, count_pad: bool, divisor: int | None) -> Tensor:
        x = widened(x)
        total = self.windows(_planes(x, self.rank), "+=", "0")
        if divisor:
            return total / float(divisor)
        return total * self._shares(x, count_pad)

    def _shares(self, x: Tensor, count_pad: bool) -> Tensor:
        """1 over the number of elements that each window counts."""
        sizes = x.shape[x.ndim - self.rank:]
        shares: Any = neo.full((), 1.0, x.dtype)
        for n in range(self.rank):
            counts = [_count(p * self.stride[n] - self.padding[n], self.kernel[n],
                             sizes[n], self.padding[n], count_pad)
                      for p in range(self.space[n])]
            row = neo.stack([neo.full((), 1.0 / max(c, 1), x.dtype) for c in counts]) \
                if len(set(counts)) > 1 else \
                neo.full((len(counts),), 1.0 / max(counts[0], 1), x.dtype)
            shares = shares * row.reshape(-1, *(1,) * (self.rank - 1 - n))
        return shares


def _count(start: int, kernel: int, size: int, pad: int, count_pad: bool) -> int:
    end = min(start + kernel, size + pad)
    if count_pad:
        return end - start
    return min(end, size) - max(start, 0)


def _max_pool(rank: int) -> None:
    @record(f"max_pool{rank}d_with_indices")
    def forward(call: Call, x: Tensor, kernel: Any, stride: Any = (), padding: Any = 0,
                dilation: Any = 1, ceil_mode: bool = False) -> Any:
        pool = _Pool(rank, call.shape[-rank:], kernel, stride, padding, dilation)
        return (pool.largest(x).reshape(call.shape),
                pool.positions(x).reshape(call.shape))

    @record(f"max_pool{rank}d_with_indices_backward")
    def backward(call: Call, dy: Tensor, x: Tensor, kernel: Any, stride: Any,
                 padding: Any, dilation: Any, ceil_mode: bool, indices: Tensor) -> Any:
        pool = _Pool(rank, dy.shape[-rank:], kernel, stride, padding, dilation)
        found, pullback = neo.vjp(pool.largest, pool.above_padding(x))
        return pullback(cast(dy, call.name).reshape(found.shape))[0]


def _avg_pool(rank: int) -> None:
    @record(f"avg_pool{rank}d")
    def forward(call: Call, x: Tensor, kernel: Any, stride: Any = (), padding: Any = 0,
                ceil_mode: bool = False, count_pad: bool = True,
                divisor: int | None = None) -> Tensor:
        if not call.is_float:
            raise Unsupported("the mean of integers")
        pool = _Pool(rank, call.shape[-rank:], kernel, stride, padding)
        return pool.mean(x, count_pad, divisor).reshape(call.shape)

    @record(f"avg_pool{rank}d_backward")
    def backward(call: Call, dy: Tensor, x: Tensor, kernel: Any, stride: Any,
                 padding: Any, ceil_mode: bool, count_pad: bool, divisor: int | None
                 ) -> Any:
        pool = _Pool(rank, dy.shape[-rank:], kernel, stride, padding)
        found, pullback = neo.vjp(lambda x: pool.mean(x, count_pad, divisor), x)
        return pullback(widened(dy).reshape(found.shape))[0]


for _rank in (2, 3):
    _max_pool(_rank)
    _avg_pool(_rank)
