# products.py - products of matrices of any size, as they lie or transposed
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Products of two matrices beside PyTorch, in turns on one thread.

    .venv/bin/python benchmarks/products.py [--sizes 1000x1000x1000,...] [--rounds 9]

A size is MxKxN: rows, terms and columns. The gradients of a product with respect to its
operands are the products with one of them transposed. A row is the median of the time of
Neo in milliseconds, and over that of PyTorch.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch

import neo
from turns import in_turns

SIZES = ("500x5000x500,512x512x512,512x3072x768,700x1100x900,800x800x800,"
         "1000x1000x1000,1000x8192x1500,2000x2000x2000,2048x2048x2048")

#: What is transposed of both: x @ y, x.T @ y and x @ y.T.
SPELLINGS = {"A B": (False, False), "A^T B": (True, False), "A B^T": (False, True)}


def product(x, y, turned: tuple[bool, bool]):
    return (x.T if turned[0] else x) @ (y.T if turned[1] else y)


def measure(m: int, k: int, n: int, dtype: str, turned: tuple[bool, bool],
            rounds: int) -> tuple[float, float]:
    """Seconds of Neo and of PyTorch."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((k, m) if turned[0] else (m, k)).astype(dtype)
    y = rng.standard_normal((n, k) if turned[1] else (k, n)).astype(dtype)
    compiled = neo.jit(lambda x, y: product(x, y, turned), threads=1)
    tensors = torch.from_numpy(x), torch.from_numpy(y)
    np.testing.assert_allclose(compiled(x, y), product(*tensors, turned).numpy(),
                               rtol=1e-3, atol=1e-5 * k)
    return tuple(in_turns([lambda: compiled(x, y), lambda: product(*tensors, turned)],
                          rounds))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--dtypes", default="float32,float64")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    torch.set_num_threads(1)
    print("| size | dtype |" + "".join(f" {s} ms | ratio |" for s in SPELLINGS))
    print("|---|---|" + "---|---|" * len(SPELLINGS))
    for size in options.sizes.split(","):
        for dtype in options.dtypes.split(","):
            row = f"| {size.replace('x', ' x ')} | {dtype} |"
            for turned in SPELLINGS.values():
                own, peer = measure(*map(int, size.split("x")), dtype, turned,
                                    options.rounds)
                row += f" {1e3 * own:.2f} | {own / peer:.2f} |"
            print(row, flush=True)


if __name__ == "__main__":
    main()
