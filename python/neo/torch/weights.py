# weights.py - frozen parameters as constants
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Weights as part of the program.

Where a graph is for inference, its parameters and buffers are captured by its programs,
so that values that depend on them alone, such as packed weights, are computed once and
not in every call. PyTorch changes weights in place, between evaluations of a network
that is being trained, and counts the changes in each tensor's version; memory that is
exchanged (`parameter.data = ...`) has another address. Both are checked in each call,
which is cheaper than to pass the weights. A graph whose weights have changed once takes
them as operands from then on: what is packed for one call is not worth it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from neo.torch.tensors import NAMES, arrays_of


class Weights:
    """What is captured: inputs of a graph at the places `places`."""

    def __init__(self, places: Sequence[int], inputs: Sequence[torch.Tensor]):
        self._places = [n for n in places if _is_kept(inputs[n])]
        self._known = [_state(inputs[n]) for n in self._places]
        self._tensors = [inputs[n] for n in self._places]  # Their addresses are theirs.
        self.arrays: dict[int, np.ndarray] = dict(
            zip(self._places, arrays_of(self._tensors)))

    def are(self, inputs: Sequence[torch.Tensor]) -> bool:
        """Whether the inputs of a call have the same weights."""
        return [_state(inputs[n]) for n in self._places] == self._known


def _state(tensor: torch.Tensor) -> tuple[int, int]:
    return tensor.data_ptr(), tensor._version


def _is_kept(tensor: torch.Tensor) -> bool:
    """Whether a tensor is one of Neo's whose changes are counted."""
    return (isinstance(tensor, torch.Tensor) and not tensor.is_inference()
            and tensor.is_cpu and tensor.layout is torch.strided
            and tensor.dtype in NAMES)
