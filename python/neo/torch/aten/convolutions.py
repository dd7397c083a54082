# convolutions.py - convolutions of one to three dimensions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One index expression for all convolutions, and its gradients.

For two dimensions, stride 2, padding 1 and g groups of C channels that make K:

    Y[b,g,k,p0,p1] += (X[b, g*C+c, 2*p0+r0-1, 2*p1+r1-1] if ... else 0)
                      * W[g*K+k, c, r0, r1]

where the condition says that the read is in bounds. The transposed convolution is the
gradient of this by X, and the backward operator is made of gradients of either.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.records import Call, cast, record


@dataclass(frozen=True)
class Window:
    """How a convolution moves; numbers for each dimension of space."""

    stride: tuple[int, ...]
    padding: tuple[int, ...]
    dilation: tuple[int, ...]
    groups: int
    transposed: bool


def window(rank: int, stride: Any, padding: Any, dilation: Any, groups: int,
           transposed: bool) -> Window:
    """The window whose lists may hold one number for all dimensions."""
    def each(numbers: Sequence[int]) -> tuple[int, ...]:
        numbers = tuple(numbers)
        return numbers * rank if len(numbers) == 1 else numbers

    return Window(each(stride), each(padding), each(dilation), groups, transposed)


def inside(index: str, size: int, low: int, high: int) -> list[str]:
    """The conditions that an index, between `low` and `high`, needs to be inside."""
    return [f"{index} >= 0"] * (low < 0) + [f"{index} < {size}"] * (high >= size)


def convolved(x: Tensor, w: Tensor, moves: Window, space: Sequence[int]) -> Tensor:
    """The convolution of b x (g C) x ... with (g K) x C x ..., to `space`."""
    ranks = range(len(space))
    channels, outputs = w.shape[1], w.shape[0] // moves.groups
    index, conditions = [], []
    for n in ranks:
        stride, dilation, pad = moves.stride[n], moves.dilation[n], moves.padding[n]
        read = f"{stride}*p{n}+{dilation}*r{n}" + (f"-{pad}" if pad else "")
        last = stride * (space[n] - 1) + dilation * (w.shape[2 + n] - 1) - pad
        conditions += inside(read, x.shape[2 + n], -pad, last)
        index.append(read)
    group = moves.groups > 1
    source = f"X[b,{f'g*{channels}+c' if group else 'c'},{','.join(index)}]"
    if conditions:
        source = f"({source} if {' and '.join(conditions)} else 0)"
    taps = ",".join(f"r{n}" for n in ranks)
    places = ",".join(f"p{n}" for n in ranks)
    extents = {f"p{n}": space[n] for n in ranks}
    extents |= {"c": channels, "b": x.shape[0]}
    if group:
        extents |= {"g": moves.groups, "k": outputs}
    text = f"Y[b,{'g,' * group}k,{places}] += {source} * " \
        f"W[{f'g*{outputs}+k' if group else 'k'},c,{taps}]"
    found = neo.expr(text, **extents)(x, w)
    return found.reshape(x.shape[0], w.shape[0], *space)


def spread(x: Tensor, w: Tensor, moves: Window, space: Sequence[int]) -> Tensor:
    """The transposed convolution: what `convolved` gives from `space` pulled back."""
    shape = (x.shape[0], w.shape[1] * moves.groups, *space)

    def forward(y: Tensor) -> Tensor:
        return convolved(y, w, moves, x.shape[2:])

    return neo.vjp(forward, neo.full(shape, 0.0, x.dtype))[1](x)[0]


@record("convolution")
def convolution(call: Call, x: Tensor, w: Tensor, bias: Tensor | None, stride: Any,
                padding: Any, dilation: Any, transposed: bool, output_padding: Any,
                groups: int) -> Tensor:
    rank = len(call.shape) - 2
    single = x.ndim == rank + 1
    moves = window(rank, stride, padding, dilation, groups, transposed)
    if 0 in call.shape or 0 in x.shape:
        found = neo.full(call.shape, 0.0, call.dtype)
    else:
        x = x.reshape(1, *x.shape) if single else x
        found = (spread if transposed else convolved)(
            cast(x, call.name), cast(w, call.name), moves, call.shape[2:])
    if bias is not None:
        found = found + cast(bias, call.name).reshape(-1, *(1,) * rank)
    return found


@record("convolution_backward")
def convolution_backward(call: Call, dy: Tensor, x: Tensor, w: Tensor, bias_sizes: Any,
                         stride: Any, padding: Any, dilation: Any, transposed: bool,
                         output_padding: Any, groups: int, mask: Sequence[bool]) -> Any:
    rank = dy.ndim - 2
    moves = window(rank, stride, padding, dilation, groups, transposed)
    function = spread if transposed else convolved
    dx = dw = db = None
    if not math.prod(dy.shape) or not math.prod(x.shape):
        dx, dw = neo.full(x.shape, 0.0, x.dtype), neo.full(w.shape, 0.0, w.dtype)
    elif mask[0] or mask[1]:
        dx, dw = neo.vjp(lambda x, w: function(x, w, moves, dy.shape[2:]), x, w)[1](dy)
    if mask[2]:
        db = neo.sum(dy, (0, *range(2, dy.ndim)))
    return [g if wanted else None for g, wanted in zip((dx, dw, db), mask)]
