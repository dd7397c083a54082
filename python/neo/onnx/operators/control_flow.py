# control_flow.py - branches and loops
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""If, Loop and Scan, whose bodies are graphs.

A condition that is known at load takes one branch; one that is data takes both, and
chooses. A loop whose number of steps is known is a neo.scan, whose body is traced once
and whose derivative is a loop again; where the body's shapes change from step to step,
or depend on the iteration number, up to 64 steps are unrolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import neo
from neo.errors import Error
from neo.onnx.element_types import BOOL
from neo.onnx.items import Item, known
from neo.onnx.node import Node
from neo.onnx.operators.comparison import choice
from neo.onnx.records import record
from neo.onnx.refusals import ModelError, Undecided
from neo.onnx.scope import read_by
from neo.tensor import as_tensor

MOST_UNROLLED = 64


def run_body(node: Node, graph: Any, inputs: Sequence[Item | None]) -> list[Item]:
    """The outputs of a subgraph for these inputs."""
    if len(graph.input) != len(inputs):
        node.wrong(f"its body takes {len(graph.input)} inputs, but is given {len(inputs)}")
    scope = node.scope.inner()
    for port, item in zip(graph.input, inputs):
        scope.items[port.name] = item
    return scope.run_graph(graph)


def body_of(node: Node, name: str) -> Any:
    graph = node.attribute(name)
    return graph if graph is not None else node.wrong(f"it has no graph '{name}'")


@record("If")
def branch(node: Node, condition: Item) -> list[Item]:
    graphs = body_of(node, "then_branch"), body_of(node, "else_branch")
    if condition.size != 1:
        node.wrong(f"its condition has the shape {condition.shape}, and is one value")
    if condition.is_known or not condition.sources:
        taken = bool(node.value(condition).reshape(-1)[0])
        return run_body(node, graphs[not taken], [])
    both = [run_body(node, graph, []) for graph in graphs]
    if [(i.dtype, i.shape) for i in both[0]] != [(i.dtype, i.shape) for i in both[1]]:
        node.value(condition)
    which = Item(BOOL, condition.x.reshape(()), condition.sources)
    return [choice(which, a, b) for a, b in zip(*both)]


# Loops


def _slots(items: Sequence[Item]) -> list[Any]:
    """The traced tensors of a state."""
    return [as_tensor(i.x) for i in items]


def scanned(node: Node, graph: Any, state: Sequence[Item], xs: Sequence[Item],
            length: int, extra: int = 0) -> tuple[list[Item], list[Item]]:
    """`length` steps of a body: the last state, and what the steps give, stacked.

    The first `extra` outputs of the body are no state; `xs` are taken slice by slice.
    """
    kinds: list[np.dtype] = []

    def step(carry: list[Any], slices: list[Any]) -> tuple[list[Any], list[Any]]:
        inputs = [Item(i.dtype, t, i.sources) for i, t in zip(state, carry)]
        rows = [Item(i.dtype, t, i.sources) for i, t in zip(xs, slices or [])]
        found = run_body(node, graph, _arranged(node, inputs, rows))[extra:]
        kinds[:] = [i.dtype for i in found[len(state):]]
        return _slots(found[:len(state)]), _slots(found[len(state):])

    last, rows = neo.scan(step, _slots(state), _slots(xs) or None,
                          None if xs else length)
    return ([Item(i.dtype, t, i.sources) for i, t in zip(state, last)],
            [Item(d, t) for d, t in zip(kinds, rows)])


def _arranged(node: Node, state: list[Item], rows: list[Item]) -> list[Item]:
    """The inputs of a body: a Loop has its step and condition before the state."""
    if node.operator == "Loop":
        number = rows[0] if rows else known(np.array(0))  # Which the body does not read.
        return [number, known(np.array(True)), *state]
    return [*state, *rows]


@record("Loop")
def loop(node: Node, trips: Item | None, condition: Item | None, *state: Item
         ) -> list[Item]:
    graph = body_of(node, "body")
    count = None if trips is None else (node.integers(trips) or (0,))[0]
    if (condition is not None and not node.value(condition).all()) or \
            (count is not None and count <= 0):
        return [*state, *_rows_of_none(node, graph, state)]
    if count is not None and _goes_on(node, graph):
        steps = [known(node.table(count))] if _counts(graph) else []
        try:
            last, rows = scanned(node, graph, state, steps, count, extra=1)
            return [*last, *rows]
        except (Error, Undecided):
            if count > MOST_UNROLLED:
                raise
    return _unrolled(node, graph, state, count)


def _rows_of_none(node: Node, graph: Any, state: Sequence[Item]) -> list[Item]:
    """What no step gives: nothing, in the shapes of what the first would give."""
    if len(graph.output) - 1 == len(state):
        return []
    found = run_body(node, graph, [known(np.array(0)), known(np.array(True)), *state])
    return [known(np.zeros((0, *i.shape)), i.dtype) for i in found[1 + len(state):]]


