# records.py - the table of ATen operators that Neo knows
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The translation of each node of an ATen graph.

PyTorch hands over a graph of ATen operators. For each that Neo supports there is
one record, a function that computes it with traced tensors:

    @record("relu")
    def relu(call: Call, x: Tensor) -> Tensor:
        return neo.relu(x)

It takes what the node takes, with traced tensors for tensors, and returns the results
in the shapes that PyTorch expects; they are converted to the element types afterwards.
A record raises `Unsupported` with the reason for a case that it does not support, and
the node runs in PyTorch. Records are in neo/torch/aten, a file for each concept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from neo.specs import FLOATS, numpy_type
from neo.tensor import Tensor
from neo.torch.tensors import NAMES, TORCH

Record = Callable[..., Any]

# By the overload's name, as "aten.add.Tensor".
RECORDS: dict[str, Record] = {}


class Unsupported(Exception):
    """The reason why a node is left to PyTorch."""


@dataclass(frozen=True)
class Call:
    """One node: what PyTorch knows of its operands and results before they exist."""

    operands: tuple[Any, ...]
    results: tuple[torch.Tensor, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the first result."""
        return tuple(self.results[0].shape)

    @property
    def name(self) -> str:
        """Neo's name of the first result's element type."""
        return NAMES[self.results[0].dtype]

    @property
    def dtype(self) -> Any:
        """The first result's element type."""
        return numpy_type(self.name)

    @property
    def is_float(self) -> bool:
        return self.name in FLOATS


def record(*names: str) -> Callable[[Record], Record]:
    """Registers a function for overloads of aten, as "add.Tensor"; the plain name is that
    of the default overload."""
    def enter(function: Record) -> Record:
        for name in names:
            full = name if "." in name else f"{name}.default"
            if full.count(".") == 1:
                full = f"aten.{full}"
            assert full not in RECORDS, f"two records for {full}"
            RECORDS[full] = function
        return function

    return enter


def name_of(target: Any) -> str:
    """The name under which an operator's record stands."""
    return str(target)


def tensors_in(metas: Any) -> Any:
    """The tensors among what PyTorch knows of results."""
    if isinstance(metas, torch.Tensor):
        yield metas
    elif isinstance(metas, (tuple, list)):
        for each in metas:
            yield from tensors_in(each)


# Element types


def common_type(operands: Sequence[Any]) -> str:
    """The element type in which PyTorch combines tensors and numbers."""
    found: Any = None
    for operand in operands:
        given = _sample(operand.spec.dtype, bool(operand.ndim)) \
            if isinstance(operand, Tensor) else operand
        if found is None:
            found = given
            continue
        dtype = torch.result_type(found, given)
        found = _sample(NAMES[dtype], bool(getattr(found, "ndim", 0) or
                                           getattr(given, "ndim", 0)))
    if isinstance(found, torch.Tensor):
        return NAMES[found.dtype]
    return NAMES[torch.tensor(found).dtype]


def _sample(name: str, has_dimensions: bool) -> torch.Tensor:
    return torch.empty((0,) if has_dimensions else (), dtype=TORCH[name])


def check_alike(*operands: Tensor | None) -> None:
    """Leaves operands of several element types, which PyTorch refuses, to it."""
    found = sorted({o.spec.dtype for o in operands if o is not None})
    if len(found) > 1:
        raise Unsupported(f"its operands are of {' and '.join(found)}")


def cast(operand: Any, name: str) -> Any:
    """A tensor in the element type `name`, a number as it is."""
    return operand.astype(numpy_type(name)) if isinstance(operand, Tensor) else operand
