# torch_side.py - operators in PyTorch, eager and compiled
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Every form of torch_forms.py in every memory format that suits it."""

from __future__ import annotations

import numpy as np
import torch

from cases import WEIGHTED, Case
from sides import torch_steps
from sides.layout import Form
from sides.torch_device import array, tensor
from sides.torch_forms import FORMS
from worker import Formulation

training = torch_steps.training
threads = torch.set_num_threads

_LAST = {4: torch.channels_last, 5: torch.channels_last_3d}


def formulations(case: Case, mode: str,
                 arrays: dict[str, np.ndarray]) -> list[Formulation]:
    return [formulation(case, form, mode, arrays, last)
            for form in FORMS[case.operator.kind](case.operator)
            for last in ((False, True) if has_formats(case) else (False,))]


def has_formats(case: Case) -> bool:
    """Whether the operands are pictures, which may have their channels last."""
    return case.operator.kind in WEIGHTED


def _tensor(values: np.ndarray, last: bool) -> torch.Tensor:
    found = tensor(values)
    if last and found.ndim in _LAST:
        return found.contiguous(memory_format=_LAST[found.ndim])
    return found


def _written(gradient: torch.Tensor) -> torch.Tensor:
    """The gradient of a sum repeats a number without writing it: others write it."""
    return gradient.contiguous() if 0 in gradient.stride() else gradient


def formulation(case: Case, form: Form, mode: str, arrays: dict[str, np.ndarray],
                last: bool, prepare=lambda function, operands: (function, operands)
                ) -> Formulation:
    """`prepare` may compile the function, and bind some of its operands."""
    layouts = [*form.layouts(len(arrays) - 1), form.result]
    *operands, cotangent = (_tensor(layout.apply(values), last)
                            for layout, values in zip(layouts, arrays.values()))
    if mode == "gradients":
        operands = [o.requires_grad_() for o in operands]
    function, given = prepare(form.function, operands)

    def forward():
        with torch.no_grad():
            return (function(*given),)

    def gradients():
        result = function(*given)
        found = torch.autograd.grad(result, given, cotangent)
        return (result, *map(_written, found))

    run = forward if mode == "forward" else gradients
    shapes = [case.operator.result, *case.operator.shapes.values()]
    back = [form.result, *layouts]

    def check() -> list[np.ndarray]:
        return [layout.undo(array(t), shape)
                for layout, t, shape in zip(back, run(), shapes)]

    return Formulation(form.name + ", channels last" * last, run, check)
