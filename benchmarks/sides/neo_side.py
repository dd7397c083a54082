# neo_side.py - index expressions compiled by neo.jit
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Nothing here knows an operator: the case's text is all there is, and which operands
are weights, over which the forward direction closes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

import neo
from cases import Case
from sides import neo_steps
from worker import Formulation

training = neo_steps.training


def formulations(case: Case, mode: str,
                 arrays: dict[str, np.ndarray]) -> list[Formulation]:
    operator = case.operator
    expression = neo.expr(operator.text, **operator.extents)
    *operands, cotangent = arrays.values()
    if mode == "forward":
        compiled, given = _inference(expression, operands, operator.weights)
    else:
        compiled = neo.jit(
            lambda d, *a: (expression(*a), *expression.vjp(a, d)))
        given = [cotangent, *operands]

    def check() -> list[np.ndarray]:
        found = compiled(*given)
        return [found] if mode == "forward" else list(found)

    return [Formulation("one expression", lambda: compiled(*given), check)]


def _inference(expression: neo.expr, operands: Sequence[np.ndarray],
               weights: Sequence[int]) -> tuple[Callable, list[np.ndarray]]:
    """The compiled expression, and what it takes in every call."""
    given = [a for n, a in enumerate(operands) if n not in weights]
    if not weights:
        return neo.jit(expression), given

    def closed(*changing):
        rest = iter(changing)
        return expression(*(a if n in weights else next(rest)
                            for n, a in enumerate(operands)))

    return neo.jit(closed), given
