# compiler.py - torch.compile(model, backend="neo")
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""From Dynamo to graphs of ATen operators, by AOTAutograd.

AOTAutograd functionalises mutations and views, takes the gradient, and partitions the
joint graph into forward and backward. Operators for which Neo has no record are
decomposed by PyTorch's own decompositions.

Of what draws random numbers only dropout is decomposed (neo.torch.dropout), so that the
numbers are those that the generator gives in eager mode. Nor is attention: decomposed,
its forward part gives attention weights to a backward operator that expects the logarithm
of their sum.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch._decomp import decomposition_table
from torch._dynamo import disable
from torch._dynamo.backends.common import aot_autograd
from torch._guards import TracingContext
from torch.fx import GraphModule

from neo.errors import UsageError, describe, pass_over
from neo.torch import recurrent
from neo.torch.batch_norms import in_kernel_order
from neo.torch.draws import draw_as_seen
from neo.torch.dropout import native_dropout
from neo.torch.encoders import transformer_encoder_layer
from neo.torch.graph import Plan
from neo.torch.packing import Packed
from neo.torch.partition import partition
from neo.torch.records import RECORDS, name_of
from neo.torch.runs import Compiled
from neo.torch.stored import is_on
from neo.torch.strides import keep_order, read_memory

# Those of complex numbers change tensors in place, which a functional graph must not.
_KEPT = ("aten._scaled_dot_product", "aten.complex.", "aten.polar.")

recurrent.enter()
pass_over(torch.__path__[0])  # It calls what compiles a graph.


@functools.cache
def decompositions() -> dict[Any, Callable[..., Any]]:
    """PyTorch's decompositions of what Neo has no record of, and those that it lacks."""
    known = {op: in_kernel_order(op, function)
             for op, function in decomposition_table.items()
             if isinstance(op, torch._ops.OpOverload)
             and name_of(op) not in RECORDS
             and torch.Tag.nondeterministic_seeded not in op.tags
             and not name_of(op).startswith(_KEPT)}
    aten = torch.ops.aten
    return known | {
        aten.native_dropout.default: native_dropout,
        aten._transformer_encoder_layer_fwd.default: transformer_encoder_layer}


class Backend(recurrent.Seeing):
    """A backend of torch.compile that calls `planned` with the plan of each graph.

    Where it is `strict`, by default as NEO_TORCH_STRICT says, a call of what PyTorch
    would have to run in part is a UsageError. The option `batch` of torch.compile, true
    or false, says whether a size that varies is the number of items, of which one
    program serves all (neo.torch.batches).
    """

    def __init__(self, planned: Callable[[Plan], None] | None = None,
                 strict: bool | None = None):
        self.planned = planned
        self.strict = strict

    def __call__(self, module: GraphModule, inputs: Any,
                 options: Mapping[str, Any] | None = None, **others: Any) -> Any:
        with recurrent.unrolled(inputs):
            return self._made(module, inputs, _batch(options or {}))

    def _made(self, module: GraphModule, inputs: Any, is_batch: bool) -> Any:
        if self.planned is None and self.strict is None and not is_batch and stores() \
                and not any(isinstance(i, list | tuple | dict) for i in inputs):
            return _stored(module, inputs)
        compiled = functools.partial(self._compiled, batch=is_batch)
        return _autograd(lambda *given: compiled(*given).begun(),
                         functools.partial(self._inferred, compiled))(module, inputs)

    def _inferred(self, compiled: Callable[..., Compiled], module: GraphModule,
                  inputs: Any) -> Compiled:
        return compiled(_as_seen(module), inputs, _weights())

    def _compiled(self, module: GraphModule, inputs: Any,
                  weights: Sequence[int] = (), batch: bool = False) -> Compiled:
        return Compiled(Packed(module), self.planned, self.strict, weights, batch)


def _autograd(compiler: Callable[..., Any], inference: Callable[..., Any]) -> Any:
    """AOTAutograd with these compilers."""
    def backward(*given: Any) -> Any:
        _keep_saved()
        return compiler(*given)

    return aot_autograd(
        fw_compiler=compiler, bw_compiler=backward, inference_compiler=inference,
        decompositions=decompositions(),
        partition_fn=partition)


def _keep_saved() -> None:
    """Nothing of Neo's writes into what is saved for backward, so a graph may be kept
    and run again: backward(retain_graph=True)."""
    context = TracingContext.try_get()
    if context is not None and context.fw_metadata is not None:
        context.fw_metadata.bw_donated_idxs = []


@functools.cache
def has_store() -> bool:
    """Whether this version of PyTorch lets results of AOTAutograd be kept."""
    try:
        import neo.torch.stored_autograd  # noqa: F401
    except (ImportError, AttributeError):
        return False  # An earlier version of PyTorch.
    return True


def stores() -> bool:
    """Whether results of AOTAutograd are kept: by this version of PyTorch, and as
    NEO_CACHE and PyTorch's own switches say."""
    return is_on() and has_store() \
        and torch._functorch.config.enable_autograd_cache \
        and not torch.compiler.config.force_disable_caches


def _stored(module: GraphModule, inputs: Any) -> Any:
    """A graph compiled, or found as an earlier process compiled it."""
    from torch._functorch.aot_autograd import (SerializableAOTDispatchCompiler,
                                               aot_module_simplified)

    from neo.torch.stored_autograd import StoredGraph, storing

    def compiled(module: GraphModule, inputs: Any) -> StoredGraph:
        return StoredGraph(Packed(module)).begun()

    def backward(module: GraphModule, inputs: Any) -> Any:
        _keep_saved()
        return disable(compiled(module, inputs), reason="Neo's graph is compiled")

    def inferred(module: GraphModule, inputs: Any) -> StoredGraph:
        return StoredGraph(Packed(_as_seen(module)), weights=_weights())

    with storing():
        # As aot_autograd does, which imports half of Inductor to log graphs.
        found = aot_module_simplified(
            module, inputs, SerializableAOTDispatchCompiler(StoredGraph, compiled),
            SerializableAOTDispatchCompiler(StoredGraph, backward),
            partition, decompositions(),
            inference_compiler=SerializableAOTDispatchCompiler(StoredGraph, inferred))
    return disable(found, reason="Neo's graph is compiled")


def _as_seen(module: GraphModule) -> GraphModule:
    """A graph without gradients, with strides as they can be seen (neo.torch.strides).
    That is part of the partition of others."""
    read_memory(module.graph)
    draw_as_seen(module.graph)
    keep_order(module.graph)
    module.recompile()
    return module


def _batch(options: Mapping[str, Any]) -> bool:
    """The option `batch`. Raises UsageError for it and for unknown others."""
    for name in options:
        if name != "batch":
            raise UsageError(describe(
                f"backend 'neo' has no option '{name}': it has batch"))
    found = options.get("batch", False)
    if not isinstance(found, bool):
        raise UsageError(describe(
            f"the option batch of backend 'neo' is {found!r}, but must be True or "
            "False: neo.torch.compile takes names"))
    return found


def _weights() -> list[int]:
    """The inputs of the graph at hand that are parameters and buffers, and stay."""
    context = TracingContext.try_get()
    known = None if context is None else context.fw_metadata
    if known is None:
        return []
    # In front of the inputs stand tokens, which keep checks like linalg.inv's in order.
    tokens = len(known.tokens)
    return [n for n in known.static_input_indices
            if n >= tokens and not known.input_info[n - tokens].mutates_data]


# What the entry point names.
backend = Backend()
