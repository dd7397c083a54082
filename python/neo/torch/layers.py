# layers.py - layers of nn.RNN, nn.LSTM and nn.GRU as loops over time
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A recurrent layer as one operator, a neo.scan of its cell.

PyTorch's decomposition of a layer calls the cell for every step, so that a graph has as
many copies of it as there are steps. Here products of all inputs and weights are one
product before the loop, as there, and the loop is an operator of `neo.torch.op`, with
its gradients. Steps are as in PyTorch's documentation of the modules:

    RNN     h = tanh(x W + b + h R + r)
    LSTM    i, f, g, o = x W + b + h R + r; c = sig(f) c + sig(i) tanh(g); h = sig(o) tanh(c)
    GRU     z = sig(...), u = sig(...), n = tanh(x W + b + z (h R + r)); h = (1 - u) n + u h
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch._decomp import decompositions
from torch.nn.functional import linear

import neo
from neo.torch.forms import signed
from neo.torch.operators import Operator, op
from neo.torch.tensors import NAMES

#: Steps up to which copies of the cell are compiled: as many kernels as a loop has.
_FEW_STEPS = 3

#: The state after a step, from x W + b, the state and what `recurrent` makes of h.
Cell = Callable[[Any, Sequence[Any], Callable[[Any], Any]], list[Any]]


def _plain(function: Callable[[Any], Any]) -> Cell:
    return lambda x, state, recurrent: [function(x + recurrent(state[0]))]


def _lstm(x: Any, state: Sequence[Any], recurrent: Callable[[Any], Any]) -> list[Any]:
    h, c = state
    i, f, g, o = neo.split(x + recurrent(h), 4, 1)
    c = neo.sigmoid(f) * c + neo.sigmoid(i) * neo.tanh(g)
    return [neo.sigmoid(o) * neo.tanh(c), c]


def _gru(x: Any, state: Sequence[Any], recurrent: Callable[[Any], Any]) -> list[Any]:
    h, = state
    x_reset, x_update, x_new = neo.split(x, 3, 1)
    h_reset, h_update, h_new = neo.split(recurrent(h), 3, 1)
    update = neo.sigmoid(x_update + h_update)
    new = neo.tanh(x_new + neo.sigmoid(x_reset + h_reset) * h_new)
    return [(h - new) * update + new]


_CELLS: dict[str, Cell] = {"tanh": _plain(neo.tanh), "relu": _plain(neo.relu),
                           "lstm": _lstm, "gru": _gru}


@functools.cache
def layer_of(kind: str, biased: bool, projected: bool, reverse: bool) -> Operator:
    """The operator of a layer. It takes x W + b [T, B, gates], the state, each part
    [B, size], the weights [gates, size], and if there are the bias [gates] and the
    weights of the projection [size, hidden]; it gives the outputs [T, B, size] and the
    last state. In `reverse` the last input comes first."""
    state = ["h", "c"] if kind == "lstm" else ["h"]

    def layer(**given: Any) -> tuple[Any, ...]:
        def recurrent(h: Any) -> Any:
            found = h @ given["weights"].T
            return found + given["bias"] if biased else found

        def step(state: list[Any], x: Any) -> tuple[list[Any], Any]:
            found = _CELLS[kind](x, state, recurrent)
            if projected:
                found[0] = found[0] @ given["projection"].T
            return found, found[0]

        last, outputs = neo.scan(step, [given[n] for n in state], given["x"],
                                 reverse=reverse)
        return outputs, *last

    names = ["x", *state, "weights", *["bias"] * biased, *["projection"] * projected]
    words = [kind, *["biased"] * biased, *["projected"] * projected,
             *["reversed"] * reverse]
    # A name that is the same in every process.
    layer.__name__ = layer.__qualname__ = "_".join(words)
    return op(signed(layer, names, by_name=True), results=1 + len(state))


def _kind_of(layer: Callable[..., Any]) -> str | None:
    """What PyTorch's decomposition of a layer computes; None if it stays."""
    if layer is decompositions.one_layer_lstm:
        return "lstm"
    if getattr(layer, "func", None) is not decompositions.one_layer_rnn:
        return None
    cell = layer.keywords["hidden_fn"]  # type: ignore[attr-defined]
    if cell is decompositions.gru_cell:
        return "gru"
    inside = [c.cell_contents for c in cell.__closure__ or ()]
    return {torch.tanh: "tanh", torch.relu: "relu"}.get(inside[0]) if inside else None


def _is_known(tensors: Sequence[torch.Tensor]) -> bool:
    """Whether Neo has an operator of such tensors: on the CPU, and of one type."""
    return len({t.dtype for t in tensors}) == 1 and tensors[0].dtype in NAMES \
        and all(t.device.type == "cpu" for t in tensors)


def looped(layer: Callable[..., Any]) -> Callable[..., Any]:
    """A layer that is a loop over time, in place of PyTorch's decomposition."""
    kind = _kind_of(layer)
    if kind is None:
        return layer

    def loop(x: torch.Tensor, hidden: Any, params: Sequence[torch.Tensor],
             has_biases: bool, reverse: bool = False) -> Any:
        state = hidden if kind == "lstm" else [hidden]
        if x.shape[0] <= _FEW_STEPS or not _is_known([x, *state, *params]):
            return layer(x, hidden, params, has_biases, reverse=reverse)
        w, r, *others = params
        gates = linear(x, w, others.pop(0) if has_biases else None)
        projected = len(others) > has_biases
        outputs, *last = layer_of(kind, has_biases, projected, reverse)(
            gates, *state, r, *others)
        return outputs, tuple(last) if kind == "lstm" else last[0]

    return loop


__all__ = ["looped"]
