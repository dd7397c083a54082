# overhead.py - what a call costs besides its work
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Time of a call that has next to nothing to compute.

Figures of one thread: a launch (the slope between programs of many and of few kernels
that compute two numbers each), a call of a jitted function with a few small arrays, and
the same through `neo.expr`. Where PyTorch is installed, the same through `neo.torch.op`,
and PyTorch's eager and compiled call, stand beside them.

    .venv/bin/python benchmarks/overhead.py
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

import neo
from neo.calibration import chain

ROUNDS, SECONDS = 9, 0.02


def per_call(call: Callable[[], object]) -> float:
    """Median over rounds of the microseconds of one call, warm."""
    start, calls = time.perf_counter(), 0
    while time.perf_counter() - start < SECONDS:
        call()
        calls += 1
    rounds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        rounds.append((time.perf_counter() - start) / calls)
    return 1e6 * statistics.median(rounds)


def launch() -> float:
    """Microseconds of a launch: the slope over the number of launches."""
    few, many = 10, 1010
    return (per_call(chain(many)) - per_call(chain(few))) / (many - few)


def small() -> list[np.ndarray]:
    return [np.full((4, 4), n + 1.0, np.float32) for n in range(3)]


def torch_calls() -> dict[str, Callable[[], object]]:
    try:
        import torch
    except ImportError:
        return {}
    torch.set_num_threads(1)
    arrays = [torch.from_numpy(a) for a in small()]
    compiled = torch.compile(lambda a, b, c: a * b + c)
    compiled(*arrays)

    def eager() -> object:
        return arrays[0] * arrays[1] + arrays[2]

    operator = neo.torch.op("Y[i,j] = A[i,j] * B[i,j] + C[i,j]")
    recorded = [a.clone().requires_grad_() for a in arrays]
    return {"neo.torch.op, a * b + c": lambda: operator(*arrays),
            "the same, gradient recorded": lambda: operator(*recorded),
            "PyTorch eager, a * b + c": eager,
            "PyTorch compiled, a * b + c": lambda: compiled(*arrays)}


def main() -> None:
    neo.set_threads(1)
    arrays = small()
    function = neo.jit(lambda a, b, c: a * b + c)
    expression = neo.expr("Y[i,j] = A[i,j] * B[i,j] + C[i,j]")
    calls = {"neo.jit, a * b + c": lambda: function(*arrays),
             "neo.expr, a * b + c": lambda: expression(*arrays),
             **torch_calls()}
    print(f"{'one launch more':32} {launch():8.2f} us")
    for name, call in calls.items():
        call()
        print(f"{name:32} {per_call(call):8.2f} us")


if __name__ == "__main__":
    main()
