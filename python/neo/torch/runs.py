# runs.py - execution of a compiled graph
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Calls of a graph that AOTAutograd hands over.

The first call of each set of shapes plans the graph (neo.torch.graph), or that of all
where they differ in the size of the batch (neo.torch.batches). Tensors go from stage to
stage by their node.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.fx import GraphModule, Node
from torch.fx.node import map_aggregate

from neo.errors import UsageError, describe
from neo.recent import Recent
from neo.torch.batches import Batches
from neo.torch.calls import Called
from neo.torch.graph import Plan, Shapes, Stage, is_symbolic, known_of
from neo.torch.weights import Weights

Environment = dict[Node, Any]


class Compiled:
    """A graph, called with a list of its inputs, which it empties.

    Those at the places `weights` stay the same from call to call, as a rule.
    """

    def __init__(self, module: GraphModule, planned: Callable[[Plan], None],
                 is_strict: bool, weights: Sequence[int] = (), batch: bool = False):
        # Dynamo wraps it in a function that has what the instance holds.
        self._boxed_call = True
        self.module = module
        self.metas, self.constants = known_of(module)
        self.is_symbolic = is_symbolic(self.metas)
        self._batch = batch and self.is_symbolic
        self._planned = planned
        self._is_strict = is_strict
        self._runs = Recent()
        self._places = weights
        self._weights: Weights | None = None

    def __call__(self, inputs: list[Any]) -> Any:
        key = tuple(tuple(i.shape) if isinstance(i, torch.Tensor) else i
                    for i in inputs) if self.is_symbolic and not self._batch else None
        if self._weights is not None and not self._weights.are(inputs):
            self._weights, self._places, self._runs = None, (), Recent()
        run = self._runs.get(key, lambda: self._run_for(inputs))
        given = list(inputs)
        inputs.clear()
        return run(given)

    def _run_for(self, inputs: Sequence[Any]) -> _Run:
        if self._places and self._weights is None:
            nodes = [n for n in self.module.graph.nodes if n.op == "placeholder"]
            self._weights = Weights(nodes, self._places, inputs)
        weights = {} if self._weights is None else self._weights.arrays
        if self._batch:
            batches = Batches(self.module, self.metas, self.constants, weights)
            self._checked(batches.plan)
            return _RunOfBatches(batches)
        metas = self.metas
        if self.is_symbolic:
            metas = Shapes(self.module).known(inputs)
        return _Run(self._checked(Plan(self.module.graph, metas, self.constants,
                                       weights)))

    def _checked(self, plan: Plan) -> Plan:
        """The plan, which is told; an error if PyTorch runs what it must not."""
        if plan.fallbacks and self._is_strict:
            first = plan.fallbacks[0]
            raise UsageError(describe(
                f"{first.name} runs in PyTorch, as {first.reason}: NEO_TORCH_STRICT=0 "
                "allows that"))
        self._planned(plan)
        return plan


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
                self.steps.append(_Program(plan, stage, self._called(stage)))
            self.steps += [_Elsewhere(n) for n in stage.others]
        numbers = {n: plan.metas[n] for n in graph.nodes if plan.is_number(n)}
        self.known: Environment = {**numbers, **plan.constants}

    def _called(self, stage: Stage) -> Called:
        return Called(self.plan.function(stage), traced=self.plan.traced(stage))

    def _known(self, inputs: Sequence[Any]) -> Environment:
        """What no step computes."""
        return self.known

    def __call__(self, inputs: list[Any]) -> Any:
        known = self._known(inputs)
        environment = dict(zip(self.inputs, inputs))
        inputs.clear()
        environment |= {n: v for n, v in known.items() if n not in environment}
        for step in self.steps:
            step(environment)
        return map_aggregate(self.output.args[0], lambda a: environment[a]
                             if isinstance(a, Node) else a)


class _RunOfBatches(_Run):
    """The steps of a plan for any number of items."""

    def __init__(self, batches: Batches):
        self.batches = batches
        super().__init__(batches.plan)

    def _called(self, stage: Stage) -> Called:
        return Called(self.batches.function(stage), self.batches.options(stage))

    def _known(self, inputs: Sequence[Any]) -> Environment:
        items = self.batches.items(inputs)
        return {**self.batches.numbers_for(items), **self.plan.constants}


class _Program:
    """A stage's program of Neo."""

    def __init__(self, plan: Plan, stage: Stage, called: Called):
        self.inputs, self.outputs = plan.needs(stage), plan.gives(stage)
        self.called = called

    def __call__(self, environment: Environment) -> None:
        found = self.called([_tensor(environment[n]) for n in self.inputs])
        environment.update(zip(self.outputs, found))


def _tensor(value: Any) -> torch.Tensor:
    """A tensor, or a number that varies as one of rank 0."""
    if isinstance(value, torch.Tensor):
        return value
    return torch.tensor(value, dtype=torch.float64 if isinstance(value, float)
                        else torch.int64)


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
