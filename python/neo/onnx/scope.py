# scope.py - a graph traced node by node
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Names, opsets and functions around the nodes of one graph.

A subgraph reads what its node can read, so its scope has an outer one; a function's
has none, but attributes of the node that calls it. Nodes that lead to no output are
left out. Each item has the recipe by which it was computed, so that the values of a
traced constant can be computed separately when a shape depends on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from neo.errors import Error, describe
from neo.onnx.element_types import from_carrier
from neo.onnx.functions import expansion
from neo.onnx.items import MOST_KNOWN, Item, check_size, known
from neo.onnx.node import Node, results
from neo.onnx.opset6 import as_of_opset_7
from neo.onnx.picked_steps import with_steps
from neo.onnx.records import find
from neo.onnx.refusals import ModelError, Undecided, UnsupportedError
from neo.onnx.tensors import dense, read_tensor
from neo.sources import are_remembered, told

# Functions that call functions, and subgraphs in subgraphs.
MOST_NESTED = 32
# Nodes of functions and subgraphs in one trace, however often they are called.
MOST_INLINED = 2**15


class Scope:
    """What the nodes of a graph can read."""

    def __init__(self, opsets: Mapping[str, int], functions: Mapping[tuple, Any],
                 folder: Path | None = None, outer: Scope | None = None,
                 attributes: Mapping[str, Any] | None = None, depth: int = 0,
                 caller: Scope | None = None):
        self.opsets, self.functions, self.folder = opsets, functions, folder
        self.outer, self.attributes, self.depth = outer, attributes, depth
        self.items: dict[str, Item | None] = {}
        self.inlined = [0] if caller is None else caller.inlined  # One for all scopes.
        if depth > MOST_NESTED:
            raise ModelError(describe(
                f"functions or subgraphs are nested more than {MOST_NESTED} deep"))

    def inner(self) -> Scope:
        """The scope of a subgraph."""
        return Scope(self.opsets, self.functions, self.folder, self, self.attributes,
                     self.depth + 1, self)

    def lookup(self, name: str, node: str) -> Item | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.items:
                return scope.items[name]
            scope = scope.outer
        raise ModelError(describe(
            f"'{node}' reads '{name}', which no input, initialiser or node before it "
            "makes: the graph has a cycle, or lacks it"))

    def attribute(self, node: Any, name: str) -> Any:
        """The AttributeProto `name` of a node; None where it has none."""
        for each in node.attribute:
            if each.name != name:
                continue
            if each.ref_attr_name:
                return (self.attributes or {}).get(each.ref_attr_name)
            return each
        return None

    # Running

    def run_graph(self, graph: Any) -> list[Item]:
        """The outputs of a graph, whose inputs are bound."""
        for name, item in initialisers(graph, self.folder).items():
            self.items.setdefault(name, item)
        wanted = [output.name for output in graph.output]
        self.run_nodes(needed(graph.node, wanted))
        return [self._output(name) for name in wanted]

    def _output(self, name: str) -> Item:
        item = self.lookup(name, "the graph's outputs")
        if item is None:
            raise ModelError(describe(f"output '{name}' is left out by its node"))
        return item

    def run_nodes(self, nodes: Iterable[Any]) -> None:
        for proto in nodes:
            node = Node(proto, self)
            self._count()
            inputs = [self.lookup(name, node.name) if name else None
                      for name in proto.input]
            found = self._made(node, inputs)
            for name, item in zip(proto.output, found):
                if name:
                    self._bind(name, item)

    def _count(self) -> None:
        """Counts a node that was not in the graph itself."""
        self.inlined[0] += self.depth > 0
        if self.inlined[0] > MOST_INLINED:
            raise ModelError(describe(
                f"functions and subgraphs expand to more than {MOST_INLINED} nodes"))

    def _bind(self, name: str, item: Item | None) -> None:
        if name in self.items:
            raise ModelError(describe(
                f"'{name}' is made twice: each tensor of a graph has one node"))
        self.items[name] = item

    def _made(self, node: Node, inputs: Sequence[Item | None]) -> list[Item | None]:
        """The outputs of a node, with their sources and how to make them again."""
        sources = frozenset().union(*(i.sources for i in inputs if i is not None))
        made: list[Item | None] = []
        with told(*node.said) if are_remembered() else nullcontext():
            found = self.outputs(node, inputs)
        for place, item in enumerate(found):
            if item is not None:
                check_size(item.shape)
                item = item if item.is_known else replace(
                    item, sources=item.sources | sources,
                    recipe=Recipe(self, node, inputs, place))
            made.append(item)
        return made

    def outputs(self, node: Node, inputs: Sequence[Item | None]) -> list[Item | None]:
        """What the node's record, or the function that it stands for, gives."""
        try:
            with np.errstate(all="ignore"):
                found = find(node.domain, node.proto.op_type, node.opset)
                local = self.functions.get((node.domain, node.proto.op_type))
                if found is None or local is not None:
                    return self._expanded(node, inputs)
                if not node.domain and node.opset < 7:
                    inputs = as_of_opset_7(node, inputs)
                made = results(node, found.function(node, *inputs), inputs)
                return with_steps(node, found.function, inputs, made)
        except (UnsupportedError, Undecided, ModelError):
            raise
        except (Error, TypeError, ValueError, LookupError, ArithmeticError,
                AttributeError, MemoryError) as reason:
            said = str(reason).split("\n")[0] or type(reason).__name__
            raise ModelError(describe(
                f"{node.operator} ('{node.name}'): {said}")) from reason

    def _expanded(self, node: Node, inputs: Sequence[Item | None]) -> list[Item | None]:
        """The outputs of a node that stands for other nodes."""
        function, attributes, opsets = expansion(node, inputs)
        scope = Scope(opsets, self.functions, self.folder, None, attributes,
                      self.depth + 1, self)
        for place, name in enumerate(function.input):
            scope.items[name] = inputs[place] if place < len(inputs) else None
        wanted = [name for place, name in enumerate(function.output) if node.wants(place)]
        scope.run_nodes(needed(function.node, wanted))
        return [scope.lookup(name, node.name) if name in wanted else None
                for name in function.output]

    def decided(self, item: Item) -> np.ndarray:
        """The values of a traced constant, computed now."""
        from neo.jit import Jitted
        from neo.trace import tracing
        with tracing(None):  # type: ignore[arg-type]
            found = Jitted(lambda: made_again(item, {}).raw)()
        return from_carrier(np.asarray(found), item.dtype)


