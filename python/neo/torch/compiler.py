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
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch._decomp import decomposition_table
from torch._dynamo.backends.common import aot_autograd
from torch._functorch.partitioners import min_cut_rematerialization_partition
from torch._guards import TracingContext
from torch.fx import GraphModule

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
    would have to run in part is a UsageError.
    """

    def __init__(self, planned: Callable[[Plan], None] = lambda plan: None,
                 strict: bool | None = None):
        self.planned = planned
        self.strict = strict

    def __call__(self, module: GraphModule, inputs: Any, **options: Any) -> Any:
        return aot_autograd(
            fw_compiler=self._compiled, bw_compiler=self._compiled,
            inference_compiler=self._inferred, decompositions=decompositions(),
            partition_fn=min_cut_rematerialization_partition)(module, inputs)

    def _inferred(self, module: GraphModule, inputs: Any) -> Compiled:
        return self._compiled(module, inputs, _weights())

    def _compiled(self, module: GraphModule, inputs: Any,
                  weights: Sequence[int] = ()) -> Compiled:
        is_strict = os.environ.get("NEO_TORCH_STRICT") == "1" \
            if self.strict is None else self.strict
        return Compiled(module, self.planned, is_strict, weights)


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
