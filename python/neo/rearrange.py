# rearrange.py - transposes, reshapes, indexing and matrix products
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Transposing, reshaping and indexing traced tensors, and their products, as values of
the graph.

Each is an index expression, so its gradient is one too. A reshape reads at the
row-major position of the result's element:

    x of shape (6, 4) as (3, 8):    t[d0,d1] = x[d0 * 2 + d1 // 4, d1 % 4]

Dimensions that the two shapes share, or that only split or only join, are told
apart from the others, which keeps the indices short.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Container, Iterator, Sequence
from functools import reduce
from math import prod
from typing import Any

import numpy as np

from neo.errors import ShapeError, UsageError, describe
from neo.pointwise import aligned, broadcast, recorded
from neo.positions import settled, unmasked
from neo.static_remedies import require_known
from neo.syntax import Binary, Logic, Name, Node, Number, Read, Statement
from neo.trace import Value
from neo.traced import Traced, lifted

Shape = tuple[int, ...]


def _read(tensor: Traced, shape: Shape, index: Sequence[Node],
          **positions: Any) -> Value:
    """t[d0, d1, ...] = x[index] with loops d0, d1, ... over `shape`.

    `positions` are tensors of integers that the index reads, by name.
    """
    loops = [f"d{n}" for n in range(len(shape))]
    statement = Statement("t", tuple(loops), "=", Read("x", tuple(index)))
    names = ["x", *positions]
    bound = dict(zip(names, lifted([tensor, *positions.values()], names)))
    return recorded(statement, bound, dict(zip(loops, shape)))


def _times(node: Node, factor: int) -> Node:
    return node if factor == 1 else Binary("*", node, Number(factor))


def _plus(left: Node, right: Node) -> Node:
    return Binary("+", left, right)


def transposed(tensor: Traced, axes: Sequence[int]) -> Value:
    """Axis n of the result is axis `axes[n]` of the tensor."""
    rank = tensor.ndim
    numbers = [operator.index(a) if hasattr(a, "__index__") else -rank - 1
               for a in axes]
    if sorted(a % rank if -rank <= a < rank else -1 for a in numbers) != \
            list(range(rank)):
        raise ShapeError(describe(
            f"transpose({', '.join(map(str, axes))}) of a tensor of rank "
            f"{rank}: name each of its axes once"))
    axes = numbers
    index = {a % rank: Name(f"d{n}") for n, a in enumerate(axes)}
    shape = tuple(tensor.shape[a] for a in axes)
    return _read(tensor, shape, [index[a] for a in range(rank)])


# Reshaping


def reshaped(tensor: Traced, sizes: Sequence[Any]) -> Value:
    """The elements in row-major order as a tensor of another shape."""
    shape = _completed(tensor, sizes)
    if 0 in shape:
        return _read(tensor, shape, [Number(0)] * tensor.ndim)
    index: list[Node] = []
    for old, new in _groups(tensor.shape, shape):
        index += _in_group(tensor.shape[old], shape[new], new.start)
    return _read(tensor, shape, index)


def _completed(tensor: Traced, sizes: Sequence[Any]) -> Shape:
    """`sizes` with the -1 replaced, checked."""
    if len(sizes) == 1 and isinstance(sizes[0], (tuple, list, np.ndarray)):
        sizes = tuple(sizes[0])
    require_known("sizes are integers", *sizes)
    total = tensor.size
    wrong = f"a tensor of shape {tensor.shape} cannot be reshaped to " \
        f"({', '.join(map(str, sizes))}): "
    if not all(hasattr(s, "__index__") and not isinstance(s, (bool, Traced))
               for s in sizes):
        raise ShapeError(describe(wrong + "sizes are integers"))
    shape = [operator.index(s) for s in sizes]
    if min(shape, default=0) < -1 or shape.count(-1) > 1:
        raise ShapeError(describe(
            wrong + "sizes are 0 or more, but one of them may be -1"))
    if -1 in shape:
        rest = prod(s for s in shape if s != -1)
        shape[shape.index(-1)] = total // rest if rest else 0
    if prod(shape) != total:
        raise ShapeError(describe(
            wrong + f"it has {total} elements, not {abs(prod(shape))}"))
    return tuple(shape)


def _groups(old: Shape, new: Shape) -> Iterator[tuple[slice, slice]]:
    """The shortest runs of dimensions that hold equally many elements."""
    i = j = 0
    while i < len(old) or j < len(new):
        first, second = i, j
        left = right = 1
        while left != right or i == first and j == second:
            if j == len(new) or i < len(old) and left <= right:
                left, i = left * old[i], i + 1
            else:
                right, j = right * new[j], j + 1
        yield slice(first, i), slice(second, j)


def _in_group(old: Shape, new: Shape, first: int) -> list[Node]:
    """The old indices for the new loops, of which d`first` is the first."""
    terms = [_times(Name(f"d{first + n}"), prod(new[n + 1:]))
             for n, size in enumerate(new) if size != 1]
    place = reduce(_plus, terms) if terms else Number(0)
    index: list[Node] = []
    for n, size in enumerate(old):
        stride = prod(old[n + 1:])
        found = place if stride == 1 else Binary("//", place, Number(stride))
        if prod(old[:n]) > 1:
            found = Binary("%", found, Number(size))
        index.append(found if size != 1 else Number(0))
    return index


# Indexing


def indexed(tensor: Traced, key: tuple[Any, ...]) -> Value:
    """`tensor[key]` with integers, slices, None, one `...`, tensors of integers, lists
    of them, and constant masks.

    Several tensors of integers are taken together, element by element, as in
    NumPy: their common shape stands in the place of the first of them, or in
    front where something else stands between them.
    """
    items = _settled(tensor, _without_ellipsis(tensor, unmasked(key)))
    picks = _picks(items)
    chosen = broadcast([items[n].shape for n in picks
                        if _holds_positions(items[n])])
    shape: list[int] = []
    index: list[Node] = []
    positions: dict[str, Any] = {}
    together = not picks or picks[-1] - picks[0] + 1 == len(picks)
    first = 0
    if picks and not together:
        shape.extend(chosen)
    for n, item in enumerate(items):
        if together and picks and n == picks[0]:
            first = len(shape)
            shape.extend(chosen)
        if item is None:
            shape.append(1)
        elif isinstance(item, slice):
            index.append(_sliced(tensor.shape[len(index)], item, shape))
        elif _holds_positions(item):
            name = _name_of(item, n, positions)
            positions[name] = item
            loops = [f"d{first + m}" for m in range(len(chosen))]
            index.append(Read(name, aligned(item.shape, loops)))
        else:
            index.append(Number(_position(tensor, item, len(index))))
    return _read(tensor, tuple(shape), index, **positions)


def _name_of(item: Any, place: int, taken: Container[str]) -> str:
    """What an index of `place` is called where it is wrong: as the argument that it is."""
    path = item.value.path if isinstance(item, Traced) else ""
    found = re.fullmatch(r"'([A-Za-z]\w*)'", path or "")
    is_free = found and not re.fullmatch(r"x|t|d\d+", found[1]) and \
        found[1] not in taken
    return found[1] if found and is_free else f"at{place}"


def _settled(tensor: Traced, items: Sequence[Any]) -> list[Any]:
    """`items` with constant places as they are counted from the front."""
    sizes = iter(enumerate(tensor.shape))
    return [item if item is None else
            settled(_wide(item), *reversed(next(sizes))) for item in items]


def _wide(item: Any) -> Any:
    """Short integers as those that gathers read."""
    is_short = item.value.spec.dtype == "i8" if isinstance(item, Traced) else \
        isinstance(item, np.ndarray) and item.dtype.kind in "iu" and \
        item.dtype not in (np.int32, np.int64)
    return item.astype(np.int64) if is_short else item


def _picks(items: Sequence[Any]) -> list[int]:
    """The places that tensors of integers pick from, and integers beside them."""
    if not any(map(_holds_positions, items)):
        return []
    return [n for n, item in enumerate(items)
            if item is not None and not isinstance(item, slice)]


def _sliced(size: int, item: slice, shape: list[int]) -> Node:
    """The index for a slice, whose extent goes into `shape`."""
    require_known("a slice takes integers", item.start, item.stop, item.step,
                  otherwise="take n elements by x[start + neo.arange(n)]")
    try:
        start, stop, step = item.indices(size)
    except TypeError:
        raise _no_index(item) from None
    except ValueError:
        raise UsageError(describe(
            "the step of a slice is 0, which leads nowhere: steps are 1 and more, or "
            "-1 and less for the other way")) from None
    taken = len(range(start, stop, step))
    node = _times(Name(f"d{len(shape)}"), step if taken > 1 else 1)
    shape.append(taken)
    return _plus(node, Number(start)) if start else node


def _holds_positions(item: Any) -> bool:
    """Whether `item` is a tensor of integers, traced or not."""
    if isinstance(item, Traced):
        return item.value.spec.dtype in ("i64", "i32")
    return isinstance(item, np.ndarray) and item.ndim > 0 and \
        item.dtype.kind == "i"


def _without_ellipsis(tensor: Traced, key: Sequence[Any]) -> list[Any]:
    """The key with a slice or an integer for every dimension."""
    taken = sum(item is not None and item is not Ellipsis for item in key)
    dots = [n for n, item in enumerate(key) if item is Ellipsis]
    if taken > tensor.ndim or len(dots) > 1:
        raise ShapeError(describe(
            f"a tensor of rank {tensor.ndim} (shape {tensor.shape}) is read "
            f"with {taken} indices" + " and several '...'" * (len(dots) > 1)))
    rest = [slice(None)] * (tensor.ndim - taken)
    place = dots[0] if dots else len(key)
    return [*key[:place], *rest, *key[place + 1:]]


def _no_index(item: Any) -> UsageError:
    what = item if isinstance(item, slice) else f"a {type(item).__name__}"
    if isinstance(item, np.ndarray):
        what = f"an array of {item.dtype}"
    if isinstance(item, Traced):
        what = f"a traced tensor of {item.dtype.name}"
    mask = isinstance(item, Traced) and item.value.spec.dtype == "i1"
    return UsageError(describe(
        "a traced tensor is indexed by integers, slices and arrays of integers, "
        f"None and '...', not by {what}"
        + ", since how many elements it holds for is not known" * mask
        + ": for a choice among elements use neo.where, or where=... of a reduction, "
        "for other reads neo.compute or neo.expr"))


def _position(tensor: Traced, item: Any, axis: int) -> int:
    if isinstance(item, (bool, np.bool_)):
        raise _no_index(item)
    try:
        size, number = tensor.shape[axis], operator.index(item)
    except TypeError:
        raise _no_index(item) from None
    if not -size <= number < size:
        raise ShapeError(describe(
            f"index {number} does not exist in dimension {axis} of size {size}"
        ))
    return number % size


# Products


def _fits(left: tuple[int, ...], right: tuple[int, ...]) -> bool:
    """Whether `@` takes matrices of these shapes."""
    return len(left) == len(right) == 2 and left[1] == right[0]


def matmul(left: Any, right: Any) -> Value:
    """NumPy's `@`: matrices in the last two dimensions, vectors alone.

    Of truth values, whether any pair of them holds.
    """
    a, b = lifted([left, right], ["left", "right"])
    for side in (a, b):
        if side.spec.ndim == 0:
            raise ShapeError(describe(
                "'@' takes no tensor of rank 0: multiply with '*'"))
    one, two = a.spec.shape, b.spec.shape
    rows, columns = ["i"] * (len(one) > 1), ["j"] * (len(two) > 1)
    if one[-1] != two[-len(columns) - 1]:
        raise ShapeError(describe(
            f"'@' of shapes {one} and {two}: the last dimension of the first "
            f"and dimension {-len(columns) - 1} of the second must be equal"
            + "; the other way round they fit" * _fits(two, one)))
    batch = broadcast([one[:-2], two[:-2]])
    loops = [f"d{n}" for n in range(len(batch))]
    first = (*aligned(one[:-2], loops), *map(Name, [*rows, "k"]))
    second = (*aligned(two[:-2], loops), *map(Name, ["k", *columns]))
    both = Read("x", first), Read("y", second)
    truth = a.spec.dtype == b.spec.dtype == "i1"
    statement = Statement(
        "t", (*loops, *rows, *columns), "max=" if truth else "+=",
        Logic("and", both) if truth else Binary("*", *both))
    return recorded(statement, {"x": a, "y": b}, dict(zip(loops, batch)))
