# startup.py - from starting Python to the first result
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Seconds that a fresh process takes until an operator and its gradients are there.

Counted is everything: the interpreter, NumPy, Neo, compiling (cold: into an empty
cache; warm: from the cache) and the first run itself. The median of several
processes each.

    .venv/bin/python benchmarks/startup.py [CASE ...]
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
ROUNDS = 5

SETUP = "import numpy as np, neo\n"
OPERATOR = SETUP + """
f = neo.expr({text!r}, **{extents!r})
shapes, out = {shapes!r}, {out!r}
arrays = [np.ones(s, np.float32) for s in shapes]
neo.jit(lambda d, *a: (f(*a), *f.vjp(a, d)))(np.ones(out, np.float32), *arrays)
"""
NETWORK = """
import sys
sys.path.insert(0, {here!r})
""" + SETUP + """
from networks import {name} as network
params = {{k: np.full(s, 0.01, np.float32) for k, s in network.shapes().items()}}
data = [np.ones(s, np.float32) for s in network.data(1)]
neo.jit(neo.value_and_grad(network.loss))(params, *data)
"""
INSIDE = "0 <= p+r-1 < 56 and 0 <= q+s-1 < 56"


def operator(text: str, shapes: list[tuple[int, ...]], out: tuple[int, ...],
             **extents: int) -> str:
    return OPERATOR.format(text=text, shapes=shapes, out=out, extents=extents)


CASES = {
    "GEMM 1024": operator("C[i,j] += A[i,k] * B[k,j]", [(1024, 1024)] * 2,
                          (1024, 1024)),
    "C2": operator(
        f"C[b,k,p,q] += (A[b,c,p+r-1,q+s-1] if {INSIDE} else 0) * W[k,c,r,s]",
        [(1, 64, 56, 56), (64, 64, 3, 3)], (1, 64, 56, 56), p=56, q=56),
    "capsule convolution": operator(
        "C[b,k,p,q,i,j] += A[b,c,2*p+r,2*q+s,i,m] * W[k,c,r,s,m,j]",
        [(1, 64, 28, 28, 1, 1), (256, 64, 9, 9, 1, 8)], (1, 256, 10, 10, 1, 8),
        p=10, q=10),
    "softmax 4096 x 768": operator(
        "M[i] max= X[i,j]; E[i,j] = exp(X[i,j] - M[i]); S[i] += E[i,j]; "
        "Y[i,j] = E[i,j] / S[i]", [(4096, 768)], (4096, 768)),
}
NETWORKS = {
    "ResNet-50": NETWORK.format(here=str(HERE), name="resnet"),
    "BERT-base": NETWORK.format(here=str(HERE), name="bert"),
}
CASES |= NETWORKS


def seconds(script: str, folder: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", script], check=True,
                   env=os.environ | {"NEO_CACHE_DIR": folder})
    return time.perf_counter() - start


def main() -> None:
    wanted = sys.argv[1:] or list(CASES)
    for name in wanted:
        cold, warm = [], []
        rounds = 1 if name in NETWORKS else ROUNDS
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                cold.append(seconds(CASES[name], folder))
                warm.append(seconds(CASES[name], folder))
        print(f"{name:24} cold {statistics.median(cold):7.2f} s   "
              f"warm {statistics.median(warm):6.2f} s", flush=True)


if __name__ == "__main__":
    main()
