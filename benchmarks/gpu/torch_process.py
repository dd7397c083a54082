# torch_process.py - asks PyTorch what it takes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""PyTorch runs in a process of its own, so that it may be another Python's: that which
NEO_TORCH_PYTHON names, or else this one's."""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from measure import Failure, Process
from peers import Peer


@dataclass(frozen=True)
class Answer:
    """`times` are (seconds, form, a word where it was no CUDA graph)."""

    results: list[np.ndarray]
    times: list[tuple[float, str, str]]


class Torch(Process):
    def __init__(self, device: str):
        python = os.environ.get("NEO_TORCH_PYTHON", sys.executable)
        # Another Python has its own packages and libraries.
        alone = {} if python == sys.executable else dict.fromkeys(
            ("PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH"), "")
        super().__init__(Peer("torch", "PyTorch", "torch", "torch", python=python,
                              environment={"NEO_BENCHMARK_DEVICE": device, **alone}),
                         os.cpu_count() or 1, "")

    def command(self) -> list[str | Path]:
        return [self.peer.python, Path(__file__).with_name("torch_worker.py")]

    def answer(self, question: dict[str, Any], timed: bool) -> Answer:
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder, "results.npz"))
            said = self.ask(**question, timed=timed, results=path)
            with np.load(path) as arrays:
                results = [arrays[name] for name in arrays.files]
        return Answer(results, [(seconds, name, word)
                                for name, seconds, word in said["forms"]])


def find_torch(timed: bool) -> Torch | None:
    """PyTorch, if it takes part; says so where it does not."""
    torch = Torch("cuda" if timed else "cpu")
    try:
        about = torch.ask(about=True)
    except Failure as failure:
        print(f"{failure}: Neo is measured alone")
        return None
    if timed and not about["gpu"]:
        print("PyTorch sees no GPU: Neo is measured alone")
        return None
    print(f"PyTorch {about['version']}")
    return torch
