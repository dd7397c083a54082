# iree_side.py - operators in IREE
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The forms of jax_forms.py as StableHLO, compiled for this CPU. Asked for by name
only: it takes part where no named operation is needed (pointwise rows, norms)."""

from __future__ import annotations

import iree.compiler as compiler
import iree.runtime as runtime
import jax
import numpy as np

from cases import Case
from sides.jax_forms import FORMS
from sides.layout import Form
from worker import Formulation

_OPTIONS = ["--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3"]
_driver = "local-sync"


def threads(count: int) -> None:
    global _driver
    _driver = "local-sync" if count == 1 else "local-task"


def formulations(case: Case, mode: str,
                 arrays: dict[str, np.ndarray]) -> list[Formulation]:
    return [_formulation(case, form, mode, arrays)
            for form in FORMS[case.operator.kind](case.operator)]


def _formulation(case: Case, form: Form, mode: str,
                 arrays: dict[str, np.ndarray]) -> Formulation:
    layouts = [*form.layouts(len(arrays) - 1), form.result]
    *operands, cotangent = (layout.apply(array) for layout, array
                            in zip(layouts, arrays.values()))

    def both(cotangent, *operands):
        result, back = jax.vjp(form.function, *operands)
        return (result, *back(cotangent))

    function, given = (form.function, operands) if mode == "forward" else (
        both, [cotangent, *operands])
    lowered = jax.jit(function).lower(*given).as_text()
    binary = compiler.compile_str(lowered, target_backends=["llvm-cpu"],
                                  input_type="stablehlo", extra_args=_OPTIONS)
    config = runtime.Config(_driver)
    context = runtime.SystemContext(config=config)
    context.add_vm_module(runtime.VmModule.copy_buffer(context.instance, binary))
    main = next(context.modules[name] for name in context.modules.keys()
                if name.startswith("jit"))["main"]
    placed = [runtime.asdevicearray(config.device, array) for array in given]
    shapes = [case.operator.result, *case.operator.shapes.values()]
    back = [form.result, *layouts]

    def run() -> tuple:
        found = main(*placed)
        return found if isinstance(found, tuple) else (found,)

    def check() -> list[np.ndarray]:
        # Copies: the arrays show memory that goes with the results.
        return [layout.undo(a.to_host().copy(), shape)
                for layout, a, shape in zip(back, run(), shapes)]

    return Formulation(form.name, run, check)
