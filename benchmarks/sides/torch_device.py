# torch_device.py - where PyTorch's tensors lie
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The CPU, or what NEO_BENCHMARK_DEVICE names, "cuda"."""

import os

import numpy as np
import torch

DEVICE = os.environ.get("NEO_BENCHMARK_DEVICE", "cpu")


def tensor(array: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(array)).to(DEVICE)


def array(value: torch.Tensor) -> np.ndarray:
    return value.detach().cpu().numpy()