@dataclass(frozen=True)
class Recipe:
    """The node and the inputs that an item is made of."""

    scope: Scope
    node: Node
    inputs: Sequence[Item | None]
    place: int


def made_again(item: Item | None, known_ones: dict[int, Any]) -> Any:
    """A constant made once more, in the trace that is active now."""
    if item is None or item.is_known:
        return item
    recipe = item.recipe
    if recipe is None:
        raise ModelError(describe("a shape hangs on values that are not known"))
    key = id(recipe.inputs)
    if key not in known_ones:
        inputs = [made_again(each, known_ones) for each in recipe.inputs]
        known_ones[key] = recipe.scope.outputs(recipe.node, inputs)
    return known_ones[key][recipe.place]


def initialisers(graph: Any, folder: Path | None) -> dict[str, Item]:
    """The constants of a graph by name."""
    found: dict[str, Item] = {}
    for tensor in graph.initializer:
        if tensor.name in found:
            raise ModelError(describe(f"initialiser '{tensor.name}' is there twice"))
        found[tensor.name] = known(read_tensor(tensor, folder))
    for sparse in graph.sparse_initializer:
        found[sparse.values.name] = known(dense(sparse, folder, MOST_KNOWN))
    return found


def needed(nodes: Sequence[Any], wanted: Iterable[str]) -> list[Any]:
    """The nodes that lead to the tensors `wanted`, in their order."""
    live = set(wanted)
    found = []
    for node in reversed(nodes):
        if live.intersection(n for n in node.output if n):
            found.append(node)
            live.update(read_by(node))
    return found[::-1]


def read_by(node: Any) -> set[str]:
    """The names that a node and its subgraphs read."""
    names = set(node.input)
    for attribute in node.attribute:
        for graph in (attribute.g, *attribute.graphs):
            for inner in graph.node:
                names |= read_by(inner)
            names.update(output.name for output in graph.output)
    return names
