# graph.py - FX graphs as programs of Neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Partitioning of a graph between Neo and PyTorch.

The nodes of a graph are computed by Neo where there is a record for them
(neo.torch.records), and by PyTorch where there is none. As many nodes as possible
become one program: the graph is cut into *stages*, each a program of Neo followed by
operators of PyTorch, and a node stands in the first stage that has all it needs:

    x -> exp -> sort -> mul        stage 0: exp | sort     stage 1: mul
      -> sin ---------->           stage 0: sin

A graph of supported operators has one stage. Whether a record refuses a node, by
`Unsupported` or because Neo refuses it, is known when it is traced; the graph is then
partitioned again with this node in PyTorch, and the reason is kept.

A graph is planned for the shapes of a call. Where PyTorch's graph holds symbols for
sizes, each set of sizes has its plan.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx import Graph, GraphModule, Node
from torch.fx.experimental.symbolic_shapes import ShapeEnv
from torch.fx.node import map_aggregate

import neo.torch.aten  # noqa: F401  Enters the records.
from neo.errors import Error, UsageError, describe
from neo.specs import numpy_type, spec
from neo.tensor import Tensor
from neo.torch import apart
from neo.torch.interpreted import Marked
from neo.torch.records import RECORDS, Call, Unsupported, name_of, tensors_in
from neo.torch.strides import is_view, writes_input
from neo.torch.tensors import NAMES
from neo.trace import Trace, active, tracing

# What PyTorch knows of a node's result: a fake tensor, a number, or several.
Meta = dict[Node, Any]

# Whose operands may be numbers.
_ARITHMETIC = {f"aten.{n}.{kind}" for n in ("add", "sub", "mul", "div")
               for kind in ("Tensor", "Scalar")} | {
    f"aten.{n}" for n in ("scalar_tensor.default", "full.default", "full_like.default",
                          "new_full.default", "fill.Scalar")}


@dataclass
class Stage:
    """A program of Neo, and the nodes that PyTorch runs after it."""

    nodes: list[Node] = field(default_factory=list)
    others: list[Node] = field(default_factory=list)


@dataclass(frozen=True)
class Refusal:
    """A node that PyTorch runs, and why."""

    name: str
    reason: str


