# openvino_side.py - operators in OpenVINO
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Forward only, in float32, set for latency; reads the ONNX models."""

from __future__ import annotations

import numpy as np
import openvino as ov

from cases import Case
from sides.onnx_forms import FORMS
from sides.onnx_graph import Model, models
from worker import Formulation

_core = ov.Core()
_settings = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32",
             "INFERENCE_NUM_THREADS": 1}


def threads(count: int) -> None:
    _settings["INFERENCE_NUM_THREADS"] = count


def formulations(case: Case, mode: str,
                 arrays: dict[str, np.ndarray]) -> list[Formulation]:
    return [_formulation(case, model) for model in models(
        case, arrays, FORMS[case.operator.kind](case.operator),
        case.operator.weights)]


def _formulation(case: Case, model: Model) -> Formulation:
    compiled = _core.compile_model(_core.read_model(model.data), "CPU", _settings)
    request = compiled.create_infer_request()
    for name, array in model.feeds.items():
        request.set_tensor(name, ov.Tensor(array, shared_memory=True))

    def check() -> list[np.ndarray]:
        found = request.get_output_tensor(0).data.copy()
        return [model.form.result.undo(found, case.operator.result)]

    return Formulation(model.form.name, request.infer, check)
