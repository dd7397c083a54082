# training.py - optimisers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The steps of Momentum, Adagrad and Adam. Inputs are the learning rate, the step count,
then the tensors, their gradients and their states, as many of each."""

from __future__ import annotations

from typing import Any

import numpy as np

import neo
from neo.onnx.items import Item, traced
from neo.onnx.node import Node
from neo.onnx.records import record

_DOMAIN = "ai.onnx.preview.training"


def _parts(node: Node, items: tuple[Item, ...], count: int) -> list[tuple[Item, ...]]:
    if not items or len(items) % count:
        node.wrong(f"it takes {count} tensors for each parameter")
    size = len(items) // count
    return [items[n * size:(n + 1) * size] for n in range(count)]


def _rate(node: Node, rate: Item, count: Item) -> Any:
    decay = node.attribute("decay_factor", 0.0)
    return rate.x.reshape(()) / (count.x.reshape(()).astype(rate.dtype) * decay + 1)


def _gradient(node: Node, x: Item, gradient: Item) -> Any:
    return gradient.x + x.x * node.attribute("norm_coefficient", 0.0)


@record("Momentum", domain=_DOMAIN)
def momentum(node: Node, rate: Item, count: Item, *items: Item) -> list[Item]:
    alpha, beta = node.attribute("alpha"), node.attribute("beta")
    first = (count.x.reshape(()) == 0).astype(np.int32)
    share = 1 - (1 - first).astype(rate.dtype) * (1 - beta)
    values, speeds = [], []
    for x, gradient, speed in zip(*_parts(node, items, 3)):
        slope = _gradient(node, x, gradient)
        new = speed.x * alpha + slope * share
        nesterov = node.attribute("mode") == "nesterov"
        move = slope + new * alpha if nesterov else new
        values.append(traced(x.x - rate.x.reshape(()) * move, x.dtype))
        speeds.append(traced(new, x.dtype))
    return [*values, *speeds]


@record("Adagrad", domain=_DOMAIN)
def adagrad(node: Node, rate: Item, count: Item, *items: Item) -> list[Item]:
    step = _rate(node, rate, count)
    values, totals = [], []
    for x, gradient, total in zip(*_parts(node, items, 3)):
        slope = _gradient(node, x, gradient)
        new = total.x + slope * slope
        size = neo.sqrt(new) + node.attribute("epsilon", 0.0)
        values.append(traced(x.x - step * slope / size, x.dtype))
        totals.append(traced(new, x.dtype))
    return [*values, *totals]


@record("Adam", domain=_DOMAIN)
def adam(node: Node, rate: Item, count: Item, *items: Item) -> list[Item]:
    alpha, beta = node.attribute("alpha", 0.9), node.attribute("beta", 0.999)
    steps = count.x.reshape(()).astype(rate.dtype)
    corrected = rate.x.reshape(()) * neo.where(
        steps > 0, neo.sqrt(1 - neo.pow(beta, steps)) / (1 - neo.pow(
            alpha, neo.maximum(steps, 1.0))), 1.0)
    after = 1 - node.attribute("norm_coefficient_post", 0.0)
    found: list[list[Item]] = [[], [], []]
    for x, gradient, mean, square in zip(*_parts(node, items, 4)):
        slope = _gradient(node, x, gradient)
        first = mean.x * alpha + slope * (1 - alpha)
        second = square.x * beta + slope * slope * (1 - beta)
        move = first / (neo.sqrt(second) + node.attribute("epsilon", 0.0))
        new = (x.x - corrected * move) * after
        for each, tensor in zip(found, (new, first, second)):
            each.append(traced(tensor, x.dtype))
    return [item for each in found for item in each]
