# operands.py - the operands of a call of an expression
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Operands by name: their specs and, for a call, their arrays.

Python numbers, and a float64 of rank 0, take the float type that the others share.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from neo.arrays import (as_number, intake, is_array, is_number, prepared,
                        spec_of)
from neo.errors import DtypeError, UsageError, describe
from neo.specs import FLOATS, float_type, numpy_type, spec
from neo.tensor import Tensor


def in_order(names: Sequence[str], operands: Sequence[Any], named: Mapping[str, Any],
             source: str, loops: Collection[str] = ()) -> tuple[Any, ...]:
    """`operands`, and behind them those that are given by name.

    Raises UsageError, showing `source`, unless there is one for each of `names`; one
    for each of the `loops` is told where extents belong.
    """
    extents = {n: e for n, e in named.items() if n in loops and n not in names}
    if extents:
        first = next(iter(extents))
        given = ", ".join(f"{n}={e!r}" for n, e in extents.items())
        raise UsageError(describe(
            f"'{first}' is a loop of the expression and no operand: extents belong to "
            f"the expression, neo.expr(..., {given}), and calls take "
            f"{', '.join(names) or 'nothing'}", source))
    rest = names[len(operands):]
    wrong = [f"there is no operand '{n}'" if n not in names else
             f"'{n}' is given in order and by name"
             for n in named if n not in rest]
    wrong += [f"'{n}' is missing" for n in rest if n not in named] if named else []
    if wrong:
        raise UsageError(describe(
            f"the expression's operands are {', '.join(names)}: "
            + ", and ".join(wrong), source))
    if len(operands) + len(named) != len(names):
        raise UsageError(describe(
            f"the expression takes {len(names)} operand(s) ({', '.join(names)}), but "
            f"got {len(operands)}" + _in_one(names, operands), source))
    return (*operands, *(named[name] for name in rest))


def _in_one(names: Sequence[str], operands: Sequence[Any]) -> str:
    """What to write where all operands came in one container."""
    only = operands[0] if len(operands) == 1 else None
    if isinstance(only, (tuple, list)) and len(only) == len(names):
        return f": each is an argument of its own, op({', '.join(names)}) or " \
            "op(*operands)"
    if isinstance(only, Mapping) and set(only) == set(names):
        return ": give them by name, op(**operands)"
    return ""


def operand_specs(names: Sequence[str], operands: Sequence[Any], source: str
                  ) -> list[spec]:
    """Specs of arrays, numbers, traced tensors or specs.

    Raises DtypeError, showing `source`, where float types are mixed.
    """
    found: list[spec | None] = []
    weak: dict[int, tuple[int, ...]] = {}  # Shapes of numbers and lists.
    for name, operand in zip(names, operands):
        if isinstance(operand, (spec, Tensor)):
            found.append(operand if isinstance(operand, spec)
                         else operand.spec)
            continue
        operand = as_number(operand)
        array = intake(operand, f"operand '{name}'")
        if is_number(operand) or \
                isinstance(operand, (list, tuple)) and array.dtype == np.float64:
            weak[len(found)] = array.shape
            found.append(None)
        else:
            found.append(spec_of(array))
    shared = float_type({n: s for n, s in zip(names, found) if s}, source)
    return [s or spec(weak[n], shared) for n, s in enumerate(found)]


def operand_arrays(names: Sequence[str], operands: Sequence[Any], source: str
                   ) -> tuple[list[np.ndarray], list[spec]]:
    """The operands as arrays that the compiled function takes."""
    specs = operand_specs(names, operands, source)
    arrays = []
    for name, operand, each in zip(names, operands, specs):
        if not (is_array(operand) or is_number(operand)
                or isinstance(operand, (list, tuple))):
            raise DtypeError(describe(
                f"operand '{name}' is a {type(operand).__name__}: a call takes "
                "arrays", source))
        operand = as_number(operand)
        number_type = each.dtype if each.dtype in FLOATS else "f64"
        arrays.append(prepared(intake(operand, f"operand '{name}'",
                                      numpy_type(number_type).__name__)))
    return arrays, specs
