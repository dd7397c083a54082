# graph.py - an ONNX graph under construction
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Nodes, constants and names of one graph, and of the graphs inside of it.

A tensor of the graph is a `Made`: its name, extents and element type, so that the shape
is known wherever a node is added. Equal constants are one initialiser, and
equal nodes one node.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from neo.onnx.element_types import carrier
from neo.specs import FLOATS, INTEGERS, numpy_type

# Runtimes of the last years read it; newer opsets have no operator that is needed here.
OPSET, IR_VERSION = 21, 10
# Constants up to this many bytes are compared with earlier ones.
_COMPARED = 2**16


@dataclass(frozen=True)
class Made:
    """A tensor of the graph."""

    name: str
    shape: tuple[int, ...]
    dtype: str

    @property
    def rank(self) -> int:
        return len(self.shape)


@dataclass(frozen=True)
class View:
    """A tensor that is `base` with its dimensions that are more than 1 in an order, in
    a shape of its own."""

    base: Made
    order: list[int]


def _permutation(sizes: Sequence[int], order: Sequence[int], shape: Sequence[int]
                 ) -> list[int]:
    """The permutation with the dimensions beyond 1 in `order`, and the others where
    `shape` has them, or at the end."""
    ones = [d for d, size in enumerate(sizes) if size == 1]
    left, found = list(order), []
    for size in shape:
        if size == 1 and ones:
            found.append(ones.pop(0))
        elif size != 1 and left:
            found.append(left.pop(0))
    return found + left + ones


def element_number(dtype: str) -> int:
    """ONNX's number of an element type of neo, or of one of NumPy by its name."""
    from onnx import helper
    kind = numpy_type(dtype) if dtype in FLOATS + INTEGERS else dtype
    return helper.np_dtype_to_tensor_dtype(np.dtype(kind))


class Graph:
    """Nodes in order; a graph inside another shares its names."""

    def __init__(self, outer: Graph | None = None):
        self.nodes: list[Any] = []
        self.initialisers: dict[str, np.ndarray] = {}
        self.taken: set[str] = outer.taken if outer else set()
        self._constants: dict[Any, Made] = {}
        self._known: dict[Any, Made] = {}
        self._views: dict[str, View] = {}
        # Of all tensors, those of inner graphs too; and what inputs and outputs say
        # of theirs where some extents have names.
        self.shapes: dict[str, tuple[int, ...]] = outer.shapes if outer else {}
        self.named_extents: dict[str, Sequence[int | str]] = {}
        # What the nodes now added stand for, in words of the user.
        self.said = ""

    def fresh(self, hint: str) -> str:
        """A name that nothing has."""
        name, count = hint, 0
        while name in self.taken:
            count += 1
            name = f"{hint}_{count}"
        self.taken.add(name)
        return name

    def constant(self, array: Any, dtype: str, hint: str = "c") -> Made:
        """An initialiser."""
        array = np.asarray(array, numpy_type(dtype), order="C")
        key = (dtype, array.shape, array.tobytes()) if array.nbytes <= _COMPARED \
            else id(array)
        if key not in self._constants:
            name = self.fresh(hint)
            self.initialisers[name] = array
            self._constants[key] = Made(name, array.shape, dtype)
        return self._constants[key]

    def number_of(self, x: Made) -> float | None:
        """The number that a constant repeats; None of any other tensor."""
        array = self.initialisers.get(x.name)
        return float(array.flat[0]) if array is not None and array.size == 1 else None

    def integers(self, *numbers: int) -> Made:
        """A vector of i64, as shapes and axes are given."""
        return self.constant(numbers, "i64", "n")

    def node(self, operator: str, inputs: Sequence[Made | None], shape: Sequence[int],
             dtype: str, hint: str = "", **attributes: Any) -> Made:
        """The result of a node with one output."""
        from onnx import helper
        names = [i.name if i else "" for i in inputs]
        key = (operator, *names, tuple(shape), dtype,
               *((n, str(v)) for n, v in sorted(attributes.items())))
        if key not in self._known:
            name = self.fresh(hint or operator.lower())
            made = helper.make_node(operator, names, [name], **attributes)
            made.doc_string = self.said
            self.nodes.append(made)
            self._known[key] = Made(name, tuple(shape), dtype)
            self.shapes[name] = tuple(shape)
        return self._known[key]

    # Data movement, left out where it would be the identity

    def view(self, x: Made) -> View:
        """What a tensor is a movement of: itself, if of none."""
        return self._views.get(x.name) or View(x, [
            d for d, size in enumerate(x.shape) if size != 1])

    def reshaped(self, x: Made, shape: Sequence[int]) -> Made:
        view = self.view(x)
        if view.order == sorted(view.order):
            return self._viewed(view.base, view.order, shape)
        if [s for s in x.shape if s != 1] == [s for s in shape if s != 1]:
            return self._viewed(view.base, view.order, shape)
        return self._viewed(x, [], shape)

    def transposed(self, x: Made, order: Sequence[int]) -> Made:
        view = self.view(x)
        shape = [x.shape[n] for n in order]
        if [view.base.shape[d] for d in view.order] != [s for s in x.shape if s != 1]:
            view = View(x, [d for d, size in enumerate(x.shape) if size != 1])
        places = iter(view.order)  # The dimension of the base for each one of `x`.
        of = [None if size == 1 else next(places) for size in x.shape]
        return self._viewed(view.base, [d for n in order if (d := of[n]) is not None],
                            shape)

    def _viewed(self, x: Made, order: list[int], shape: Sequence[int]) -> Made:
        """`x` with its dimensions that are more than 1 in an order, in a shape."""
        found = x
        if order != sorted(order):
            perm = _permutation(x.shape, order, shape)
            found = self.node("Transpose", [x], [x.shape[d] for d in perm], x.dtype,
                              perm=perm)
            self._views[found.name] = View(x, order)
        if found.shape != tuple(shape):
            # A 0 would stand for the extent of the input.
            keeps = {"allowzero": 1} if 0 in shape else {}
            found = self.node("Reshape", [found, self.integers(*shape)], shape, x.dtype,
                              **keeps)
            self._views[found.name] = View(x, order)
        return found

    def cast(self, x: Made, dtype: str) -> Made:
        if x.dtype == dtype:
            return x
        return self.node("Cast", [x], x.shape, dtype, to=element_number(dtype))

    def expanded(self, x: Made, shape: Sequence[int]) -> Made:
        """`x` of the same rank with extents of 1 repeated."""
        if x.shape == tuple(shape):
            return x
        return self.node("Expand", [x, self.integers(*shape)], shape, x.dtype)

    def sliced(self, x: Made, axis: int, start: int, count: int, step: int = 1) -> Made:
        """`count` of the elements along an axis from `start` on."""
        if (start, count, step) == (0, x.shape[axis], 1):
            return x
        # Beyond the front, a negative end would count from the end.
        end = start + step * count if step > 0 or start + step * count >= 0 else -2**62
        shape = (*x.shape[:axis], count, *x.shape[axis + 1:])
        return self.node("Slice", [x, *map(self.integers, (start, end, axis, step))],
                         shape, x.dtype)

    def padded(self, x: Made, before: Sequence[int], after: Sequence[int],
               pad: int | float) -> Made:
        if not any((*before, *after)):
            return x
        shape = [b + s + a for b, s, a in zip(before, x.shape, after)]
        return self.node("Pad", [x, self.integers(*before, *after),
                                 self.constant(pad, x.dtype, "pad")], shape, x.dtype)

    def merged(self, x: Made, groups: Sequence[int]) -> Made:
        """Neighbouring dimensions as one; `groups` says how many make each."""
        shape, at = [], 0
        for count in groups:
            shape.append(prod(x.shape[at:at + count]))
            at += count
        return self.reshaped(x, shape)

    def output(self, x: Made, name: str, dtype: np.dtype | None = None) -> Made:
        """`x` by a name of its own, as outputs have it; as a `dtype` that it carries."""
        from onnx import helper
        if dtype is not None and carrier(dtype) == numpy_type(x.dtype) != dtype:
            x = self.cast(x, dtype.name)
        self.nodes.append(helper.make_node("Identity", [x.name], [name]))
        return Made(name, x.shape, x.dtype)

    def proto(self, name: str, inputs: Sequence[Made], outputs: Sequence[Made],
              with_constants: bool = True) -> Any:
        """The GraphProto with the nodes that lead to the outputs."""
        from onnx import helper
        from neo.onnx.scope import needed, read_by
        names = [o.name for o in outputs]
        nodes = _named(needed(self.nodes, names), names)
        used = {n for node in nodes for n in read_by(node)}
        found = helper.make_graph(nodes, name, *(
            [port(made, self.named_extents.get(made.name)) for made in part]
            for part in (inputs, outputs)))
        found.initializer.extend(
            initialiser(n, array) for n, array in self.initialisers.items()
            if with_constants and n in used)
        return found


