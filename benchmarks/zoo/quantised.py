# quantised.py - a network in eight bits, as ONNX Runtime's quantiser writes it
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The small network of `exported`, calibrated by a few images: with QLinear operators,
with pairs of QuantizeLinear and DequantizeLinear, and with weights alone in eight bits,
where activations are quantised as they come. Weights keep to seven bits: on processors
that add products of bytes in 16 bits, ONNX Runtime would saturate with eight."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from zoo import Made
from zoo.exported import small_cnn


class _Images:
    """What the calibration reads."""

    def __init__(self, name: str, images: np.ndarray):
        self._feeds = iter([{name: images * scale} for scale in (1, 0.5, 0.25)])

    def get_next(self) -> Any:
        return next(self._feeds, None)


def _quantised(form: str) -> Made:
    import onnx
    from onnxruntime import quantization as q
    model, inputs = small_cnn()
    (name, images), = inputs.items()
    with tempfile.TemporaryDirectory() as folder:
        before, after = (str(Path(folder) / n) for n in ("float.onnx", "eight.onnx"))
        onnx.save(model, before)
        if form == "dynamic":
            q.quantize_dynamic(before, after, reduce_range=True)
        else:
            kind = q.QuantFormat.QOperator if form == "operators" else q.QuantFormat.QDQ
            q.quantize_static(before, after, _Images(name, images), quant_format=kind,
                              activation_type=q.QuantType.QUInt8,
                              weight_type=q.QuantType.QInt8, reduce_range=True)
        return onnx.load(after), inputs


MODELS = {f"eight bits, {form}": partial(_quantised, form)
          for form in ("operators", "pairs", "dynamic")}
