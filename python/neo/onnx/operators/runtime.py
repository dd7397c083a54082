# runtime.py - operators of ONNX Runtime's own domain
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What ONNX Runtime's quantiser and optimiser write beside the operators of ONNX, under
the domain com.microsoft: quantised forms of operators that ONNX has for floats alone,
and operators that are several of ONNX's in one.

A quantised operator computes with the numbers that its bytes stand for, and rounds what
it finds to the steps of its result.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import neo
from neo.onnx.element_types import F32, I32, U8
from neo.onnx.items import Item, traced
from neo.onnx.node import Node
from neo.onnx.operators import quantised_products as products
from neo.onnx.operators.contraction import scaled
from neo.onnx.operators.normalisation import inverse_size, standardised, wide
from neo.onnx.operators.quantised import saturated
from neo.onnx.records import Function, record

DOMAIN = "com.microsoft"


def own(*names: str) -> Callable[[Function], Function]:
    return record(*names, domain=DOMAIN)


def real(x: Item, scale: Item, zero: Item | None) -> Any:
    """The numbers that bytes stand for."""
    steps = x.x if zero is None else x.x - zero.x.reshape(())
    return steps.astype(F32) * scale.x.reshape(())


def stepped(x: Any, scale: Item, zero: Item | None) -> Item:
    """Numbers as steps of a scale."""
    return saturated(x / scale.x.reshape(()),
                     None if zero is None else zero.x.reshape(()),
                     U8 if zero is None else zero.dtype)


def _both(formula: Callable[[Any, Any], Any]) -> Function:
    def function(node: Node, a: Item, a_scale: Item, a_zero: Item | None, b: Item,
                 b_scale: Item, b_zero: Item | None, scale: Item,
                 zero: Item | None = None) -> Item:
        return stepped(formula(real(a, a_scale, a_zero), real(b, b_scale, b_zero)),
                       scale, zero)

    return function


own("QLinearAdd")(_both(lambda a, b: a + b))
own("QLinearMul")(_both(lambda a, b: a * b))


@own("QLinearLeakyRelu")
def leaky_relu(node: Node, x: Item, x_scale: Item, x_zero: Item | None, scale: Item,
               zero: Item | None = None) -> Item:
    value = real(x, x_scale, x_zero)
    slope = node.attribute("alpha", 0.01)
    return stepped(neo.where(value < 0, value * slope, value), scale, zero)


@own("QLinearSigmoid")
def sigmoid(node: Node, x: Item, x_scale: Item, x_zero: Item | None, scale: Item,
            zero: Item | None = None) -> Item:
    return stepped(neo.sigmoid(real(x, x_scale, x_zero)), scale, zero)


@own("QLinearSoftmax")
def softmax(node: Node, x: Item, x_scale: Item, x_zero: Item | None, scale: Item,
            zero: Item | None = None) -> Item:
    value = real(x, x_scale, x_zero)
    axis = node.axis(x.ndim, -1)
    if node.attribute("opset", 13) >= 13:
        return stepped(neo.softmax(value, axis), scale, zero)
    rows = value.reshape((*x.shape[:axis], -1))
    return stepped(neo.softmax(rows, -1).reshape(x.shape), scale, zero)


@own("QLinearGlobalAveragePool")
def global_average(node: Node, x: Item, x_scale: Item, x_zero: Item | None, scale: Item,
                   zero: Item | None = None) -> Item:
    last = node.attribute("channels_last", 0)
    axes = tuple(range(1, x.ndim - 1) if last else range(2, x.ndim))
    return stepped(neo.mean(real(x, x_scale, x_zero), axes, True), scale, zero)


@own("QLinearConcat")
def concatenate(node: Node, scale: Item, zero: Item, *parts: Item) -> Item:
    values = [real(*parts[n:n + 3]) for n in range(0, len(parts), 3)]
    return stepped(neo.concatenate(values, node.axis(parts[0].ndim)), scale, zero)