def _named(nodes: list[Any], outputs: Sequence[str]) -> list[Any]:
    """Without the Identity that gives an output its name, where the node that makes it
    can."""
    names = {name: name for node in nodes for name in node.output}
    left = []
    for node in nodes:
        output = node.output[0]
        made = node.input[0] if node.op_type == "Identity" else ""
        if output in outputs and made not in outputs and names.get(made) == made:
            names[made] = output
        else:
            left.append(node)
    for node in left:
        _rename(node, names)
    return left


def _rename(node: Any, names: Mapping[str, str]) -> None:
    for part in (node.input, node.output):
        part[:] = [names.get(name, name) for name in part]
    for attribute in node.attribute:
        for inner in attribute.g.node:
            _rename(inner, names)


def initialiser(name: str, array: np.ndarray) -> Any:
    """A constant with its values."""
    from onnx import numpy_helper
    return numpy_helper.from_array(array, name)


def described(name: str, array: np.ndarray, place: Mapping[str, str]) -> Any:
    """A constant whose values lie in another file."""
    from onnx import TensorProto, helper
    found = TensorProto(name=name, dims=array.shape,
                        data_type=helper.np_dtype_to_tensor_dtype(array.dtype),
                        data_location=TensorProto.EXTERNAL)
    for key, value in place.items():
        found.external_data.add(key=key, value=value)
    return found


def broadcast(*shapes: Sequence[int]) -> tuple[int, ...]:
    """The shape that shapes of one rank give together."""
    return tuple(np.broadcast_shapes(*map(tuple, shapes)))


def port(made: Made, extents: Sequence[int | str] | None = None) -> Any:
    """What a graph declares of an input or output."""
    from onnx import helper
    return helper.make_tensor_value_info(
        made.name, element_number(made.dtype), made.shape if extents is None else extents)
