# strides.py - how results lie in memory
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Strides that can be seen, in graphs whose values are contiguous.

A tensor of PyTorch has strides as well as a shape: y = x.t() * 2 lies in memory as x.t()
does, column by column. What Neo computes is contiguous, and inside of a graph nobody can
tell. There are two places where somebody can.

Results. Views of a result that were taken in the graph are taken anew of what the graph
gives, for its strides as PyTorch knows them: y.t().view(-1) would fail. So a graph gives
the memory of such a result, and PyTorch's view of it as the last step:

    y: 4 x 3, strides (1, 4)        m = permute(y, [1, 0])      3 x 4, contiguous
                                    y' = moveaxis(m, [0, 1], [1, 0])

The permutation becomes part of the kernel that computes y; moveaxis moves nothing. A
result with gaps or overlaps (a slice, an expanded tensor) is contiguous instead.

`as_strided`, which reads memory whatever shape it has. It takes the memory as a tensor
of one dimension, which is an index expression; where its operand is a view, that is the
memory of what it is a view of:

    as_strided(y, (2, 3), (1, 4), 0)      f = view(permute(y, [1, 0]), [12])
                                          t[i,j] = f[i + 4*j]

An input of the graph that has gaps is left to PyTorch, whose tensor it is.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.fx import Graph, Node
from torch.fx.node import map_aggregate

from neo.torch.records import tensors_in

#: Gives a contiguous tensor other strides. It has no record, and never is in a graph of
#: AOTAutograd, which decomposes it.
VIEW = torch.ops.aten.moveaxis.intlist

_READS = torch.ops.aten.as_strided.default
_WRITES = torch.ops.aten.as_strided_scatter.default


def read_memory(graph: Graph) -> None:
    """Has all `as_strided` read memory of one dimension."""
    for node in list(graph.nodes):
        if node.op == "call_function" and node.target in (_READS, _WRITES):
            with graph.inserting_before(node):
                _read(graph, node)


def _read(graph: Graph, node: Node) -> None:
    operand, *others = node.args
    writes = node.target is _WRITES
    base = operand if writes else _base(operand)
    known = base.meta["val"]
    if len(others) < 3 + writes:
        others.append(operand.meta["val"].storage_offset())
    if base.op == "placeholder" and (order_of(known) is None or known.storage_offset()):
        node.args = (operand if writes else base, *others)
        return
    order = order_of(known)
    if order is None:
        return
    flat = _call(graph, torch.ops.aten.view.default, _permuted(graph, base, order), [-1])
    if not writes:
        node.args = (flat, *others)
        return
    written = _call(graph, _WRITES, flat, *others)
    found = _call(graph, _READS, written, list(known.shape), list(known.stride()),
                  known.storage_offset())
    node.replace_all_uses_with(found)
    graph.erase_node(node)


def keep_order(graph: Graph, count: int | None = None) -> None:
    """Has the first `count` results, by default all, lie as PyTorch knows them."""
    output = next(n for n in graph.nodes if n.op == "output")
    results = list(output.args[0])
    for node in dict.fromkeys(r for r in results[:count] if isinstance(r, Node)):
        order = order_of(node.meta.get("val")) if node.op == "call_function" else None
        if order is None or order == sorted(order):
            continue
        with graph.inserting_before(output):
            memory = _permuted(graph, node, order)
            view = graph.call_function(
                VIEW, (memory, list(range(len(order))), list(order)))
            view.meta["val"] = node.meta["val"]
        results = [view if r is node else r for r in results]
    output.args = (type(output.args[0])(results), *output.args[1:])


def order_of(tensor: Any) -> list[int] | None:
    """The dimensions of a tensor in the order in which they lie in memory; None where
    they do not fill it."""
    if not isinstance(tensor, torch.Tensor) or tensor.layout is not torch.strided:
        return None
    strides = [_hint(s) for s in tensor.stride()]
    kept = [n for n, size in enumerate(tensor.shape) if _hint(size) != 1]
    moved = iter(sorted(kept, key=lambda n: -strides[n]))
    order = [next(moved) if n in kept else n for n in range(tensor.ndim)]
    filled = 1
    for n in reversed(order):
        if n in kept and strides[n] != filled and tensor.numel() != 0:
            return None
        filled *= _hint(tensor.shape[n])
    return order


def _hint(size: Any) -> int:
    """A size, or that of the call for which a graph with symbols was traced."""
    return int(size.node.hint) if isinstance(size, torch.SymInt) else int(size)


def _base(node: Node) -> Node:
    """What a node is a view of."""
    while node.op == "call_function":
        shared = [n for n in node.all_input_nodes if _memory(n) & _memory(node)]
        if not shared:
            break
        node = shared[0]
    return node


def _memory(node: Node) -> set[int]:
    return {t.untyped_storage()._cdata for t in tensors_in(node.meta.get("val"))}


def _call(graph: Graph, target: Any, *args: Any, **options: Any) -> Node:
    node = graph.call_function(target, args, options)
    known = map_aggregate(args, lambda a: a.meta["val"] if isinstance(a, Node) else a)
    node.meta["val"] = target(*known, **options)
    return node


def _permuted(graph: Graph, node: Node, order: list[int]) -> Node:
    """A node's memory, in the shape in which it is contiguous."""
    if order == sorted(order):
        return node
    return _call(graph, torch.ops.aten.permute.default, node, order)
