# steps.py - what a call of a planned graph does
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The steps of a call: programs of Neo and operators of PyTorch, in order.

Values go from step to step by the number of their node in the graph, so that steps do
not need the graph: they can be kept without it (neo.torch.stored). What steps read is
dropped after the last of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import torch
from torch.fx.node import map_aggregate

from neo.torch.calls import Called
from neo.torch.packing import Slot

Values = dict[int, Any]


@dataclass
class ProgramStep:
    """A stage's program of Neo: where its operands are, where its results go."""

    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    called: Callable[..., Any]

    def __call__(self, values: Values) -> None:
        found = self.called([_tensor(values[n]) for n in self.inputs])
        values.update(zip(self.outputs, found))


def _tensor(value: Any) -> torch.Tensor:
    """A tensor, or a number that varies as one of rank 0."""
    if isinstance(value, torch.Tensor):
        return value
    return torch.tensor(value, dtype=torch.float64 if isinstance(value, float)
                        else torch.int64)


@dataclass
class TorchStep:
    """An operator that PyTorch runs."""

    output: int
    target: Callable[..., Any]
    args: Any
    kwargs: Any

    def bound(self) -> Callable[[Values], None]:
        """The step, with its arguments taken apart once for all calls."""
        target, output = self.target, self.output
        args, kwargs = _reader(self.args), _reader(self.kwargs)

        def step(values: Values) -> None:
            values[output] = target(*args(values), **kwargs(values))

        return step


def _slots(arguments: Any) -> set[int]:
    """The numbers of the values among arguments."""
    found: set[int] = set()
    map_aggregate(arguments, lambda a: found.add(a.number)
                  if isinstance(a, Slot) else None)
    return found


def _reader(arguments: Any) -> Callable[[Values], Any]:
    """What gives arguments, with values for slots."""
    if isinstance(arguments, Slot):
        return itemgetter(arguments.number)
    if not _slots(arguments):
        return lambda values: arguments
    if type(arguments) is tuple or isinstance(arguments, list):
        made = tuple if type(arguments) is tuple else list
        parts = [_reader(a) for a in arguments]
        return lambda values: made([part(values) for part in parts])
    if isinstance(arguments, dict):
        named = {name: _reader(a) for name, a in arguments.items()}
        return lambda values: {name: part(values) for name, part in named.items()}
    return lambda values: map_aggregate(arguments, lambda a: values[a.number]
                                        if isinstance(a, Slot) else a)


Step = ProgramStep | TorchStep


def _read(step: Step) -> set[int]:
    return set(step.inputs) if isinstance(step, ProgramStep) \
        else _slots(step.args) | _slots(step.kwargs)


def _written(step: Step) -> set[int]:
    return set(step.outputs) if isinstance(step, ProgramStep) else {step.output}


def _dead(steps: Sequence[Step], output: Any) -> Iterator[tuple[int, ...]]:
    """Of the steps, from the last to the first, the values that no later one reads."""
    living = _slots(output)
    for step in reversed(steps):
        touched = _read(step) | _written(step)
        yield tuple(touched - living)
        living |= touched


class Run:
    """A call: what it takes, its steps, what it gives, and what no step computes."""

    def __init__(self, inputs: Sequence[int], steps: Sequence[Step], output: Any,
                 known: Values):
        self.inputs, self.steps = inputs, steps
        self.output, self.known = output, known
        self._result = _reader(output)
        dead = reversed(list(_dead(steps, output)))
        self._calls = [(s.bound() if isinstance(s, TorchStep) else s, numbers)
                       for s, numbers in zip(steps, dead)]

    def known_for(self, inputs: Sequence[Any]) -> Values:
        """What no step computes, for the inputs of a call."""
        return self.known

    def __call__(self, inputs: list[Any]) -> Any:
        values = {**self.known_for(inputs), **dict(zip(self.inputs, inputs))}
        inputs.clear()
        for call, dead in self._calls:
            call(values)
            for number in dead:
                del values[number]
        return self._result(values)


__all__ = ["ProgramStep", "Run", "Step", "TorchStep", "Values"]
