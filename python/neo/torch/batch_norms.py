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
from torch._decomp import decomposition_table
from torch._prims_common import suggest_memory_format

#: The operand whose order the first result has, by the beginning of the name.
_OPERANDS = {"aten.native_batch_norm_backward": 1, "aten.batch_norm_backward": 1,
             "aten.native_batch_norm": 0, "aten._native_batch_norm_legit": 0,
             "aten._batch_norm_with_update": 0, "aten._batch_norm_no_update": 0}


def batch_norms() -> dict[Any, Callable[..., Any]]:
    """The decompositions, by their operators."""
    return {op: _ordered(function, place) for op, function in decomposition_table.items()
            if (place := _operand(str(op))) is not None and not str(op).endswith(".out")}


def _operand(name: str) -> int | None:
    return next((place for beginning, place in _OPERANDS.items()
                 if name.startswith(beginning)), None)


def _ordered(function: Callable[..., Any], place: int) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*operands: Any, **options: Any) -> Any:
        first, *others = function(*operands, **options)
        order = suggest_memory_format(operands[place])
        if isinstance(first, torch.Tensor):
            first = first.contiguous(memory_format=order)
        return first, *others

    return call


__all__ = ["batch_norms"]