class Plan:
    """The stages of a graph for known shapes."""

    def __init__(self, graph: Graph, metas: Meta, constants: dict[Node, Any],
                 weights: Mapping[Node, np.ndarray] = {},
                 varying: Collection[Node] = (),
                 refused: Mapping[Node, str] | None = None,
                 joins: Mapping[Node, Any] = {}, reasons: Mapping[Node, str] = {}):
        self.graph = graph
        self.metas = metas
        self.constants = constants
        self.weights = weights
        self.varying = varying  # Numbers that are operands.
        self.joins = joins  # Of what has another shape here than in PyTorch.
        self.refused: dict[Node, str] = dict(refused or {})
        if refused is not None:
            self.stages = self._cut()
            return
        for node in graph.nodes:
            reason = self._cannot(node) or reasons.get(node)
            if reason:
                self.refused[node] = reason
        while True:
            self.stages = self._cut()
            if not self._refuses():
                break

    @property
    def fallbacks(self) -> list[Refusal]:
        """What PyTorch computes, in order."""
        return [Refusal(name_of(n.target), self.refused[n])
                for n in self.graph.nodes if n in self.refused and not is_view(n)]

    @property
    def known(self) -> list[str]:
        """The names of what Neo computes."""
        return [name_of(n.target) for stage in self.stages for n in stage.nodes
                if n.target is not operator.getitem]

    def _cannot(self, node: Node) -> str:
        """Why PyTorch has to run a node, as far as is known without tracing it."""
        if node.op != "call_function" or self.is_number(node):
            return ""
        if node.target is operator.getitem:
            return ""
        if is_view(node):
            return "it is a view"
        if writes_input(node):
            return "it writes into an input's memory"
        if name_of(node.target) not in RECORDS:
            if _draws(node):
                return "random numbers are those of PyTorch's generator"
            return "there is no record of it"
        for tensor in self._tensors(node):
            if tensor.dtype not in NAMES:
                return f"Neo has no element type {tensor.dtype}"
            if tensor.device.type != "cpu" or tensor.layout is not torch.strided:
                return f"Neo has no tensors of {tensor.device} and {tensor.layout}"
        return ""

    def _tensors(self, node: Node) -> list[torch.Tensor]:
        found = [self.metas.get(n) for n in node.all_input_nodes]
        return list(tensors_in([*found, self._results(node)]))

    def _results(self, node: Node) -> Any:
        """What is known of the results of a node that others use."""
        found = self.metas.get(node)
        if isinstance(found, (tuple, list)) and \
                all(user.target is operator.getitem for user in node.users):
            return [found[user.args[1]] for user in node.users]
        return found

    def is_number(self, node: Node) -> bool:
        """Whether the result of a node is known when shapes are."""
        return isinstance(self.metas.get(node), (int, float, bool))

    def _cut(self) -> list[Stage]:
        place: dict[Node, int] = {}
        stages = [Stage()]
        drawn = 0  # Where the last random numbers are: their order is kept.
        for node in self.graph.nodes:
            if node.op != "call_function" or self.is_number(node):
                continue
            runs_there = self.runs_in_torch(node)
            at = max((place[n] + (self.runs_in_torch(n) and not runs_there)
                      for n in node.all_input_nodes if n in place), default=0)
            if runs_there and _draws(node):
                at = drawn = max(at, drawn)
            place[node] = at
            while len(stages) <= at:
                stages.append(Stage())
            (stages[at].others if runs_there else stages[at].nodes).append(node)
        return stages

    def runs_in_torch(self, node: Node) -> bool:
        """Whether PyTorch computes a node; parts of a result are where that is."""
        if node.target is operator.getitem:
            return self.runs_in_torch(node.args[0])
        return node in self.refused

    def is_of_neo(self, node: Node) -> bool:
        """Whether a node is a tensor that Neo computes, which is contiguous."""
        return node.op == "call_function" and not self.runs_in_torch(node) \
            and isinstance(self.metas.get(node), torch.Tensor)

    def _refuses(self) -> bool:
        """Traces all stages; True if some node was refused."""
        before = len(self.refused)
        self.traces: list[tuple[Trace, dict[Node, Any]]] = []
        for stage in self.stages:
            inputs = self.needs(stage)
            trace = Trace()
            given = [Tensor(trace.parameter(self.spec(n), n.name))
                     for n in inputs]
            with tracing(trace):
                self.traces.append((trace, self.values(stage, inputs, given)))
        return len(self.refused) > before

    def needs(self, stage: Stage) -> list[Node]:
        """What a stage's program takes, tensors and numbers; weights are captured."""
        own = set(stage.nodes)
        found = (n for node in stage.nodes for n in node.all_input_nodes
                 if n not in own and n not in self.weights
                 and (isinstance(self.metas.get(n), torch.Tensor)
                      or n in self._numbers(node)))
        return list(dict.fromkeys(found))

    def _numbers(self, node: Node) -> set[Node]:
        """The numbers that vary and that a node computes with, where others say of
        which shape something is."""
        return {a for a in node.args if isinstance(a, Node) and a in self.varying
                and (isinstance(self.metas[a], float)
                     or name_of(node.target) in _ARITHMETIC)}

    def spec(self, node: Node) -> spec:
        """What a stage's program takes for a node."""
        meta = self.metas[node]
        if isinstance(meta, torch.Tensor):
            return spec_of(meta)
        return spec((), "f64" if isinstance(meta, float) else "i64")

    def gives(self, stage: Stage) -> list[Node]:
        """The tensors of a stage's program that are used after it."""
        own = set(stage.nodes)
        return [n for n in stage.nodes if isinstance(self.metas[n], torch.Tensor)
                and any(user not in own for user in n.users)]

    def function(self, stage: Stage) -> Callable[..., tuple[Tensor, ...]]:
        """The stage, as a function of traced tensors."""
        inputs, outputs = self.needs(stage), self.gives(stage)

        def function(*tensors: Tensor) -> tuple[Tensor, ...]:
            values = self.values(stage, inputs, tensors)
            for node in outputs:  # One may be refused for some sizes alone.
                if node not in values:
                    raise UsageError(self._why_not(node))
            return tuple(values[n] for n in outputs)

        return function

    def _why_not(self, node: Node) -> str:
        """Why a node that others use has no value."""
        found = next((n for n in (node, *node.all_input_nodes) if n in self.refused), node)
        return describe(f"{name_of(found.target)}: "
                        f"{self.refused.get(found, 'an operand of it is refused')}")

    def traced(self, stage: Stage) -> tuple[Trace, tuple[Tensor, ...]]:
        """The trace of a stage and the results of its function, as they are planned."""
        trace, values = self.traces[self.stages.index(stage)]
        return trace, tuple(values[n] for n in self.gives(stage))

    def values(self, stage: Stage, inputs: Sequence[Node], given: Sequence[Tensor]
               ) -> dict[Node, Any]:
        """Traced tensors for all nodes of a stage; refused nodes are entered."""
        values: dict[Node, Any] = dict(zip(inputs, given))
        for node in dict.fromkeys(n for s in stage.nodes for n in s.all_input_nodes):
            if node in self.weights:
                values[node] = self._weight(node)
        own = set(stage.nodes)
        for node in stage.nodes:
            if any(n in own and n not in values for n in node.all_input_nodes):
                continue  # After a refusal; the graph will be partitioned again.
            try:
                values[node] = self._value(node, values)
            except Unsupported as reason:
                self.refused[node] = str(reason)
            except Error as error:
                self.refused[node] = str(error).splitlines()[0]
        return values

    def _weight(self, node: Node) -> Tensor:
        trace = active()
        assert trace is not None
        return Tensor(trace.array(self.weights[node], spec_of(self.metas[node])))

    def _value(self, node: Node, values: dict[Node, Any]) -> Any:
        def known(argument: Any) -> Any:
            if not isinstance(argument, Node):
                return argument
            if argument in values and argument not in self.varying:
                return values[argument]
            found = self.metas.get(argument)
            if isinstance(found, torch.Tensor):
                raise Unsupported(f"{argument} runs in PyTorch")
            return found

        numbers = self._numbers(node)
        args = tuple(values[a] if isinstance(a, Node) and a in numbers
                     else map_aggregate(a, known) for a in node.args)
        kwargs = map_aggregate(node.kwargs, known)
        if node.target is operator.getitem:
            return args[0][args[1]]
        operands = map_aggregate(node.args, lambda a: self.metas.get(a, a)
                                 if isinstance(a, Node) else a)
        results = tuple(tensors_in(self.metas[node]))
        found = apart.value(node, Call(operands, results), self.joins, args, kwargs)
        return _checked(found, self.metas[node])


