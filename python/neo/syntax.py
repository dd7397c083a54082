# syntax.py - the nodes of an expression
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The abstract syntax of index expressions.

One tree serves everybody: the parser makes it from text, `neo.compute` from a
traced lambda, operators on traced tensors from the operator. Positions point
into the text for carets and do not take part in comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Node:
    """Any scalar expression."""

    position: int = field(default=0, compare=False, repr=False, kw_only=True)

    def children(self) -> tuple[Node, ...]:
        return ()


@dataclass(frozen=True)
class Number(Node):
    """A literal; integers stay integers so that they can be indices."""

    value: int | float


@dataclass(frozen=True)
class Name(Node):
    """A loop variable, or a tensor of rank 0."""

    name: str


@dataclass(frozen=True)
class Read(Node):
    """`tensor[index, ...]`."""

    tensor: str
    index: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        return self.index


@dataclass(frozen=True)
class Apply(Node):
    """A function of scalars; unary minus is 'neg', logical not is 'not'."""

    function: str
    arguments: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        return self.arguments


@dataclass(frozen=True)
class Binary(Node):
    """`left op right` with op one of + - * / // % **."""

    op: str
    left: Node
    right: Node

    def children(self) -> tuple[Node, ...]:
        return (self.left, self.right)


@dataclass(frozen=True)
class Compare(Node):
    """A chain `items[0] ops[0] items[1] ops[1] ...`."""

    ops: tuple[str, ...]
    items: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        return self.items


@dataclass(frozen=True)
class Logic(Node):
    """`a and b and ...` or `a or b or ...`."""

    op: str
    items: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        return self.items


@dataclass(frozen=True)
class Guarded(Node):
    """`value if condition else otherwise`, otherwise a number."""

    value: Node
    condition: Node
    otherwise: int | float

    def children(self) -> tuple[Node, ...]:
        return (self.value, self.condition)


@dataclass(frozen=True)
class Statement:
    """`result[loops] op value`; op is one of the keys of REDUCTIONS or '='."""

    result: str
    loops: tuple[str, ...]
    op: str
    value: Node
    position: int = field(default=0, compare=False, repr=False, kw_only=True)


REDUCTIONS = {
    "+=": "sum",
    "*=": "prod",
    "max=": "max",
    "min=": "min",
    "amax=": "amax",
    "amin=": "amin",
    "argmax=": "argmax",
    "argmin=": "argmin",
}

# And the other way round: how each kind is written.
ASSIGNMENTS = {kind: op for op, kind in REDUCTIONS.items()}

# In the gradient, equal terms share what the plain kind gives to the first.
SHARED_TIES = {"amax": "max", "amin": "min"}

FUNCTIONS = {
    "exp": 1, "log": 1, "sqrt": 1, "rsqrt": 1, "tanh": 1, "sigmoid": 1,
    "relu": 1, "erf": 1, "sin": 1, "cos": 1, "abs": 1, "pow": 2, "max": 2,
    "min": 2, "where": 3, "floor": 1, "ceil": 1, "log1p": 1, "expm1": 1,
    "round": 1, "trunc": 1, "log2": 1, "log10": 1, "exp2": 1, "tan": 1, "asin": 1,
    "acos": 1, "atan": 1, "atan2": 2, "sinh": 1, "cosh": 1, "asinh": 1, "acosh": 1,
    "atanh": 1,
    "float64": 1, "float32": 1, "float16": 1, "bfloat16": 1, "int64": 1,
    "int32": 1, "int8": 1, "bool": 1, "bitxor": 2, "shiftright": 2,
}

# Of them, those that convert: called as NumPy calls the type.
CONVERSIONS = frozenset(("float64", "float32", "float16", "bfloat16", "int64",
                         "int32", "int8", "bool"))


def walk(node: Node) -> Iterator[Node]:
    """`node` and everything below it, in order of the text."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children()))


def names(node: Node) -> list[str]:
    """The bare names below `node`, each once, in order of the text."""
    if isinstance(node, Name):  # As most indices are.
        return [node.name]
    found = (n.name for n in walk(node) if isinstance(n, Name))
    return list(dict.fromkeys(found))
