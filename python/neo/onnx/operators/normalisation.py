# normalisation.py - softmax and norms
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Softmax, and normalisation by the mean and variance of rows, channels and groups."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import BF16, F16, F32
from neo.onnx.items import Item, traced
from neo.onnx.node import Node
from neo.onnx.operators.windows import expression
from neo.onnx.records import record


def wide(x: Item) -> Any:
    """The tensor, halves as f32: their sums of squares would overflow."""
    return x.x.astype(F32) if x.dtype in (F16, BF16) else x.x


@record("Softmax", "LogSoftmax")
def softmax(node: Node, x: Item) -> Item:
    function = neo.softmax if node.operator == "Softmax" else neo.log_softmax
    if node.opset >= 13:
        return traced(function(wide(x), node.axis(x.ndim, -1)), x.dtype)
    axis = node.axis(x.ndim, 1)
    rows = wide(x).reshape((math.prod(x.shape[:axis]), math.prod(x.shape[axis:])))
    return traced(function(rows, 1).reshape(x.shape), x.dtype)


def standardised(x: Any, axes: tuple[int, ...], epsilon: float) -> tuple[Any, Any, Any]:
    """x minus its mean over the axes, divided by its standard deviation; the mean; 1 / deviation."""
    mean = neo.mean(x, axes, True)
    centred = x - mean
    inverse = inverse_size(centred, axes, epsilon)
    return centred * inverse, mean, inverse


@record("LayerNormalization", since=17)
def layer_norm(node: Node, x: Item, scale: Item, bias: Item | None = None) -> list[Item]:
    first = node.axis(x.ndim, -1)
    stash = node.type("stash_type", F32)
    y, mean, inverse = standardised(
        x.x.astype(stash), tuple(range(first, x.ndim)), node.attribute("epsilon", 1e-5))
    y = y.astype(x.dtype) * scale.x
    if bias is not None:
        y = y + bias.x
    return [traced(y, x.dtype), traced(mean, stash), traced(inverse, stash)]


@record("RMSNormalization", since=23)
def rms_norm(node: Node, x: Item, scale: Item) -> Item:
    axes = tuple(range(node.axis(x.ndim, -1), x.ndim))
    value = x.x.astype(node.type("stash_type", F32))
    inverse = inverse_size(value, axes, node.attribute("epsilon", 1e-5))
    return traced((value * inverse).astype(scale.dtype) * scale.x, scale.dtype)


def inverse_size(x: Any, axes: tuple[int, ...], epsilon: float) -> Any:
    """1 / the root of the mean square over the axes."""
    return neo.rsqrt(neo.mean(x * x, axes, True) + epsilon)


def along_channels(v: Any, rank: int) -> Any:
    """A vector of channels, for tensors [N, C, ...]."""
    return v.reshape((-1, *[1] * (rank - 2)))


@record("InstanceNormalization", since=6)
def instance_norm(node: Node, x: Item, scale: Item, bias: Item) -> Any:
    axes = tuple(range(2, x.ndim))
    y = standardised(wide(x), axes, node.attribute("epsilon", 1e-5))[0]
    return y * along_channels(wide(scale), x.ndim) + along_channels(wide(bias), x.ndim)


@record("BatchNormalization", since=6)
def batch_norm(node: Node, x: Item, scale: Item, bias: Item, mean: Item, var: Item
               ) -> list[Item]:
    epsilon = node.attribute("epsilon", 1e-5)
    training = node.attribute("training_mode", 0) if node.opset >= 14 else \
        node.wants(1)
    m, v = mean.x, var.x
    found: list[Item] = []
    if training:
        axes = (0, *range(2, x.ndim))
        m = neo.mean(x.x, axes)
        v = neo.mean((x.x - along_channels(m, x.ndim)) ** 2, axes)
        kept = node.attribute("momentum", 0.9)
        found = [traced(old.x * kept + new * (1 - kept), old.dtype)
                 for old, new in ((mean, m), (var, v))]
    factor = (scale.x * neo.rsqrt(v + epsilon)).astype(x.dtype)
    shift = bias.x.astype(x.dtype) - m.astype(x.dtype) * factor
    y = x.x * along_channels(factor, x.ndim) + along_channels(shift, x.ndim)
    return [traced(y, x.dtype), *found]


@record("LRN")
def local_response(node: Node, x: Item) -> Any:
    """By the sum of squares of the channels around each one."""
    size = node.attribute("size")
    alpha, beta = node.attribute("alpha", 1e-4), node.attribute("beta", 0.75)
    before = (size - 1) // 2
    channels = x.shape[1]
    value = wide(x)
    squares = (value * value).reshape((x.shape[0], channels, -1))
    at = f"c + r - {before}"
    total = expression(
        f"S[n,c,p] += (X[n,{at},p] if 0 <= {at} < {channels} else 0)",
        {"c": channels, "r": size})(squares).reshape(x.shape)
    return value / (total * (alpha / size) + node.attribute("bias", 1.0)) ** beta


@record("LpNormalization")
def lp_norm(node: Node, x: Item) -> Any:
    axis, power = node.axis(x.ndim, -1), node.attribute("p", 2)
    value = wide(x)
    if power == 1:
        size = neo.sum(neo.abs(value), axis, True)
    else:
        size = neo.sqrt(neo.sum(value * value, axis, True))
    return neo.where(size == 0, 0.0, value / neo.where(size == 0, 1.0, size))


@record("MeanVarianceNormalization", since=9)
def mean_variance(node: Node, x: Item) -> Any:
    axes = tuple(node.counted(a, x.ndim) for a in node.attribute("axes", (0, 2, 3)))
    value = wide(x)
    centred = value - neo.mean(value, axes, True)
    deviation = neo.sqrt(neo.mean(centred * centred, axes, True))
    return centred / (deviation + np.float32(1e-9).item())
