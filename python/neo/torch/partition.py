# partition.py - forward and backward of a joint graph
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The partition of a joint graph, with common subexpressions merged before.

PyTorch's partitioner chooses by a minimum cut what the forward graph saves and the
backward graph computes again. Equal nodes are merged first, so that what a gradient
computes anew of a forward value counts as that value:

    s = sigmoid(x); y = x * s                 s = sigmoid(x); y = x * s
    t = sigmoid(x); dx = dy * (t + ...)       dx = dy * (s + ...)

PyTorch does that by its pass for Inductor, with Inductor's pattern matcher, which takes
half a second to import, to know which nodes a mutation lies between. Where nothing is
written in place, as in what AOTAutograd functionalised, no such knowledge is needed.
"""

from __future__ import annotations

import operator
from typing import Any

import torch
from torch._functorch.partitioners import min_cut_rematerialization_partition
from torch.fx import Graph, GraphModule, Node
from torch.utils import _pytree as pytree

from neo.torch.draws import draw_as_seen
from neo.torch.halves import share
from neo.torch.records import tensors_in
from neo.torch.strides import keep_order, memory_of, read_memory


def partition(module: GraphModule, inputs: Any, *, num_fwd_outputs: int, **options: Any
              ) -> tuple[GraphModule, GraphModule]:
    """The forward and the backward graph, as AOTAutograd takes a partitioner."""
    read_memory(module.graph)
    share(module.graph)
    is_functional = all(map(_is_functional, module.graph.nodes))
    if is_functional:
        merge_equal(module.graph, num_fwd_outputs)
    merges = torch._functorch.config.cse and not is_functional
    with torch._functorch.config.patch(cse=merges):
        forward, backward = min_cut_rematerialization_partition(
            module, inputs, num_fwd_outputs=num_fwd_outputs, **options)
    draw_as_seen(forward.graph)
    keep_order(forward.graph, num_fwd_outputs)
    forward.recompile()
    return forward, backward


def _is_functional(node: Node) -> bool:
    return node.op != "call_function" or node.target is operator.getitem or (
        isinstance(node.target, torch._ops.OpOverload)
        and not node.target._schema.is_mutable)


def merge_equal(graph: Graph, forward_outputs: int) -> None:
    """Merges nodes that compute the same.

    Results are left apart, as each has memory of its own. So are nodes that only the
    forward graph needs and such that the backward graph needs too: merged, the value
    would be saved.
    """
    output = next(n for n in graph.nodes if n.op == "output")
    results = pytree.arg_tree_leaves(*output.args)
    backward = _needed_by(results[forward_outputs:])
    owned = {memory for n in output.all_input_nodes for memory in memory_of(n)}
    first: dict[Any, Node] = {}
    for node in list(graph.nodes):
        if not _is_determined(node) or not owned.isdisjoint(memory_of(node)):
            continue
        key = (node.target, node in backward, _key(node.args), _key(node.kwargs))
        other = first.setdefault(key, node)
        if other is not node:
            node.replace_all_uses_with(other)
            graph.erase_node(node)


def _needed_by(results: list[Any]) -> set[Node]:
    found: set[Node] = set()
    left = [r for r in results if isinstance(r, Node)]
    while left:
        node = left.pop()
        if node not in found:
            found.add(node)
            left += node.all_input_nodes
    return found


def _is_determined(node: Node) -> bool:
    """Whether a node is an operator that gives the same for the same operands."""
    if node.op != "call_function":
        return False
    tags = getattr(node.target, "tags", ())
    return torch.Tag.nondeterministic_seeded not in tags \
        and "aten.empty" not in str(node.target) \
        and any(True for _ in tensors_in(node.meta.get("val")))


def _key(argument: Any) -> Any:
    """Equal for equal arguments: 1 is not 1.0, nor is 0.0 -0.0."""
    if isinstance(argument, Node):
        return argument
    if isinstance(argument, list | tuple):
        return tuple(map(_key, argument))
    if isinstance(argument, dict):
        return tuple((name, _key(value)) for name, value in sorted(argument.items()))
    return type(argument), repr(argument)


__all__ = ["merge_equal", "partition"]
