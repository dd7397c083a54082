# indexed.py - reads and sums at indices that are data
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""neo.gather as Gather or GatherND, neo.scatter_add as ScatterND that adds.

    A[I[i], j]            Gather along axis 0
    A[i, I[i, j]]         GatherND at the pairs (i, I[i, j])

An index that is one tensor, beside loops of their own in order, is an axis of Gather.
Else the indices of all dimensions stand beside each other, [..., rank].
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from neo.affine import Linear
from neo.onnx.writing.accesses import chosen, read
from neo.onnx.writing.bodies import placed
from neo.onnx.writing.forms import values
from neo.onnx.writing.graph import Graph, Made
from neo.onnx.writing.program import Access, Indexed


def indexed(graph: Graph, what: Indexed, tensors: Mapping[str, Made]) -> Made:
    """The result of a gather or a scatter_add."""
    source = tensors[what.source]
    if what.adds:
        return _added(graph, what, source, tensors)
    found = _along_axis(graph, what, source, tensors)
    if found is None:
        found = graph.node("GatherND", [source, _places(graph, what, source.shape,
                                                        tensors)],
                           [e for _, e in what.loops], source.dtype)
    return chosen(graph, found, what.where, 0, what.loops)


def _along_axis(graph: Graph, what: Indexed, source: Made, tensors: Mapping[str, Made]
                ) -> Made | None:
    """A gather with one index of data, and loops of their own that run through the
    other dimensions."""
    data = [d for d, i in enumerate(what.index) if isinstance(i, Access)]
    plain = [i.variable for i in what.index if isinstance(i, Linear)]
    extents = dict(what.loops)
    if len(data) != 1 or what.where or None in plain or len(set(plain)) < len(plain):
        return None
    axis, access = data[0], what.index[data[0]]
    assert isinstance(access, Access)
    own = [name for name, _ in what.loops
           if name in {v for form in access.index for v in form.variables()}]
    others = [d for d in range(source.rank) if d != axis]
    if set(own) & set(plain) or len(own) + len(plain) != len(what.loops) or any(
            extents[str(n)] != source.shape[d] for n, d in zip(plain, others)):
        return None
    places = read(graph, tensors[access.tensor], access,
                  tuple((n, extents[n]) for n in own))
    names = [*map(str, plain[:axis]), *own, *map(str, plain[axis:])]
    found = graph.node("Gather", [source, places], [extents[n] for n in names],
                       source.dtype, axis=axis)
    return placed(graph, found, names, what.loops)


def _places(graph: Graph, what: Indexed, sizes: tuple[int, ...],
            tensors: Mapping[str, Made]) -> Made:
    """The indices of all points, [*loops, rank]; those left out have any that exist."""
    shape = tuple(extent for _, extent in what.loops)
    columns = []
    for size, index in zip(sizes, what.index):
        if isinstance(index, Access):
            column = graph.cast(read(graph, tensors[index.tensor], index, what.loops),
                                "i64")
            column = chosen(graph, column, what.where, 0, what.loops)
        else:
            found = np.clip(values(index, what.loops), 0, max(size - 1, 0))
            column = graph.constant(found, "i64", "places")
        column = graph.expanded(column, shape)
        columns.append(graph.reshaped(column, (*shape, 1)))
    return graph.node("Concat", columns, (*shape, len(columns)), "i64", axis=-1)


def _added(graph: Graph, what: Indexed, source: Made, tensors: Mapping[str, Made]
           ) -> Made:
    """Sums at places; where the guards do not hold, zeros are added."""
    result = what.results[0][1]
    source = chosen(graph, source, what.where, 0, what.loops)
    zeros = graph.expanded(graph.constant(np.zeros([1] * len(result.shape)),
                                          result.dtype), result.shape)
    places = _places(graph, what, result.shape, tensors)
    return graph.node("ScatterND", [zeros, places, source], result.shape, result.dtype,
                      reduction="add")
