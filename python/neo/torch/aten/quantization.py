# quantization.py - numbers as few bits would hold them
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Fake quantisation, by which a network is trained for integers of a few bits.

    q = clamp(round(x / scale) + zero_point, lowest, highest)
    y = (q - zero_point) * scale

The gradient goes through where nothing was clamped: the operators have that mask as a
second result, and PyTorch multiplies by it. As in ATen, x is multiplied by the reciprocal
of the scale, which is rounded to f32; so are results of one scale for the whole tensor.
NaN stays NaN, which ATen takes for the lowest number, and zero points that lie outside
are not refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import neo
from neo.tensor import Tensor
from neo.torch.records import Call, cast, record


def _steps(x: Tensor, inverse: Any, zero: Any, lowest: int, highest: int,
           floats: bool = False) -> tuple[Tensor, Tensor]:
    """How many scales x is off 0, and where that was not clamped."""
    # As in ATen, zero points that are floats are added before rounding.
    whole = neo.round(x * inverse + zero) if floats else neo.round(x * inverse) + zero
    inside = (whole >= lowest) & (whole <= highest)
    return neo.clip(whole, lowest, highest) - zero, inside


def _wide(call: Call) -> str:
    return "f64" if call.name == "f64" else "f32"


@record("fake_quantize_per_tensor_affine_cachemask")
def by_numbers(call: Call, x: Tensor, scale: float, zero_point: int, quant_min: int,
               quant_max: int) -> tuple[Tensor, Tensor]:
    rounded = np.float32(scale)
    steps, inside = _steps(cast(x, _wide(call)), float(np.float32(1) / rounded), zero_point,
                           quant_min, quant_max)
    return cast(steps, "f32") * float(rounded), inside


@record("_fake_quantize_per_tensor_affine_cachemask_tensor_qparams")
def by_tensors(call: Call, x: Tensor, scale: Tensor, zero_point: Tensor, enabled: Tensor,
               quant_min: int, quant_max: int) -> tuple[Tensor, Tensor]:
    scale, zero = scale.reshape(()), cast(zero_point.reshape(()), _wide(call))
    steps, inside = _steps(cast(x, _wide(call)), cast(1 / scale, _wide(call)), zero,
                           quant_min, quant_max)
    off = enabled.reshape(()) == 0
    rounded = cast(cast(steps, "f32") * scale, call.name)
    return neo.where(off, x, rounded), inside | off


@record("fake_quantize_per_channel_affine_cachemask")
def by_channels(call: Call, x: Tensor, scale: Tensor, zero_point: Tensor, axis: int,
                quant_min: int, quant_max: int) -> tuple[Tensor, Tensor]:
    shape = [1] * x.ndim
    shape[axis] = -1
    scale, zero = scale.reshape(shape), cast(zero_point.reshape(shape), _wide(call))
    steps, inside = _steps(cast(x, _wide(call)), cast(1 / scale, _wide(call)), zero,
                           quant_min, quant_max, zero_point.spec.is_float)
    return steps * cast(scale, _wide(call)), inside
