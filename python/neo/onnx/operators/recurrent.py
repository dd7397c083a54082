# recurrent.py - RNN, GRU and LSTM
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Recurrent layers as neo.scan over time.

The products of inputs and weights of all steps are one product before the loop. Where
sequences have lengths of their own, a step past the end keeps the state and gives 0;
backwards, the steps before the end of a shorter one are those past its end, so that
every sequence starts at its own last step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import carrier
from neo.onnx.items import Item, traced
from neo.onnx.node import Node
from neo.onnx.records import record

Activation = Callable[[Any], Any]


def activations(node: Node, defaults: Sequence[str], direction: int) -> list[Activation]:
    """The functions of one direction."""
    names = node.attribute("activations", tuple(defaults) * 2)
    count = len(defaults)
    alphas, betas = (list(node.attribute(n, ())) for n in
                     ("activation_alpha", "activation_beta"))
    found = []
    for place, name in enumerate(names):
        alpha = alphas.pop(0) if alphas and name.lower() in _WITH_ALPHA else None
        beta = betas.pop(0) if betas and name.lower() in _WITH_BETA else None
        if name.lower() not in _ACTIVATIONS:
            node.refuse(f"its activation '{name}' is not known")
        if place // count == direction:
            found.append(_ACTIVATIONS[name.lower()](alpha, beta))
    return found


def _given(value: float | None, default: float) -> float:
    return default if value is None else value


_ACTIVATIONS: dict[str, Callable[[Any, Any], Activation]] = {
    "relu": lambda a, b: neo.relu, "tanh": lambda a, b: neo.tanh,
    "sigmoid": lambda a, b: neo.sigmoid, "softplus": lambda a, b: neo.softplus,
    "softsign": lambda a, b: lambda x: x / (1 + neo.abs(x)),
    "affine": lambda a, b: lambda x: x * _given(a, 1.0) + _given(b, 0.0),
    "leakyrelu": lambda a, b: lambda x: neo.leaky_relu(x, _given(a, 0.01)),
    "thresholdedrelu": lambda a, b: lambda x: neo.where(x >= _given(a, 1.0), x, 0.0),
    "scaledtanh": lambda a, b: lambda x: neo.tanh(x * _given(b, 1.0)) * _given(a, 1.0),
    "hardsigmoid": lambda a, b: lambda x: neo.clip(
        x * _given(a, 0.2) + _given(b, 0.5), 0.0, 1.0),
    "elu": lambda a, b: lambda x: neo.where(
        x > 0, x, (neo.exp(neo.minimum(x, 0.0)) - 1) * _given(a, 1.0)),
}
_WITH_ALPHA = ("affine", "leakyrelu", "thresholdedrelu", "scaledtanh", "hardsigmoid", "elu")
_WITH_BETA = ("affine", "scaledtanh", "hardsigmoid")


@dataclass
class Layer:
    """One direction of a layer: its weights, and how a step is clipped."""

    hidden: int
    functions: list[Activation]
    r: Any
    recurrent_bias: Any
    peepholes: Any
    clip: float | None
    flag: bool

    def limited(self, x: Any) -> Any:
        return x if self.clip is None else neo.clip(x, -self.clip, self.clip)

    def gate(self, x: Any, n: int) -> Any:
        """Gate n of a row of gates."""
        return x[:, n * self.hidden:(n + 1) * self.hidden]


Step = Callable[[Layer, Any, list[Any]], list[Any]]


def rnn_step(layer: Layer, x: Any, state: list[Any]) -> list[Any]:
    h = state[0] @ layer.r.T + layer.recurrent_bias
    return [layer.functions[0](layer.limited(x + h))]


def gru_step(layer: Layer, x: Any, state: list[Any]) -> list[Any]:
    """Gates z, r and h; `flag` applies r after the product."""
    f, g = layer.functions
    h, n = state[0], layer.hidden
    ours, bias = layer.r, layer.recurrent_bias
    zr = layer.limited(x[:, :2 * n] + h @ ours[:2 * n].T + bias[:2 * n])
    z, r = f(layer.gate(zr, 0)), f(layer.gate(zr, 1))
    rest = r * (h @ ours[2 * n:].T + bias[2 * n:]) if layer.flag else \
        (r * h) @ ours[2 * n:].T + bias[2 * n:]
    new = g(layer.limited(layer.gate(x, 2) + rest))
    return [(1 - z) * new + z * h]


