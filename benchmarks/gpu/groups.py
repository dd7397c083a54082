# groups.py - what the GPU benchmark measures
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""GROUPS by name: each gives its entries, at the extents of the benchmark or, `small`,
at such that an emulator can run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import ml_dtypes
import neo
import numpy as np

import steps
from cases import CASES, Case, inputs
from cases.case import shrunk
from gpu.entry import Entry
from gpu.torch_worker import SEED
from measure import reference_of

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

#: What NumPy can check in a few seconds.
MOST_CHECKED = 2e11
DTYPES = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "tf32": np.float32,
          "f32": np.float32}


def products(small: bool) -> Iterator[Entry]:
    """Against cuBLAS."""
    for size in (64,) if small else (1024, 2048, 4096, 8192):
        for kind, dtype in DTYPES.items():
            yield _product(kind, dtype, size)


def _product(kind: str, dtype: Any, size: int) -> Entry:
    def arrays() -> tuple:
        random = np.random.default_rng(SEED)
        return tuple(random.standard_normal((size, size), np.float32).astype(dtype)
                     for _ in range(2))

    return Entry(f"{kind} {size}", lambda a, b: a @ b, arrays,
                 {"product": kind, "size": size},
                 lambda: [np.matmul(*(x.astype(np.float32) for x in arrays()))],
                 operations=2.0 * size ** 3,
                 tolerance={"f16": 4e-3, "bf16": 3e-2, "tf32": 4e-3}.get(kind, 1e-3),
                 allow_tf32=kind == "tf32")


def convolutions(small: bool) -> Iterator[Entry]:
    """C1-C12 in float32, against cuDNN without tf32."""
    for number in range(1, 3 if small else 13):
        yield from _both(CASES[f"C{number}"], small)


def capsules(small: bool) -> Iterator[Entry]:
    """Capsule convolution at the shape of NeoFlow's Fig. 2."""
    yield from _both(CASES["CAPS"], small)


def memory(small: bool) -> Iterator[Entry]:
    """What the bandwidth bounds, against eager PyTorch and torch.compile."""
    shape = (32, 100) if small else (16384, 4096)
    x = np.random.default_rng(SEED).standard_normal(shape, np.float32)
    yield Entry("copy", lambda x: x, lambda: (x,), {"copy": shape}, lambda: [x],
                bytes=2 * x.nbytes)
    for name in ("softmax_768", "layernorm_768", "mish_768"):
        case = replace(CASES[name], parameters=dict(rows=shape[0], columns=shape[1]))
        yield from _both(case, small, compiled=True)


def _both(case: Case, small: bool, compiled: bool = False) -> Iterator[Entry]:
    """The operator, and with the gradients of its operands."""
    case = shrunk(case) if small else case
    operator = case.operator
    expression = neo.expr(operator.text, **operator.extents)

    def gradients(*arrays: Any) -> tuple:
        return (expression(*arrays[:-1]), *expression.vjp(arrays[:-1], arrays[-1]))

    for mode, function in (("forward", expression), ("gradients", gradients)):
        kept = None if mode == "gradients" else -1
        yield Entry(
            f"{case.name.split('_')[0]} {mode}", function,
            lambda kept=kept: tuple(inputs(operator).values())[:kept],
            {"case": case.name, "parameters": case.parameters, "mode": mode,
             "compiled": compiled},
            None if case.operations(mode) > MOST_CHECKED else
            lambda mode=mode: reference_of(operator, mode),
            case.operations(mode), case.bytes(mode))


def training(small: bool) -> Iterator[Entry]:
    """The capsule network's step, against PyTorch with CUDA graphs."""
    import capsule_network as example

    arrays = steps.inputs("capsnet")
    data = [arrays.pop(name) for name in steps.CAPSULE_DATA]
    data = [array[:2] for array in data] if small else data
    arguments = (arrays, example.adam.init(arrays), 0.0, *data)

    def expected() -> Sequence[np.ndarray]:
        return neo.tree.leaves(neo.jit(example.step.__wrapped__)(*arguments))

    yield Entry("step", example.step.__wrapped__, lambda: arguments,
                None if small else {"step": "capsnet"}, expected, tolerance=1e-2)


GROUPS: dict[str, Callable[[bool], Iterator[Entry]]] = {
    "products": products, "convolutions": convolutions, "capsules": capsules,
    "memory": memory, "training": training}
