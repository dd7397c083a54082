# aliases.py - results that are views
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Results that share memory with inputs or with other results.

    y = x * 2                  y, and what is written into one half of it
    return y, y.chunk(2)[1]    changes y

Values of Neo are tensors of their own. Where a result is a view of an input, of another
result, or of what another result is a view of, too, PyTorch takes the view of that one,
last of all; AOTAutograd gives the user a view of the input by the place and the strides
that it finds, which may depend on sizes. Views that are computed with as well stay in
the graph besides, and are part of its kernels.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch.fx import Graph, Node

#: Says that a result is a view which PyTorch takes. In graphs of AOTAutograd nothing is
#: changed in place, so this is in none.
GIVEN = torch.ops.aten.squeeze_.default


def given(view: torch.Tensor) -> torch.Tensor:
    """What runs for GIVEN."""
    return view


def is_given(node: Node) -> bool:
    """Whether a node is GIVEN, or a view taken for such nodes alone."""
    return node.target is GIVEN or _is_taken(node) and bool(node.users) and \
        all(map(is_given, node.users))


def views_among(graph: Graph, results: Sequence[Any], fills: Callable[[Node], bool]
                ) -> dict[Node, Node]:
    """The results that are views of inputs, or of other results that fill their memory,
    or of one tensor; each with what it is a view of."""
    known = {n for n in graph.nodes if n.op == "placeholder"}
    found: dict[Node, Node] = {}
    nodes = sorted({r for r in results if isinstance(r, Node)} - known)
    roots = Counter(map(_root, nodes))
    known |= {r for r, count in roots.items() if count > 1 and r not in nodes and fills(r)}
    for node in nodes:
        source = _source(node, known)
        if source is not None:
            found[node] = source
        elif fills(node):
            known.add(node)
    return found


def taken(graph: Graph, node: Node, source: Node, stands: Node) -> Node:
    """A view of `source` again, of what stands for it among the results."""
    return graph.call_function(GIVEN, (_copied(graph, node, source, stands),))


def _source(node: Node, known: set[Node]) -> Node | None:
    """The nearest tensor in `known` of which a node is a view."""
    return next((base for base in _bases(node) if base in known), None)


def _root(node: Node) -> Node:
    """What a node is a view of, at last; itself, if of nothing."""
    return [node, *_bases(node)][-1]


def _bases(node: Node) -> Iterator[Node]:
    """What a node is a view of, the nearest first."""
    while _is_taken(node):
        node = node.args[0]
        yield node


def _is_taken(node: Node) -> bool:
    """Whether a node is a view, or one of several, but for those of memory."""
    if node.op != "call_function" or not node.args or not isinstance(node.args[0], Node):
        return False
    if node.target is operator.getitem:
        return _is_taken(node.args[0])
    if not isinstance(node.target, torch._ops.OpOverload) or \
            node.target is torch.ops.aten.as_strided.default:
        return False
    returned = node.target._schema.returns
    return len(returned) == 1 and returned[0].alias_info is not None and \
        not node.target._schema.is_mutable


def _copied(graph: Graph, node: Node, source: Node, stands: Node) -> Node:
    if node is source:
        return stands
    inner = _copied(graph, node.args[0], source, stands)
    found = graph.node_copy(node, lambda n: inner if n is node.args[0] else n)
    found.meta = dict(node.meta)
    return found
