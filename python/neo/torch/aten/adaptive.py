# adaptive.py - adaptive pooling and replication padding
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Windows whose size depends on their position, one dimension after the other.

For I elements and O results, the window of result p holds the elements from p*I//O up
to ((p+1)*I + O-1)//O: index expressions with guards, whose gradients are derived.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.aten.pointwise import widened
from neo.torch.aten.pooling import places_of
from neo.torch.records import Call, record


def _along(x: Tensor, axis: int, text: str, **extents: int) -> Tensor:
    """An expression over Y[b,p,c] and X[b,i,c], with `axis` in the middle; b and c
    stand for all dimensions before and after it."""
    before = "".join(f"b{n}," for n in range(axis))
    after = "".join(f",c{n}" for n in range(axis + 1, x.ndim))
    return neo.expr(text.replace("[b,", f"[{before}").replace(",c]", f"{after}]"),
                    **extents)(x)


def _mean(x: Tensor, axis: int, count: int) -> Tensor:
    size = x.shape[axis]
    if size % count == 0:
        window = size // count
        total = _along(x, axis, f"Y[b,p,c] += X[b,{window}*p+r,c]", p=count, r=window)
        return total * (1.0 / window)
    first, end = f"p*{size}//{count}", f"((p+1)*{size}+{count - 1})//{count}"
    lengths = [((p + 1) * size + count - 1) // count - p * size // count
               for p in range(count)]
    total = _along(
        x, axis, f"Y[b,p,c] += (X[b,{first}+r,c] if {first}+r < {end} and "
        f"{first}+r < {size} else 0)", p=count, r=max(lengths))
    shares = neo.stack([neo.full((), 1.0 / n, x.dtype) for n in lengths])
    return total * shares.reshape(-1, *(1,) * (x.ndim - axis - 1))


def _adapted(sizes: Sequence[int]) -> Callable[[Tensor], Tensor]:
    def function(x: Tensor) -> Tensor:
        x = widened(x)
        for n, count in enumerate(sizes):
            x = _mean(x, x.ndim - len(sizes) + n, count)
        return x

    return function


@record("_adaptive_avg_pool2d", "_adaptive_avg_pool3d")
def adaptive_avg_pool(call: Call, x: Tensor, sizes: Sequence[int]) -> Tensor:
    return _adapted(sizes)(x)


def _adaptive_backward(rank: int) -> None:
    @record(f"_adaptive_avg_pool{rank}d_backward")
    def backward(call: Call, dy: Tensor, x: Tensor) -> Tensor:
        return neo.vjp(_adapted(dy.shape[-rank:]), x)[1](widened(dy))[0]


class _Largest:
    """The largest element of each window of the last dimensions of n x ..."""

    def __init__(self, sizes: Sequence[int], counts: Sequence[int]):
        self.sizes, self.counts = sizes, counts
        self.longest = [max(-(-(p + 1) * size // count) - p * size // count
                            for p in range(count)) for size, count in zip(sizes, counts)]

    def windows(self, x: Tensor, op: str) -> Tensor:
        places, reads, conditions = [], [], []
        for n, (size, count) in enumerate(zip(self.sizes, self.counts)):
            read = f"p{n}*{size}//{count}+r{n}"
            places.append(f"p{n}")
            reads.append(read)
            conditions += [f"{read} < ((p{n}+1)*{size}+{count - 1})//{count}",
                           f"{read} < {size}"]
        extents = {f"p{n}": count for n, count in enumerate(self.counts)} | \
            {f"r{n}": longest for n, longest in enumerate(self.longest)}
        return neo.expr(f"Y[b,{','.join(places)}] {op} (X[b,{','.join(reads)}] if "
                        f"{' and '.join(conditions)} else -inf)", **extents)(x)

    def values(self, x: Tensor) -> Tensor:
        return self.windows(x.reshape(-1, *self.sizes), "max=")

    def positions(self, x: Tensor) -> Tensor:
        """Where in its plane each lies."""
        starts = [neo.arange(0, count) * size // count
                  for size, count in zip(self.sizes, self.counts)]
        return places_of(self.windows(x.reshape(-1, *self.sizes), "argmax="),
                         self.longest, starts, self.sizes, (1,) * len(self.sizes))


def _adaptive_largest(rank: int) -> None:
    @record(f"adaptive_max_pool{rank}d")
    def forward(call: Call, x: Tensor, counts: Sequence[int]) -> Any:
        if 0 in call.shape:
            return (neo.full(call.shape, 0.0, x.dtype), neo.full(call.shape, 0, "i64"))
        pool = _Largest(x.shape[-rank:], call.shape[-rank:])
        return pool.values(x).reshape(call.shape), pool.positions(x).reshape(call.shape)

    @record(f"adaptive_max_pool{rank}d_backward")
    def backward(call: Call, dy: Tensor, x: Tensor, indices: Tensor) -> Tensor:
        if not dy.size:
            return neo.full(call.shape, 0.0, x.dtype)
        pool = _Largest(x.shape[-rank:], dy.shape[-rank:])
        found, pullback = neo.vjp(pool.values, x)
        return pullback(dy.reshape(found.shape))[0]


def _padded(padding: Sequence[int]) -> Callable[[Tensor], Tensor]:
    """The border repeated; pairs of widths are those of the last dimension first."""
    def function(x: Tensor) -> Tensor:
        for n in range(len(padding) // 2):
            axis = x.ndim - 1 - n
            low, high = padding[2 * n:2 * n + 2]
            size = x.shape[axis]
            x = _along(x, axis, f"Y[b,p,c] = X[b,min(max(p-{low},0),{size - 1}),c]",
                       p=low + size + high)
        return x

    return function


def _replicated(rank: int) -> None:
    @record(f"replication_pad{rank}d_backward")
    def backward(call: Call, dy: Tensor, x: Tensor, padding: Sequence[int]) -> Tensor:
        return neo.vjp(_padded(padding), x)[1](dy)[0]


for _rank in (2, 3):
    _adaptive_backward(_rank)
    _adaptive_largest(_rank)
for _rank in (1, 2, 3):
    _replicated(_rank)
