# interpreted.py - graphs run node by node
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What a compiled graph does with tensors that have no memory of their own, and one whose
sizes are data in every call.

`torch.autograd.grad(..., is_grads_batched=True)` and `jacobian(vectorize=True)` call a
backward graph once, with tensors that stand for many: PyTorch's operators know them, a
program does not. Then the graph's operators run one by one in PyTorch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch.fx import Node
from torch.fx.node import map_arg

from neo.torch.packing import Packed
from neo.torch.strides import RUNS


_IS_BATCH = torch._C._functorch.is_legacy_batchedtensor


def stand_for_many(inputs: Sequence[Any]) -> bool:
    """Whether one of a call's inputs is a tensor of `is_grads_batched=True`. It is asked
    in every call, for each weight."""
    return any(isinstance(i, torch.Tensor) and _IS_BATCH(i) for i in inputs)


def interpreted(packed: Packed, inputs: Sequence[Any]) -> Any:
    """The results of a graph, by PyTorch."""
    graph, _, constants = packed.known
    given, values = iter(inputs), dict[Node, Any]()
    for node in graph.nodes:
        if node.op == "placeholder":
            values[node] = next(given)
        elif node.op == "get_attr":
            values[node] = constants[node]
        elif node.op == "call_function":
            args, kwargs = map_arg((node.args, node.kwargs), values.__getitem__)
            values[node] = RUNS.get(node.target, node.target)(*args, **kwargs)
        else:
            return map_arg(node.args[0], values.__getitem__)
    raise AssertionError("a graph has an output")
