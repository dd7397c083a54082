# elementwise.py - elementwise functions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Arithmetic and activations, element by element.

A record is a formula in functions of either.py: constant operands are folded at load,
others become index expressions with broadcasting.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from operator import add as plus
from typing import Any

import numpy as np

import neo
from neo.onnx import either as e
from neo.onnx.element_types import BF16, F16, F32, from_carrier
from neo.onnx.items import (MOST_KNOWN, Item, all_known, known, operands, traced)
from neo.onnx.node import Node
from neo.onnx.records import record
from neo.pointwise import broadcast


def pointwise(formula: Callable[..., Any], items: Sequence[Item],
              dtype: np.dtype | None = None) -> Item:
    """A formula of items, which broadcast, in `dtype` or the type of the first."""
    dtype = items[0].dtype if dtype is None else dtype
    shape = broadcast([i.shape for i in items])
    if all_known(items) and math.prod(shape) <= MOST_KNOWN:
        found = np.asarray(formula(*operands(items)))
        return known(from_carrier(found, dtype))
    values = operands(items)
    if all_known(items):
        values = [i.x for i in items]
    return traced(formula(*values), dtype)


def unary(*names: str, since: int = 1) -> Callable[[Callable], Callable]:
    """A record of an operator of one tensor and no attributes."""
    def add(formula: Callable[[Any], Any]) -> Callable[[Any], Any]:
        record(*names, since=since)(lambda node, x: pointwise(formula, [x]))
        return formula

    return add


@record("Add")
def add(node: Node, a: Item, b: Item) -> Item:
    return pointwise(lambda a, b: a + b, [a, b])


@record("Sub")
def subtract(node: Node, a: Item, b: Item) -> Item:
    return pointwise(lambda a, b: a - b, [a, b])


@record("Mul")
def multiply(node: Node, a: Item, b: Item) -> Item:
    return pointwise(lambda a, b: a * b, [a, b])


@record("Sum", "Mean", since=6)
def total(node: Node, *items: Item) -> Item:
    found, share = items[0], 1 / len(items)
    if node.operator == "Mean" and found.dtype in (F16, BF16):
        shape = np.broadcast_shapes(*(item.shape for item in items))
        wide = [neo.broadcast_to(item.x.astype(F32), shape) for item in items]
        return traced(reduce(plus, wide) * share, found.dtype)
    for item in items[1:]:
        found = pointwise(lambda a, b: a + b, [found, item])
    return found if node.operator == "Sum" else \
        pointwise(lambda a: a * np.asarray(share, found.dtype) if isinstance(a, np.ndarray)
                  else a * share, [found])


for _name, _formula in {
        "Exp": e.exp, "Log": e.log, "Sqrt": e.sqrt, "Sin": e.sin, "Cos": e.cos,
        "Tanh": e.tanh, "Sigmoid": e.sigmoid, "Floor": e.floor, "Ceil": e.ceil,
        "Erf": e.erf}.items():
    unary(_name)(_formula)


@unary("Identity")
def identity(x: Any) -> Any:
    return x


@unary("Neg")
def negative(x: Any) -> Any:
    return -x


@record("Abs")
def absolute(node: Node, x: Item) -> Item:
    unsigned = x.dtype.kind == "u"
    return x if unsigned else pointwise(e.abs, [x])


@unary("Reciprocal")
def reciprocal(x: Any) -> Any:
    return 1 / x


for _name, _function in {
        "Tan": e.tan, "Asin": e.asin, "Acos": e.acos, "Atan": e.atan, "Sinh": e.sinh,
        "Cosh": e.cosh, "Asinh": e.asinh, "Acosh": e.acosh, "Atanh": e.atanh}.items():
    unary(_name)(_function)


@unary("Round")
def rounded(x: Any) -> Any:
    """To the nearest whole number, halves to the even one."""
    return np.round(x) if isinstance(x, np.ndarray) else neo.round(x)


@unary("Sign")
def signs(x: Any) -> Any:
    return e.sign(x)


# Activations


@unary("Relu")
def relu(x: Any) -> Any:
    return np.maximum(x, 0) if isinstance(x, np.ndarray) else neo.relu(x)


