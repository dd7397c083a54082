# compiled_side.py - operators in PyTorch by torch.compile
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The forms of torch_forms.py, compiled for one shape each. Forward convolutions have
their weights as constants, prepacked by Inductor's freezing."""

from __future__ import annotations

import numpy as np
import torch

from cases import Case
from sides.torch_forms import FORMS
from sides.torch_side import formulation, has_formats
from worker import Formulation

threads = torch.set_num_threads
torch._dynamo.config.cache_size_limit = 1024


class _Frozen(torch.nn.Module):
    def __init__(self, function, weights: torch.Tensor):
        super().__init__()
        self.function = function
        self.weights = torch.nn.Parameter(weights, requires_grad=False)

    def forward(self, picture):
        return self.function(picture, self.weights)


def formulations(case: Case, mode: str,
                 arrays: dict[str, np.ndarray]) -> list[Formulation]:
    torch.compiler.reset()
    pictures = has_formats(case)
    forms = FORMS[case.operator.kind](case.operator)
    return [formulation(case, form, mode, arrays, last,
                        _frozen if pictures and mode == "forward" else _compiled)
            for form in forms for last in ((False, True) if pictures else (False,))]


def _compiled(function, operands):
    compiled = torch.compile(function, dynamic=False)
    return compiled, operands


def _frozen(function, operands):
    import torch._inductor.config as config

    config.freezing = True
    picture, weights = operands
    return torch.compile(_Frozen(function, weights).eval(), dynamic=False), [picture]
