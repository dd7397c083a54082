# functions.py - a function traced for export
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A function, traced for the types of its arguments: its IR, the weights that it uses,
and the names of its inputs and outputs.

All of its results are outputs: a number or an array that does not depend on the
arguments becomes a constant of the module.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from neo import tree
from neo.arrays import is_array, is_number
from neo.creation import asarray
from neo.errors import UsageError, describe
from neo.expr import Expr
from neo.jit import Jitted
from neo.leaves import leaf_names
from neo.static import StaticJitted
from neo.tensor import Tensor


@dataclass(frozen=True)
class Function:
    """What a module is made of, whichever targets it is for."""

    text: str
    weights: list[np.ndarray]
    inputs: list[str]
    outputs: list[str]
    arguments: Any  # Structures of neo.tree.
    results: Any
    schedules: tuple[str, ...] = ()


def traced(function: Callable[..., Any], specs: Sequence[Any],
           inputs: Sequence[str] = (), outputs: Sequence[str] = ()) -> Function:
    """`function` for arguments like `specs`. Raises what tracing raises."""
    if not callable(function):
        raise UsageError(describe(
            f"neo.export takes a function, not a {type(function).__name__}"))
    args, jitted = _jitted(function, specs)
    whole = jitted.of(_whole(jitted.__wrapped__))
    found = whole.traced(*args)
    leaves, structure = tree.flatten((tuple(args), {}), lists_of_numbers=True)
    known = _names_of_expression(function) or leaf_names(
        jitted.__wrapped__, structure)
    called = _ports(function)
    return Function(
        text=found.text, weights=found.captured,
        inputs=_chosen(inputs or called[0], known, "inputs"),
        outputs=_chosen(outputs or called[1], tree.names(found.structure, "result"),
                        "outputs"),
        arguments=structure[1][0], results=found.structure,
        schedules=jitted.options.schedules)


def _jitted(function: Callable[..., Any], specs: Sequence[Any]
            ) -> tuple[Sequence[Any], Jitted]:
    """The arguments that are arrays, and the function of them."""
    if isinstance(function, StaticJitted):
        compiled, args, _ = function._split(tuple(specs), {})
        return args, compiled
    if hasattr(function, "__func__") and hasattr(function, "__self__") and \
            isinstance(function.__func__, Jitted):
        bound = functools.partial(function.__wrapped__, function.__self__)
        return specs, Jitted(functools.update_wrapper(
            bound, function.__wrapped__.__get__(function.__self__)))
    return specs, function if isinstance(function, Jitted) else Jitted(function)


def _whole(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, whose results are tensors all."""
    @functools.wraps(function)
    def call(*args: Any) -> Any:
        return tree.map(_output, function(*args))

    return call


def _output(value: Any) -> Any:
    if not (isinstance(value, Tensor) or is_array(value) or is_number(value)):
        raise UsageError(describe(
            f"an exported function returned a {type(value).__name__}: return arrays, "
            "numbers and containers of them"))
    return asarray(value)


def _names_of_expression(function: Any) -> list[str]:
    return list(function.operands) if isinstance(function, Expr) else []


def _ports(function: Any) -> tuple[list[str], list[str]]:
    """The names that a model of ONNX gives to what it takes and gives."""
    ports = [getattr(function, side, ()) for side in ("inputs", "outputs")]
    if not all(hasattr(port, "name") for side in ports for port in side):
        return [], []
    return [port.name for port in ports[0]], [port.name for port in ports[1]]


def _chosen(given: Sequence[str], known: list[str], what: str) -> list[str]:
    """The names of inputs or outputs. Raises UsageError."""
    if not given:
        return known
    if isinstance(given, str) or len(given) != len(known) or \
            len(set(given)) != len(given) or \
            not all(isinstance(name, str) and name for name in given):
        raise UsageError(describe(
            f"{what} is {given!r}, but must be {len(known)} different names, for "
            f"{', '.join(known) or 'nothing'}"))
    return list(given)
