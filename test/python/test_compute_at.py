# test_compute_at.py - producers and consumers in one kernel
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Programs in which each step of one operator is all that a step of the next reads,
compiled, against the interpreter."""

import numpy as np
import pytest

import neo

CIRCULANT = ("D[a,c,d] += X[{n}*a+k,{n}*c+(k+d)%{n}] / {n}\n"
             "Y[i,j] = D[i//{n},j//{n},(j-i)%{n}]")


def circulant(rows, columns, n):
    return neo.expr(CIRCULANT.format(n=n), a=rows // n, c=columns // n, d=n, k=n,
                    i=rows, j=columns)


def launches(function, *arrays) -> int:
    text = neo.canonical(neo.jit(function).ir(*arrays),
                         "builtin.module(neo-optimize,neo-to-vector)")
    return text.count("neo.launch @")


def compare(function, *arrays):
    found = neo.jit(function)(*arrays)
    expected = neo.interpret(
        neo.canonical(neo.jit(function).ir(*arrays),
                      "builtin.module(neo-autodiff{declared-only=true},inline)"),
        *arrays)
    found = found if isinstance(found, tuple) else (found,)
    for f, e in zip(found, expected, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-5, atol=1e-5)


def numbers(*shapes):
    rng = np.random.default_rng(1)
    return [rng.standard_normal(shape, np.float32) for shape in shapes]


@pytest.mark.parametrize("rows, columns, block", [
    (64, 32, 8), (8, 256, 8), (128, 256, 8), (12, 60, 4), (32, 48, 16), (9, 15, 3)])
def test_circulant_blocks(rows, columns, block):
    expression = circulant(rows, columns, block)
    x, d = numbers((rows, columns), (rows, columns))
    compare(lambda x, d: (expression(x), *expression.vjp((x,), d)), x, d)


def test_one_launch_each():
    expression = circulant(1024, 256, 8)
    x, d = numbers((1024, 256), (1024, 256))
    assert launches(expression, x) == 1
    assert launches(lambda x, d: (expression(x), *expression.vjp((x,), d)), x, d) == 2


def test_threads_share_steps():
    """Each has a scratch of its own."""
    expression = circulant(1024, 256, 8)
    x, = numbers((1024, 256))
    compare(expression, x)


def test_long_chains_are_several_kernels():
    """Twenty circulants of what is weighted, and the last one's blocks: kernels of 16
    operators and of five, which fill two scratches alternately, however long they are."""
    expression = neo.expr("D[a,c,d] += X[8*a+k,8*c+(k+d)%8] * B[8*a+k,8*c+(k+d)%8]\n"
                          "Y[i,j] = D[i//8,j//8,(j-i)%8]",
                          a=128, c=32, d=8, k=8, i=1024, j=256)

    def twenty(x, b):
        for _ in range(20):
            x = expression(x, b)
        return x

    x, b = numbers((1024, 256), (1024, 256))
    text = neo.canonical(neo.jit(twenty).ir(x, b),
                         "builtin.module(neo-optimize,neo-to-vector)")
    assert text.count("neo.launch @") == 2
    assert text.count("memref.alloca(") == 4
    compare(twenty, abs(x), abs(b) / 8)  # positive: nothing cancels
