# pieces.py - slicing, concatenation, padding
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Slices, concatenation, padding, and tensors of which a slice is replaced."""

from __future__ import annotations

from collections.abc import Sequence

import neo
from neo.tensor import Tensor
from neo.torch.records import Call, cast, record


@record("slice.Tensor", "slice_copy.Tensor")
def slice_(call: Call, x: Tensor, dim: int = 0, start: int | None = None,
           end: int | None = None, step: int = 1) -> Tensor:
    return x[(*[slice(None)] * (dim % x.ndim), slice(start, end, step))]


@record("select.int", "select_copy.int")
def select(call: Call, x: Tensor, dim: int, index: int) -> Tensor:
    return x[(*[slice(None)] * (dim % x.ndim), index)]


@record("narrow")
def narrow(call: Call, x: Tensor, dim: int, start: int, length: int) -> Tensor:
    return slice_(call, x, dim, start, start + length)


@record("split_with_sizes", "split_with_sizes_copy")
def split_with_sizes(call: Call, x: Tensor, sizes: Sequence[int], dim: int = 0
                     ) -> list[Tensor]:
    found, start = [], 0
    for size in sizes:
        found.append(slice_(call, x, dim, start, start + size))
        start += size
    return found


@record("split.Tensor", "unsafe_split.Tensor", "split_copy.Tensor")
def split(call: Call, x: Tensor, size: int, dim: int = 0) -> list[Tensor]:
    sizes = [tuple(r.shape)[dim] for r in call.results]
    return split_with_sizes(call, x, sizes, dim)


@record("unbind.int", "unbind_copy.int")
def unbind(call: Call, x: Tensor, dim: int = 0) -> list[Tensor]:
    return [select(call, x, dim, n) for n in range(x.shape[dim % x.ndim])]


@record("cat")
def cat(call: Call, tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    if 0 in call.shape:
        return neo.full(call.shape, 0, call.dtype)
    kept = [cast(t, call.name) for t in tensors if t.shape != (0,) or len(call.shape) == 1]
    return neo.concatenate(kept, dim)


@record("stack")
def stack(call: Call, tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    return neo.stack([cast(t, call.name) for t in tensors], dim % len(call.shape))


@record("constant_pad_nd")
def constant_pad_nd(call: Call, x: Tensor, pad: Sequence[int], value: float = 0
                    ) -> Tensor:
    pairs = [(0, 0)] * x.ndim
    for n in range(len(pad) // 2):
        pairs[-1 - n] = (pad[2 * n], pad[2 * n + 1])
    x = x[tuple(slice(max(-a, 0), s - max(-b, 0))
                for s, (a, b) in zip(x.shape, pairs))] if x.ndim else x
    return neo.pad(x, [(max(a, 0), max(b, 0)) for a, b in pairs], value)


# Parts that are replaced


def replaced(x: Tensor, part: Tensor, index: Sequence[str], conditions: Sequence[str]
              ) -> Tensor:
    """part[index] where the conditions hold, else x, over loops d0, d1, ..."""
    loops = ",".join(f"d{n}" for n in range(x.ndim))
    both = " and ".join(conditions)
    if part.size == 0:
        return x
    read = f"part[{','.join(index)}]"
    sizes = {f"d{n}": s for n, s in enumerate(x.shape)}
    if not conditions:
        return neo.expr(f"t[{loops}] = {read}", **sizes)(part)
    inside = neo.expr(f"t[{loops}] = {read} if {both} else 0", **sizes)(part)
    chosen = neo.expr(f"t[{loops}] = where({both}, 1, 0)", **sizes)()
    return neo.where(chosen != 0, inside, x)


@record("slice_scatter")
def slice_scatter(call: Call, x: Tensor, part: Tensor, dim: int = 0,
                  start: int | None = None, end: int | None = None, step: int = 1
                  ) -> Tensor:
    dim = dim % x.ndim
    first, last, _ = slice(start, end).indices(x.shape[dim])
    part = cast(part, call.name)
    if (first, last, step) == (0, x.shape[dim], 1):
        return part
    index = [f"d{n}" for n in range(x.ndim)]
    here = index[dim]
    conditions = [f"{here} >= {first}", f"{here} < {last}"]
    if step != 1:
        conditions.append(f"({here} - {first}) % {step} == 0")
    index[dim] = f"({here} - {first}) // {step}"
    return replaced(x, part, index, conditions)


@record("select_scatter")
def select_scatter(call: Call, x: Tensor, part: Tensor, dim: int, index: int) -> Tensor:
    dim = dim % x.ndim
    place = index % x.shape[dim]
    loops = [f"d{n}" for n in range(x.ndim) if n != dim]
    return replaced(x, cast(part, call.name), loops, [f"d{dim} == {place}"])


@record("diagonal_scatter")
def diagonal_scatter(call: Call, x: Tensor, part: Tensor, offset: int = 0,
                     dim1: int = 0, dim2: int = 1) -> Tensor:
    dim1, dim2 = dim1 % x.ndim, dim2 % x.ndim
    index = [f"d{n}" for n in range(x.ndim) if n not in (dim1, dim2)]
    row = f"d{dim1} - {max(-offset, 0)}"
    size = part.shape[-1]
    return replaced(x, cast(part, call.name), [*index, row], [
        f"d{dim2} - d{dim1} == {offset}", f"{row} >= 0", f"{row} < {size}"])


@record("diag_embed")
def diag_embed(call: Call, x: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1
               ) -> Tensor:
    base = neo.full(call.shape, 0, call.dtype)
    return diagonal_scatter(call, base, x, offset, dim1, dim2)
