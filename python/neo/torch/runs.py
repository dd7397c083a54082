# runs.py - execution of a compiled graph
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Calls of a graph that AOTAutograd hands over.

The first call of each set of shapes plans the graph (neo.torch.graph), or that of all
where they differ in the size of the batch (neo.torch.batches). What an earlier process
planned is found (neo.torch.stored), where shapes are numbers.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import numpy as np
import torch
from torch.fx import Node

from neo.errors import UsageError, describe
from neo.recent import Recent
from neo.torch.ahead import Ahead, compile_steps
from neo.torch.batches import Batches
from neo.torch.calls import Called, Translation
from neo.torch.graph import (
    Plan,
    Shapes,
    Stage,
    has_sizes_of_data,
    has_symbolic_shapes,
    is_symbolic,
)
from neo.torch.interpreted import have_no_memory, interpreted
from neo.torch.joined import Join
from neo.torch.packing import Packed, Slot, slotted
from neo.torch.steps import ProgramStep, Run, Step, TorchStep, Values
from neo.torch.stored import Shelf, Steps, is_on
from neo.torch.strides import RUNS, as_known, is_view, known_place
from neo.torch.weights import Weights

#: So many bytes of weights are captured by programs of one graph for different shapes,
#: each of which has a copy, packed for it; the first in any case. Others take them as
#: operands, also those of shapes that come when earlier ones have been dropped.
MOST_CAPTURED = 1 << 28

#: So many shapes of a graph, and numbers among its inputs, are compiled when they are
#: met; PyTorch runs further ones the first time, and those beyond MOST_MET always. A batch
#: that varies soon comes again; a sequence that grows by a token in each call never has
#: the same length.
MOST_AT_ONCE, MOST_MET = 8, 4096


