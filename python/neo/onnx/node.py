# node.py - one node of a graph, for its record
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Attributes, refusals and values that determine shapes.

A record gets from its node attributes by name, and the values of inputs that are
constants of the program: axes, repeats, a new shape. Where such an input is an argument
of the model, the model is traced again with its values as constants (`Undecided`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from neo.errors import describe
from neo.onnx.element_types import from_carrier
from neo.onnx.items import MOST_KNOWN, Item
from neo.onnx.refusals import ModelError, Undecided, UnsupportedError
from neo.onnx.tensors import element_type, read_tensor

if TYPE_CHECKING:
    from neo.onnx.scope import Scope


class Node:
    """A NodeProto in its scope, with the opset of its domain."""

    def __init__(self, proto: Any, scope: Scope):
        self.proto, self.scope = proto, scope
        self.domain = "" if proto.domain == "ai.onnx" else proto.domain
        self.opset = scope.opsets.get(self.domain, 0)

    @property
    def operator(self) -> str:
        """The operator's name, with its domain where that is not ONNX's own."""
        name = self.proto.op_type
        return f"{self.domain}.{name}" if self.domain else name

    @property
    def name(self) -> str:
        outputs = [name for name in self.proto.output if name]
        return self.proto.name or (outputs or [""])[0]

    @property
    def said(self) -> tuple[str, str, str]:
        """The node, for neo.explain: Relu(s), the tensor y, and its name."""
        outputs = [name for name in self.proto.output if name]
        return (f"{self.operator}({', '.join(self.proto.input)})", (outputs or [""])[0],
                self.proto.name and f"node {self.proto.name}")

    def refuse(self, reason: str) -> NoReturn:
        """Raises UnsupportedError."""
        raise UnsupportedError(self.operator, self.name, reason)

    def wrong(self, reason: str) -> NoReturn:
        """Raises ModelError: the node is malformed."""
        raise ModelError(describe(f"{self.operator} ('{self.name}'): {reason}"))

    def wants(self, output: int) -> bool:
        """Whether the node names this output."""
        return len(self.proto.output) > output and bool(self.proto.output[output])

    # Attributes

    def attribute(self, name: str, default: Any = None) -> Any:
        """The value of an attribute; lists are tuples, tensors are arrays."""
        found = self.scope.attribute(self.proto, name)
        return default if found is None else self._value(found)

    def choice(self, name: str, *names: str) -> str:
        """An attribute that is one of `names`, the first without it."""
        found = self.attribute(name, names[0])
        if found not in names:
            self.wrong(f"{name} is {found!r}, but must be one of {', '.join(names)}")
        return found

    def _value(self, proto: Any) -> Any:
        from onnx import AttributeProto as A
        kind = proto.type
        if kind == A.FLOAT:
            return proto.f
        if kind == A.INT:
            return proto.i
        if kind == A.STRING:
            return proto.s.decode("utf-8", "replace")
        if kind == A.TENSOR:
            return read_tensor(proto.t, self.scope.folder)
        if kind == A.GRAPH:
            return proto.g
        if kind in (A.FLOATS, A.INTS):
            return tuple(proto.floats if kind == A.FLOATS else proto.ints)
        if kind == A.STRINGS:
            return tuple(s.decode("utf-8", "replace") for s in proto.strings)
        return self.refuse(f"attribute '{proto.name}' is of a kind that neo has not")

    def type(self, name: str, default: np.dtype) -> np.dtype:
        """The element type that an attribute names."""
        number = self.attribute(name)
        return default if not number else \
            element_type(number, f"attribute '{name}' of '{self.name}'")

    def check_table(self, count: int) -> None:
        """Refuses a table of as many numbers as the file says, if no program should hold
        them."""
        if count > MOST_KNOWN:
            self.refuse(f"it needs a table of {count} numbers, more than {MOST_KNOWN}")

    def table(self, count: int) -> np.ndarray:
        """0, 1, ... below `count`. Raises UnsupportedError."""
        self.check_table(count)
        return np.arange(count)

    # Values that determine shapes

    def value(self, item: Item) -> np.ndarray:
        """The values of an input that is part of the program."""
        if item.is_known:
            return item.raw
        if item.sources:
            raise Undecided(item.sources)
        if item.size > MOST_KNOWN:
            self.refuse(f"shapes follow from {item.size} values, more than {MOST_KNOWN}")
        return self.scope.decided(item)

    def integers(self, item: Item | None, name: str = "") -> tuple[int, ...] | None:
        """An input of integers, or else the attribute `name`; None for neither."""
        if item is None:
            return self.attribute(name) if name else None
        return tuple(int(n) for n in np.ravel(self.value(item)))

    def axis(self, rank: int, default: int = 0, name: str = "axis", more: int = 0) -> int:
        """The attribute `axis`, counted from the front."""
        return self.counted(self.attribute(name, default), rank + more)

    def counted(self, axis: int, rank: int) -> int:
        """`axis` counted from the front; ModelError where there is none."""
        if not -rank <= axis < rank:
            self.wrong(f"axis {axis} does not exist: the rank is {rank}")
        return axis % rank


def results(node: Node, found: Any, inputs: Sequence[Item | None]) -> list[Item]:
    """What a record gave as items, of the first input's type where it says none."""
    from neo.onnx.items import known, traced
    found = found if isinstance(found, (tuple, list)) else [found]
    given = [i for i in inputs if i is not None]
    items = []
    for each in found:
        if not isinstance(each, Item):
            dtype = given[0].dtype if given else np.dtype(np.float32)
            each = known(each).raw if isinstance(each, (np.ndarray, np.generic)) else each
            each = Item(dtype, from_carrier(each, dtype)) \
                if isinstance(each, np.ndarray) else traced(each, dtype)
        items.append(each)
    return items