def _counts(graph: Any) -> bool:
    """Whether a body reads the number of its step."""
    names = {output.name for output in graph.output}
    return graph.input[0].name in names.union(*map(read_by, graph.node))


def _goes_on(node: Node, graph: Any) -> bool:
    """Whether the body's condition is the one it gets, or true for good."""
    name = graph.output[0].name
    for _ in range(len(graph.node) + 1):  # Nodes in a cycle come to no end.
        if name == graph.input[1].name:
            return True
        makers = [n for n in graph.node if name in n.output]
        if len(makers) == 1 and makers[0].op_type in ("Identity", "Cast"):
            name = makers[0].input[0]
            continue
        if makers and makers[0].op_type == "Constant":
            return _is_true_constant(node, makers[0])
        return any(t.name == name and _is_true(t) for t in graph.initializer)
    return node.wrong("the condition of its body is made of itself")


def _is_true_constant(node: Node, proto: Any) -> bool:
    """Whether a Constant is true."""
    found = Node(proto, node.scope).attribute("value")
    return found is not None and bool(np.all(found))


def _is_true(tensor: Any) -> bool:
    from neo.onnx.tensors import read_tensor
    return bool(np.all(read_tensor(tensor, None)))


def _unrolled(node: Node, graph: Any, state: Sequence[Item], count: int | None
              ) -> list[Item]:
    """Steps one after the other, as long as the condition is known to hold."""
    items, rows = list(state), []
    step, goes = 0, True
    while goes and (count is None or step < count):
        if step == MOST_UNROLLED:
            node.refuse(f"its body has no constant shapes, and more than {step} steps "
                        "are not unrolled")
        cond, *found = run_body(node, graph, [
            known(np.array(step, np.int64)), known(np.array(True)), *items])
        items = found[:len(state)]
        rows.append(found[len(state):])
        step, goes = step + 1, bool(node.value(cond).all())
    return [*items, *(_stacked(column) for column in zip(*rows))]


def _stacked(items: Sequence[Item]) -> Item:
    if all(i.is_known for i in items):
        return known(np.stack([i.raw for i in items]))
    shapes = {i.shape for i in items}
    if len(shapes) > 1:
        raise ModelError("what the steps of a loop give have several shapes")
    return Item(items[0].dtype, neo.stack([i.x for i in items], 0))


@record("Scan", since=8)
def scan(node: Node, *inputs: Item | None) -> list[Item]:
    graph, count = body_of(node, "body"), node.attribute("num_scan_inputs")
    if node.opset < 9:
        return _scan_by_batch(node, graph, inputs, count)
    state, xs = list(inputs[:-count]), list(inputs[-count:])
    axes = node.attribute("scan_input_axes", (0,) * count)
    ways = node.attribute("scan_input_directions", (0,) * count)
    xs = [_turned(node, x, axis, way) for x, axis, way in zip(xs, axes, ways)]
    last, rows = scanned(node, graph, state, xs, xs[0].shape[0])
    places = node.attribute("scan_output_axes", (0,) * len(rows))
    ways = node.attribute("scan_output_directions", (0,) * len(rows))
    found = []
    for row, axis, way in zip(rows, places, ways):
        tensor = neo.flip(row.x, 0) if way else row.x
        axis = node.counted(axis, row.ndim)
        found.append(Item(row.dtype, neo.moveaxis(tensor, 0, axis)))
    return [*last, *found]


def _turned(node: Node, x: Item, axis: int, way: int) -> Item:
    tensor = neo.moveaxis(x.x, node.counted(axis, x.ndim), 0)
    return Item(x.dtype, neo.flip(tensor, 0) if way else tensor, x.sources)


def _scan_by_batch(node: Node, graph: Any, inputs: Sequence[Item | None], count: int
                   ) -> list[Item]:
    """Opset 8: a batch in front of all, each item of which is a loop of its own."""
    if inputs[0] is not None:
        node.refuse("its sequences have lengths of their own: in opset 9 they have not")
    rest = [i for i in inputs[1:] if i is not None]
    state, xs = rest[:-count], rest[-count:]
    ways = node.attribute("directions", (0,) * count)
    xs = [Item(x.dtype, neo.flip(x.x, 1), x.sources) if way else x
          for x, way in zip(xs, ways)]
    found = []
    for n in range(xs[0].shape[0]):
        ours = [Item(i.dtype, i.x[n], i.sources) for i in state]
        rows = [Item(i.dtype, i.x[n], i.sources) for i in xs]
        last, outputs = scanned(node, graph, ours, rows, rows[0].shape[0])
        found.append([*last, *outputs])
    return [_stacked(column) for column in zip(*found)]
