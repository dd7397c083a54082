# strided.py - tensors as memory with strides
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Reads and writes by strides, where the base tensor is contiguous.

A read of element [i, j] by strides is one of position s*i + t*j + offset. Written, an
element has to be found from its position: where each stride steps over all that the
next ones reach, i and j are the quotients of position - offset by the strides, one
after the other, as digits of a number are. Nothing is written where a quotient is too
large or something remains.
"""

from __future__ import annotations

from collections.abc import Sequence

import neo
from neo.tensor import Tensor
from neo.torch.aten.pieces import replaced
from neo.torch.aten.views import at
from neo.torch.records import Call, Unsupported, cast, record


@record("as_strided", "as_strided_copy")
def as_strided(call: Call, x: Tensor, size: Sequence[int], stride: Sequence[int],
               offset: int | None = None) -> Tensor:
    if 0 in call.shape:
        return neo.full(call.shape, 0, x.dtype)
    start = _start(call, tuple(call.shape), stride, offset)
    terms = [f"{s}*d{n}" for n, s in enumerate(stride) if s]
    return at(x.reshape(-1), call.shape, ["+".join([*terms, str(start)])])


@record("as_strided_scatter", "prims.as_strided_scatter.default")
def as_strided_scatter(call: Call, x: Tensor, part: Tensor, size: Sequence[int],
                       stride: Sequence[int], offset: int | None = None) -> Tensor:
    start = _start(call, tuple(part.shape), stride, offset)
    flat = x.reshape(-1)
    index, conditions = _digits(tuple(part.shape), stride, start, flat.shape[0])
    return replaced(flat, cast(part, call.name), index, conditions).reshape(call.shape)


def _start(call: Call, shape: Sequence[int], stride: Sequence[int],
           offset: int | None) -> int:
    """The position in the operand of what is first there by strides.

    Raises Unsupported where that is not the operand's memory.
    """
    given = call.operands[0]
    if not given.is_contiguous():
        raise Unsupported("what is viewed by strides is not contiguous")
    start = 0 if offset is None else offset - given.storage_offset()
    last = start + sum((n - 1) * step for n, step in zip(shape, stride))
    if start < 0 or last >= given.numel() and 0 not in shape:
        raise Unsupported("strides reach beyond the elements of what is viewed")
    return start


def _digits(shape: Sequence[int], stride: Sequence[int], start: int, size: int
            ) -> tuple[list[str], list[str]]:
    """The index that stands at position d0 of `size`, and where there is one.

    Raises Unsupported where several may.
    """
    # What is there once has no digit.
    order = sorted((n for n, extent in enumerate(shape) if extent != 1),
                   key=lambda n: -stride[n])
    index = ["0"] * len(shape)
    conditions = [f"d0 >= {start}"] if start else []
    rest, below = f"(d0 - {start})", size - start
    for place, n in enumerate(order, 1):
        step = stride[n]
        if step <= sum((shape[m] - 1) * stride[m] for m in order[place:]):
            raise Unsupported("elements that are written share places")
        index[n] = rest if step == 1 else f"{rest} // {step}"
        if shape[n] * step < below:
            conditions.append(f"{index[n]} < {shape[n]}")
        rest, below = f"({rest} % {step})", step
    if below > 1:
        conditions.append(f"{rest} == 0")
    return index, conditions
