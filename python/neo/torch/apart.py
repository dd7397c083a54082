# apart.py - operators of tensors whose batch is joined
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Records of operators, called with joined dimensions taken apart (neo.torch.joined).

No operator is written a second time. What an operator says of a dimension is said of
its parts, and its record does the rest; a product of matrices is an einsum, which has a
letter for each part. What is neither runs in PyTorch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import torch
from torch.fx import Node

import neo
from neo.tensor import Tensor
from neo.torch.aten.contractions import scaled
from neo.torch.joined import Join, is_view
from neo.torch.records import RECORDS, Call, Unsupported, cast, name_of

#: What has a result of an operand's shape, or of the one that PyTorch knows.
_ALIKE = {"clone", "detach", "alias", "_to_copy", "full_like", "zeros_like", "ones_like",
          "empty_like", "fill", "copy", "where", "masked_fill", "lift_fresh_copy"}
_MADE = {"full", "zeros", "ones", "empty", "new_zeros", "new_ones", "new_full",
         "new_empty", "scalar_tensor", "embedding", "embedding_dense_backward",
         "native_layer_norm"}
#: What is done along a dimension, `dim`, or several.
_ALONG = {"sum", "mean", "prod", "amax", "amin", "any", "all", "var", "var_mean", "std",
          "argmax", "argmin", "_softmax", "_log_softmax", "cumsum", "gather", "select",
          "slice", "max", "min", "cat", "split", "split_with_sizes", "scatter",
          "scatter_add"}
#: The letters of products: their dimensions, and those of the sum.
_PRODUCTS = {"mm": "mk,kn->mn", "bmm": "zmk,zkn->zmn", "mv": "mk,k->m",
             "addmm": "mk,kn->mn", "baddbmm": "zmk,zkn->zmn", "addmv": "mk,k->m"}


def value(node: Node, call: Call, joins: Mapping[Node, Any], args: Sequence[Any],
          kwargs: Mapping[str, Any]) -> Any:
    """What a node's record gives, with all joined dimensions apart."""
    record = RECORDS[name_of(node.target)]
    made = joins.get(node)
    own = [j for n in node.all_input_nodes if isinstance(j := joins.get(n), Join)]
    several = made if isinstance(made, list) else [made]
    if not own and not any(several):
        return record(call, *args, **kwargs)
    name = node.target._schema.name.split("::")[1]  # type: ignore[union-attr]
    if is_view(node):
        return args[0].reshape(call.shape)
    if name in _PRODUCTS:
        return _product(name, node, call, joins, args, kwargs)
    orders = {(j.before, j.after) for j in [*own, *filter(None, several)]}
    if len(orders) > 1:
        raise Unsupported("the batch is joined in several orders")
    if name in ("permute", "transpose", "t"):
        return args[0].transpose(_permutation(name, own[0], len(call.shape), args))
    tags = node.target.tags  # type: ignore[union-attr]
    if torch.Tag.pointwise in tags or name in _ALIKE or name in ("expand",):
        return record(call, *(_aligned(a, joins.get(n) if isinstance(n, Node) else None,
                                       made, len(call.shape))
                              for a, n in zip(args, node.args)), **kwargs)
    if name in _MADE:
        return record(call, *args, **kwargs)
    if name in _ALONG and own:
        return _along(record, node, call, own[0], args, kwargs)
    raise Unsupported("the batch is joined with another dimension")


def _aligned(operand: Any, own: Join | None, made: Join | None, rank: int) -> Any:
    """An operand whose dimensions broadcast against those of a result."""
    if not isinstance(operand, Tensor) or made is None or own is not None:
        return operand
    after = rank - made.axis - made.count  # Dimensions behind the joined one.
    if operand.ndim <= after:
        return operand
    at = operand.ndim - after - 1
    if operand.shape[at] != 1:
        raise Unsupported("the batch is joined in a result alone")
    return operand.reshape(*operand.shape[:at], *(1,) * made.count,
                           *operand.shape[at + 1:])


def _permutation(name: str, join: Join, apart: int, args: Sequence[Any]
                 ) -> tuple[int, ...]:
    rank = apart - join.count + 1
    order = list(range(rank))
    if name == "permute":
        order = [d % rank for d in args[1]]
    elif name == "t":
        order.reverse()
    else:
        a, b = args[1] % rank, args[2] % rank
        order[a], order[b] = order[b], order[a]
    return tuple(p for d in order for p in join.places(d))


def _along(record: Any, node: Node, call: Call, join: Join, args: Sequence[Any],
           kwargs: Mapping[str, Any]) -> Any:
    """A record whose dimensions are those apart."""
    first = args[0][0] if isinstance(args[0], list | tuple) else args[0]
    rank = first.ndim - join.count + 1
    args, kwargs = list(args), dict(kwargs)
    for n, parameter in enumerate(node.target._schema.arguments):  # type: ignore
        if parameter.name != "dim":
            continue
        given = args[n] if n < len(args) else kwargs.get("dim", parameter.default_value)
        if given is None or given == []:
            break
        is_one = isinstance(given, int)
        places = [p for d in ([given] if is_one else given) for p in join.places(d % rank)]
        if is_one and len(places) > 1:
            raise Unsupported("the batch is joined with the dimension of the operator")
        moved = places[0] if is_one else places
        if n < len(args):
            args[n] = moved
        else:
            kwargs["dim"] = moved
    found = record(call, *args, **kwargs)
    return found.reshape(call.shape) if isinstance(found, Tensor) else found


def _product(name: str, node: Node, call: Call, joins: Mapping[Node, Any],
             args: Sequence[Any], kwargs: Mapping[str, Any]) -> Tensor:
    """A product of matrices, with letters for parts of dimensions."""
    adds = len(args) - 2
    inputs, output = _PRODUCTS[name].split("->")
    terms = inputs.split(",")
    letters: dict[str, str] = {}
    orders: dict[str, Any] = {}
    fresh = (chr(ord("A") + n) for n in count())
    for term, operand in zip(terms, node.args[adds:]):
        for axis, letter in enumerate(term):
            join = joins.get(operand)  # type: ignore[arg-type]
            parts = (join.before, join.after) if join and join.axis == axis else None
            if orders.setdefault(letter, parts) != parts:
                raise Unsupported("the batch is joined in several orders")
            if letter not in letters:
                letters[letter] = "".join(
                    next(fresh) for _ in range(join.count if parts else 1))
    spelled = ["".join(map(letters.__getitem__, t)) for t in (*terms, output)]
    a, b = (cast(x, call.name) for x in args[adds:])
    found = neo.einsum(f"{spelled[0]},{spelled[1]}->{spelled[2]}", a, b)
    if not adds:
        return found
    made, own = joins.get(node), joins.get(node.args[0])  # type: ignore[arg-type]
    return scaled(call, _aligned(args[0], own, made, len(call.shape)), found, **kwargs)


__all__ = ["value"]
