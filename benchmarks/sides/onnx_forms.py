# onnx_forms.py - how to write each kind of operator in ONNX
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Every idiomatic form that we know, by the operator's kind; the fastest counts."""

from __future__ import annotations

import numpy as np

from cases import Operator
from sides.layout import AS_IT_IS, Form, Layout, reorder
from sides.onnx_graph import Graph

def _only(name: str, function):
    return lambda operator: [Form(name, function)]


def bilinear(operator: Operator) -> list[Form]:
    outputs, left, right = operator.shapes["W"]
    batch = operator.shapes["A"][0]

    def batched(g: Graph, a: str, w: str, b: str) -> str:
        product = g.op("Mul", g.op("MatMul", a, w), b)
        return g.op("Transpose", g.op("ReduceSum", product, g.integers(-1),
                                      keepdims=0))

    def one(g: Graph, a: str, w: str, b: str) -> str:
        product = g.op("Reshape", g.op("MatMul", a, w),
                       g.integers(batch, outputs, right))
        return g.op("ReduceSum", g.op("Mul", product, g.op(
            "Unsqueeze", b, g.integers(1))), g.integers(-1), keepdims=0)

    return [Form("batched", batched),
            Form("one product", one,
                 (AS_IT_IS, Layout((1, 0, 2), (left, outputs * right))))]


def mttkrp(operator: Operator) -> list[Form]:
    def summed(g: Graph, a: str, b: str, d: str) -> str:
        return g.op("ReduceSum", g.op("Mul", g.op("MatMul", a, d), b),
                    g.integers(1), keepdims=0)

    def khatri_rao(g: Graph, a: str, b: str, d: str) -> str:
        rows, columns = operator.result
        pairs = g.op("Mul", g.op("Unsqueeze", b, g.integers(1)), d)
        return g.op("MatMul", g.op("Reshape", a, g.integers(rows, -1)),
                    g.op("Reshape", pairs, g.integers(-1, columns)))
    return [Form("product, then sum", summed), Form("Khatri-Rao", khatri_rao)]


def _settings(operator: Operator) -> dict:
    settings, dims = operator.attributes, len(operator.result) - 2
    return dict(strides=[settings["stride"]] * dims,
                pads=[settings["padding"]] * (2 * dims))


def convolution(operator: Operator) -> list[Form]:
    settings, dims = operator.attributes, len(operator.result) - 2
    return [Form("Conv", lambda g, a, w: g.op(
        "Conv", a, w, **_settings(operator), group=settings["groups"],
        dilations=[settings["dilation"]] * dims))]


def depthwise(operator: Operator) -> list[Form]:
    outputs, kernel, _ = operator.shapes["W"]
    return [Form("Conv", lambda g, a, w: g.op(
        "Conv", a, w, **_settings(operator), group=operator.attributes["groups"]),
        (AS_IT_IS, Layout(shape=(outputs, 1, kernel, kernel))))]


def transposed(operator: Operator) -> list[Form]:
    forms = [Form("ConvTranspose", lambda g, a, w: g.op(
        "ConvTranspose", a, w, **_settings(operator)))]
    if operator.attributes["stride"] == 1:
        forms.append(_flipped(operator))
    return forms


def _flipped(operator: Operator) -> Form:
    """Without a stride, a convolution with the weights turned around; they are
    constants, so that the runtime may turn them before the clock starts."""
    dims, kernel = len(operator.result) - 2, operator.shapes["W"][-1]
    edge = kernel - 1 - operator.attributes["padding"]

    def function(g: Graph, a: str, w: str) -> str:
        axes = range(2, 2 + dims)
        turned = g.op("Transpose", w, perm=[1, 0, *axes])
        least = -(2 ** 31)
        turned = g.op("Slice", turned, g.integers(*[-1] * dims),
                      g.integers(*[least] * dims), g.integers(*axes),
                      g.integers(*[-1] * dims))
        return g.op("Conv", a, turned, pads=[edge] * (2 * dims))
    return Form("Conv", function)


def capsules(operator: Operator) -> list[Form]:
    outputs, channels, kernel, _, _, numbers = operator.shapes["W"]
    batch, _, height, width, _, _ = operator.result
    stride = [operator.attributes["stride"]] * 2
    return [Form(
        "one Conv", lambda g, a, w: g.op("Conv", a, w, strides=stride),
        (Layout(shape=operator.shapes["A"][:4]),
         Layout((0, 5, 1, 2, 3, 4), (outputs * numbers, channels, kernel, kernel))),
        Layout((0, 1, 5, 2, 3, 4), (batch, outputs * numbers, height, width)))]


