# op_side.py - operators by neo.torch.op
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The case's text as an operator of PyTorch: tensors in and out, gradients recorded and
run by autograd. Weights are operands in every call."""

from __future__ import annotations

import numpy as np
import torch

import neo
from cases import Case
from sides.layout import Form
from sides.torch_side import formulation
from worker import Formulation

threads = torch.set_num_threads


def formulations(case: Case, mode: str,
                 arrays: dict[str, np.ndarray]) -> list[Formulation]:
    operator = neo.torch.op(case.operator.text, **case.operator.extents)
    form = Form("neo.torch.op", operator)
    return [formulation(case, form, mode, arrays, last=False)]
