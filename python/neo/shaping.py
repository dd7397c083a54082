# shaping.py - the same elements elsewhere
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.concatenate` and its kin: names and arguments as in the Python array API.

Each is an index expression, or indexing and reshaping, which are index expressions as
well, so that gradients gather and fusion reads through it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from functools import reduce
from typing import Any

from neo.eager import eager
from neo.errors import ShapeError, UsageError, describe
from neo.pointwise import aligned, broadcast, recorded
from neo.syntax import (Apply, Binary, Compare, Guarded, Logic, Name, Node,
                        Number, Read, Statement)
from neo.tensor import Tensor, as_tensor, lifted
from neo.trace import Value


def axis_of(axis: Any, rank: int) -> int:
    """`axis` counted from the front, or a ShapeError."""
    number = operator.index(axis)
    if not -rank <= number < rank:
        raise ShapeError(describe(
            f"axis {number} does not exist: the tensor has rank {rank}"))
    return number % rank


@eager
def ravel(x: Any) -> Any:
    """The elements in row-major order, in one dimension."""
    return as_tensor(x).reshape(-1)


@eager
def reshape(x: Any, shape: Any) -> Any:
    """The elements in row-major order in another shape; one size may be -1."""
    return as_tensor(x).reshape(shape)


@eager
def squeeze(x: Any, axis: Any = None) -> Any:
    """Without the dimensions `axis`, whose extent is 1; None: all of those."""
    x = as_tensor(x)
    axes = [n for n, size in enumerate(x.shape) if size == 1] if axis is None \
        else [axis_of(a, x.ndim) for a in
              (axis if isinstance(axis, (tuple, list)) else [axis])]
    for n in axes:
        if x.shape[n] != 1:
            raise ShapeError(describe(
                f"axis {n} has extent {x.shape[n]}, and only those of extent 1 "
                "can be left out"))
    return x.reshape([s for n, s in enumerate(x.shape) if n not in axes])


@eager
def expand_dims(x: Any, axis: int = 0) -> Any:
    """With a new dimension of extent 1 at `axis`."""
    x = as_tensor(x)
    place = axis_of(axis, x.ndim + 1)
    return x.reshape([*x.shape[:place], 1, *x.shape[place:]])


@eager
def transpose(x: Any, axes: Any = None) -> Any:
    """Dimension n of the result is dimension `axes[n]`; None: reversed."""
    return as_tensor(x).transpose(axes)


@eager
def swapaxes(x: Any, first: int, second: int) -> Any:
    """With two dimensions exchanged."""
    x = as_tensor(x)
    order = list(range(x.ndim))
    a, b = axis_of(first, x.ndim), axis_of(second, x.ndim)
    order[a], order[b] = b, a
    return x.transpose(order)


@eager
def moveaxis(x: Any, source: int, destination: int) -> Any:
    """With dimension `source` at place `destination`."""
    x = as_tensor(x)
    order = list(range(x.ndim))
    order.insert(axis_of(destination, x.ndim),
                 order.pop(axis_of(source, x.ndim)))
    return x.transpose(order)


@eager
def broadcast_to(x: Any, shape: Sequence[int]) -> Any:
    """Repeated along new dimensions and those of extent 1."""
    value = lifted([x], ["x"])[0]
    shape = tuple(shape)
    if broadcast([value.spec.shape, shape]) != shape:
        raise ShapeError(describe(
            f"a tensor of shape {value.spec.shape} does not broadcast to "
            f"{shape}"))
    loops = [f"d{n}" for n in range(len(shape))]
    read = Read("x", aligned(value.spec.shape, loops))
    return _made(loops, read, {"x": value}, shape)


@eager
def flip(x: Any, axis: Any = None) -> Any:
    """Backwards along `axis`, or along all dimensions."""
    x = as_tensor(x)
    axes = range(x.ndim) if axis is None else \
        [axis_of(a, x.ndim) for a in
         (axis if isinstance(axis, (tuple, list)) else [axis])]
    return x[tuple(slice(None, None, -1 if n in axes else 1)
                   for n in range(x.ndim))]


@eager
def roll(x: Any, shift: Any, axis: Any = None) -> Any:
    """Moved on by `shift` elements; those past the end come in at the front.

    Of several axes, each has a shift of its own, or all have one.
    """
    x = as_tensor(x)
    if isinstance(axis, (tuple, list)):
        shifts = shift if isinstance(shift, (tuple, list)) else [shift] * len(axis)
        if len(shifts) != len(axis):
            raise ShapeError(describe(
                f"{len(shifts)} shifts for {len(axis)} axes: give one for each"))
        return reduce(lambda y, each: roll(y, *each), zip(shifts, axis), x)
    if axis is None:
        return roll(x.reshape(-1), shift, 0).reshape(x.shape)
    place = axis_of(axis, x.ndim)
    loops, index = _positions(x)
    size = x.shape[place]
    if size:
        index[place] = Binary("%", Binary("-", index[place], Number(shift)),
                              Number(size))
    return _made(loops, Read("x", tuple(index)), {"x": x.value}, x.shape)


@eager
def pad(x: Any, widths: Any, value: float = 0) -> Any:
    """With `value` around it: one number, a pair for all, or one per dimension."""
    x = as_tensor(x)
    pairs = _pairs(widths, x.ndim)
    loops, index = _positions(x)
    conditions: list[Node] = []
    shape = []
    for n, (before, after) in enumerate(pairs):
        shape.append(before + x.shape[n] + after)
        if not before and not after:
            continue
        index[n] = Binary("-", index[n], Number(before))
        conditions.append(Compare(("<=", "<"), (
            Number(before), Name(loops[n]), Number(before + x.shape[n]))))
    read: Node = Read("x", tuple(index))
    if conditions:
        both = conditions[0] if len(conditions) == 1 else \
            Logic("and", tuple(conditions))
        read = Guarded(read, both, value)
    return _made(loops, read, {"x": x.value}, shape)


def _pairs(widths: Any, rank: int) -> list[tuple[int, int]]:
    if not isinstance(widths, (tuple, list)):
        widths = (widths, widths)
    if len(widths) == 2 and not isinstance(widths[0], (tuple, list)):
        widths = [widths] * rank
    if len(widths) != rank or not all(len(pair) == 2 for pair in widths):
        raise ShapeError(describe(
            f"{len(widths)} pairs of widths for {rank} dimensions: give one "
            "pair (before, after) for each"))
    found = [(operator.index(a), operator.index(b)) for a, b in widths]
    if any(width < 0 for pair in found for width in pair):
        raise ShapeError(describe("widths are 0 or more: take a slice to make "
                                  "a tensor smaller"))
    return found


@eager
def concatenate(tensors: Sequence[Any], axis: int = 0) -> Any:
    """The tensors one after the other along `axis`."""
    if isinstance(tensors, Tensor) or not tensors:
        raise UsageError(describe(
            "neo.concatenate takes a list of one or more tensors"))
    names = [f"x{n}" for n in range(len(tensors))]
    values = lifted(list(tensors), names)
    place = _joined_axis([v.spec.shape for v in values], axis)
    loops = [f"d{n}" for n in range(values[0].spec.ndim)]
    here, first = Name(loops[place]), 0
    parts: list[Node] = []
    for name, value in zip(names, values):
        size = value.spec.shape[place]
        index: list[Node] = list(map(Name, loops))
        index[place] = Binary("-", here, Number(first))
        if size:
            parts.append(Guarded(
                Read(name, tuple(index)),
                Compare(("<=", "<"), (Number(first), here,
                                      Number(first + size))), 0))
        first += size
    shape = list(values[0].spec.shape)
    shape[place] = first
    truth = all(v.spec.dtype == "i1" for v in values)
    node = reduce(lambda a, b: Apply("max", (a, b)) if truth
                  else Binary("+", a, b), parts) if parts else \
        Read(names[0], tuple(map(Name, loops)))
    return _made(loops, node, dict(zip(names, values)), shape)


def _joined_axis(shapes: Sequence[tuple[int, ...]], axis: int) -> int:
    if not shapes[0]:
        raise ShapeError(describe("tensors of rank 0 have no axis to be joined "
                                  "along: use neo.stack"))
    place = axis_of(axis, len(shapes[0]))
    rests = {(*s[:place], *s[place + 1:]) for s in shapes}
    if len(rests) > 1 or len({len(s) for s in shapes}) > 1:
        raise ShapeError(describe(
            "shapes " + " and ".join(map(str, shapes)) + f" cannot be joined "
            f"along axis {axis}: all other extents must be equal"))
    return place


@eager
def stack(tensors: Sequence[Any], axis: int = 0) -> Any:
    """The tensors, which have one shape, along a new dimension `axis`."""
    return concatenate([expand_dims(x, axis) for x in tensors], axis)


@eager
def split(x: Any, parts: Any, axis: int = 0) -> list[Any]:
    """As many equal `parts`, or those between the places that `parts` lists."""
    x = as_tensor(x)
    place = axis_of(axis, x.ndim)
    size = x.shape[place]
    if isinstance(parts, (tuple, list)):
        cuts = [0, *parts, size]
    else:
        count = operator.index(parts)
        if count < 1 or size % count:
            raise ShapeError(describe(
                f"{size} elements cannot be split into {count} equal parts: "
                "list the places to split at"))
        cuts = [size // count * n for n in range(count + 1)]
    before = (slice(None),) * place
    return [x[(*before, slice(a, b))] for a, b in zip(cuts, cuts[1:])]


@eager
def take(x: Any, indices: Any, axis: int | None = None) -> Any:
    """The slices of `x` along `axis` at `indices`, integers of any shape; without
    `axis`, elements in row-major order."""
    x = as_tensor(x) if axis is not None else as_tensor(x).reshape(-1)
    place = axis_of(axis or 0, x.ndim)
    return x[(*[slice(None)] * place, indices)]


@eager
def take_along_axis(x: Any, indices: Any, axis: int = -1) -> Any:
    """At each place, the element of `x` whose position along `axis` is in `indices`.

    `indices` are integers with the extents of `x`, or 1, in the other dimensions.
    Raises ShapeError, IndexError.
    """
    from neo.expr import expr
    x, indices = as_tensor(x), as_tensor(indices)
    place = axis_of(axis, x.ndim)
    if indices.ndim != x.ndim:
        raise ShapeError(describe(
            f"indices of rank {indices.ndim} for a tensor of rank {x.ndim}: both "
            "have the same, as x[..., None] and neo.argmax(..., keepdims=True) make "
            "it"))
    shape = (*x.shape[:place], indices.shape[place], *x.shape[place + 1:])
    loops = [f"d{n}" for n in range(x.ndim)]
    at = ",".join(loops)
    read = ",".join([*loops[:place], f"I[{at}]", *loops[place + 1:]])
    return expr(f"T[{at}] = X[{read}]")(x, broadcast_to(indices, shape))


@eager
def einsum(subscripts: str, *operands: Any) -> Any:
    """Sums of products of elements, as in NumPy: "bij,bjk->bik"."""
    text = subscripts.replace(" ", "")
    match = re.fullmatch(r"([a-zA-Z]*(?:,[a-zA-Z]*)*)(?:->([a-zA-Z]*))?", text)
    if not match:
        raise UsageError(describe(
            f"'{subscripts}' is no einsum: write one letter for each dimension, "
            "as in 'bij,bjk->bik'"))
    inputs = match.group(1).split(",")
    if len(inputs) != len(operands):
        raise UsageError(describe(
            f"'{subscripts}' names {len(inputs)} operands, but "
            f"{len(operands)} are given"))
    letters = "".join(inputs)
    output = match.group(2)
    if output is None:
        output = "".join(sorted(c for c in set(letters)
                                if letters.count(c) == 1))
    names = [f"x{n}" for n in range(len(operands))]
    values = lifted(operands, names)
    reads = [Read(name, tuple(Name(f"l{c}") for c in letters))
             for name, letters in zip(names, inputs)]
    node = reduce(lambda a, b: Binary("*", a, b), reads)
    loops = [f"l{c}" for c in output]
    op = "+=" if set(letters) - set(output) else "="
    statement = Statement("t", tuple(loops), op, node)
    return Tensor(recorded(statement, dict(zip(names, values)), {}))


def _positions(x: Tensor) -> tuple[list[str], list[Node]]:
    loops = [f"d{n}" for n in range(x.ndim)]
    return loops, list(map(Name, loops))


def _made(loops: Sequence[str], node: Node, bound: dict[str, Value],
          shape: Sequence[int]) -> Tensor:
    statement = Statement("t", tuple(loops), "=", node)
    return Tensor(recorded(statement, bound, dict(zip(loops, shape))))


__all__ = ["broadcast_to", "concatenate", "einsum", "expand_dims", "flip",
           "moveaxis", "pad", "ravel", "reshape", "roll", "split", "squeeze",
           "stack", "swapaxes", "take", "take_along_axis", "transpose"]
