# shaping.py - concatenation, stacking, broadcasting, moved axes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.concatenate` and its kin: names and arguments as in the Python array API.

Each is an index expression, or indexing and reshaping, which are index expressions as
well, so that gradients gather and fusion reads through it.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import reduce
from math import prod
from typing import Any

import numpy as np

from neo.eager import eager
from neo.errors import ShapeError, UsageError, describe
from neo.expr import expr
from neo.pointwise import aligned, broadcast, recorded
from neo.positions import from_front
from neo.specs import FLOATS
from neo.spelled import spelled
from neo.static_remedies import require_known
from neo.syntax import (Apply, Binary, Compare, Guarded, Name, Node, Number,
                        Read, Statement)
from neo.tensor import Tensor, as_tensor
from neo.trace import Value
from neo.traced import lifted, value_of


#: Shifts as large are taken modulo the size at once: indices have 64 bits.
_FAR = 2 ** 31


def axis_of(axis: Any, rank: int) -> int:
    """`axis` counted from the front, or a ShapeError or a UsageError."""
    require_known("an axis is an integer", axis)
    if isinstance(axis, (Tensor, np.ndarray)):
        raise UsageError(describe(
            "an axis is an integer, not an array: several arrays stand in one list, "
            "neo.concatenate([a, b])"))
    if isinstance(axis, bool) or not hasattr(axis, "__index__"):
        raise UsageError(describe(f"axis is {axis!r}, but must be an integer"))
    number = operator.index(axis)
    if not -rank <= number < rank:
        raise ShapeError(describe(
            f"axis {number} does not exist: the tensor has rank {rank}"))
    return number % rank


def axes_of(axis: Any, rank: int) -> list[int]:
    """One axis or several, each of them once, counted from the front."""
    found = [axis_of(a, rank) for a in
             (axis if isinstance(axis, (tuple, list)) else [axis])]
    if len(set(found)) < len(found):
        raise ShapeError(describe(f"an axis stands twice in {axis}"))
    return found


def _check_order(order: str) -> None:
    if order not in ("C", "A", "K"):
        if isinstance(order, int):
            raise UsageError(describe(
                f"order is {order!r}: several sizes are one argument, as (2, {order})"))
        raise UsageError(describe(
            f"order is {order!r}, but tensors are in row-major order, 'C': transpose "
            "before and after for another"))


@eager
def ravel(x: Any, order: str = "C") -> Any:
    """The elements in row-major order, in one dimension."""
    _check_order(order)
    return as_tensor(x).reshape(-1)


@eager
def reshape(x: Any, shape: Any, order: str = "C") -> Any:
    """The elements in row-major order in another shape; one size may be -1."""
    _check_order(order)
    return as_tensor(x).reshape(shape)


@eager
def squeeze(x: Any, axis: Any = None) -> Any:
    """Without the dimensions `axis`, whose extent is 1; None: all of those."""
    x = as_tensor(x)
    axes = [n for n, size in enumerate(x.shape) if size == 1] if axis is None \
        else axes_of(axis, x.ndim)
    for n in axes:
        if x.shape[n] != 1:
            raise ShapeError(describe(
                f"axis {n} has extent {x.shape[n]}, and only those of extent 1 "
                "can be left out"))
    return x.reshape([s for n, s in enumerate(x.shape) if n not in axes])


@eager
def expand_dims(x: Any, axis: Any = 0) -> Any:
    """With a new dimension of extent 1 at `axis`, or several, of the result."""
    x = as_tensor(x)
    count = len(axis) if isinstance(axis, (tuple, list)) else 1
    shape = list(x.shape)
    for place in sorted(axes_of(axis, x.ndim + count)):
        shape.insert(place, 1)
    return x.reshape(shape)


@eager
def transpose(x: Any, axes: Any = None) -> Any:
    """Dimension n of the result is dimension `axes[n]`; None: reversed."""
    return as_tensor(x).transpose(axes)


@eager
def swapaxes(x: Any, axis1: int, axis2: int) -> Any:
    """With two dimensions exchanged."""
    x = as_tensor(x)
    order = list(range(x.ndim))
    a, b = axis_of(axis1, x.ndim), axis_of(axis2, x.ndim)
    order[a], order[b] = b, a
    return x.transpose(order)


@eager
def moveaxis(x: Any, source: Any, destination: Any) -> Any:
    """With dimension `source`, or several, at place `destination`."""
    x = as_tensor(x)
    given, wanted = axes_of(source, x.ndim), axes_of(destination, x.ndim)
    if len(given) != len(wanted):
        raise ShapeError(describe(
            f"{len(given)} dimensions cannot be at {len(wanted)} places"))
    order = [n for n in range(x.ndim) if n not in given]
    for place, axis in sorted(zip(wanted, given)):
        order.insert(place, axis)
    return x.transpose(order)


@eager
def broadcast_to(x: Any, shape: int | Sequence[int]) -> Any:
    """Repeated along new dimensions and those of extent 1."""
    value = value_of(x)
    shape = tuple(shape) if hasattr(shape, "__iter__") else (shape,)
    require_known("sizes are integers", *shape)
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
    axes = range(x.ndim) if axis is None else axes_of(axis, x.ndim)
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
        return _rolled(x, operator.index(shift))
    place = axis_of(axis, x.ndim)
    loops, index = _positions(x)
    size = x.shape[place]
    shift = operator.index(shift)
    if size:
        if abs(shift) >= _FAR:
            shift %= size
        moved = Binary("-", index[place], Number(shift))
        index[place] = Binary("%", moved, Number(size))
    return _made(loops, Read("x", tuple(index)), {"x": x.value}, x.shape)


