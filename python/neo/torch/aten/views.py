# views.py - the same elements in another shape or order
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Views. In a functional graph they are values like any other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.records import Call, Unsupported, record


@record("view", "_unsafe_view", "reshape", "view_copy", "_reshape_alias", "flatten",
        "unflatten.int")
def view(call: Call, x: Tensor, *_: Any) -> Tensor:
    return x.reshape(call.shape)


@record("unsqueeze", "unsqueeze_copy", "squeeze", "squeeze.dim", "squeeze.dims",
        "squeeze_copy", "squeeze_copy.dim", "squeeze_copy.dims")
def unsqueeze(call: Call, x: Tensor, *_: Any) -> Tensor:
    return x.reshape(call.shape)


@record("permute", "permute_copy")
def permute(call: Call, x: Tensor, dims: Sequence[int]) -> Tensor:
    return x.transpose(tuple(dims)) if x.ndim else x


@record("transpose.int", "transpose_copy.int")
def transpose(call: Call, x: Tensor, a: int, b: int) -> Tensor:
    return neo.swapaxes(x, a, b) if x.ndim else x


@record("t", "t_copy")
def t(call: Call, x: Tensor) -> Tensor:
    return x.T


@record("expand", "expand_copy")
def expand(call: Call, x: Tensor, *_: Any, **options: Any) -> Tensor:
    return neo.broadcast_to(x, call.shape)


@record("flip")
def flip(call: Call, x: Tensor, dims: Sequence[int]) -> Tensor:
    return neo.flip(x, tuple(dims)) if dims and x.ndim else x


@record("roll")
def roll(call: Call, x: Tensor, shifts: Any, dims: Any = ()) -> Tensor:
    if not dims:
        return neo.roll(x, shifts[0])
    return neo.roll(x, tuple(shifts), tuple(dims))


@record("repeat")
def repeat(call: Call, x: Tensor, repeats: Sequence[int]) -> Tensor:
    shape = (1,) * (len(repeats) - x.ndim) + x.shape
    if 0 in call.shape:
        return neo.full(call.shape, 0, x.dtype)
    apart = [n for pair in ((1, s) for s in shape) for n in pair]
    wide = [n for pair in zip(repeats, shape) for n in pair]
    return neo.broadcast_to(x.reshape(apart), wide).reshape(call.shape)


def at(x: Tensor, shape: Sequence[int], index: Sequence[str]) -> Tensor:
    """x[index] over loops d0, d1, ... of `shape`."""
    loops = [f"d{n}" for n in range(len(shape))]
    text = f"t[{','.join(loops)}] = x[{','.join(index)}]"
    return neo.expr(text, **dict(zip(loops, shape)))(x)


@record("diagonal", "diagonal_copy")
def diagonal(call: Call, x: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1
             ) -> Tensor:
    dim1, dim2 = dim1 % x.ndim, dim2 % x.ndim
    last = f"d{x.ndim - 2}"
    rest = iter(f"d{n}" for n in range(x.ndim - 2))
    places = {dim1: f"{last}+{max(-offset, 0)}", dim2: f"{last}+{max(offset, 0)}"}
    if 0 in call.shape:
        return neo.full(call.shape, 0, x.dtype)
    return at(x, call.shape, [places[n] if n in places else next(rest)
                              for n in range(x.ndim)])


@record("unfold", "unfold_copy")
def unfold(call: Call, x: Tensor, dim: int, size: int, step: int) -> Tensor:
    if not x.ndim:
        return x.reshape(call.shape)
    dim = dim % x.ndim
    index = [f"d{n}" for n in range(x.ndim)]
    index[dim] = f"{step}*d{dim}+d{x.ndim}"
    return at(x, call.shape, index)


@record("tril")
def tril(call: Call, x: Tensor, diagonal: int = 0) -> Tensor:
    return neo.tril(x, diagonal)


@record("triu")
def triu(call: Call, x: Tensor, diagonal: int = 0) -> Tensor:
    return neo.triu(x, diagonal)
