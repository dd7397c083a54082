# test_residues.py - gradients and results whose elements differ by residue
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Depthwise convolutions of every stride and their gradients.

Extents that a stride divides are one operator for all residues, others several; rows
fill vectors whole, in part, and several at a time.
"""

import numpy as np
import pytest

import neo

core = pytest.importorskip("neo._core")

CASES = [
    # size, kernel, stride, padding
    (14, 3, 2, 1), (15, 3, 2, 1), (40, 3, 2, 1), (64, 2, 2, 0), (36, 4, 2, 1),
    (36, 3, 3, 1), (33, 4, 3, 2), (34, 3, 3, 1), (32, 5, 4, 2), (96, 4, 4, 0),
    (36, 1, 2, 0), (28, 3, 1, 1)]


def gradients(size, kernel, stride, padding):
    """The text of both gradients of a depthwise convolution, and its arguments."""
    out = (size + 2 * padding - kernel) // stride + 1
    y, x = (f"{stride} * {p} + {r} - {padding}" for p, r in (("p", "r"), ("q", "s")))
    convolution = neo.expr(
        f"C[c,p,q] += (A[c,{y},{x}] if 0 <= {y} < {size} and 0 <= {x} < {size} else 0)"
        " * W[c,r,s]", p=out, q=out)
    random = np.random.default_rng(0)
    a, w, d = (random.integers(-8, 8, shape).astype(np.float32)
               for shape in ((3, size, size), (3, kernel, kernel), (3, out, out)))
    return convolution.vjp_ir(a, w), (a, w, d)


@pytest.mark.parametrize("case", CASES, ids=lambda case: "x".join(map(str, case)))
def test_strided_gradients_are_exact(case):
    text, arguments = gradients(*case)
    plain = neo.canonical(text, "builtin.module(neo-autodiff)")
    want = core.interpret(plain, "main", arguments)
    for threads in (1, 2):
        got = core.Program(text, "main", threads).run(arguments)
        for mine, exact in zip(got, want, strict=True):
            np.testing.assert_array_equal(mine, exact)
