# compiler.py - torch.compile(model, backend="neo")
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""From Dynamo to graphs of ATen operators, by AOTAutograd.

AOTAutograd makes mutations and views functional, takes the gradient, and cuts the joint
graph into forward and backward. Operators for which Neo has no record are decomposed
into others, as PyTorch's own decompositions say.

What draws random numbers is not decomposed, so that the numbers are those that the
generator gives in eager mode. Nor is attention: decomposed, its forward part gives
attention weights to a backward operator that expects the logarithm of their sum.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Any

import torch
from torch._decomp import decomposition_table
from torch._dynamo.backends.common import aot_autograd
from torch._functorch.partitioners import min_cut_rematerialization_partition
from torch.fx import GraphModule

from neo.torch.graph import Plan
from neo.torch.records import RECORDS, name_of
from neo.torch.runs import Compiled

# Those of complex numbers change tensors in place, which a functional graph must not.
_KEPT = ("aten._scaled_dot_product", "aten.complex.", "aten.polar.")

# Dynamo would leave nn.LSTM and its kin to eager mode, loops and all.
torch._dynamo.config.allow_rnn = True


@functools.cache
def decompositions() -> dict[Any, Callable[..., Any]]:
    """PyTorch's decompositions of what Neo has no record of."""
    return {op: function for op, function in decomposition_table.items()
            if isinstance(op, torch._ops.OpOverload)
            and name_of(op) not in RECORDS
            and torch.Tag.nondeterministic_seeded not in op.tags
            and not name_of(op).startswith(_KEPT)}


def backend_of(planned: Callable[[Plan], None], strict: bool | None = None
               ) -> Callable[..., Any]:
    """A backend of torch.compile that tells `planned` what becomes of each graph.

    Where it is `strict`, by default as NEO_TORCH_STRICT says, a call of what PyTorch
    would have to run in part is a UsageError.
    """
    def compiled(module: GraphModule, inputs: Any) -> Compiled:
        is_strict = os.environ.get("NEO_TORCH_STRICT") == "1" \
            if strict is None else strict
        return Compiled(module, planned, is_strict)

    return aot_autograd(
        fw_compiler=compiled, bw_compiler=compiled, inference_compiler=compiled,
        decompositions=decompositions(),
        partition_fn=min_cut_rematerialization_partition)


def backend(module: GraphModule, inputs: Any, **_: Any) -> Any:
    """Compiles a graph of Dynamo by Neo."""
    return backend_of(lambda plan: None)(module, inputs)