def _draws(node: Node) -> bool:
    """Whether a node takes numbers from PyTorch's generator."""
    return torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ())


def spec_of(tensor: torch.Tensor) -> spec:
    """What Neo calls the shape and element type of a tensor."""
    return spec(tuple(map(int, tensor.shape)), NAMES[tensor.dtype])


def _checked(found: Any, expected: Any) -> Any:
    """A record's result in the element types that PyTorch expects; None is one that
    nothing uses."""
    if isinstance(expected, (tuple, list)):
        found = list(found)
        return [_checked(f, e) for f, e in zip(found, expected, strict=True)]
    if found is None or not isinstance(expected, torch.Tensor):
        return found
    wanted = spec_of(expected)
    if found.shape != wanted.shape:
        raise Unsupported(f"its record gives shape {found.shape} and not "
                          f"{wanted.shape}, which is an error of neo.torch")
    return found.astype(numpy_type(wanted.dtype))


def known_of(module: GraphModule) -> tuple[Meta, dict[Node, Any]]:
    """What PyTorch knows of each node, and the tensors that the graph holds."""
    metas: Meta = {}
    constants: dict[Node, Any] = {}
    for node in module.graph.nodes:
        if node.op == "get_attr":
            held = operator.attrgetter(node.target)(module)
            constants[node] = held
            metas[node] = held
        elif "val" in node.meta:
            metas[node] = node.meta["val"]
    return metas, constants


def is_symbolic(metas: Meta) -> bool:
    """Whether sizes are symbols."""
    return any(True for _ in _symbols(metas))


def has_symbolic_shapes(metas: Meta) -> bool:
    """Whether the size of a dimension is a symbol; a stride may be one alone."""
    return any(isinstance(size, torch.SymInt) for meta in metas.values()
               for tensor in tensors_in(meta) for size in tensor.shape)


def has_sizes_of_data(metas: Meta) -> bool:
    """Whether the sizes of a call follow from more than the sizes of its inputs."""
    from torch.fx.experimental.symbolic_shapes import free_unbacked_symbols
    return any(free_unbacked_symbols(each) for each in _symbols(metas))


def _symbols(metas: Meta) -> Iterator[Any]:
    for meta in metas.values():
        for each in [s for t in tensors_in(meta) for s in t.shape] or [meta]:
            if isinstance(each, torch.SymInt | torch.SymFloat | torch.SymBool):
                yield each


class Shapes(Marked):
    """What is known of each node for the sizes of a call."""

    def known(self, inputs: Sequence[Any]) -> Meta:
        self.metas: Meta = {}
        fake = FakeTensorMode(allow_non_fake_inputs=True, shape_env=ShapeEnv(),
                              static_shapes=True)
        with fake as mode, torch.no_grad():
            self.run(*(mode.from_tensor(i) if isinstance(i, torch.Tensor) else i
                       for i in inputs), enable_io_processing=False)
        return self.metas

    def run_node(self, n: Node) -> Any:
        self.metas[n] = found = super().run_node(n)
        return found