@own("QGemm")
def gemm(node: Node, a: Item, a_scale: Item, a_zero: Item | None, b: Item, b_scale: Item,
         b_zero: Item | None, bias: Item | None = None, scale: Item | None = None,
         zero: Item | None = None) -> Item:
    a, b = (x.turned if node.attribute(name, 0) else x for x, name in
            ((a, "transA"), (b, "transB")))
    total = products.matmul(node, a, a_zero, b, b_zero)
    if bias is not None:
        total = total + bias.x.astype(I32)
    steps = a_scale.x.reshape(()) * b_scale.x.reshape(
        () if b_scale.size == 1 else (-1,)) * node.attribute("alpha", 1.0)
    value = total.astype(F32) * steps
    return traced(value, F32) if scale is None else stepped(value, scale, zero)


@own("MatMulIntegerToFloat")
def matmul_to_float(node: Node, a: Item, b: Item, a_scale: Item, b_scale: Item,
                    a_zero: Item | None = None, b_zero: Item | None = None,
                    bias: Item | None = None) -> Item:
    total = products.matmul(node, a, a_zero, b, b_zero).astype(F32)
    value = total * a_scale.x.reshape(()) * b_scale.x.reshape(
        () if b_scale.size == 1 else (-1,))
    return traced(value if bias is None else value + bias.x, F32)


@own("FusedMatMul")
def fused_matmul(node: Node, a: Item, b: Item) -> Item:
    if node.attribute("transBatchA", 0) or node.attribute("transBatchB", 0):
        node.refuse("neo has no product of transposed batches")
    alpha = node.attribute("alpha", 1.0)
    # A product with a factor is rounded after it.
    value = attrgetter("x") if alpha == 1 else wide
    left, right = (neo.swapaxes(value(x), -1, -2) if node.attribute(name, 0) else value(x)
                   for x, name in ((a, "transA"), (b, "transB")))
    return traced(scaled(neo.matmul(left, right), alpha, a), a.dtype)


@own("Gelu")
def gelu(node: Node, x: Item) -> Item:
    return traced(neo.gelu(x.x), x.dtype)


@own("BiasGelu")
def gelu_of_sum(node: Node, x: Item, bias: Item) -> Item:
    return traced(neo.gelu(x.x + bias.x), x.dtype)


@own("FastGelu")
def fast_gelu(node: Node, x: Item, bias: Item | None = None) -> Item:
    """By the hyperbolic tangent."""
    value = x.x if bias is None else x.x + bias.x
    inner = value * 0.7978845608 * (1 + 0.044715 * value * value)
    return traced(value * (0.5 + 0.5 * neo.tanh(inner)), x.dtype)


@own("SkipLayerNormalization")
def skip_layer_norm(node: Node, x: Item, skip: Item, gain: Item,
                    shift: Item | None = None, bias: Item | None = None) -> list[Item]:
    value = _sum_of(x, skip, bias)
    y, mean, inverse = standardised(value, (-1,), node.attribute("epsilon", 1e-12))
    found = y * wide(gain)
    return [traced(found if shift is None else found + wide(shift), x.dtype),
            traced(mean, F32), traced(inverse, F32), traced(value, x.dtype)]


@own("SkipSimplifiedLayerNormalization")
def skip_rms_norm(node: Node, x: Item, skip: Item, gain: Item, bias: Item | None = None
                  ) -> list[Item]:
    value = _sum_of(x, skip, bias)
    inverse = inverse_size(value, (-1,), node.attribute("epsilon", 1e-12))
    return [traced(value * inverse * wide(gain), x.dtype),
            traced(neo.mean(value, -1, True), F32), traced(inverse, F32),
            traced(value, x.dtype)]


def _sum_of(x: Item, skip: Item, bias: Item | None) -> Any:
    """What is normalised, and is the fourth output."""
    value = wide(x) + wide(skip)
    return value if bias is None else value + wide(bias)
