# accesses.py - reads as data movement operators
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A read with an index of the loops becomes a tensor with the loops as dimensions.

    A[i, 2*j + 1]                      Slice from 1 in steps of 2
    A[i, j - 3] if 3 <= j < 6 else 0   Pad by 3 in front
    A[j, i]                            Transpose
    A[(6*i + j) // 3, (6*i + j) % 3]   Reshape
    A[2*p + r]                         Gather with indices [p, r]

The index form decides: dimensions that share no loop are handled one by one, those that
do as one flattened dimension. A loop over a dimension in steps is a Slice, a row-major
traversal by several loops a Reshape; anything else is a Gather with constant indices.
Guards that keep an index in an interval are pads; others become a Where.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

import numpy as np

from neo.affine import Linear, interval, of_constant
from neo.compute import Guard
from neo.onnx.writing.forms import bounds, in_digits, mask, values
from neo.onnx.writing.graph import Graph, Made
from neo.onnx.writing.program import Access, Loops

# The limit of elements of a constant index table.
MOST_PLACES = 2**26


class TooMany(Exception):
    """A read that would need a constant index table that is too large."""


def read(graph: Graph, x: Made, access: Access, loops: Loops) -> Made:
    """The access over `loops`: their extents, or 1 where it does not depend on one."""
    x, index, rest = padded(graph, x, access, dict(loops))
    index, digits = in_digits(index, loops)
    inner = tuple(part for parts in digits.values() for part in parts)
    found = in_order(graph, *_moved(graph, x, index, dict(inner)), inner)
    # The digits of a loop are one dimension again.
    shape, at = [], 0
    for parts in digits.values():
        shape.append(prod(found.shape[at:at + len(parts)]))
        if shape[-1] not in (1, prod(e for _, e in parts)):
            whole = list(found.shape)
            whole[at:at + len(parts)] = [e for _, e in parts]
            found = graph.expanded(found, whole)
            shape[-1] = prod(e for _, e in parts)
        at += len(parts)
    return chosen(graph, graph.reshaped(found, shape), rest, access.pad, loops)


def chosen(graph: Graph, x: Made, guards: Sequence[Guard], otherwise: int | float,
           loops: Loops) -> Made:
    """`x` over the loops where the guards hold, elsewhere a number."""
    if not guards:
        return x
    holds = mask(guards, loops)
    shape = tuple(np.broadcast_shapes(x.shape, holds.shape))
    return graph.node("Where", [graph.constant(holds, "i1", "inside"), x, graph.constant(
        otherwise, x.dtype, "pad")], shape, x.dtype)


def padded(graph: Graph, x: Made, access: Access, extents: Mapping[str, int]
           ) -> tuple[Made, list[Linear], list[Guard]]:
    """The tensor with pads around it, the index in it, and the guards that are left."""
    rest = list(access.guards)
    before, after, index = [0] * x.rank, [0] * x.rank, list(access.index)
    for d, form in enumerate(access.index):
        low, high, others = bounds(form, rest)
        if len(others) == len(rest):
            continue
        rest = others
        least, most = interval(form, extents)
        start, end = max(low, 0), min(high, x.shape[d])
        if start <= least and most < end:
            continue
        start, end = int(start), int(max(end, start))
        x = graph.sliced(x, d, start, max(min(end, x.shape[d]) - start, 0))
        before[d] = max(start - least, 0)
        after[d] = max(most - end + 1, 0)
        index[d] = form - of_constant(start - before[d])
    return graph.padded(x, before, after, access.pad), index, rest


def _moved(graph: Graph, x: Made, index: Sequence[Linear], extents: Mapping[str, int]
           ) -> tuple[Made, list[str]]:
    """The reads of `x` at all values of the loops in the index, which are the
    dimensions of what is found, in the order that is given."""
    groups = _groups(index)
    x = graph.transposed(x, [d for group in groups for d in group])
    names: list[str] = []
    for group in groups:
        at = len(names)
        sizes = x.shape[at:at + len(group)]
        forms = [index[d] for d in group]
        variable, start, step = _steps(forms, sizes, extents)
        x = graph.merged(x, [1] * at + [len(group)] + [1] * (x.rank - at - len(group)))
        if start is not None:
            count = extents[variable] if variable else 1
            x = graph.sliced(x, at, start, count, step)
            if variable:
                names.append(variable)
            else:
                x = graph.reshaped(x, x.shape[:at] + x.shape[at + 1:])
        else:
            x, new = _at_places(graph, x, at, forms, sizes, extents)
            names += new
    return x, names


def _groups(index: Sequence[Linear]) -> list[list[int]]:
    """Dimensions that share loops, directly or by others between them."""
    groups: list[tuple[list[int], set[str]]] = []
    for d, form in enumerate(index):
        dims, names = [d], set(form.variables())
        for group in [g for g in groups if g[1] & names]:
            groups.remove(group)
            dims, names = group[0] + dims, names | group[1]
        groups.append((sorted(dims), names))
    return [dims for dims, _ in sorted(groups)]


def _strides(sizes: Sequence[int]) -> list[int]:
    return [prod(sizes[d + 1:]) for d in range(len(sizes))]


def _steps(forms: Sequence[Linear], sizes: Sequence[int], extents: Mapping[str, int]
           ) -> tuple[str, int | None, int]:
    """The loop, the start and the step of a read that goes in steps through the merged
    dimensions; the start is None where it is none."""
    if any(not 0 <= end < size for form, size in zip(forms, sizes)
           for end in interval(form, extents)):
        return "", None, 1
    whole = Linear()
    for form, stride in zip(forms, _strides(sizes)):
        whole = whole + form * stride
    if whole.is_constant:
        return "", whole.constant, 1
    if len(whole.terms) == 1 and isinstance(whole.terms[0][0], str):
        name, factor = whole.terms[0]
        return name, whole.constant, factor
    return "", None, 1


def _at_places(graph: Graph, x: Made, axis: int, forms: Sequence[Linear],
               sizes: Sequence[int], extents: Mapping[str, int]
               ) -> tuple[Made, list[str]]:
    """A read at any places along an axis: a Reshape where they are all in order."""
    names = list(dict.fromkeys(v for form in forms for v in form.variables()))
    if prod(extents[n] for n in names) > MOST_PLACES:
        raise TooMany(f"it reads {prod(extents[n] for n in names)} places, one by one")
    names = _by_stride(forms, sizes, names, extents)
    loops = tuple((n, extents[n]) for n in names)
    places = np.zeros([e for _, e in loops], np.int64)
    for form, size, stride in zip(forms, sizes, _strides(sizes)):
        # Where guards do not hold, any index will do.
        places = places + np.clip(values(form, loops), 0, max(size - 1, 0)) * stride
    shape = (*x.shape[:axis], *places.shape, *x.shape[axis + 1:])
    first = int(places.flat[0]) if places.size else 0
    if np.array_equal(places.ravel(), np.arange(first, first + places.size)):
        return graph.reshaped(graph.sliced(x, axis, first, places.size), shape), names
    found = graph.node("Gather", [x, graph.constant(places, "i64", "places")], shape,
                       x.dtype, axis=axis)
    return found, names


def _by_stride(forms: Sequence[Linear], sizes: Sequence[int], names: Sequence[str],
               extents: Mapping[str, int]) -> list[str]:
    """The loops, those first whose next value is further away."""
    def moves(name: str) -> int:
        if extents[name] < 2:
            return 0
        loops = tuple((n, 2 if n == name else 1) for n in names)
        return sum(int(np.ptp(values(form, loops))) * stride
                   for form, stride in zip(forms, _strides(sizes)))
    return sorted(names, key=moves, reverse=True)


def in_order(graph: Graph, x: Made, names: Sequence[str], loops: Loops) -> Made:
    """Dimensions in the order of the loops, with 1 for those that are not there."""
    order = [name for name, _ in loops]
    x = graph.transposed(x, sorted(range(len(names)),
                                   key=lambda d: order.index(names[d])))
    return graph.reshaped(x, [extent if name in names else 1 for name, extent in loops])
