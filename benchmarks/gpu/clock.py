# clock.py - times on the device
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Both sides are timed by CUDA's events around many runs, which are CUDA graphs: what
Python takes is not in it. Where a run of PyTorch cannot be recorded, it is launched
by Python, and the line says so (torch_worker.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import neo
import numpy as np
from neo import _core

from gpu.torch_worker import repeats_for


def seconds_of(program: Any, arrays: Sequence[Any]) -> float:
    """Of a run of a DeviceProgram."""
    once = program.time(arrays, 2)
    return program.time(arrays, repeats_for(once))


class Compiled:
    """A function of neo's on the device."""

    def __init__(self, function: Callable, arguments: Sequence[Any],
                 allow_tf32: bool = False):
        jitted = neo.jit(function, device="cuda", allow_tf32=allow_tf32)
        leaves = [*neo.tree.leaves(tuple(arguments)), *jitted.captured(*arguments)]
        self.program = _core.DeviceProgram(jitted.ir(*arguments), "main")
        self.arrays = neo.to_device([np.asarray(leaf, _float_of(leaf))
                                     for leaf in leaves])

    def results(self) -> list[np.ndarray]:
        return [np.asarray(a) for a in self.program.run(self.arrays)]

    def seconds(self) -> float:
        return seconds_of(self.program, self.arrays)


def _float_of(leaf: Any) -> Any:
    """Python's floats are float32 beside arrays of that."""
    return np.float32 if isinstance(leaf, float) else None
