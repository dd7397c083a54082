# neo_side.py - index expressions compiled by neo.jit
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Nothing here knows an operator: the case's text is all there is."""

from __future__ import annotations

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
        compiled, given = neo.jit(expression), operands
    else:
        compiled = neo.jit(
            lambda d, *a: (expression(*a), *expression.vjp(a, d)))
        given = [cotangent, *operands]

    def check() -> list[np.ndarray]:
        found = compiled(*given)
        return [found] if mode == "forward" else list(found)

    return [Formulation("one expression", lambda: compiled(*given), check)]
