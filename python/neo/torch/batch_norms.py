# batch_norms.py - batch normalisation, whose results lie as in eager mode
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""PyTorch's decompositions of batch normalisation, with the strides of its kernels.

The kernels write their result contiguously, or in the channels-last order of an operand
that has it. The decompositions follow the strides of the operand instead, and those of a
transposed one reach the caller: where eager mode takes a view of the result, compiled
code would refuse it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch
from torch._prims_common import suggest_memory_format

#: The operand whose order the first result has, by the beginning of the name.
_OPERANDS = {"aten.native_batch_norm_backward": 1, "aten.batch_norm_backward": 1,
             "aten.native_batch_norm": 0, "aten._native_batch_norm_legit": 0,
             "aten._batch_norm_with_update": 0, "aten._batch_norm_no_update": 0}


def in_kernel_order(op: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """The decomposition `function` of `op`; one of batch normalisation with the strides
    of its kernel."""
    name = str(op)
    place = next((place for beginning, place in _OPERANDS.items()
                  if name.startswith(beginning)), None)
    return function if place is None or name.endswith(".out") else \
        _ordered(function, place)


def _ordered(function: Callable[..., Any], place: int) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*operands: Any, **options: Any) -> Any:
        first, *others = function(*operands, **options)
        order = suggest_memory_format(operands[place])
        if isinstance(first, torch.Tensor):
            first = first.contiguous(memory_format=order)
        return first, *others

    return call


__all__ = ["in_kernel_order"]
