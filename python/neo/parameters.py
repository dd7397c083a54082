# parameters.py - what an optimiser is given, checked
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Parameters, gradients and states belong together leaf by leaf.

Where they do not, an update would fail in one of its formulas, whose tensors are called
M and G there. So all leaves are compared before, and the error calls them as the user
does, by the argument that they came in and the path in it:

    p['b'] has shape (3,), but its gradient has (4,): pass the gradients of these
    parameters
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from neo import tree
from neo.arrays import is_array
from neo.errors import DtypeError, ShapeError, UsageError, describe, kind_of
from neo.specs import FLOATS, element_type
from neo.tensor import Tensor


#: Parts of states that are float32 for parameters of half precision.
_WIDE = ("state['mean']", "state['square']")


def check_parameters(params: Any) -> None:
    """Refuses what is no tree of float arrays."""
    leaves, structure = tree.flatten(params)
    for leaf, name in zip(leaves, _names(leaves, structure)):
        if not (isinstance(leaf, Tensor) or is_array(leaf)):
            raise UsageError(describe(
                f"{name} is {kind_of(leaf)}: parameters are float "
                "arrays, numpy.asarray(value, numpy.float32)"))
        if element_type(leaf.dtype) not in FLOATS:
            raise DtypeError(describe(
                f"{name} is {element_type(leaf.dtype)}, but parameters are "
                "floats: convert it with .astype(numpy.float32)"))


def check_update(params: Any, grads: Any, state: Any, parts: tuple[str, ...],
                 rate: Any) -> None:
    """Refuses gradients, states and rates that do not belong to the parameters.

    A state holds `parts`, which are trees like the parameters but for the step.
    """
    if _is_state(grads, parts) and not _is_state(state, parts):
        raise UsageError(describe(
            "the state of the optimiser came before the last argument, as in Optax: "
            "write params, state = optimizer.update(params, grads, state)"))
    if not isinstance(state, Mapping) or any(p not in state for p in parts):
        raise UsageError(describe(
            "this is no state of the optimiser: pass what init or the last "
            "update returned, as update(params, grads, state)"))
    check_parameters(params)
    if getattr(rate, "shape", ()) != ():
        raise ShapeError(describe(
            f"rate has shape {tuple(rate.shape)}, but is one number for all parameters"))
    _check_like(params, grads, "gradients", "its gradient", "grads",
                "pass the gradients of these parameters")
    for part in parts:
        if part != "step":
            _check_like(params, state[part], "the state", f"its '{part}' in the state",
                        f"state['{part}']", "begin with init(params) of these parameters")


def _is_state(given: Any, parts: tuple[str, ...]) -> bool:
    """Whether it is what init of an optimiser with such a state returns."""
    return isinstance(given, Mapping) and set(given) == set(parts)


def _check_like(params: Any, others: Any, whole: str, what: str, prefix: str,
                remedy: str) -> None:
    """Refuses `others`, which are called so as a `whole`, unless they are a tree of
    tensors like `params`."""
    leaves, structure = tree.flatten(params)
    try:
        beside = tree.beside(structure, others, "params", prefix)
    except tree.Different as difference:
        raise UsageError(describe(
            f"parameters and {whole} are different trees: {difference}; {remedy}"
        )) from None
    for leaf, other, name in zip(leaves, beside, _names(leaves, structure)):
        shape = tuple(getattr(other, "shape", ()))
        if shape != tuple(leaf.shape):
            raise ShapeError(describe(
                f"{name} has shape {tuple(leaf.shape)}, but {what} has {shape}: {remedy}"))
        kinds = [_strong_float(leaf), _strong_float(other)]
        is_wide = prefix in _WIDE and kinds in (["f16", "f32"], ["bf16", "f32"])
        if all(kinds) and kinds[0] != kinds[1] and not is_wide:
            raise DtypeError(describe(
                f"{name} is {kinds[0]}, but {what} is {kinds[1]}: convert one of them "
                "with .astype"))


def _strong_float(leaf: Any) -> str:
    """The float type that a leaf insists on; '' where it takes that of others."""
    if not hasattr(leaf, "dtype") or isinstance(leaf, Tensor) and leaf.value.weak:
        return ""
    name = element_type(leaf.dtype)
    return name if name in FLOATS else ""


def _names(leaves: list[Any], structure: tree.Structure) -> list[str]:
    """What the user calls the leaves: traced arguments as the function does."""
    return [leaf.value.label if isinstance(leaf, Tensor) and leaf.value.label else name
            for leaf, name in zip(leaves, tree.names(structure, "params"))]
