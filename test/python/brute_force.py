# brute_force.py - expressions evaluated point by point
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""An evaluator that shares no code with neo.

The right-hand side of an expression is valid Python: it is evaluated by Python
at every point of the loops, on numbers that carry their exact derivative with
respect to every element read. Adjoints are sums of those derivatives.

    out[x] = reduce over r of f(x, r)
    dT[z] = sum over x of dout[x] * d out[x] / d T[z]
"""

from __future__ import annotations

import ast
import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

_STATEMENT = re.compile(r"(\w+)\[([^]]*)\]\s*"
                        r"(\+=|\*=|a?max=|a?min=|=)\s*(.*)$", re.DOTALL)
Arrays = dict[str, np.ndarray]


@dataclass
class Number:
    """A value and its derivatives by element: {(tensor, index): slope}."""

    value: float
    slopes: dict = field(default_factory=dict)

    def chain(self, value: float, slope: float) -> Number:
        return Number(value, {k: s * slope for k, s in self.slopes.items()})

    def __add__(self, other):
        other = number(other)
        slopes = dict(self.slopes)
        for key, slope in other.slopes.items():
            slopes[key] = slopes.get(key, 0.0) + slope
        return Number(self.value + other.value, slopes)

    def __mul__(self, other):
        other = number(other)
        product = self.chain(0.0, other.value) + other.chain(0.0, self.value)
        return Number(self.value * other.value, product.slopes)

    def __neg__(self):
        return self.chain(-self.value, -1.0)

    def __sub__(self, other):
        return self + -number(other)

    def __rsub__(self, other):
        return number(other) - self

    def __truediv__(self, other):
        other = number(other)
        inverse = other.chain(1 / other.value, -1 / other.value**2)
        return self * inverse

    def __rtruediv__(self, other):
        return number(other) / self

    def __bool__(self):
        return bool(self.value)

    __radd__, __rmul__ = __add__, __mul__


def number(value) -> Number:
    return value if isinstance(value, Number) else Number(float(value))


def _smooth(function, derivative):
    def apply(x):
        x = number(x)
        return x.chain(function(x.value), derivative(x.value))
    return apply


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def _extremum(a, b, wins):
    """One of two; numbers that tie share the derivative, constants take it."""
    if number(a).value == number(b).value:
        tied = (number(a) + number(b)) * 0.5
        both = isinstance(a, Number) and isinstance(b, Number)
        return tied if both else tied.chain(tied.value, 0.0)
    return _select(wins, a, b)


def _select(condition, a, b):
    return number(a) if condition else number(b)


FUNCTIONS = {
    "exp": _smooth(math.exp, math.exp),
    "log": _smooth(math.log, lambda x: 1 / x),
    "sqrt": _smooth(math.sqrt, lambda x: 0.5 / math.sqrt(x)),
    "rsqrt": _smooth(lambda x: x**-0.5, lambda x: -0.5 * x**-1.5),
    "tanh": _smooth(math.tanh, lambda x: 1 - math.tanh(x)**2),
    "sin": _smooth(math.sin, math.cos),
    "cos": _smooth(math.cos, lambda x: -math.sin(x)),
    "erf": _smooth(math.erf, lambda x: 2 / math.sqrt(math.pi)
                   * math.exp(-x * x)),
    "abs": _smooth(abs, lambda x: float(np.sign(x))),
    "sigmoid": _smooth(_sigmoid, lambda x: _sigmoid(x) * _sigmoid(-x)),
    "relu": _smooth(lambda x: max(x, 0.0), lambda x: float(x > 0)),
    "max": lambda a, b: _extremum(a, b, number(a).value > number(b).value),
    "min": lambda a, b: _extremum(a, b, number(a).value < number(b).value),
    "where": _select,
}


@dataclass
class _Reader:
    """`T[i, j]` in an evaluated expression."""

    name: str
    array: np.ndarray

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        inside = zip(index, self.array.shape, strict=True)
        assert all(0 <= i < n for i, n in inside), (self.name, index)
        return Number(float(self.array[index]), {(self.name, index): 1.0})


class Expression:
    """One statement; extents of plain indices are those of the arrays."""

    def __init__(self, text: str, arrays: Arrays, extents: dict[str, int]):
        self.arrays = arrays
        self.name, left, self.op, right = _STATEMENT.match(text).groups()
        self.loops = [v.strip() for v in left.split(",") if v.strip()]
        tree = ast.parse(right.strip(), mode="eval")
        self.extents = _extents(tree, arrays) | extents
        self.code = compile(tree, text, "eval")
        self.readers = {n: _Reader(n, a) for n, a in arrays.items()}

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.extents[v] for v in self.loops)

    def terms(self, point: tuple[int, ...]) -> Iterator[Number]:
        """The scalar at every point of the reduction, in order."""
        reduced = [v for v in self.extents if v not in self.loops]
        names = FUNCTIONS | self.readers | dict(zip(self.loops, point))
        for inner in itertools.product(*(range(self.extents[v])
                                         for v in reduced)):
            local = names | dict(zip(reduced, inner))
            yield number(eval(self.code, {"__builtins__": {}}, local))

    def at(self, point: tuple[int, ...]) -> Number:
        """The result at one point, with its derivatives."""
        terms = self.terms(point)
        if self.op in ("=", "+="):
            return sum(terms, Number(0.0))
        if self.op == "*=":
            return math.prod(terms, start=Number(1.0))
        terms = list(terms)
        best = max if self.op.endswith("max=") else min
        first = best(terms, key=lambda n: n.value)  # of those that are equal
        if not self.op.startswith("a"):
            return first
        tied = [term for term in terms if term.value == first.value]
        share = sum(tied, Number(0.0)) * (1 / len(tied))
        return Number(first.value, share.slopes)


def _extents(tree: ast.AST, arrays: Arrays) -> dict[str, int]:
    found: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            index = node.slice
            index = index.elts if isinstance(index, ast.Tuple) else [index]
            for each, size in zip(index, arrays[node.value.id].shape):
                if isinstance(each, ast.Name):
                    found.setdefault(each.id, size)
    return found


def evaluate(text: str, arrays: Arrays, extents: dict[str, int]) -> np.ndarray:
    """The result of a statement."""
    expression = Expression(text, arrays, extents)
    result = np.zeros(expression.shape)
    for point in np.ndindex(*expression.shape):
        result[point] = expression.at(point).value
    return result


def adjoints(text: str, arrays: Arrays, extents: dict[str, int],
             cotangent: np.ndarray) -> Arrays:
    """The adjoint of every array under `cotangent`."""
    expression = Expression(text, arrays, extents)
    found = {name: np.zeros(a.shape) for name, a in arrays.items()}
    for point in np.ndindex(*expression.shape):
        for (name, index), slope in expression.at(point).slopes.items():
            found[name][index] += slope * cotangent[point]
    return found
