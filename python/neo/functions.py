# functions.py - elementwise functions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Functions of traced tensors, arrays and numbers, with broadcasting.

They take scalars of `neo.compute` as well. All but `where` compute in floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from neo.arrays import is_number
from neo.eager import eager
from neo.elements import Scalar, guarded
from neo.elementwise import apply, combine
from neo.syntax import Apply, Node
from neo.tensor import as_tensor


@eager
def exp(x: Any) -> Any:
    """e**x, elementwise."""
    return apply("exp")(x)


@eager
def log(x: Any) -> Any:
    """Natural logarithm, elementwise; NaN below 0 as in NumPy."""
    return apply("log")(x)


@eager
def sqrt(x: Any) -> Any:
    """Square root, elementwise."""
    return apply("sqrt")(x)


@eager
def rsqrt(x: Any) -> Any:
    """1 / sqrt(x), elementwise."""
    return apply("rsqrt")(x)


@eager
def tanh(x: Any) -> Any:
    """Hyperbolic tangent, elementwise."""
    return apply("tanh")(x)


@eager
def sigmoid(x: Any) -> Any:
    """1 / (1 + exp(-x)), elementwise."""
    return apply("sigmoid")(x)


@eager
def relu(x: Any) -> Any:
    """max(x, 0), elementwise; its derivative at 0 is 0."""
    return apply("relu")(x)


@eager
def abs(x: Any) -> Any:
    """The absolute value, elementwise; its derivative at 0 is 0."""
    return apply("abs")(x)


@eager
def pow(a: Any, b: Any) -> Any:
    """a to the power of b, elementwise."""
    return apply("pow")(a, b)


@eager
def erf(x: Any) -> Any:
    """The error function, elementwise."""
    return apply("erf")(x)


@eager
def sin(x: Any) -> Any:
    """Sine of radians, elementwise."""
    return apply("sin")(x)


@eager
def cos(x: Any) -> Any:
    """Cosine of radians, elementwise."""
    return apply("cos")(x)


@eager
def log1p(x: Any) -> Any:
    """log(1 + x), exact for small x, elementwise."""
    return apply("log1p")(x)


@eager
def expm1(x: Any) -> Any:
    """exp(x) - 1, exact for small x, elementwise."""
    return apply("expm1")(x)


@eager
def floor(x: Any) -> Any:
    """The largest whole number that is not larger, elementwise."""
    return apply("floor")(x)


@eager
def ceil(x: Any) -> Any:
    """The smallest whole number that is not smaller, elementwise."""
    return apply("ceil")(x)


@eager
def round(x: Any) -> Any:
    """The nearest whole number, of two the even one, elementwise."""
    return apply("round")(x)


@eager
def trunc(x: Any) -> Any:
    """The whole number between x and 0 that is nearest to x, elementwise."""
    return apply("trunc")(x)


@eager
def log2(x: Any) -> Any:
    """Logarithm to base 2, elementwise; NaN below 0 as in NumPy."""
    return apply("log2")(x)


@eager
def log10(x: Any) -> Any:
    """Logarithm to base 10, elementwise; NaN below 0 as in NumPy."""
    return apply("log10")(x)


@eager
def exp2(x: Any) -> Any:
    """2**x, elementwise."""
    return apply("exp2")(x)


@eager
def maximum(a: Any, b: Any) -> Any:
    """The larger of two, elementwise; NaN where either is."""
    return apply("max")(a, b)


@eager
def minimum(a: Any, b: Any) -> Any:
    """The smaller of two, elementwise; NaN where either is."""
    return apply("min")(a, b)


@eager
def where(condition: Any, a: Any, b: Any) -> Any:
    """`a` where the condition holds, else `b`, elementwise; i64 of two integers.

    In `neo.compute`, a condition on loop variables alone with a number for `b`
    guards the reads in `a`: they are not made where it fails.
    """
    if isinstance(condition, Scalar) and isinstance(b, (int, float)):
        found = guarded(condition, a, b)
        if found is not None:
            return found
    if type(a) is type(b) and type(a) in (int, bool) and \
            not isinstance(condition, Scalar):
        return combine(_integers if type(a) is int else _truths, condition, a, b)
    return apply("where")(condition, a, b)


@eager
def logical_and(a: Any, b: Any) -> Any:
    """Whether both are not 0, elementwise."""
    return _truth(a) & _truth(b)


@eager
def logical_or(a: Any, b: Any) -> Any:
    """Whether one or both are not 0, elementwise."""
    return _truth(a) | _truth(b)


@eager
def logical_xor(a: Any, b: Any) -> Any:
    """Whether one is not 0 and the other is, elementwise."""
    return _truth(a) != _truth(b)


@eager
def logical_not(x: Any) -> Any:
    """Whether it is 0, elementwise."""
    return ~_truth(x)


def _truth(x: Any) -> Any:
    """Truth values as they are, of others whether they are not 0."""
    if isinstance(x, Scalar) or is_number(x):
        return x != 0
    x = as_tensor(x)
    return x if x.value.spec.dtype == "i1" else x != 0


def _integers(nodes: Sequence[Node], kind: str = "int64") -> Node:
    """where(condition, int64(a), int64(b)): numbers alone would be floats."""
    condition, *numbers = nodes
    return Apply("where", (condition, *(Apply(kind, (n,)) for n in numbers)))


def _truths(nodes: Sequence[Node]) -> Node:
    return _integers(nodes, "bool")
