# pointwise.py - arithmetic, comparisons and functions of elements
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Operators of elements, in PyTorch's element types.

PyTorch combines operands in one type, which follows from all of them, and the result
may have another (1 / 2 of integers is a float). So operands are converted first: to
the result's type for arithmetic, to the common type for comparisons.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import neo
from neo.specs import FLOATS
from neo.tensor import Tensor
from neo.torch.records import Call, Unsupported, cast, common_type, record

_UNARY: dict[str, Callable[[Any], Any]] = {
    "exp": neo.exp, "log": neo.log, "sqrt": neo.sqrt, "rsqrt": neo.rsqrt,
    "tanh": neo.tanh, "sigmoid": neo.sigmoid, "erf": neo.erf, "sin": neo.sin,
    "cos": neo.cos, "log1p": neo.log1p, "expm1": neo.expm1,
    "neg": lambda x: -x, "abs": abs, "relu": neo.relu,
    "reciprocal": lambda x: 1 / x,
    "silu": neo.silu,
}


@record("sign", "sgn")
def sign(call: Call, x: Tensor) -> Tensor:
    """0 of NaN, too."""
    return neo.where(x > 0, 1, neo.where(x < 0, -1, 0)).astype(x.dtype)


def wide(name: str) -> str:
    """The element type in which functions of several operations compute."""
    return "f32" if name in ("f16", "bf16") else name


def widened(operand: Any) -> Any:
    """A tensor of half precision in f32, for several operations that are rounded
    once."""
    return cast(operand, wide(operand.spec.dtype)) if isinstance(operand, Tensor) \
        else operand


def unary(name: str, function: Callable[[Any], Any]) -> None:
    """Enters a function of one tensor that computes in the result's type, and of half
    precision in f32."""
    @record(name)
    def call(call: Call, x: Tensor) -> Tensor:
        return function(cast(x, wide(call.name)))


for _name, _function in _UNARY.items():
    unary(_name, _function)


def binary(name: str, *overloads: str, compares: bool = False, composed: bool = False
           ) -> Callable[..., Any]:
    """Enters a function of two operands, in the result's or the common type; one that is
    `composed` of several operations computes half precision in f32."""
    def enter(function: Callable[..., Any]) -> Callable[..., Any]:
        @record(*(f"{name}.{o}" for o in overloads))
        def call(call: Call, a: Any, b: Any, **options: Any) -> Tensor:
            name = common_type([a, b]) if compares else call.name
            name = wide(name) if composed else name
            if isinstance(a, complex) or isinstance(b, complex):
                raise Unsupported("Neo has no complex numbers")
            return function(cast(a, name), cast(b, name), **options)

        return function

    return enter


@binary("add", "Tensor", "Scalar")
def add(a: Any, b: Any, alpha: Any = 1) -> Any:
    return a + b if alpha == 1 else widened(a) + widened(b) * alpha


@binary("sub", "Tensor", "Scalar")
def sub(a: Any, b: Any, alpha: Any = 1) -> Any:
    return a - b if alpha == 1 else widened(a) - widened(b) * alpha


@binary("rsub", "Tensor", "Scalar")
def rsub(a: Any, b: Any, alpha: Any = 1) -> Any:
    return b - a if alpha == 1 else widened(b) - widened(a) * alpha


@binary("mul", "Tensor", "Scalar")
def mul(a: Any, b: Any) -> Any:
    return a * b


@binary("maximum", "default")
def maximum(a: Any, b: Any) -> Any:
    return neo.maximum(a, b)


@binary("minimum", "default")
def minimum(a: Any, b: Any) -> Any:
    return neo.minimum(a, b)


@binary("fmax", "default")
def fmax(a: Any, b: Any) -> Any:
    return neo.where(a != a, b, neo.where(b != b, a, neo.maximum(a, b)))


@binary("fmin", "default")
def fmin(a: Any, b: Any) -> Any:
    return neo.where(a != a, b, neo.where(b != b, a, neo.minimum(a, b)))


def is_negative(x: Tensor) -> Tensor:
    """Whether the sign of a float is set: 1 / -0.0 is negative, which -0.0 is not. Signs
    of NaN are not seen."""
    return (x < 0) | (1 / x < 0)


@binary("copysign", "Tensor", "Scalar")
def copysign(a: Any, b: Any) -> Any:
    if not isinstance(b, Tensor):
        return -abs(a) if math.copysign(1, b) < 0 else abs(a)
    return neo.where(is_negative(b), -abs(a), abs(a))


@record("signbit")
def signbit(call: Call, x: Tensor) -> Tensor:
    if x.spec.dtype == "i1":
        return neo.full(x.shape, False, "bool")
    return is_negative(x) if x.spec.dtype in FLOATS else x < 0


@binary("hypot", "default", composed=True)
def hypot(a: Any, b: Any) -> Any:
    # In units of the larger, whose square may be beyond all floats.
    unit = neo.stop_gradient(neo.maximum(abs(a), abs(b)))
    unit = neo.where((unit > 0) & neo.isfinite(unit), unit, 1.0)
    infinite = (abs(a) == math.inf) | (abs(b) == math.inf)
    a, b = a / unit, b / unit
    return neo.where(infinite, math.inf, unit * neo.sqrt(a * a + b * b))


