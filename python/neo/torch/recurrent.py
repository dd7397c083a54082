# recurrent.py - nn.RNN, nn.LSTM and nn.GRU in graphs of Neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Lets Dynamo see into recurrent modules where it compiles for Neo.

Dynamo leaves nn.RNN, nn.LSTM and nn.GRU to eager mode, loops and all, unless its option
`allow_rnn` is set. Set for the whole process it would change the graphs of every other
backend. Dynamo has no option of one backend that counts while it traces: a backend is
called when the graph is there. So the function that traces a frame is told whose graph
it makes, and the option is set for Neo's alone, in this thread and until it is done.

PyTorch then gives each layer of a float32 LSTM to oneDNN where the layer's input wants no
gradient, and what the gradients of its weights need is not kept. So oneDNN is off while a
graph with gradients is made, and layers are taken apart into steps.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch._decomp import decompositions
from torch._dynamo import convert_frame

from neo.torch.layers import looped


class Seeing:
    """A backend for which Dynamo sees into recurrent modules."""

    def __call__(self, module: torch.fx.GraphModule, inputs: Any, **options: Any
                 ) -> Callable[..., Any]:
        """A function that computes a graph of Dynamo."""
        raise NotImplementedError


@contextmanager
def unrolled(inputs: Sequence[Any]) -> Iterator[None]:
    """Takes recurrent layers apart, if one of the graph's inputs wants a gradient."""
    wanted = torch.is_grad_enabled() and any(
        isinstance(i, torch.Tensor) and i.requires_grad for i in inputs)
    before = torch._C._get_mkldnn_enabled()
    torch._C._set_mkldnn_enabled(before and not wanted)
    try:
        yield
    finally:
        torch._C._set_mkldnn_enabled(before)


def _is_seeing(backend: Any) -> bool:
    """Whether a backend is one, inside of what torch.compile wraps it in."""
    while backend is not None:
        if isinstance(backend, Seeing):
            return True
        backend = getattr(backend, "_torchdynamo_orig_backend",
                          getattr(backend, "compiler_fn", None))
    return False


@contextmanager
def _dropping() -> Iterator[None]:
    """Has PyTorch's decomposition of stacked layers drop what is between them: it
    compares the wrong numbers (`num_layers < i - 1`), and never does."""
    before = decompositions._rnn_helper
    decompositions._rnn_helper = functools.partial(_stacked, before)
    try:
        yield
    finally:
        decompositions._rnn_helper = before


def _stacked(helper: Callable[..., Any], x: torch.Tensor, hidden: Any, params: Any,
             has_biases: bool, layers: int, dropout: float, train: bool,
             bidirectional: bool, batch_first: bool, layer: Callable[..., Any]) -> Any:
    """Layers one after the other, each of which takes what dropout leaves of the one
    before. Raises RuntimeError for no steps, as eager mode does."""
    if x.shape[1 if batch_first else 0] == 0:
        raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
    layer = looped(layer)
    taken: list[torch.Tensor] = []

    def dropped(x: torch.Tensor, *rest: Any, reverse: bool = False) -> Any:
        if not reverse:
            drops = taken and dropout and train
            taken.append(torch.dropout(x, dropout, True) if drops else x)
        return layer(taken[-1], *rest, **({"reverse": True} if reverse else {}))

    return helper(x, hidden, params, has_biases, layers, 0.0, train, bidirectional,
                  batch_first, dropped)


def enter() -> None:
    """Wraps Dynamo's tracer, once."""
    traced = convert_frame._compile
    if hasattr(traced, "sees_for_neo"):
        return
    bind = inspect.signature(traced).bind

    @functools.wraps(traced)
    def compiled(*args: Any, **kwargs: Any) -> Any:
        backend = bind(*args, **kwargs).arguments.get("compiler_fn")
        if not _is_seeing(backend):
            return traced(*args, **kwargs)
        with torch._dynamo.config.patch(allow_rnn=True), _dropping():
            return traced(*args, **kwargs)

    compiled.sees_for_neo = True  # type: ignore[attr-defined]
    convert_frame._compile = compiled
