# jax_side.py - operators in JAX
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Every form of jax_forms.py, jitted; operands are placed before the clock starts."""

from __future__ import annotations

import jax
import numpy as np

from cases import Case
from sides.jax_forms import FORMS
from sides.layout import Form
from worker import Formulation


def formulations(case: Case, mode: str,
                 arrays: dict[str, np.ndarray]) -> list[Formulation]:
    return [_formulation(case, form, mode, arrays)
            for form in FORMS[case.operator.kind](case.operator)]


def _formulation(case: Case, form: Form, mode: str,
                 arrays: dict[str, np.ndarray]) -> Formulation:
    layouts = [*form.layouts(len(arrays) - 1), form.result]
    *operands, cotangent = (jax.device_put(layout.apply(array)) for layout, array
                            in zip(layouts, arrays.values()))

    def both(cotangent, *operands):
        result, back = jax.vjp(form.function, *operands)
        return (result, *back(cotangent))

    if mode == "forward":
        compiled, given = jax.jit(lambda *a: (form.function(*a),)), operands
    else:
        compiled, given = jax.jit(both), [cotangent, *operands]
    shapes = [case.operator.result, *case.operator.shapes.values()]
    back = [form.result, *layouts]

    def check() -> list[np.ndarray]:
        return [layout.undo(np.asarray(a), shape)
                for layout, a, shape in zip(back, compiled(*given), shapes)]

    return Formulation(form.name, lambda: jax.block_until_ready(compiled(*given)),
                       check)
