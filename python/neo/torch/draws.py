# draws.py - random numbers in the order of eager mode
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What random numbers are drawn into.

PyTorch draws into memory as it lies: of y = x.t() the second number drawn is y[1, 0], and
of normal numbers it draws others where memory has gaps. Values of Neo are contiguous. So
numbers are drawn into an empty tensor that lies as PyTorch knows the operand to lie:

    rand_like(y)        rand_like(empty((3, 4), strides (1, 3)))
"""

from __future__ import annotations

from typing import Any

import torch
from torch.fx import Graph, Node

from neo.torch.strides import EMPTY, order_of, sizes_of

#: Operators that take nothing but shape, type and strides of their first operand.
_NAMES = ("rand_like", "randn_like", "randint_like", "normal_functional", "uniform",
          "exponential", "geometric", "log_normal", "cauchy", "random")


def draw_as_seen(graph: Graph) -> None:
    """Gives draws empty operands with the strides that PyTorch knows."""
    for node in list(graph.nodes):
        operand = node.args[0] if node.args else None
        if not isinstance(operand, Node):
            continue
        is_mask = _is_mask(node)
        if not is_mask and not _only_shape(node.target):
            continue
        seen = operand.meta.get("val")
        if not isinstance(seen, torch.Tensor) or seen.is_contiguous():
            continue
        with graph.inserting_before(node):
            empty = _empty_as(graph, operand, seen)
        if empty is None:
            continue
        empty.meta["val"] = seen
        node.args = (empty, *node.args[1:])
        if is_mask:
            node.target = torch.ops.aten.bernoulli_.float


def _empty_as(graph: Graph, operand: Node, seen: torch.Tensor) -> Node | None:
    """An empty tensor that lies as `seen`; None where its sizes are a call's and it has
    gaps."""
    if not any(isinstance(n, torch.SymInt) for n in (*seen.shape, *seen.stride())):
        return graph.call_function(EMPTY, (list(seen.shape), list(seen.stride())),
                                   {"dtype": seen.dtype})
    order = order_of(seen)
    if order is None:
        return None
    return graph.call_function(EMPTY, (sizes_of(graph, operand), None, order),
                               {"dtype": seen.dtype})


def _only_shape(target: Any) -> bool:
    if not isinstance(target, torch._ops.OpOverload):
        return False
    return target._schema.name.removeprefix("aten::") in _NAMES


def _is_mask(node: Node) -> bool:
    """Whether it is a mask of dropout, which eager mode draws in place: out of place
    truth values are drawn as if they were contiguous."""
    return node.target is torch.ops.aten.bernoulli.p and \
        node.args[0].target is torch.ops.aten.empty_strided.default