@unary("Softplus")
def softplus(x: Any) -> Any:
    return e.softplus(x)


@unary("Softsign")
def softsign(x: Any) -> Any:
    return x / (1 + e.abs(x))


@unary("HardSwish")
def hard_swish(x: Any) -> Any:
    return x * clipped(x * (1 / 6) + 0.5, 0.0, 1.0)


@unary("Mish")
def mish(x: Any) -> Any:
    return x * e.tanh(e.softplus(x))


def clipped(x: Any, low: float, high: float) -> Any:
    return e.minimum(e.maximum(x, low), high)


@record("LeakyRelu")
def leaky_relu(node: Node, x: Item) -> Item:
    slope = node.attribute("alpha", 0.01)
    return pointwise(lambda x: e.where(x < 0, x * slope, x), [x])


@record("PRelu")
def parametric_relu(node: Node, x: Item, slope: Item) -> Item:
    return pointwise(lambda x, s: e.where(x < 0, x * s, x), [x, slope])


def _falling(x: Any) -> Any:
    """x up to 0, with the slope that it has from below, and 0 beyond."""
    return e.where(x > 0, 0.0, x)


@record("Elu")
def elu(node: Node, x: Item) -> Item:
    alpha = node.attribute("alpha", 1.0)
    return pointwise(lambda x: e.where(
        x > 0, x, e.expm1(_falling(x)) * alpha), [x])


@record("Celu")
def celu(node: Node, x: Item) -> Item:
    alpha = node.attribute("alpha", 1.0)
    return pointwise(lambda x: e.where(
        x > 0, x, e.expm1(_falling(x) * (1 / alpha)) * alpha), [x])


@record("Selu")
def selu(node: Node, x: Item) -> Item:
    alpha = node.attribute("alpha", 1.67326319217681884765625)
    gamma = node.attribute("gamma", 1.05070102214813232421875)
    return pointwise(lambda x: e.where(
        x > 0, x, e.expm1(_falling(x)) * alpha) * gamma, [x])


@record("ThresholdedRelu")
def thresholded_relu(node: Node, x: Item) -> Item:
    alpha = node.attribute("alpha", 1.0)
    return pointwise(lambda x: e.where(x > alpha, x, 0.0), [x])


@record("HardSigmoid")
def hard_sigmoid(node: Node, x: Item) -> Item:
    alpha, beta = node.attribute("alpha", 0.2), node.attribute("beta", 0.5)
    return pointwise(lambda x: clipped(x * alpha + beta, 0.0, 1.0), [x])


@record("Shrink")
def shrink(node: Node, x: Item) -> Item:
    bias, lambd = node.attribute("bias", 0.0), node.attribute("lambd", 0.5)
    return pointwise(lambda x: e.where(x < -lambd, x + bias,
                                       e.where(x > lambd, x - bias, x * 0)), [x])


@record("Gelu", since=20)
def gelu(node: Node, x: Item) -> Any:
    if node.attribute("approximate", "none") == "none":
        return neo.gelu(x.x)
    inner = (x.x + x.x * x.x * x.x * 0.044715) * math.sqrt(2 / math.pi)
    return x.x * (neo.tanh(inner) + 1) * 0.5


@record("Pow")
def power(node: Node, x: Item, exponent: Item) -> Item:
    """In floats, but by whole constants, by which whole numbers multiply."""
    if all_known([x, exponent]):
        return pointwise(lambda a, b: a.astype(np.float64) ** b
                         if b.dtype.kind in "iu" and (b < 0).any() else a ** b,
                         [x, exponent])
    number = exponent.raw.item() if exponent.is_known and exponent.size == 1 and \
        exponent.ndim <= x.ndim else None
    if x.is_integer and (number is None or number not in (1, 2, 3, 4)):
        wide = neo.pow(x.x.astype(np.float64), exponent.x.astype(np.float64))
        return traced(rounded(wide).astype(np.int64), x.dtype)
    if number is not None:
        return traced(x.x ** number if number else neo.ones_like(x.x), x.dtype)
    kind = F32 if x.dtype in (F16, BF16) else x.dtype
    return traced(neo.pow(x.x.astype(kind), exponent.x.astype(kind)), x.dtype)
