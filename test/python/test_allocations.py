# test_allocations.py - a call allocates nothing but its results
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A process whose malloc counts itself runs warm calls: Python keeps its small objects
apart, results come of a pool, and what kernels need is there since the first call."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COUNTING = r"""
#include <stddef.h>
#include <errno.h>
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
long allocations;
void *malloc(size_t n) { ++allocations; return __libc_malloc(n); }
void *calloc(size_t n, size_t s) { ++allocations; return __libc_calloc(n, s); }
void *realloc(void *p, size_t n) { ++allocations; return __libc_realloc(p, n); }
void *aligned_alloc(size_t a, size_t n) { ++allocations; return __libc_memalign(a, n); }
int posix_memalign(void **p, size_t a, size_t n) {
  ++allocations;
  return (*p = __libc_memalign(a, n)) ? 0 : ENOMEM;
}
"""

CALLS = """
import ctypes, sys
import numpy as np, neo

count = ctypes.c_long.in_dll(ctypes.CDLL(None), "allocations")
x = np.ones((256, 256), np.float32)
i = np.arange(200)
product = neo.expr("C[i,j] += A[i,k]*B[k,j]")
softmax = neo.jit(lambda x: neo.exp(x) / neo.sum(neo.exp(x), 1, keepdims=True))
row = neo.expr("Y[i,j] = A[I[i],j]")
loss = neo.jit(neo.value_and_grad(lambda w, x: neo.sum(neo.tanh(x @ w) @ w)))
calls = {"product": (1, lambda: product(x, x)), "softmax": (1, lambda: softmax(x)),
         "rows": (1, lambda: row(x, i)), "gradients": (2, lambda: product.vjp((x, x), x)),
         "loss": (2, lambda: loss(x, x))}
neo.set_threads(int(sys.argv[1]))
for name, (results, call) in calls.items():
    for _ in range(30):
        call()
    before = count.value
    for _ in range(100):
        call()
    print(name, (count.value - before) / 100, results)
"""


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"),
                    reason="needs a C compiler and glibc")
@pytest.mark.parametrize("threads", [1, 2])
def test_warm_calls_allocate_their_results(tmp_path: Path, threads: int):
    source, library = tmp_path / "counting.c", tmp_path / "counting.so"
    source.write_text(COUNTING)
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    said = subprocess.run(
        [sys.executable, "-c", CALLS, str(threads)], text=True, check=True,
        stdout=subprocess.PIPE, env={**os.environ, "LD_PRELOAD": str(library)}).stdout
    lines = [line.split() for line in said.splitlines()]
    assert len(lines) == 5
    for name, allocations, results in lines:
        assert float(allocations) <= int(results), (name, allocations)
