# torch_worker.py - PyTorch's side of the GPU benchmark, in a process of its own
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Started by torch_process.py as

    python torch_worker.py

with any Python that has PyTorch: it needs not be Neo's. It answers lines of JSON, one
for one; {"about": true} by {"version": PyTorch's, "gpu": whether it sees one}, and

    {"product": "f16", "size": 1024}
    {"case": "C2", "parameters": {...}, "mode": "forward", "compiled": false}
    {"copy": [rows, columns]}
    {"step": "capsnet"}

each with "results", a path where the first formulation's arrays are written, and
"timed", by {"forms": [[name, seconds, a word where it was no CUDA graph], ...]}.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np  # noqa: E402
from worker import Formulation, serve  # noqa: E402

LEAST_SECONDS = 0.2
SEED = 7


def repeats_for(seconds: float) -> int:
    return max(5, min(2000, round(LEAST_SECONDS / max(seconds, 1e-7))))


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    import torch

    if "about" in asked:
        return {"version": torch.__version__, "gpu": torch.cuda.is_available()}
    torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.benchmark = True
    kind = next(name for name in FORMULATIONS if name in asked)
    forms = FORMULATIONS[kind](asked)
    np.savez(asked["results"], *forms[0].check())
    times = [[f.name, *seconds(f.run)] for f in forms] if asked["timed"] else []
    return {"forms": times}


def products(asked: dict[str, Any]) -> list[Formulation]:
    import torch
    from sides.torch_device import array, tensor

    kind, size = asked["product"], asked["size"]
    kinds = {"f16": torch.float16, "bf16": torch.bfloat16}
    random = np.random.default_rng(SEED)
    a, b = (tensor(random.standard_normal((size, size), np.float32))
            .to(kinds.get(kind, torch.float32)) for _ in range(2))
    torch.backends.cuda.matmul.allow_tf32 = kind == "tf32"
    return [Formulation("a @ b", lambda: a @ b, lambda: [array((a @ b).float())])]


def operators(asked: dict[str, Any]) -> list[Formulation]:
    import torch
    from cases import CASES, inputs
    from sides import torch_side

    case = replace(CASES[asked["case"]], parameters=asked["parameters"])
    arrays = inputs(case.operator)
    found = torch_side.formulations(case, asked["mode"], arrays)
    if asked["compiled"] and torch.cuda.is_available():
        from sides import compiled_side

        found += [replace(form, name=f"torch.compile, {form.name}") for form in
                  compiled_side.formulations(case, asked["mode"], arrays)]
    return found


def copies(asked: dict[str, Any]) -> list[Formulation]:
    from sides.torch_device import array, tensor

    random = np.random.default_rng(SEED)
    source = tensor(random.standard_normal(asked["copy"], np.float32))
    target = source.clone()
    return [Formulation("copy_", lambda: target.copy_(source), lambda: [array(target)])]


def training(asked: dict[str, Any]) -> list[Formulation]:
    """A step changes the weights: its results are compared with the CPU's."""
    import steps
    from sides import torch_steps

    forms = torch_steps.training(asked["step"], steps.inputs(asked["step"]))
    return [replace(form, check=lambda: []) for form in forms]


FORMULATIONS: dict[str, Callable[[dict[str, Any]], list[Formulation]]] = {
    "product": products, "case": operators, "copy": copies, "step": training}


def seconds(run: Callable[[], Any]) -> tuple[float, str]:
    """Of a run on a GPU, by CUDA's events around many, and a word where it is no graph."""
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


if __name__ == "__main__":
    os.environ.setdefault("NEO_BENCHMARK_DEVICE", "cuda")
    serve(lambda: answer)
