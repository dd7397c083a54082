# strides.py - how results lie in memory
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Strides that can be seen, in graphs whose values are contiguous.

A tensor of PyTorch has strides as well as a shape: y = x.t() * 2 lies in memory as x.t()
does, column by column. What Neo computes is contiguous, and inside of a graph nobody can
tell. There are three places where somebody can.

Results. Views of a result that were taken in the graph are taken anew of what the graph
gives, for its strides as PyTorch knows them: y.t().view(-1) would fail. So a graph gives
the memory of such a result, and PyTorch's view of it as the last step:

    y: 4 x 3, strides (1, 4)        m = permute(y, [1, 0])      3 x 4, contiguous
                                    y' = moveaxis(m, [0, 1], [1, 0])

The permutation becomes part of the kernel that computes y; moveaxis moves nothing, and
leaves a tensor of its own (`laid_out`), which may be changed in place. A result that
begins inside of something, or has gaps (a slice, an expanded tensor), is copied into
memory that has them (`spread`): AOTAutograd takes a result that is a view of an input
anew by the place and the strides that the graph's own has. A result whose elements
overlap otherwise is contiguous.

`as_strided`, which reads memory whatever shape it has. It takes the memory as a tensor
of one dimension, which is an index expression; where its operand is a view, that is the
memory of what it is a view of:

    as_strided(y, (2, 3), (1, 4), 0)      f = view(permute(y, [1, 0]), [12])
                                          t[i,j] = f[i + 4*j]

Elements of an input's memory by their number are left to PyTorch, whose memory it is.

Operands of what PyTorch runs. Its operators look at strides: the determinant factors a
transposed matrix where the matrix is not contiguous, and the graph of its gradient, made
for those strides, counts on that. So a value of Neo is copied to lie as the graph knows
it (`as_known`) before PyTorch reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch.fx import Graph, Node
from torch.fx.node import map_aggregate

from neo.errors import UsageError, describe
from neo.torch.aliases import GIVEN, given, is_given, taken, views_among
from neo.torch.records import tensors_in

#: Gives a contiguous tensor other strides. It has no record, and never is in a graph of
#: AOTAutograd, which decomposes it. `laid_out` is what runs.
VIEW = torch.ops.aten.moveaxis.intlist

#: Makes an empty tensor (`empty`).
EMPTY = torch.ops.aten.resize_.default

#: Gives it gaps, too: `spread` is what runs. Graphs of AOTAutograd change nothing in place.
SPREAD = torch.ops.aten.as_strided_.default

_READS = torch.ops.aten.as_strided.default
_COPIES = torch.ops.aten.as_strided_copy.default
_WRITES = torch.ops.aten.as_strided_scatter.default


def laid_out(memory: torch.Tensor, source: list[int], places: list[int]) -> torch.Tensor:
    """A tensor over `memory`, which it does not count as a view of: a result may be
    changed in place."""
    return memory.contiguous().moveaxis(source, places).data


def spread(values: torch.Tensor, size: list[int], strides: list[int], offset: int
           ) -> torch.Tensor:
    """The values, as a view of something larger would lie; no view, as `laid_out`."""
    last = sum((n - 1) * step for n, step in zip(size, strides))
    found = values.new_empty(offset + last + 1).as_strided(size, strides, offset)
    once = tuple(slice(None) if step else slice(1) for step in strides)
    found[once].copy_(values[once])
    return found.data


def as_known(values: torch.Tensor, order: list[int] | None,
             place: tuple[list[int], list[int], int] | None) -> torch.Tensor:
    """The values, in memory in this order of dimensions, or with the gaps of a place."""
    if place is not None:
        return spread(values, *place)
    assert order is not None
    return values.permute(order).contiguous().permute(_inverse(order))


def known_place(node: Node) -> tuple[Any, Any] | None:
    """The last two operands of `as_known` for a value of Neo; None where it lies as
    the graph knows it, or elements overlap."""
    tensor = node.meta.get("val")
    order, place = order_of(tensor), _place_of(node)
    if order is not None:
        return None if order == sorted(order) else (order, None)
    return None if place is None else (None, place)


def empty(size: list[int], strides: list[int] | None, order: list[int] | None = None, *,
          dtype: torch.dtype) -> torch.Tensor:
    """An empty tensor of these sizes and strides, or without gaps and with its dimensions
    in this order in memory."""
    if strides is not None:
        return torch.empty_strided(size, strides, dtype=dtype)
    assert order is not None
    return torch.empty([size[n] for n in order], dtype=dtype).permute(_inverse(order))


