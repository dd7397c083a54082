# tree.py - nested containers of arrays
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Arguments and results of jitted functions as trees.

dict, list, tuple, named tuple and None are nodes; everything else is a leaf.
A structure is a hashable value: equal structures mean the same containers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from neo.errors import ShapeError, UsageError, describe

Structure = tuple
_LEAF: Structure = ("leaf",)


def flatten(tree: Any, lists_of_numbers: bool = False
            ) -> tuple[list[Any], Structure]:
    """The leaves in order, and the structure that held them.

    With `lists_of_numbers` a list of numbers, or of such lists, is a leaf: an array.
    """
    leaves: list[Any] = []
    try:
        return leaves, _flatten(tree, leaves, lists_of_numbers)
    except RecursionError:
        raise UsageError(describe(
            "containers are nested too deeply, or contain themselves: pass "
            "flatter ones")) from None


def holds_numbers(value: Any) -> bool:
    """Whether it is a number, NumPy's too, or a list of such, however deep."""
    if isinstance(value, list):
        return bool(value) and all(holds_numbers(v) for v in value)
    return isinstance(value, (bool, int, float, np.generic))


def _flatten(tree: Any, leaves: list[Any], lists: bool) -> Structure:
    if tree is None:
        return ("none",)
    if isinstance(tree, dict):
        inner = tuple(_flatten(v, leaves, lists) for v in tree.values())
        return ("dict", tuple(tree), inner)
    if isinstance(tree, (list, tuple)) and not (
            lists and type(tree) is list and holds_numbers(tree)):
        return (type(tree), tuple(_flatten(v, leaves, lists) for v in tree))
    leaves.append(tree)
    return _LEAF


def leaves(tree: Any) -> list[Any]:
    """The leaves in order, as of gradients whose norm is wanted."""
    return flatten(tree)[0]


def unflatten(structure: Structure, leaves: Sequence[Any]) -> Any:
    """The tree with these leaves; the inverse of `flatten`."""
    return _unflatten(structure, iter(leaves))


def _unflatten(structure: Structure, leaves: Iterator[Any]) -> Any:
    kind = structure[0]
    if kind == "leaf":
        return next(leaves)
    if kind == "none":
        return None
    if kind == "dict":
        values = [_unflatten(s, leaves) for s in structure[2]]
        return dict(zip(structure[1], values))
    values = [_unflatten(s, leaves) for s in structure[1]]
    if hasattr(kind, "_fields"):
        return kind(*values)
    if kind in (list, tuple):
        return kind(values)
    # What else a class of the user's own is made from is unknown.
    made = tuple.__new__(kind, values) if issubclass(kind, tuple) else \
        list.__new__(kind)
    if isinstance(made, list):
        made.extend(values)
    return made


def names(structure: Structure, prefix: str) -> list[str]:
    """A name for every leaf: the path to it, as in params['conv'][0]."""
    kind = structure[0]
    if kind == "leaf":
        return [prefix]
    if kind == "none":
        return []
    if kind == "dict":
        steps, inner = [f"[{key!r}]" for key in structure[1]], structure[2]
    else:
        inner = structure[1]
        fields = getattr(kind, "_fields", None)
        steps = [f".{field}" for field in fields] if fields else \
            [f"[{n}]" for n in range(len(inner))]
    return [name for step, s in zip(steps, inner)
            for name in names(s, prefix + step)]


def map(function: Callable[..., Any], tree: Any, *others: Any) -> Any:
    """`function` over the leaves of trees of one structure. Raises ShapeError."""
    leaves, structure = flatten(tree)
    rest = [flatten(other) for other in others]
    for number, (_, other) in enumerate(rest, 1):
        if other != structure:
            one, another = names(structure, "tree"), names(other, "tree")
            differ = next((f": only one of them has {n}" for n in [*one, *another]
                           if (n in one) != (n in another)), "")
            raise ShapeError(describe(
                f"tree 0 and tree {number} of neo.tree.map are different containers"
                + differ))
    found = [function(*each) for each in
             zip(leaves, *(other for other, _ in rest))]
    return unflatten(structure, found)
