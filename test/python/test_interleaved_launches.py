# test_interleaved_launches.py - launches that are run block by block
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A layer and its gradients, too large for the second-level cache, compute together
what each computes alone, on one thread and on several."""

import neo
import numpy as np
import pytest


def depthwise(stride, out, size):
    p, q = f"{stride} * p + r - 1", f"{stride} * q + s - 1"
    return neo.expr(f"C[k,p,q] += (A[k,{p},{q}] if 0 <= {p} < {size} and "
                    f"0 <= {q} < {size} else 0) * W[k,r,s]", p=out, q=out)


def check(channels, size, stride):
    out = size // stride
    e = depthwise(stride, out, size)
    random = np.random.default_rng(5)
    a = random.standard_normal((channels, size, size), np.float32)
    w = random.standard_normal((channels, 3, 3), np.float32)
    d = random.standard_normal((channels, out, out), np.float32)
    together = neo.jit(lambda a, w, d: (e(a, w), *e.vjp([a, w], d)))
    alone = (e(a, w), neo.jit(lambda a, w, d: e.vjp([a, w], d)[0])(a, w, d),
             neo.jit(lambda a, w, d: e.vjp([a, w], d)[1])(a, w, d))
    for _ in range(2):
        for got, wanted in zip(together(a, w, d), alone):
            np.testing.assert_array_equal(got, wanted)


@pytest.mark.extended
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("channels, size, stride", [
    (64, 56, 1), (37, 80, 1), (64, 80, 2), (300, 28, 1)])
def test_depthwise(channels, size, stride, threads):
    before = neo.get_threads()
    neo.set_threads(threads)
    try:
        check(channels, size, stride)
    finally:
        neo.set_threads(before)
