# creation.py - constants, ranges and identities
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Constants, ranges and identities. Uninitialised tensors hold zeros."""

from __future__ import annotations

from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.records import Call, record


@record("full", "full_like", "new_full", "scalar_tensor", "fill.Scalar", "fill.Tensor")
def full(call: Call, *given: Any, **options: Any) -> Tensor:
    value = given[-1]  # After a shape, a tensor, both or nothing.
    if isinstance(value, Tensor):
        return neo.broadcast_to(value.astype(call.dtype), call.shape)
    return constant(call, value)


def constant(call: Call, value: Any) -> Tensor:
    """The result, holding one number everywhere."""
    if call.name == "i1":
        return neo.full(call.shape, int(bool(value)), "i64") != 0
    return neo.full(call.shape, value, call.dtype)


@record("zeros", "zeros_like", "new_zeros", "empty.memory_format", "empty_like",
        "new_empty", "empty_strided", "new_empty_strided", "empty_permuted", "zero",
        "_efficientzerotensor")
def zeros(call: Call, *_: Any, **options: Any) -> Tensor:
    return constant(call, 0)


@record("ones", "ones_like", "new_ones")
def ones(call: Call, *_: Any, **options: Any) -> Tensor:
    return constant(call, 1)


@record("arange.start_step", "arange.start", "arange")
def arange(call: Call, *numbers: Any, **options: Any) -> Tensor:
    start, _, step = (numbers if len(numbers) == 3 else (*numbers, 1)
                      if len(numbers) == 2 else (0, *numbers, 1))
    return _ramp(call, start, step)


@record("prims.iota.default")
def iota(call: Call, length: int, *, start: int = 0, step: int = 1, **_: Any) -> Tensor:
    return _ramp(call, start, step)


@record("linspace")
def linspace(call: Call, start: Any, end: Any, steps: int, **options: Any) -> Tensor:
    """Counted from the end that is nearer, so that both are exact."""
    if not call.is_float:  # PyTorch rounds the ends, not the distances.
        start, end = int(start), int(end)
    if steps < 2:
        end = start
    step = (end - start) / max(steps - 1, 1)
    places = neo.arange(0, call.shape[0], 1).astype("f64")
    return neo.where(places < steps // 2, places * step + start,
                     end - (steps - 1 - places) * step).astype(call.dtype)


def _ramp(call: Call, start: Any, step: Any) -> Tensor:
    """Computed in double precision and rounded once: half types have no place 2,049.
    For integers PyTorch rounds the numbers first."""
    places = neo.arange(0, call.shape[0], 1)
    if not call.is_float:
        return places * int(step) + int(start)
    return (places.astype("f64") * step + start).astype(call.dtype)


@record("eye", "eye.m")
def eye(call: Call, *_: Any, **options: Any) -> Tensor:
    return neo.eye(call.shape[0], call.shape[1])
