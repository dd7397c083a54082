# recurrent.py - a layer of an LSTM, as PyTorch calls it in inference
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The layers that PyTorch gives to oneDNN where no gradient is wanted.

Products of inputs and weights of all steps are one product before the loop, which is a
neo.scan over time. In training PyTorch takes its layers apart into steps itself.
"""

from __future__ import annotations

from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.records import Call, Unsupported, record

LSTM = 2  # The only mode of mkldnn_rnn_layer that PyTorch makes.


@record("mkldnn_rnn_layer")
def lstm_layer(call: Call, x: Tensor, w: Tensor, r: Tensor, w_bias: Tensor, r_bias: Tensor,
               hidden: Tensor, cell: Tensor, reverse: bool, batch_sizes: Any, mode: int,
               size: int, layers: int, has_biases: bool, bidirectional: bool,
               batch_first: bool, train: bool) -> Any:
    """x[T,B,I], w[4H,I], r[4H,H] to y[T,B,H], and the last state. Gates are those of
    input and forgetting, the new cell, and that of output. The last result is for
    training alone."""
    if mode != LSTM or layers != 1 or bidirectional or batch_first or train or batch_sizes:
        raise Unsupported("it is no layer of an LSTM in inference")
    gates = x @ w.T
    if has_biases:
        gates = gates + (w_bias + r_bias)

    def step(state: list[Any], row: Any) -> tuple[list[Any], Any]:
        h, c = state
        i, f, g, o = neo.split(row + h @ r.T, 4, 1)
        c = neo.sigmoid(f) * c + neo.sigmoid(i) * neo.tanh(g)
        h = neo.sigmoid(o) * neo.tanh(c)
        return [h, c], h

    start = [s.reshape(x.shape[1], size) for s in (hidden, cell)]
    (h, c), y = neo.scan(step, start, gates, reverse=reverse)
    return y, h.reshape(hidden.shape), c.reshape(cell.shape), None