class Compiled:
    """A graph, called with a list of its inputs, which it empties.

    Those at the places `weights` stay the same from call to call, as a rule. `planned`
    is told of each plan, for which the graph is then planned in every process.
    """

    def __init__(self, packed: Packed, planned: Callable[[Plan], None] | None = None,
                 strict: bool | None = None, weights: Sequence[int] = (),
                 batch: bool = False):
        # Dynamo wraps it in a function that has what the instance holds.
        self._boxed_call = True
        self.packed = packed
        self.places = tuple(weights)
        self.is_symbolic = packed.module is not None and is_symbolic(packed.known[1])
        self._batch = batch and packed.module is not None \
            and has_symbolic_shapes(packed.known[1])
        self._planned = planned
        self._strict = strict
        self._runs = Recent()
        self._met: set[Any] = set()
        self._captured = self.places
        self._weights: Weights | None = None
        self._bytes = 0
        self._ahead: Ahead | None = None

    def begun(self) -> Self:
        """This, with a thread that plans and compiles the graph (neo.torch.ahead)."""
        if not self.is_symbolic and not self.places and self._planned is None:
            self._ahead = Ahead(lambda: self._run_for((), is_ahead=True))
        return self

    def __call__(self, inputs: list[Any]) -> Any:
        key = tuple(tuple(i.shape) if isinstance(i, torch.Tensor) else i
                    for i in inputs) if self.is_symbolic and not self._batch else None
        if have_no_memory(inputs) or self._waits(key):
            given = list(inputs)
            inputs.clear()
            graph, _, constants = self.packed.known
            return interpreted(graph, constants, given)
        if self._weights is not None and not self._weights.are(inputs):
            self._weights, self._captured, self._runs = None, (), Recent()
        run = self._runs.get(key, lambda: self._first_run(inputs))
        given = list(inputs)
        inputs.clear()
        return run(given)

    def _waits(self, key: Any) -> bool:
        """Whether the call is left to PyTorch, for a shape that may not come again."""
        if key is None or key in self._met:
            return False
        if len(self._met) < MOST_MET:
            self._met.add(key)
        return len(self._met) > MOST_AT_ONCE and self._planned is None \
            and not self._is_strict()

    def _first_run(self, inputs: Sequence[Any]) -> Callable[[list[Any]], Any]:
        run = self._ahead and self._ahead.result()
        self._ahead = None
        return run or self._run_for(inputs)

    def _run_for(self, inputs: Sequence[Any], is_ahead: bool = False
                 ) -> Callable[[list[Any]], Any]:
        if self._captured and self._weights is None:
            self._weights = Weights(self._captured, inputs)
        arrays = {} if self._weights is None else self._weights.arrays
        if self.is_symbolic:
            return self._run_of_shapes(inputs, arrays)
        is_kept = self._planned is None and is_on()
        content = self.packed.content if is_kept else None
        shelf = None if content is None else Shelf(content, tuple(arrays))
        steps = None if shelf is None else shelf.find()
        if steps is not None:
            self._check(steps.fallbacks)
            return self._run_again(steps, arrays)
        plan = self._plan(arrays)
        run = _run_of(plan) if shelf is None else _Kept(plan, shelf, arrays)
        if is_ahead:
            compile_steps(plan, run.steps)
        return run

    def _run_again(self, steps: Steps, arrays: Mapping[int, np.ndarray]) -> Run:
        """A run of kept steps, and of the plan for layouts that they are not for."""
        plans: list[Plan] = []

        def replanned(number: int) -> Callable[..., Any]:
            if not plans:
                plans.append(self._plan(arrays))
            plan, = plans
            return plan.function([s for s in plan.stages if plan.gives(s)][number])

        return steps.run(arrays, replanned)

    def _run_of_shapes(self, inputs: Sequence[Any], arrays: Mapping[int, np.ndarray]
                       ) -> Callable[[list[Any]], Any]:
        module = self.packed.module
        assert module is not None
        graph, metas, constants = self.packed.known
        if has_sizes_of_data(metas):
            refused = {n: "sizes are data" for n in graph.nodes
                       if n.op == "call_function"}
            self._tell(Plan(graph, metas, constants, refused=refused))
            return functools.partial(interpreted, graph, constants)
        weights = self._by_node(self._within(arrays))
        if self._batch:
            batches = Batches(module, metas, constants, weights)
            self._tell(batches.plan)
            return _RunOfBatches(batches)
        plan = Plan(graph, Shapes(module).known(inputs), constants, weights)
        self._tell(plan)
        return _run_of(plan)

    def _within(self, arrays: Mapping[int, np.ndarray]) -> Mapping[int, np.ndarray]:
        """Weights for one more shape to capture: none where that were too many bytes."""
        size = sum(array.nbytes for array in arrays.values())
        if self._bytes and self._bytes + size > MOST_CAPTURED:
            return {}
        self._bytes += size
        return arrays

    def _by_node(self, arrays: Mapping[int, np.ndarray]) -> dict[Node, np.ndarray]:
        nodes = [n for n in self.packed.known[0].nodes if n.op == "placeholder"]
        return {nodes[place]: array for place, array in arrays.items()}

    def _plan(self, arrays: Mapping[int, np.ndarray]) -> Plan:
        graph, metas, constants = self.packed.known
        plan = Plan(graph, metas, constants, self._by_node(arrays))
        self._tell(plan)
        return plan

    def _tell(self, plan: Plan) -> None:
        self._check(_fallbacks(plan))
        if self._planned is not None:
            self._planned(plan)

    def _is_strict(self) -> bool:
        return os.environ.get("NEO_TORCH_STRICT") == "1" if self._strict is None \
            else self._strict

    def _check(self, fallbacks: Sequence[tuple[str, str]]) -> None:
        """Raises UsageError if PyTorch runs what it must not."""
        if fallbacks and self._is_strict():
            name, reason = fallbacks[0]
            raise UsageError(describe(
                f"{name} runs in PyTorch, as {reason}: NEO_TORCH_STRICT=0 allows that"))


def _fallbacks(plan: Plan) -> list[tuple[str, str]]:
    return [(each.name, each.reason) for each in plan.fallbacks]


def _run_of(plan: Plan, told: Callable[[int, Translation], None] = lambda *_: None
            ) -> Run:
    """The run of a plan; `told` hears of the translation of each stage, by its number."""
    def called(stage: Stage) -> Called:
        number = plan.stages.index(stage)
        return Called(plan.function(stage), traced=plan.traced(stage),
                      told=functools.partial(told, number))

    return Run(*_steps(plan, called))


