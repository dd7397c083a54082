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


class Different(Exception):
    """Where two trees differ, as a message; the caller says what they are."""


def beside(structure: Structure, other: Any, name: str, its_name: str, path: str = ""
           ) -> list[Any]:
    """The leaves of `other` in the order of a structure, which has to be its own but for
    the order of keys. Raises Different, which calls the two trees by their names."""
    kind = _kind(other)
    if kind != structure[0]:
        raise Different(f"{name}{path} is {_called(structure[0])}, but "
                        f"{its_name}{path} is {_called(kind)}")
    if kind in ("leaf", "none"):
        return [other] if kind == "leaf" else []
    inner = structure[-1]
    keys = structure[1] if kind == "dict" else range(len(inner))
    its_keys = list(other) if kind == "dict" else range(len(other))
    for key in (*keys, *its_keys):
        if key not in keys or key not in its_keys:
            one, another = (name, its_name) if key in keys else (its_name, name)
            raise Different(f"{one} has {path}[{key!r}], which {another} has not")
    return [leaf for key, s in zip(keys, inner)
            for leaf in beside(s, other[key], name, its_name, f"{path}[{key!r}]")]


def _kind(tree: Any) -> Any:
    """What the structure of a tree begins with."""
    if tree is None:
        return "none"
    if isinstance(tree, dict):
        return "dict"
    return type(tree) if isinstance(tree, (list, tuple)) else "leaf"


def _called(kind: Any) -> str:
    return {"none": "None", "leaf": "one array"}.get(
        kind, f"a {kind if isinstance(kind, str) else kind.__name__}")


def map(function: Callable[..., Any], tree: Any, *others: Any) -> Any:
    """`function` over the leaves of trees of one structure. Raises ShapeError.

    The result has the containers of the first tree, and so have the keys of dicts
    their order.
    """
    leaves, structure = flatten(tree)
    rest = []
    for number, other in enumerate(others, 1):
        try:
            rest.append(beside(structure, other, "tree 0", f"tree {number}"))
        except Different as difference:
            raise ShapeError(describe(
                f"tree 0 and tree {number} of neo.tree.map are different containers: "
                f"{difference}")) from None
    return unflatten(structure, [function(*each) for each in zip(leaves, *rest)])
