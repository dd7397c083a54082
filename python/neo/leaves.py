# leaves.py - names of the arrays in a call's arguments
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Names for the arrays in the arguments of a call, from the function's parameters.

Errors name a leaf as the function would write it, `params['w']`, `layers[0]`; the IR,
where brackets mean something else, has `params_w` and `layers_0`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

from neo import tree


def leaf_names(function: Callable[..., Any], structure: Any) -> list[str]:
    """The path to every leaf, from the function's parameters."""
    return [name for _, path, inner in _arguments(function, structure)
            for name in tree.names(inner, path)]


def leaf_arguments(function: Callable[..., Any], structure: Any) -> list[str]:
    """Of every leaf, the function's parameter that it is passed in."""
    return [argument for argument, _, inner in _arguments(function, structure)
            for _ in tree.names(inner, argument)]


def _arguments(function: Callable[..., Any], structure: Any
               ) -> list[tuple[str, str, Any]]:
    """The parameter, the path and the structure of every argument."""
    _, (args, kwargs) = structure
    try:
        known = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        known = []
    named = [(*_called(known, n), inner) for n, inner in enumerate(args[1])]
    return named + [(str(key), str(key), inner)
                    for key, inner in zip(kwargs[1], kwargs[2])]


def _called(known: list[inspect.Parameter], number: int) -> tuple[str, str]:
    """The parameter that takes argument `number`, and what that is in it."""
    for n, parameter in enumerate(known[:number + 1]):
        if parameter.kind is parameter.VAR_POSITIONAL:
            return parameter.name, f"{parameter.name}[{number - n}]"
    name = known[number].name if number < len(known) else f"arg{number}"
    return name, name


def identifier(name: str) -> str:
    """`name` as a name of the IR: params_w for params['w']."""
    return re.sub(r"\W+", "_", name, flags=re.ASCII).rstrip("_") or "_"
