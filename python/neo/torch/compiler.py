# compiler.py - torch.compile(model, backend="neo")
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""From Dynamo to graphs of ATen operators, by AOTAutograd.

AOTAutograd functionalises mutations and views, takes the gradient, and partitions the
joint graph into forward and backward. Operators for which Neo has no record are
decomposed by PyTorch's own decompositions.

What draws random numbers is not decomposed, so that the numbers are those that the
generator gives in eager mode. Nor is attention: decomposed, its forward part gives
attention weights to a backward operator that expects the logarithm of their sum.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch._decomp import decomposition_table
from torch._dynamo.backends.common import aot_autograd
from torch._functorch.partitioners import min_cut_rematerialization_partition
from torch._guards import TracingContext
from torch.fx import GraphModule

from neo.errors import UsageError, describe
from neo.torch import recurrent
from neo.torch.graph import Plan
from neo.torch.records import RECORDS, name_of
from neo.torch.runs import Compiled

# Those of complex numbers change tensors in place, which a functional graph must not.
_KEPT = ("aten._scaled_dot_product", "aten.complex.", "aten.polar.")

recurrent.enter()


@functools.cache
def decompositions() -> dict[Any, Callable[..., Any]]:
    """PyTorch's decompositions of what Neo has no record of."""
    return {op: function for op, function in decomposition_table.items()
            if isinstance(op, torch._ops.OpOverload)
            and name_of(op) not in RECORDS
            and torch.Tag.nondeterministic_seeded not in op.tags
            and not name_of(op).startswith(_KEPT)}


class Backend(recurrent.Seeing):
    """A backend of torch.compile that calls `planned` with the plan of each graph.

    Where it is `strict`, by default as NEO_TORCH_STRICT says, a call of what PyTorch
    would have to run in part is a UsageError. The option `batch` of torch.compile, true
    or false, says whether a size that varies is the number of items, of which one
    program serves all (neo.torch.batches).
    """

    def __init__(self, planned: Callable[[Plan], None] = lambda plan: None,
                 strict: bool | None = None):
        self.planned = planned
        self.strict = strict

    def __call__(self, module: GraphModule, inputs: Any,
                 options: Mapping[str, Any] | None = None, **others: Any) -> Any:
        compiled = functools.partial(self._compiled, batch=_batch(options or {}))
        return aot_autograd(
            fw_compiler=compiled, bw_compiler=compiled,
            inference_compiler=functools.partial(self._inferred, compiled),
            decompositions=decompositions(),
            partition_fn=min_cut_rematerialization_partition)(module, inputs)

    def _inferred(self, compiled: Callable[..., Compiled], module: GraphModule,
                  inputs: Any) -> Compiled:
        return compiled(module, inputs, _weights())

    def _compiled(self, module: GraphModule, inputs: Any,
                  weights: Sequence[int] = (), batch: bool = False) -> Compiled:
        is_strict = os.environ.get("NEO_TORCH_STRICT") == "1" \
            if self.strict is None else self.strict
        return Compiled(module, self.planned, is_strict, weights, batch)


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
    return [n for n in known.static_input_indices
            if not known.input_info[n].mutates_data]


# What the entry point names.
backend = Backend()