def _rolled(x: Tensor, shift: int) -> Any:
    """All elements moved on, as whole rows: what leaves a row at its end is in front of
    the next one. An index of all elements would divide for each."""
    if x.ndim < 2 or x.size == 0:
        return roll(x.reshape(-1), shift, 0).reshape(x.shape)
    columns = x.shape[-1]
    down, right = divmod(shift % x.size, columns)
    rows = x.reshape(-1, columns)
    parts = [roll(rows[:, columns - right:], down + 1, 0),
             roll(rows[:, :columns - right], down, 0)]
    return concatenate(parts, 1).reshape(x.shape)


#: As many tensors are joined by one operator, whose elements are sums of reads under
#: guards: at more bounds, loops are not split (TileSections.h). More are joined in groups.
MOST_JOINED = 64


@eager
def concatenate(tensors: Sequence[Any], axis: int | None = 0) -> Any:
    """The tensors one after the other along `axis`; None: all of their elements.

    A tensor stands for its slices. Raises ShapeError, UsageError.
    """
    tensors = _listed("concatenate", tensors)
    if axis is None:
        tensors, axis = [ravel(x) for x in tensors], 0
    names = [f"x{n}" for n in range(len(tensors))]
    values = lifted(tensors, names)
    place = _joined_axis([v.spec.shape for v in values], axis)
    if len(values) > MOST_JOINED:
        groups = -(-len(tensors) // MOST_JOINED)
        size = -(-len(tensors) // groups)
        return concatenate([concatenate(tensors[n:n + size], place)
                            for n in range(0, len(tensors), size)], place)
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
                                      Number(first + size))),
                -0.0 if value.spec.dtype in FLOATS else 0))  # x + -0.0 is x.
        first += size
    shape = list(values[0].spec.shape)
    shape[place] = first
    truth = all(v.spec.dtype == "i1" for v in values)
    node = reduce(lambda a, b: Apply("max", (a, b)) if truth
                  else Binary("+", a, b), parts) if parts else \
        Read(names[0], tuple(map(Name, loops)))
    if all(v.spec.dtype == "i8" for v in values):
        node = Apply("int8", (node,))  # The sum of bytes is wider.
    return _made(loops, node, dict(zip(names, values)), shape)


def _listed(name: str, tensors: Any) -> list[Any]:
    """The tensors to be joined, of which there is one or more."""
    if not isinstance(tensors, (list, tuple, Tensor, np.ndarray)) or \
            len(tensors) == 0:
        raise UsageError(describe(f"neo.{name} takes a list of one or more tensors"))
    if isinstance(tensors, (Tensor, np.ndarray)):
        return [tensors[n] for n in range(len(tensors))]
    return list(tensors)


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
    listed = _listed("stack", tensors)
    shapes = [tuple(np.shape(x)) for x in listed]
    if len(set(shapes)) > 1:
        raise ShapeError(describe(
            "neo.stack takes tensors of one shape, not " + " and ".join(
                map(str, dict.fromkeys(shapes))) + ": join others by neo.concatenate"))
    return concatenate([expand_dims(x, axis) for x in listed], axis)


@spelled(indices_or_sections="parts")
def split(x: Any, parts: Any, axis: int = 0) -> list[Any]:
    """As many equal `parts`, or those between the places that `parts` lists."""
    return _split(x, parts.tolist() if isinstance(parts, np.ndarray) else parts, axis)


@eager
def _split(x: Any, parts: Any, axis: int) -> list[Any]:
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


def take(x: Any, indices: Any, axis: int | None = None) -> Any:
    """The slices of `x` along `axis` at `indices`, integers of any shape; without
    `axis`, elements in row-major order. Constants count from the end below 0.

    Raises ShapeError, IndexError.
    """
    if not isinstance(indices, Tensor):
        shape = x.shape if hasattr(x, "shape") else np.shape(x)
        size = prod(shape) if axis is None else shape[axis_of(axis, len(shape))]
        indices = from_front(np.asarray(indices), size)
    return _taken(x, indices, axis)


@eager
def _taken(x: Any, indices: Any, axis: int | None) -> Any:
    x = as_tensor(x) if axis is not None else as_tensor(x).reshape(-1)
    place = axis_of(axis or 0, x.ndim)
    return x[(*[slice(None)] * place, indices)]


@eager
def take_along_axis(x: Any, indices: Any, axis: int = -1) -> Any:
    """At each place, the element of `x` whose position along `axis` is in `indices`.

    `indices` are integers with the extents of `x`, or 1, in the other dimensions.
    Raises ShapeError, IndexError.
    """
    x, indices = as_tensor(x), as_tensor(indices)
    if indices.dtype == np.int8:
        indices = indices.astype(np.int32)
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


def _positions(x: Tensor) -> tuple[list[str], list[Node]]:
    loops = [f"d{n}" for n in range(x.ndim)]
    return loops, list(map(Name, loops))


def _made(loops: Sequence[str], node: Node, bound: dict[str, Value],
          shape: Sequence[int]) -> Tensor:
    statement = Statement("t", tuple(loops), "=", node)
    return Tensor(recorded(statement, bound, dict(zip(loops, shape))))


__all__ = ["broadcast_to", "concatenate", "expand_dims", "flip", "moveaxis",
           "ravel", "reshape", "roll", "split", "squeeze", "stack", "swapaxes",
           "take", "take_along_axis", "transpose"]
