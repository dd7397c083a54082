# interpreted.py - graphs run node by node
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What a compiled graph does with tensors that have no memory of their own, and one whose
sizes are data in every call.

`torch.autograd.grad(..., is_grads_batched=True)` and `jacobian(vectorize=True)` call a
backward graph once, with tensors that stand for many: PyTorch's operators know them, a
program does not. Those of FakeTensorMode have a shape alone. Then the graph's operators
run one by one in PyTorch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx import Graph, Interpreter, Node

from neo.torch.functions import is_batch
from neo.torch.strides import RUNS


def have_no_memory(inputs: Sequence[Any]) -> bool:
    """Whether one of a call's inputs is a tensor of `is_grads_batched=True`, or one of
    FakeTensorMode: none has memory. It is asked in every call, for each weight."""
    return any(isinstance(i, torch.Tensor) and (is_batch(i) or type(i) is FakeTensor)
               for i in inputs)


class Marked(Interpreter):
    """Runs the operators of a graph, and for marks what they stand for (RUNS).

    That is while another thread may be at a graph in AOTAutograd, so what PyTorch notes
    of the node at hand, for the whole process, is left alone.
    """

    def run_node(self, n: Node) -> Any:
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        return getattr(self, n.op)(n.target, args, kwargs)

    def call_function(self, target: Any, args: Any, kwargs: Any) -> Any:
        return super().call_function(RUNS.get(target, target), args, kwargs)


class _Apart(Marked):
    """A graph without its module, whose constants are known by node."""

    def __init__(self, graph: Graph, constants: Mapping[Node, Any]):
        super().__init__(torch.nn.Module(), graph=graph)
        self.extra_traceback = False
        self._constants = {node.target: value for node, value in constants.items()}

    def get_attr(self, target: Any, args: Any, kwargs: Any) -> Any:
        return self._constants[target]


def interpreted(graph: Graph, constants: Mapping[Node, Any], inputs: Sequence[Any]) -> Any:
    """The results of a graph, by PyTorch."""
    return _Apart(graph, constants).run(*inputs, enable_io_processing=False)
