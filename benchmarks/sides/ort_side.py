# ort_side.py - operators in ONNX Runtime
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Forward only. Inputs are bound once, and the result's memory is kept."""

from __future__ import annotations

import numpy as np
import onnxruntime as ort

from cases import Case
from sides.onnx_forms import FORMS
from sides.onnx_graph import Model, models
from worker import Formulation

_count = 1


def threads(count: int) -> None:
    global _count
    _count = count


def formulations(case: Case, mode: str,
                 arrays: dict[str, np.ndarray]) -> list[Formulation]:
    return [_formulation(case, model) for model in models(
        case, arrays, FORMS[case.operator.kind](case.operator),
        case.operator.weights)]


def _formulation(case: Case, model: Model) -> Formulation:
    options = ort.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = _count, 1
    options.log_severity_level = 3
    session = ort.InferenceSession(model.data, options,
                                   providers=["CPUExecutionProvider"])
    binding = session.io_binding()
    for name, array in model.feeds.items():
        binding.bind_ortvalue_input(name, ort.OrtValue.ortvalue_from_numpy(array))
    binding.bind_output(session.get_outputs()[0].name, "cpu")

    def check() -> list[np.ndarray]:
        found = binding.copy_outputs_to_cpu()[0]
        return [model.form.result.undo(found, case.operator.result)]

    return Formulation(model.form.name, lambda: session.run_with_iobinding(binding),
                       check)
