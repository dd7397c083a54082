# static_remedies.py - numbers that have to be known while neo.jit traces
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What to write where a traced tensor stands for an axis, a size or another number that
decides what is computed.

    neo.jit(lambda x, n: x[:n])(x, 3)
        a slice takes integers, but 'n' has no value while neo.jit traces: write
        neo.jit(f, static="n") to trace once for each of its values

The argument has the name that the user gave it. What was computed of it, as n + 1, needs
the same; an element of a larger argument has to be an argument of its own.
"""

from __future__ import annotations

import re
from typing import Any

from neo.errors import UsageError, describe
from neo.trace import Trace, Value, active, refuse_outside
from neo.traced import Traced

_ARGUMENT = re.compile(r"(?:a result of )?'(\w+)'$")


def static_remedy(value: Value) -> str:
    """What to write for `value` to be known."""
    found = _ARGUMENT.match(value.path)
    if not found or not _is_number(value.trace, f"'{found[1]}'"):
        return "pass it as an argument of its own, and name that in " \
            "neo.jit(f, static=...)"
    return f'write neo.jit(f, static="{found[1]}") to trace once for each of its values'


def _is_number(trace: Trace | None, path: str) -> bool:
    """Whether the argument at `path` is of rank 0."""
    while trace is not None:
        for parameter in trace.parameters:
            if parameter.path == path:
                return parameter.spec.ndim == 0
        trace = trace.outer
    return False


def require_known(rule: str, *numbers: Any, whole: bool = True, otherwise: str = ""
                  ) -> None:
    """Refuses traced tensors among `numbers`; of `whole` ones, those of rank 0 that hold
    an integer, as others are wrong for more than one reason. `otherwise` is what to do
    with them as they are. Raises UsageError."""
    for number in numbers:
        if not isinstance(number, Traced) or \
                whole and (number.shape or number.spec.is_float):
            continue
        if active() is None:
            refuse_outside()
        name = number.value.path or "a traced tensor"
        raise UsageError(describe(f"{rule}, but {name} has no value while neo.jit "
                                  f"traces: {static_remedy(number.value)}"
                                  + f", or {otherwise}" * bool(otherwise)))
