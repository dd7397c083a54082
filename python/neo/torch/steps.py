# steps.py - what a call of a planned graph does
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The steps of a call: programs of Neo and operators of PyTorch, in order.

Values go from step to step by the number of their node in the graph, so that steps do
not need the graph: they can be kept without it (neo.torch.stored).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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

    def __call__(self, values: Values) -> None:
        values[self.output] = self.target(*filled(self.args, values),
                                          **filled(self.kwargs, values))


def filled(arguments: Any, values: Mapping[int, Any]) -> Any:
    """Arguments, with values for slots."""
    return map_aggregate(arguments, lambda a: values[a.number]
                         if isinstance(a, Slot) else a)


class Run:
    """A call: what it takes, its steps, what it gives, and what no step computes."""

    def __init__(self, inputs: Sequence[int],
                 steps: Sequence[Callable[[Values], None]], output: Any, known: Values):
        self.inputs, self.steps = inputs, steps
        self.output, self.known = output, known

    def known_for(self, inputs: Sequence[Any]) -> Values:
        """What no step computes, for the inputs of a call."""
        return self.known

    def __call__(self, inputs: list[Any]) -> Any:
        values = {**self.known_for(inputs), **dict(zip(self.inputs, inputs))}
        inputs.clear()
        for step in self.steps:
            step(values)
        return filled(self.output, values)


__all__ = ["ProgramStep", "Run", "TorchStep", "Values"]
