# runs.py - execution of a compiled graph
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Calls of a graph that AOTAutograd hands over.

The first call of each set of shapes plans the graph (neo.torch.graph). Tensors go from
stage to stage by the number of their node, and are forgotten after their last use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx import GraphModule, Interpreter, Node
from torch.fx.node import map_aggregate

from neo.errors import UsageError, describe
from neo.recent import Recent
from neo.torch.calls import Called
from neo.torch.graph import Meta, Plan, is_symbolic, known_of
from neo.torch.weights import Weights

Environment = dict[Node, Any]


class Compiled:
    """A graph, called with a list of its inputs, which it empties.

    Those at the places `weights` stay the same from call to call, as a rule.
    """

    def __init__(self, module: GraphModule, planned: Callable[[Plan], None],
                 is_strict: bool, weights: Sequence[int] = ()):
        # Dynamo wraps it in a function that has what the instance holds.
        self._boxed_call = True
        self.module = module
        self.metas, self.constants = known_of(module)
        self.is_symbolic = is_symbolic(self.metas)
        self._planned = planned
        self._is_strict = is_strict
        self._runs = Recent()
        self._places = weights
        self._weights: Weights | None = None

    def __call__(self, inputs: list[Any]) -> Any:
        key = tuple(tuple(i.shape) if isinstance(i, torch.Tensor) else i
                    for i in inputs) if self.is_symbolic else None
        if self._weights is not None and not self._weights.are(inputs):
            self._weights, self._places, self._runs = None, (), Recent()
        run = self._runs.get(key, lambda: self._run_for(inputs))
        given = list(inputs)
        inputs.clear()
        return run(given)

    def _run_for(self, inputs: Sequence[Any]) -> _Run:
        metas = self.metas
        if self.is_symbolic:
            metas = _Shapes(self.module).known(inputs)
        if self._places and self._weights is None:
            nodes = [n for n in self.module.graph.nodes if n.op == "placeholder"]
            self._weights = Weights(nodes, self._places, inputs)
        weights = {} if self._weights is None else self._weights.arrays
        plan = Plan(self.module.graph, metas, self.constants, weights)
        if plan.fallbacks and self._is_strict:
            first = plan.fallbacks[0]
            raise UsageError(describe(
                f"{first.name} runs in PyTorch, as {first.reason}: NEO_TORCH_STRICT=0 "
                "allows that"))
        self._planned(plan)
        return _Run(plan)


class _Shapes(Interpreter):
    """What is known of each node for the sizes of a call."""

    def known(self, inputs: Sequence[Any]) -> Meta:
        self.metas: Meta = {}
        with FakeTensorMode(allow_non_fake_inputs=True) as mode, torch.no_grad():
            self.run(*(mode.from_tensor(i) if isinstance(i, torch.Tensor) else i
                       for i in inputs), enable_io_processing=False)
        return self.metas

    def run_node(self, n: Node) -> Any:
        self.metas[n] = found = super().run_node(n)
        return found


class _Run:
    """The steps of a plan."""

    def __init__(self, plan: Plan):
        self.plan = plan
        graph = plan.graph
        self.inputs = [n for n in graph.nodes if n.op == "placeholder"]
        self.output = next(n for n in graph.nodes if n.op == "output")
        self.steps: list[Callable[[Environment], None]] = []
        for stage in plan.stages:
            if plan.gives(stage):
                self.steps.append(_Program(plan, stage))
            self.steps += [_Elsewhere(n) for n in stage.others]
        numbers = {n: plan.metas[n] for n in graph.nodes if plan.is_number(n)}
        self.known: Environment = {**numbers, **plan.constants}

    def __call__(self, inputs: list[Any]) -> Any:
        environment = dict(zip(self.inputs, inputs))
        inputs.clear()
        environment |= {n: v for n, v in self.known.items() if n not in environment}
        for step in self.steps:
            step(environment)
        return map_aggregate(self.output.args[0], lambda a: environment[a]
                             if isinstance(a, Node) else a)


class _Program:
    """A stage's program of Neo."""

    def __init__(self, plan: Plan, stage: Any):
        self.plan, self.stage = plan, stage
        self.inputs, self.outputs = plan.needs(stage), plan.gives(stage)
        self.called = Called(plan.function(stage))

    def __call__(self, environment: Environment) -> None:
        found = self.called([environment[n] for n in self.inputs])
        environment.update(zip(self.outputs, found))


class _Elsewhere:
    """A node that PyTorch runs."""

    def __init__(self, node: Node):
        self.node = node

    def __call__(self, environment: Environment) -> None:
        def known(argument: Any) -> Any:
            return environment[argument] if isinstance(argument, Node) else argument

        node = self.node
        assert callable(node.target)
        environment[node] = node.target(
            *map_aggregate(node.args, known), **map_aggregate(node.kwargs, known))