def _inverse(order: list[int]) -> list[int]:
    """The permutation that takes one back."""
    return [order.index(n) for n in range(len(order))]


#: What runs in place of operators that PyTorch runs on values of Neo, which are
#: contiguous where the graph's need not be.
RUNS = {VIEW: laid_out, SPREAD: spread, GIVEN: given, EMPTY: empty,
        torch.ops.aten.view.default: torch.ops.aten.reshape.default}


def is_view(node: Node) -> bool:
    """Whether PyTorch runs a node and nothing is computed: it moves dimensions, or it is
    a view of an input's memory, from an element on that the input need not have."""
    if node.target is _READS:
        return len(node.args) == 4 and _is_input(node.args[0])
    return node.target in (VIEW, SPREAD, EMPTY) or is_given(node)


def writes_input(node: Node) -> bool:
    """Whether a node writes elements of an input's memory by their number."""
    return node.target is _WRITES and len(node.args) == 5 and _is_input(node.args[0])


def _is_input(node: Node) -> bool:
    """Whether it is given by the user; what autograd saves has other names."""
    return node.op == "placeholder" and node.name.startswith(("primals", "arg"))


def read_memory(graph: Graph) -> None:
    """Has all `as_strided` read memory of one dimension.

    Raises UsageError where it writes into a view that has gaps.
    """
    for node in list(graph.nodes):
        if node.op != "call_function" or "val" not in node.meta:
            continue
        with graph.inserting_before(node):
            if node.target is _COPIES:
                view = called(graph, _READS, *node.args)
                node.target, node.args = torch.ops.aten.clone.default, (view,)
                with graph.inserting_before(view):
                    _read(graph, view)
            elif node.target is _READS:
                _read(graph, node)
            elif node.target is _WRITES:
                _write(graph, node)


def _read(graph: Graph, node: Node) -> None:
    operand, *others = node.args
    base, offset = _base(operand), operand.meta["val"].storage_offset()
    if len(others) == 3 and base.op == "placeholder":
        node.args = (base, *others)
        return
    if len(others) == 2 and isinstance(offset, torch.SymInt):
        base = operand
    elif len(others) == 2:
        others.append(offset)
    flat = _flat(graph, base)
    if flat is not None:
        node.args = (flat, *others)
    elif base.op == "placeholder":
        node.args = (base, *others)


def _write(graph: Graph, node: Node) -> None:
    if writes_input(node):
        return
    operand, *others = node.args
    flat, order = _flat(graph, operand), order_of(operand.meta["val"])
    if flat is None or order is None:
        raise UsageError(describe(
            "as_strided writes into a view that has gaps: write into what it is of"))
    written = called(graph, _WRITES, flat, *others)
    memory = _permuted(graph, operand, order)
    found = called(graph, torch.ops.aten.view.default, written, sizes_of(graph, memory))
    node.replace_all_uses_with(_permuted(graph, found, _inverse(order)))
    graph.erase_node(node)


def sizes_of(graph: Graph, node: Node) -> list[Any]:
    """A tensor's sizes; nodes for those that are a call's."""
    return [called(graph, torch.ops.aten.sym_size.int, node, n)
            if isinstance(size, torch.SymInt) else size
            for n, size in enumerate(node.meta["val"].shape)]


def _flat(graph: Graph, node: Node) -> Node | None:
    """A node's memory in one dimension, as PyTorch knows it a view that begins where the
    node does; None where it has gaps."""
    order = order_of(node.meta["val"])
    return None if order is None else called(
        graph, torch.ops.aten.reshape.default, _permuted(graph, node, order), [-1])


def keep_order(graph: Graph, count: int | None = None) -> None:
    """Has the first `count` results, by default all, lie as PyTorch knows them."""
    output = next(n for n in graph.nodes if n.op == "output")
    results = list(output.args[0])
    views = views_among(graph, results[:count],
                        lambda n: order_of(n.meta.get("val")) is not None)
    stands: dict[Node, Node] = {}
    for node in sorted({r for r in results[:count] if isinstance(r, Node)}
                       | set(views.values())):
        if node.op != "call_function":
            continue
        with graph.inserting_before(output):
            source = views.get(node)
            view = _lying(graph, node) if source is None else \
                taken(graph, node, source, stands.get(source, source))
        if view is not None:
            view.meta["val"] = node.meta["val"]
            stands[node] = view
    results[:count] = [stands.get(r, r) if isinstance(r, Node) else r
                       for r in results[:count]]
    output.args = (type(output.args[0])(results), *output.args[1:])


