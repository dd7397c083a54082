# items.py - operators that tell the items of a batch from each other
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What PyTorch has to run in a graph for every number of items.

In a program for any batch all items are computed alike. An operator that counts them,
chooses some, or puts them in another order cannot be part of one, and is known by its
arguments: the graph is cut there (neo.torch.graph).
"""

from __future__ import annotations

from typing import Any

import torch
from torch.fx import Node

from neo.torch.joined import Factor

_COUNT = {"arange", "iota", "eye", "linspace"}
_CHOOSE = {"flip", "roll", "cumsum", "cumprod", "logcumsumexp", "gather", "index_select",
           "scatter", "scatter_add", "scatter_reduce", "index_add", "index_copy",
           "index_fill", "index_reduce", "select_scatter", "slice_scatter", "diagonal",
           "cummax", "cummin"}


def reasons(metas: dict[Node, Any], factor: Factor) -> dict[Node, str]:
    """The operators of a graph that tell items from each other, and how."""
    found = {}
    for node in metas:
        if node.op == "call_function" and isinstance(node.target, torch._ops.OpOverload):
            reason = _reason(node, metas, factor)
            if reason:
                found[node] = reason
    return found


def _reason(node: Node, metas: dict[Node, Any], factor: Factor) -> str:
    name = node.target._schema.name.split("::")[1]  # type: ignore[union-attr]
    meta = metas[node]
    if name in _COUNT and any(map(factor, getattr(meta, "shape", ()))):
        return "it counts the items of the batch"
    given = metas.get(node.args[0]) if node.args and isinstance(node.args[0], Node) \
        else None
    axis = None if not isinstance(given, torch.Tensor) else next(
        (d for d, s in enumerate(given.shape) if factor(s)), None)
    if given is None or axis is None:
        return ""
    if name in ("index", "_unsafe_index", "index_put", "_unsafe_index_put"):
        indices: Any = node.args[1]
        chooses = axis < len(indices) and indices[axis] is not None
    elif name in ("tril", "triu"):
        chooses = axis >= given.ndim - 2
    else:
        dims = next((node.args[n] for n, p in enumerate(_parameters(node))
                     if p.name in ("dim", "dims") and n < len(node.args)), ())
        several: Any = [dims] if isinstance(dims, int) else dims
        chooses = name == "slice" and not any(map(factor, meta.shape)) or (
            name in _CHOOSE or name == "select" and _counts_back(node.args[2])) and \
            axis in [d % given.ndim for d in several]
    return "it chooses or orders items of the batch" if chooses else ""


def _counts_back(index: Any) -> bool:
    """Whether an index is from the end, whose place follows from the batch."""
    return not isinstance(index, int) or index < 0


def _parameters(node: Node) -> Any:
    return node.target._schema.arguments  # type: ignore[union-attr]


__all__ = ["reasons"]