def lstm_step(layer: Layer, x: Any, state: list[Any]) -> list[Any]:
    """Gates i, o, f and c; `flag` couples f to i; peepholes look at the cell."""
    f, g, h = layer.functions
    hidden, cell = state
    gates = x + hidden @ layer.r.T + layer.recurrent_bias
    i, o, forget, c = (layer.gate(gates, n) for n in range(4))
    peep = layer.peepholes
    n = layer.hidden
    if peep is not None:
        i, forget = i + peep[:n] * cell, forget + peep[2 * n:] * cell
    i = f(layer.limited(i))
    forget = 1 - i if layer.flag else f(layer.limited(forget))
    new = forget * cell + i * g(layer.limited(c))
    if peep is not None:
        o = o + peep[n:2 * n] * new
    return [f(layer.limited(o)) * h(new), new]


def _check_shapes(node: Node, w: Item, r: Item, gates: int, direction: str) -> None:
    directions = 1 + (direction == "bidirectional")
    hidden = node.attribute("hidden_size", r.shape[-1])
    if r.shape != (directions, gates * hidden, hidden) or \
            w.shape[:2] != (directions, gates * hidden):
        node.wrong(f"W of shape {w.shape} and R of {r.shape} for {directions} direction(s) "
                   f"of {hidden} units")


def _recurrent(node: Node, inputs: Sequence[Item | None], gates: int, step: Step,
               defaults: Sequence[str], states: int) -> list[Item]:
    x, w, r, bias, lengths, *initial = (*inputs, *[None] * (8 - len(inputs)))
    if x is None or w is None or r is None:
        node.wrong("X, W and R are there")
    direction = node.choice("direction", "forward", "reverse", "bidirectional")
    _check_shapes(node, w, r, gates, direction)
    by_batch = bool(node.attribute("layout", 0))
    kind = carrier(x.dtype)
    time = neo.moveaxis(x.x, 1, 0) if by_batch else x.x
    steps, batch, hidden = time.shape[0], time.shape[1], r.shape[2]
    mask = None
    if lengths is not None:
        mask = node.table(steps)[:, None] < lengths.x.astype(np.int64)[None, :]
    ends, outputs = [], []
    for d in range(w.shape[0]):
        b = neo.zeros((2 * gates * hidden,), kind) if bias is None else bias.x[d]
        peep = initial[2].x[d] if states == 2 and initial[2] is not None else None
        layer = Layer(hidden, activations(node, defaults, d), r.x[d],
                      b[gates * hidden:], peep, node.attribute("clip"), bool(
                          node.attribute("input_forget" if states == 2 else
                                         "linear_before_reset", 0)))
        start = [_start(s, d, (batch, hidden), kind, by_batch)
                 for s in initial[:states]]
        products = time @ w.x[d].T + b[:gates * hidden]
        backwards = d == 1 or direction == "reverse"
        state, found = _run(layer, step, start, products, mask, backwards)
        ends.append(state)
        outputs.append(found)
    return _results(x.dtype, ends, outputs, by_batch)


def _start(given: Item | None, d: int, shape: tuple[int, int], kind: np.dtype,
           by_batch: bool) -> Any:
    if given is None:
        return neo.zeros(shape, kind)
    return given.x[:, d] if by_batch else given.x[d]


def _run(layer: Layer, step: Step, start: list[Any], products: Any, mask: Any,
         backwards: bool) -> tuple[list[Any], Any]:
    """The last state, and the first part of the state of each step."""
    def advance(state: list[Any], slices: Any) -> tuple[list[Any], Any]:
        if mask is None:
            new = step(layer, slices, state)
            return new, new[0]
        row, alive = slices
        new = [neo.where(alive[:, None], n, old)
               for n, old in zip(step(layer, row, state), state)]
        return new, neo.where(alive[:, None], new[0], 0.0)

    xs = products if mask is None else (products, mask)
    return neo.scan(advance, start, xs, reverse=backwards)


def _results(dtype: np.dtype, ends: Any, outputs: Any, by_batch: bool) -> list[Item]:
    y = neo.stack(outputs, 1)
    last = [neo.stack([state[n] for state in ends], 0) for n in range(len(ends[0]))]
    if by_batch:
        y = y.transpose(2, 0, 1, 3)
        last = [s.transpose(1, 0, 2) for s in last]
    return [traced(each, dtype) for each in (y, *last)]


@record("RNN", since=7)
def rnn(node: Node, *inputs: Item | None) -> list[Item]:
    return _recurrent(node, inputs, 1, rnn_step, ["Tanh"], 1)


@record("GRU", since=7)
def gru(node: Node, *inputs: Item | None) -> list[Item]:
    return _recurrent(node, inputs, 3, gru_step, ["Sigmoid", "Tanh"], 1)


@record("LSTM", since=7)
def lstm(node: Node, *inputs: Item | None) -> list[Item]:
    return _recurrent(node, inputs, 4, lstm_step, ["Sigmoid", "Tanh", "Tanh"], 2)