def _lying(graph: Graph, node: Node) -> Node | None:
    """The node's tensor as PyTorch knows it to lie; None where it does so."""
    order, place = order_of(node.meta.get("val")), _place_of(node)
    if place is not None and (order is None or place[2]):
        return graph.call_function(SPREAD, (node, *place))
    if order is None or order == sorted(order):
        return None
    memory = _permuted(graph, node, order)
    return graph.call_function(VIEW, (memory, list(range(len(order))), list(order)))


def _place_of(node: Node) -> tuple[list[int], list[int], int] | None:
    """Sizes, strides and first element of a tensor with gaps, in what it is a view of;
    None where elements overlap, or a size is only known by a call."""
    tensor = node.meta.get("val")
    if not isinstance(tensor, torch.Tensor) or tensor.layout is not torch.strided:
        return None
    base = _base(node)
    begin = base.meta["val"].storage_offset() if base.op == "placeholder" else 0
    size, strides, offset = tensor.shape, tensor.stride(), tensor.storage_offset()
    if any(isinstance(n, torch.SymInt) for n in (*size, *strides, offset, begin)) or \
            0 in size or offset < begin or _overlaps(size, strides):
        return None
    return list(size), list(strides), offset - begin


def _overlaps(size: Sequence[int], strides: Sequence[int]) -> bool:
    """Do elements share memory, but for those that are one?"""
    reached = 0
    for step, n in sorted((step, n) for n, step in zip(size, strides) if step and n > 1):
        if step <= reached:
            return True
        reached += (n - 1) * step
    return False


def order_of(tensor: Any) -> list[int] | None:
    """The dimensions of a tensor in the order in which they lie in memory, one of size 1
    inside that of its stride; None where they do not fill it, or where that is not
    known."""
    if not isinstance(tensor, torch.Tensor) or tensor.layout is not torch.strided:
        return None
    shape, strides = (list(map(_hint, each)) for each in (tensor.shape, tensor.stride()))
    if None in (*shape, *strides):
        return None
    order = sorted(range(tensor.ndim), key=lambda n: (-strides[n], shape[n] == 1))
    filled = 1
    for n in reversed(order):
        if shape[n] != 1 and strides[n] != filled and 0 not in shape:
            return None
        filled *= shape[n]
    return order


def _hint(size: Any) -> Any:
    """A size, or that of the call for which a graph with symbols was traced; None where
    that is not known."""
    return size.node.hint if isinstance(size, torch.SymInt) else size


def _base(node: Node) -> Node:
    """What a node is a view of, with elements of the same kind."""
    while node.op == "call_function":
        viewed = _viewed(node)
        if viewed is None or not _same_kind(viewed.meta["val"], node.meta["val"]):
            break
        node = viewed
    return node


def _viewed(node: Node) -> Node | None:
    """The tensor that a node is a view of, or part of the views of."""
    for other in node.all_input_nodes:
        if not memory_of(other) & memory_of(node):
            continue
        if isinstance(other.meta["val"], torch.Tensor):
            return other
        return next((n for n in other.all_input_nodes if memory_of(n) & memory_of(node)),
                    None)
    return None


def _same_kind(a: Any, b: torch.Tensor) -> bool:
    return isinstance(a, torch.Tensor) and (a.dtype, a.is_conj(), a.is_neg()) == (
        b.dtype, b.is_conj(), b.is_neg())


def memory_of(node: Node) -> set[int]:
    """What names the memory of a node's tensors."""
    return {t.untyped_storage()._cdata for t in tensors_in(node.meta.get("val"))
            if t.layout is torch.strided}


def called(graph: Graph, target: Any, *args: Any) -> Node:
    """A new node, with what is known of its result."""
    node = graph.call_function(target, args)
    known = map_aggregate(args, lambda a: a.meta["val"] if isinstance(a, Node) else a)
    node.meta["val"] = target(*known)
    return node


def _permuted(graph: Graph, node: Node, order: list[int]) -> Node:
    """A node's memory, in the shape in which it is contiguous."""
    if order == sorted(order):
        return node
    return called(graph, torch.ops.aten.permute.default, node, order)
