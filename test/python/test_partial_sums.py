# test_partial_sums.py - Gradients summed before they are gathered
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo-autodiff{partial-sums}` gives what `neo-autodiff` gives, in exact integers.

Each expression has so many filters that the partial sums pay; the test fails where the
option changes nothing.
"""

import numpy as np
import pytest

import neo
from neo import _core

# text, extent of p and of q, shapes of A and W
SHAPES = {
    "stride": ("C[k,p,q] += A[2*p+r,2*q+s] * W[k,r,s]", 4, (9, 9), (128, 3, 3)),
    "dilation": ("C[k,p,q] += A[p+2*r,q+3*s] * W[k,r,s]", 4, (8, 10), (128, 3, 3)),
    "padded": ("C[k,p,q] += (A[p+r-1,q+s-1] if p+r>=1 and q+s>=1 else 0) * W[k,r,s]",
               4, (7, 7), (128, 5, 5)),
    "nonlinear": ("C[k,p,q] += A[p+r,q+s] * A[p+r,q+s] * W[k,r,s]",
                  4, (7, 7), (128, 4, 4)),
    "two reads": ("C[k,p,q] += A[p+r,q+s] * A[p,q] * W[k,r,s]",
                  4, (7, 7), (128, 4, 4)),
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("options", ["partial-sums", "partial-sums residue-pieces"])
def test_partial_sums_equal_the_gather(name: str, options: str) -> None:
    text, extent, a, w = SHAPES[name]
    random = np.random.default_rng(3)
    arrays = [random.integers(-3, 4, a).astype(np.float64),
              random.integers(-3, 4, w).astype(np.float64)]
    op = neo.expr(text, p=extent, q=extent)
    forward = op.ir(*arrays)
    cotangent = random.integers(-3, 4, op(*arrays).shape).astype(np.float64)
    plain = _core.canonical(forward, "builtin.module(neo-autodiff)")
    summed = _core.canonical(forward, f"builtin.module(neo-autodiff{{{options}}})")
    assert summed.count("neo.compute") > plain.count("neo.compute")
    entry = "main_vjp"
    expected = _core.interpret(plain, entry, [*arrays, cotangent])
    actual = _core.interpret(summed, entry, [*arrays, cotangent])
    for one, other in zip(expected, actual, strict=True):
        np.testing.assert_array_equal(one, other)
