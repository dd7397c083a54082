# any_batch.py - one graph for every number of items
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Two graphs of one function, for two numbers of items, become one for all.

Traced for 127 and for 131 items, a function gives the same nodes; what differs are
constants that hold the number, and extents. A shape of Reshape gets -1 there, an end of
Slice counts from the end, and shapes of Expand and indices 0, 1, 2, ... of items are
computed from the extent of an input. Any other difference is refused: the function
depends on the number of items in another way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from neo.onnx.refusals import UnsupportedError
from neo.onnx.writing.graph import Graph, Made

#: What the batch is called in the model.
NAME = "batch"
_LAST = np.iinfo(np.int64).max


@dataclass
class Sized:
    """A graph for a number of items."""

    graph: Graph
    inputs: list[Made]
    outputs: list[Made]
    items: int


class AnyBatch:
    """Changes the graph `one` until it is right for all numbers of items."""

    def __init__(self, one: Sized, other: Sized):
        self.one, self.other = one, other
        self._extent, self._first = "", []
        self._known: list[tuple[Mapping, Mapping]] = []
        self._fixed: dict[tuple[str, str, int], str] = {}

    def run(self) -> None:
        """Raises UnsupportedError."""
        one, other = self.one.graph, self.other.graph
        nodes = self._nodes(one.nodes, other.nodes,
                            [(one.initialisers, other.initialisers)])
        one.nodes = [*self._first, *nodes]
        for ours, theirs in zip((*self.one.inputs, *self.one.outputs),
                                (*self.other.inputs, *self.other.outputs)):
            one.named_extents[ours.name] = [
                a if a == b else NAME if a == self.one.items else
                f"{NAME}*{a // self.one.items}" for a, b in zip(ours.shape, theirs.shape)]

    # Nodes

    def _nodes(self, ours: Sequence[Any], theirs: Sequence[Any],
               known: list[tuple[Mapping, Mapping]]) -> list[Any]:
        if len(ours) != len(theirs):
            self._refuse(None)
        found: list[Any] = []
        for node, like in zip(ours, theirs):
            if (node.op_type, list(node.input), list(node.output)) != (
                    like.op_type, list(like.input), list(like.output)):
                self._refuse(node)
            self._attributes(node, like, known)
            found += [*self._inputs(node, known), node]
        return found

    def _attributes(self, node: Any, like: Any, known: list) -> None:
        for ours, theirs in zip(node.attribute, like.attribute):
            if not ours.HasField("g"):
                if ours != theirs:
                    self._refuse(node)
                continue
            self._inner(ours.g, theirs.g, known)

    def _inner(self, ours: Any, theirs: Any, known: list) -> None:
        """The body of a loop."""
        from onnx import numpy_helper
        arrays = tuple({t.name: numpy_helper.to_array(t) for t in g.initializer}
                       for g in (ours, theirs))
        before = dict(self._fixed)
        nodes = self._nodes(ours.node, theirs.node, [*known, arrays])
        del ours.node[:]
        ours.node.extend(nodes)
        for a, b in zip((*ours.input, *ours.output), (*theirs.input, *theirs.output)):
            for d, e in zip(a.type.tensor_type.shape.dim, b.type.tensor_type.shape.dim):
                if d.dim_value != e.dim_value:
                    d.dim_param = NAME
        self._fixed = before

    def _inputs(self, node: Any, known: list) -> list[Any]:
        """Replaces constants of a node that hold the number of items; gives the nodes
        that compute what stands in their place."""
        added: list[Any] = []
        self._known = known
        for place, name in enumerate(node.input):
            pair = next(((a[name], b[name]) for a, b in reversed(known)
                         if name in a and name in b), None)
            if pair is None or pair[0].shape == pair[1].shape and \
                    np.array_equal(*pair, equal_nan=pair[0].dtype.kind == "f"):
                continue
            key = (name, node.op_type, place)
            if key not in self._fixed:
                self._fixed[key], new = self._replaced(node, place, *pair)
                added += new
            node.input[place] = self._fixed[key]
        return added

    def _replaced(self, node: Any, place: int, a: np.ndarray, b: np.ndarray
                  ) -> tuple[str, list[Any]]:
        differs = a != b if a.shape == b.shape else None
        if node.op_type == "Reshape" and place == 1 and differs is not None and \
                differs.sum() == 1:
            return self._constant(np.where(differs, -1, a)), []
        if node.op_type == "Expand" and place == 1 and differs is not None:
            return self._shape(node, a, b)
        if node.op_type == "Slice" and place in (1, 2) and a.size == 1:
            return self._from_behind(node, a, b), []
        if differs is None and a.ndim == b.ndim and \
                sum(x != y for x, y in zip(a.shape, b.shape)) == 1:
            return self._grown(node, a, b)
        self._refuse(node)
        raise AssertionError

    # What stands for constants

    def _constant(self, array: np.ndarray) -> str:
        graph = self.one.graph
        name = graph.fresh("any")
        graph.initialisers[name] = np.asarray(array)
        return name

    def _from_behind(self, node: Any, a: np.ndarray, b: np.ndarray) -> str:
        """A start or an end that is as far from the last element for both."""
        axis = next(int(a[node.input[3]][0]) for a, _ in reversed(self._known)
                    if node.input[3] in a)
        sizes = [g.graph.shapes[node.input[0]][axis] for g in (self.one, self.other)]
        apart = int(a[0]) - sizes[0]
        if apart != int(b[0]) - sizes[1] or apart > 0:
            self._refuse(node)
        return self._constant(np.array([apart or _LAST], np.int64))

    def _items(self) -> str:
        """The number of items, [1], from the shape of an input."""
        if not self._extent:
            from onnx import helper
            made, axis = next((made, axis) for made, like in zip(
                self.one.inputs, self.other.inputs) for axis, (a, b) in enumerate(
                    zip(made.shape, like.shape)) if a != b)
            self._extent = self.one.graph.fresh("items")
            self._first = [helper.make_node("Shape", [made.name], [self._extent],
                                            start=axis, end=axis + 1)]
        return self._extent

    def _shape(self, node: Any, a: np.ndarray, b: np.ndarray) -> tuple[str, list[Any]]:
        """A shape with the number of items, or a multiple, in some places."""
        from onnx import helper
        parts, nodes = [], []
        for x, y in zip(a.tolist(), b.tolist()):
            if x == y:
                parts.append(self._constant(np.array([x], np.int64)))
                continue
            if x * self.other.items != y * self.one.items or x % self.one.items:
                self._refuse(node)
            name = self._items()
            if x != self.one.items:
                times = self._constant(np.array([x // self.one.items], np.int64))
                product = self.one.graph.fresh("items")
                nodes.append(helper.make_node("Mul", [name, times], [product]))
                name = product
            parts.append(name)
        made = self.one.graph.fresh("extents")
        nodes.append(helper.make_node("Concat", parts, [made], axis=0))
        return made, nodes

    def _grown(self, node: Any, a: np.ndarray, b: np.ndarray) -> tuple[str, list[Any]]:
        """A constant with an element for each item: all equal, or 0, 1, 2, ..."""
        from onnx import helper
        axis = next(d for d, (x, y) in enumerate(zip(a.shape, b.shape)) if x != y)
        first = [x.take([0], axis) for x in (a, b)]
        made = self.one.graph.fresh("grown")
        if np.array_equal(*first) and all((x == x.take([0], axis)).all() for x in (a, b)):
            shape, nodes = self._shape(node, np.array(a.shape), np.array(b.shape))
            start = self._constant(first[0])
            return made, [*nodes, helper.make_node("Expand", [start, shape], [made])]
        if a.size != self.one.items or not all(
                np.array_equal(x.ravel(), np.arange(x.size)) for x in (a, b)):
            self._refuse(node)
        name = self._items()
        zero, one, scalar = (self._constant(np.array(x, np.int64)) for x in (0, 1, []))
        graph = self.one.graph
        count, places = graph.fresh("count"), graph.fresh("places")
        shape = self._constant(np.array([-1 if d == axis else 1
                                         for d in range(a.ndim)], np.int64))
        return made, [helper.make_node("Reshape", [name, scalar], [count]),
                      helper.make_node("Range", [zero, count, one], [places]),
                      helper.make_node("Reshape", [places, shape], [made])]

    def _refuse(self, node: Any) -> None:
        raise UnsupportedError(
            node.op_type if node is not None else "the function",
            node.doc_string if node is not None else "",
            "it does something else for another number of items: save it without batch")