def _steps(plan: Plan, called: Callable[[Stage], Callable[..., Any]]
           ) -> tuple[list[int], list[Step], Any, Values]:
    """The inputs, steps and outputs of a plan, and what no step computes."""
    graph = plan.graph
    numbers = {node: n for n, node in enumerate(graph.nodes)}
    output = next(n for n in graph.nodes if n.op == "output")
    steps: list[Step] = []
    for stage in plan.stages:
        if plan.gives(stage):
            steps.append(ProgramStep(tuple(numbers[n] for n in plan.needs(stage)),
                                     tuple(numbers[n] for n in plan.gives(stage)),
                                     called(stage)))
        for node in stage.others:
            steps += _torch_steps(plan, node, numbers)
    known = {numbers[n]: plan.metas[n] for n in graph.nodes if plan.is_number(n)}
    known |= {numbers[n]: value for n, value in plan.constants.items()}
    return ([numbers[n] for n in graph.nodes if n.op == "placeholder"], steps,
            slotted(output.args[0], numbers), known)


def _torch_steps(plan: Plan, node: Node, numbers: Mapping[Node, int]) -> list[Step]:
    """A node that PyTorch runs, after copies of operands that have to lie otherwise than
    Neo's values do."""
    steps: list[Step] = []
    numbers = dict(numbers)
    for operand in node.all_input_nodes if not is_view(node) else ():
        place = known_place(operand) if plan.is_of_neo(operand) else None
        if place is not None:
            copied = len(numbers) * (1 + numbers[node]) + numbers[operand]  # Its own.
            steps.append(TorchStep(copied, as_known, (Slot(numbers[operand]), *place), {}))
            numbers[operand] = copied
    return [*steps, TorchStep(numbers[node], RUNS.get(node.target, node.target),
                              slotted(node.args, numbers), slotted(node.kwargs, numbers))]


class _Kept:
    """A run that is kept once it has been called."""

    def __init__(self, plan: Plan, shelf: Shelf, weights: Mapping[int, np.ndarray]):
        # Of each stage the last one: what was compiled ahead may not be what is called.
        self._translations: dict[int, Translation] = {}
        self._run = _run_of(plan, self._translations.__setitem__)
        self.steps = self._run.steps
        self._fallbacks = _fallbacks(plan)
        self._shelf: Shelf | None = shelf
        self._weights = weights

    def __call__(self, inputs: list[Any]) -> Any:
        found = self._run(inputs)
        shelf, self._shelf = self._shelf, None
        if shelf is not None and len(self._translations) == sum(
                isinstance(step, ProgramStep) for step in self.steps):
            translations = [self._translations[n] for n in sorted(self._translations)]
            shelf.keep(self._run, translations, self._weights, self._fallbacks)
            self._translations.clear()
        return found


class _RunOfBatches(Run):
    """The steps of a plan for any number of items."""

    def __init__(self, batches: Batches):
        self.batches = batches
        super().__init__(*_steps(batches.plan, lambda stage: _called(batches, stage)))
        self._numbers = {n: number
                         for number, n in enumerate(batches.plan.graph.nodes)}

    def known_for(self, inputs: Sequence[Any]) -> Values:
        items = self.batches.items(inputs)
        return self.known | {self._numbers[n]: value for n, value in
                             self.batches.numbers_for(items).items()}


def _called(batches: Batches, stage: Stage) -> Callable[..., Any]:
    """A stage's program, of tensors as PyTorch has them."""
    called = Called(batches.function(stage), batches.options(stage))
    needs, gives = batches.plan.needs(stage), batches.plan.gives(stage)
    joins = batches.joins
    if not any(isinstance(joins.get(n), Join) for n in (*needs, *gives)):
        return called

    def run(tensors: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        found = called([t.reshape(j.apart(t.shape)) if (j := joins.get(n)) else t
                        for n, t in zip(needs, tensors)])
        return [t.reshape(j.together(t.shape)) if (j := joins.get(n)) else t
                for n, t in zip(gives, found)]

    return run