def circulant(operator: Operator) -> list[Form]:
    """Each block times the matrix of the projection."""
    (rows, columns), n = operator.result, operator.attributes["block"]
    turn = (np.arange(n) - np.arange(n)[:, None]) % n  # [i, j] -> j - i
    projection = (turn.reshape(-1, 1) == turn.reshape(1, -1)) / np.float32(n)

    def function(g: Graph, x: str) -> str:
        blocks = g.op("Reshape", x, g.integers(rows // n, n, columns // n, n))
        blocks = g.op("Transpose", blocks, perm=[0, 2, 1, 3])
        flat = g.op("Reshape", blocks, g.integers(-1, n * n))
        flat = g.op("MatMul", flat, g.constant(projection.astype(np.float32)))
        blocks = g.op("Reshape", flat, g.integers(rows // n, columns // n, n, n))
        return g.op("Reshape", g.op("Transpose", blocks, perm=[0, 2, 1, 3]),
                    g.integers(rows, columns))
    return [Form("projection", function)]


def shift(operator: Operator) -> list[Form]:
    channels = operator.result[3]
    one_hot = np.zeros((channels, 1, 3, 3), np.float32)
    place = np.arange(channels)
    one_hot[place, 0, place % 9 // 3, place % 3] = 1
    first = reorder(0, 3, 1, 2)
    return [Form("Conv", lambda g, x: g.op(
        "Conv", x, g.constant(one_hot), pads=[1] * 4, group=channels), (first,),
        first)]


def mish(operator: Operator) -> list[Form]:
    def one_exponential(g: Graph, x: str) -> str:
        e = g.op("Exp", g.op("Min", x, g.number(20)))
        n = g.op("Mul", e, g.op("Add", e, g.number(2)))
        return g.op("Div", g.op("Mul", x, n), g.op("Add", n, g.number(2)))
    return [Form("Mish", lambda g, x: g.op("Mish", x)),
            Form("one exponential", one_exponential)]


def gelu(operator: Operator) -> list[Form]:
    def spelled(g: Graph, x: str) -> str:
        e = g.op("Erf", g.op("Div", x, g.number(2 ** 0.5)))
        half = g.op("Mul", x, g.op("Add", e, g.number(1)))
        return g.op("Mul", half, g.number(0.5))
    return [Form("Gelu", lambda g, x: g.op("Gelu", x)), Form("with Erf", spelled)]


def _norm(axes: tuple[int, ...], after: tuple[int, ...] = ()):
    """`after` are the axes that g and h lack beside those before their own."""
    def spelled(g: Graph, x: str, *scales: str) -> str:
        def mean(a: str) -> str:
            return g.op("ReduceMean", a, g.integers(*axes), keepdims=1)

        centred = g.op("Sub", x, mean(x))
        variance = g.op("Add", mean(g.op("Mul", centred, centred)), g.number(1e-5))
        normal = g.op("Div", centred, g.op("Sqrt", variance))
        scale, offset = (g.op("Unsqueeze", s, g.integers(*after)) if after else s
                         for s in scales)
        return g.op("Add", g.op("Mul", normal, scale), offset)
    return [Form("spelled", spelled)]


def _reduction(kind: str, axis: int):
    return _only(kind, lambda g, x: g.op(kind, x, g.integers(axis), keepdims=0))


def column_sum(operator: Operator) -> list[Form]:
    ones = np.ones(operator.shapes["X"][0], np.float32)
    return [*_reduction("ReduceSum", 0)(operator),
            Form("product", lambda g, x: g.op("MatMul", g.constant(ones), x))]


FORMS = {
    "product": _only("MatMul", lambda g, a, b: g.op("MatMul", a, b)),
    "matrix_vector": _only("MatMul", lambda g, a, x: g.op("MatMul", a, x)),
    "scores": _only("MatMul of a Transpose", lambda g, q, k: g.op(
        "MatMul", q, g.op("Transpose", k, perm=[0, 2, 1]))),
    "bilinear": bilinear, "mttkrp": mttkrp, "convolution": convolution,
    "depthwise": depthwise, "transposed": transposed, "capsules": capsules,
    "circulant": circulant, "shift": shift, "mish": mish, "gelu": gelu,
    "softmax": _only("Softmax", lambda g, x: g.op("Softmax", x, axis=-1)),
    "layer_norm": _only("LayerNormalization", lambda g, *a: g.op(
        "LayerNormalization", *a, axis=-1, epsilon=1e-5)),
    "batch_norm": lambda operator: (
        _norm((0,)) if len(operator.result) == 2 else _norm((0, 2), (-1,))),
    "group_norm": lambda operator: _norm((2, 3), (-1,)),
    "bias_relu": _only("Relu", lambda g, x, b: g.op("Relu", g.op("Add", x, b))),
    "row_sum": _reduction("ReduceSum", -1), "row_max": _reduction("ReduceMax", -1),
    "column_sum": column_sum,
}
