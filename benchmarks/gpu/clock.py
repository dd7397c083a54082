# clock.py - times on the device
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Both sides are timed by CUDA's events around many runs, which are CUDA graphs: what
Python takes is not in it. Where a run of PyTorch cannot be recorded, it is launched
by Python, and the line says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import neo
import numpy as np
from neo import _core

LEAST_SECONDS = 0.2


def repeats_for(seconds: float) -> int:
    return max(5, min(2000, round(LEAST_SECONDS / max(seconds, 1e-7))))


class Compiled:
    """A function of neo's on the device."""

    def __init__(self, function: Callable, arguments: Sequence[Any]):
        jitted = neo.jit(function, device="cuda")
        leaves = [*neo.tree.leaves(tuple(arguments)), *jitted.captured(*arguments)]
        self.program = _core.DeviceProgram(jitted.ir(*arguments), "main")
        self.arrays = neo.to_device([np.asarray(leaf, _float_of(leaf))
                                     for leaf in leaves])

    def results(self) -> list[np.ndarray]:
        return [np.asarray(a) for a in self.program.run(self.arrays)]

    def seconds(self) -> float:
        once = self.program.time(self.arrays, 2)
        return self.program.time(self.arrays, repeats_for(once))


def _float_of(leaf: Any) -> Any:
    """Python's floats are float32 beside arrays of that."""
    return np.float32 if isinstance(leaf, float) else None


def torch_seconds(run: Callable[[], Any]) -> tuple[float, str]:
    """Seconds of a run on a GPU, and a word where it was no graph."""
    import torch

    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for _ in range(3):
            run()
    torch.cuda.synchronize()
    word = ""
    try:
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            run()
        again = graph.replay
    except RuntimeError:
        torch.cuda.synchronize()
        again, word = run, "no graph"
    return _timed(again, repeats_for(_timed(again, 3))), word


def _timed(run: Callable[[], Any], repeats: int) -> float:
    import torch

    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    run()
    begin.record()
    for _ in range(repeats):
        run()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) / 1e3 / repeats
