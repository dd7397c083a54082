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

PyTorch does not count what fused optimizers write, so it is counted here, after their
steps; nor what is written through `parameter.data` or NumPy. So a few elements of each
weight are compared, too: a write of a whole tensor is noticed, one of single elements may
not be.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch.optim.optimizer import Optimizer, register_optimizer_step_post_hook

from neo.native import core
from neo.torch.tensors import NAMES, arrays_of

#: All captured weights. They hold their tensors: PyTorch exchanges none that is referred
#: to weakly (torch.utils.swap_tensors).
_CAPTURED: weakref.WeakSet[Weights] = weakref.WeakSet()


class Weights:
    """What is captured: inputs of a graph at the places `places`."""

    def __init__(self, places: Sequence[int], inputs: Sequence[torch.Tensor]):
        self._places = [n for n in places if _is_kept(inputs[n])]
        self._known = [_state(inputs[n]) for n in self._places]
        self.tensors = [inputs[n] for n in self._places]  # Their addresses are theirs.
        self.arrays: dict[int, np.ndarray] = dict(
            zip(self._places, arrays_of(self.tensors)))
        self._fingerprint = core().Fingerprint(list(self.arrays.values()))
        self._found = self._fingerprint.get()
        _CAPTURED.add(self)

    def are(self, inputs: Sequence[torch.Tensor]) -> bool:
        """Whether the inputs of a call have the same weights."""
        return [_state(inputs[n]) for n in self._places] == self._known \
            and self._fingerprint.get() == self._found


def _state(tensor: torch.Tensor) -> tuple[int, int]:
    return tensor.data_ptr(), tensor._version


def _is_kept(tensor: torch.Tensor) -> bool:
    """Whether a tensor is one of Neo's whose changes are counted."""
    return (isinstance(tensor, torch.Tensor) and not tensor.is_inference()
            and tensor.is_cpu and tensor.layout is torch.strided
            and tensor.dtype in NAMES)


def _count_fused(optimizer: Optimizer, args: Any, kwargs: Any) -> None:
    """Counts a step of a fused optimizer as a change of the parameters it has."""
    fused = [p for group in optimizer.param_groups if group.get("fused")
             for p in group["params"]]
    if fused:
        captured = {id(t) for weights in _CAPTURED for t in weights.tensors}
        torch.autograd.graph.increment_version([p for p in fused if id(p) in captured])


register_optimizer_step_post_hook(_count_fused)