# Powers


@record("pow.Tensor_Scalar", "pow.Tensor_Tensor", "pow.Scalar")
def pow(call: Call, a: Any, b: Any) -> Tensor:
    if not call.is_float:
        return _integer_power(call, a, b)
    a = a if not isinstance(a, Tensor) else cast(a, call.name)
    b = b if not isinstance(b, Tensor) else cast(b, call.name)
    if isinstance(b, (int, float)) and b in (-0.5, 0.5):
        return neo.sqrt(a) if b > 0 else 1 / neo.sqrt(a)
    if isinstance(b, (int, float)) and b in (2, 3):
        return a * a if b == 2 else a * a * a
    return neo.pow(a, b)


def _integer_power(call: Call, a: Any, b: Any) -> Any:
    if not isinstance(b, int) or not 0 <= b <= 8:
        raise Unsupported("the power of integers is no small constant")
    a = cast(a, call.name)
    found = neo.full(a.shape, 1, a.dtype)
    for _ in range(b):
        found = found * a
    return found


# Comparisons and truth


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}
for _name, _compare in _COMPARE.items():
    binary(_name, "Tensor", "Scalar", compares=True)(_compare)


def truth(x: Any) -> Any:
    """Whether it is not 0."""
    if not isinstance(x, Tensor):
        return bool(x)
    return x if x.spec.dtype == "i1" else x != 0


@record("logical_and")
def logical_and(call: Call, a: Tensor, b: Tensor) -> Tensor:
    return truth(a) & truth(b)


@record("logical_or")
def logical_or(call: Call, a: Tensor, b: Tensor) -> Tensor:
    return truth(a) | truth(b)


@record("logical_xor")
def logical_xor(call: Call, a: Tensor, b: Tensor) -> Tensor:
    return _differ(truth(a), truth(b))


@record("logical_not")
def logical_not(call: Call, x: Tensor) -> Tensor:
    return ~truth(x)


def _differ(a: Tensor, b: Any) -> Tensor:
    return (a & ~b) | (~a & b) if isinstance(b, Tensor) else (~a if b else a)


@record("bitwise_not")
def bitwise_not(call: Call, x: Tensor) -> Tensor:
    return ~x if x.spec.dtype == "i1" else -x - 1


@record("bitwise_and.Tensor", "bitwise_and.Scalar")
def bitwise_and(call: Call, a: Tensor, b: Any) -> Tensor:
    _of_truth(call)
    return a & b


@record("bitwise_or.Tensor", "bitwise_or.Scalar")
def bitwise_or(call: Call, a: Tensor, b: Any) -> Tensor:
    _of_truth(call)
    return a | b


@record("bitwise_xor.Tensor", "bitwise_xor.Scalar")
def bitwise_xor(call: Call, a: Tensor, b: Any) -> Tensor:
    _of_truth(call)
    return _differ(a, b)


def _of_truth(call: Call) -> None:
    if call.name != "i1":
        raise Unsupported("the bits of integers are combined")


@record("isnan")
def isnan(call: Call, x: Tensor) -> Tensor:
    return x != x


@record("isinf")
def isinf(call: Call, x: Tensor) -> Tensor:
    if x.spec.dtype not in FLOATS:
        return neo.full(x.shape, False)
    return abs(x) == math.inf


# Choices


@record("where.self", "where.ScalarOther", "where.ScalarSelf", "where.Scalar")
def where(call: Call, condition: Tensor, a: Any, b: Any) -> Tensor:
    return neo.where(truth(condition), as_tensor(call, a), as_tensor(call, b))


def as_tensor(call: Call, operand: Any) -> Tensor:
    """A tensor or number as a tensor of the result's type."""
    if isinstance(operand, Tensor):
        return cast(operand, call.name)
    return neo.full((), operand, call.dtype)


@record("clamp", "clamp.Tensor")
def clamp(call: Call, x: Tensor, low: Any = None, high: Any = None) -> Tensor:
    x = cast(x, call.name)
    if low is not None:
        x = neo.maximum(x, as_tensor(call, low))
    return x if high is None else neo.minimum(x, as_tensor(call, high))


@record("clamp_min", "clamp_min.Tensor")
def clamp_min(call: Call, x: Tensor, low: Any) -> Tensor:
    return clamp(call, x, low)


@record("clamp_max", "clamp_max.Tensor")
def clamp_max(call: Call, x: Tensor, high: Any) -> Tensor:
    return clamp(call, x, None, high)


@record("gelu")
def gelu(call: Call, x: Tensor, approximate: str = "none") -> Tensor:
    return neo.gelu(cast(x, wide(call.name)), approximate)


@record("prims.fma.default")
def fma(call: Call, a: Tensor, b: Tensor, c: Tensor) -> Tensor:
    """A product and a sum, as decompositions of PyTorch write `addcmul` and `addcdiv`."""
    a, b, c = (cast(x, call.name) for x in (a, b, c))
    return a * b + c
