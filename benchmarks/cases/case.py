# case.py - an operator to be measured, as data
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A case is a name, a family, and a function of parameters that writes the operator
down: the index expression, its operands' shapes, and what its limit follows from.

The same function with smaller extents gives the operator that the tests check
(`Case.small`): kernels, strides, paddings, groups and blocks stay as they are.

    limit(forward)             operations / peak,      bytes / copy bandwidth
    limit(forward, gradients)  3 * operations / peak,  2 * bytes / copy bandwidth

Each operand of a product has a gradient that costs as much as the product; a third
operand's comes from the products that the others need. Gradients read the operands
and the cotangent, and write the result and a gradient per operand.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

Shape = tuple[int, ...]
MODES = ("forward", "gradients")
#: Kinds whose second operand is weights, which inference does not change.
WEIGHTED = ("convolution", "depthwise", "transposed", "capsules")


@dataclass(frozen=True)
class Operator:
    """`kind` and `attributes` are what peers that know no index expressions choose
    their own operator by; `operations` are those of the forward direction on no
    padding, 0 where only bytes count."""

    text: str
    shapes: dict[str, Shape]
    result: Shape
    kind: str
    operations: float = 0
    extents: dict[str, int] = field(default_factory=dict)
    attributes: dict[str, Any] = field(default_factory=dict)

    @property
    def weights(self) -> tuple[int, ...]:
        """Positions of operands that stay the same from call to call of the forward
        direction: whoever can packs them before the clock starts."""
        return (1,) if self.kind in WEIGHTED else ()

    @property
    def read(self) -> float:
        """Bytes of the operands in float32."""
        return 4.0 * sum(map(math.prod, self.shapes.values()))

    @property
    def written(self) -> float:
        return 4.0 * math.prod(self.result)


@dataclass(frozen=True)
class Case:
    name: str
    family: str
    build: Callable[..., Operator]
    parameters: dict[str, int]

    @cached_property
    def operator(self) -> Operator:
        return self.build(**self.parameters)

    def small(self) -> Operator:
        return shrunk(self).operator

    def operations(self, mode: str) -> float:
        return self.operator.operations * (1 if mode == "forward" else 3)

    def traffic(self, mode: str) -> tuple[float, float]:
        """Bytes read and written, each operand and result once."""
        read, written = self.operator.read, self.operator.written
        return (read, written) if mode == "forward" else (read + written,) * 2

    def bytes(self, mode: str) -> float:
        return sum(self.traffic(mode))


#: The largest extent in tests, of the parameters that are extents.
_SMALL = {"size": 12, "depth": 4, "length": 24, "heads": 3, "pixels": 64}
_STRUCTURE = {"kernel", "stride", "padding", "dilation", "groups", "multiplier",
              "block", "capsules", "dimensions"}


def shrunk(case: Case) -> Case:
    """The case with the extents of tests."""
    return replace(case, parameters={name: _smaller(name, value)
                                     for name, value in case.parameters.items()})


def _smaller(name: str, value: int) -> int:
    if name in _STRUCTURE:
        return value
    return min(value, _SMALL.get(name, 32))


def inputs(operator: Operator) -> dict[str, np.ndarray]:
    """Operands in the expression's order, then the result's cotangent "~": the same
    arrays in every process."""
    random = np.random.default_rng(7)
    return {name: random.standard_normal(shape, np.float32)
            for name, shape in {**operator.shapes, "~": operator.result}.items()}
