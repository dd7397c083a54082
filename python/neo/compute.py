# compute.py - one neo.compute as data
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The operator that a statement becomes, just before it is text.

Loops are named; every operand is a tensor's name, one affine form per
dimension, guards and a pad; the body is a list of lines over scalars.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import copysign

from neo.affine import Linear
from neo.specs import spec


@dataclass(frozen=True)
class Guard:
    """`left op right` over the loops; op one of < <= > >= ==."""

    left: Linear
    op: str
    right: Linear

    @property
    def form(self) -> Linear:
        return self.left - self.right


@dataclass(frozen=True)
class Operand:
    """One read: where the guards fail it gives `pad`."""

    tensor: str
    index: tuple[Linear, ...]
    guards: tuple[Guard, ...] = ()
    pad: int | float = 0
    # Tells -0.0 from 0.0, which compare equal.
    sign: float = field(init=False, repr=False, default=1)

    def __post_init__(self) -> None:
        if isinstance(self.pad, float):
            object.__setattr__(self, "sign", copysign(1, self.pad))


@dataclass(frozen=True)
class Argument:
    """A body argument: its name and its element type."""

    name: str
    dtype: str


@dataclass(frozen=True)
class Positions:
    """An index that `tensor` holds at `index`; `text` is how it was written."""

    tensor: str
    index: tuple[Linear, ...]
    text: str


@dataclass(frozen=True)
class Gather:
    """The elements of `source` at indices that may be data.

    `described` is what an error calls each tensor of indices, `comment` the read.
    """

    name: str
    loops: tuple[tuple[str, int], ...]
    source: str
    index: tuple[Linear | Positions, ...]
    guards: tuple[Guard, ...]
    result: spec
    described: tuple[str, ...]
    comment: str = ""

    @property
    def tensors(self) -> list[str]:
        """The names of the operands, in order."""
        return [self.source, *(i.tensor for i in self.index
                               if isinstance(i, Positions))]


@dataclass(frozen=True)
class Compute:
    """A statement, lowered. `loops` come first in `neo.index`'s numbering.

    `shares_ties`: equal terms of max or min share the gradient.
    """

    name: str
    loops: tuple[tuple[str, int], ...]
    kind: str | None
    reductions: tuple[tuple[str, int], ...]
    operands: tuple[Operand, ...]
    arguments: tuple[Argument, ...]
    body: tuple[str, ...]
    yielded: Argument
    result: spec
    comment: str = ""
    shares_ties: bool = False
