# program.py - the statements of a program that is to be saved
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What stands in the IR of a traced function after its gradients are derived.

A tensor is a name, `%3` or `%3#1`. An index is a form of the loops (neo.affine), so that
what follows decides by structure: which loops an access runs over, with which steps.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import Any

from neo.affine import Linear
from neo.compute import Guard
from neo.specs import spec

Loops = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Access:
    """The element of `tensor` at `index` where `guards` hold, elsewhere `pad`."""

    tensor: str
    index: tuple[Linear, ...]
    guards: tuple[Guard, ...] = ()
    pad: float | int = 0


@dataclass(frozen=True)
class Scalar:
    """One operation of a body: `result = name operands`; `said` is a predicate, a loop's
    number or a constant."""

    result: str
    name: str
    operands: tuple[str, ...]
    said: Any
    dtype: str


@dataclass(frozen=True)
class Statement:
    """What all statements have: the results and the line of the traced text."""

    results: tuple[tuple[str, spec], ...]
    line: int


@dataclass(frozen=True)
class Compute(Statement):
    """A neo.compute: a body over accesses, combined by `kind` over `reductions`."""

    loops: Loops
    kind: str
    reductions: Loops
    accesses: tuple[Access, ...]
    where: tuple[Guard, ...]
    arguments: tuple[str, ...]
    body: tuple[Scalar, ...]
    yielded: str

    @property
    def all_loops(self) -> Loops:
        return self.loops + self.reductions

    @property
    def extents(self) -> dict[str, int]:
        return dict(self.all_loops)


@dataclass(frozen=True)
class Indexed(Statement):
    """A neo.gather, or a neo.scatter_add if it `adds`; an index is a form or the access
    of a tensor of integers."""

    adds: bool
    loops: Loops
    source: str
    index: tuple[Linear | Access, ...]
    where: tuple[Guard, ...]

    @property
    def points(self) -> int:
        return prod(extent for _, extent in self.loops)


@dataclass(frozen=True)
class Scan(Statement):
    """A neo.scan of the function `step`."""

    step: str
    steps: int
    reverse: bool
    carry: tuple[str, ...]
    over: tuple[str, ...]
    constants: tuple[str, ...]


@dataclass(frozen=True)
class Constant(Statement):
    """A tensor of one number, or of the numbers that are listed."""

    values: Any


@dataclass(frozen=True)
class Same(Statement):
    """Tensors that are others under new names."""

    inputs: tuple[str, ...]


@dataclass
class Function:
    """A function: its parameters, statements and results."""

    name: str
    parameters: list[tuple[str, spec]] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
