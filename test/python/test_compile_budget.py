# test_compile_budget.py - what takes long to compile says where
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import re
import warnings

import numpy as np
import pytest

import neo


def compiled(monkeypatch, budget, number):
    """A program that nobody has compiled before, by its constant `number`."""
    monkeypatch.setenv("NEO_CACHE", "0")
    monkeypatch.setenv("NEO_COMPILE_BUDGET", budget)
    return neo.expr(f"C[i] += {number} * A[i,j]")(np.ones((3, 4)))


def test_over_the_budget_the_passes_are_named(monkeypatch):
    with pytest.warns(UserWarning) as caught:
        c = compiled(monkeypatch, "1e-9", 3.25)
    np.testing.assert_array_equal(c, [13.0] * 3)
    text = str(caught[0].message)
    assert re.search(r"compiling took \d+\.\d s, over its budget of 0\.0 s: .*"
                     r"\b(LLVM|[a-z-]+) \d+\.\d s", text)
    assert "NEO_COMPILE_BUDGET" in text
    assert "C[i] += 3.25 * A[i,j]" in text


@pytest.mark.parametrize("budget", ["0", "1e6", "no number"])
def test_inside_the_budget_nothing_is_said(monkeypatch, budget):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiled(monkeypatch, budget, 3.5)


#: Gradients whose steps, unrolled in tiles, were 25,000 to 37,000 instructions of one
#: kernel: a minute of LLVM's time on a busy machine.
LONG = {
    "clamped": ("forward", np.float64, dict(i=15, j=8, p=5, q=7),
                [(8, 5, 57), (56, 21), (8, 7)],
                "T[j] += 0.02 * ((3 + (A[j, p, min(max(4*q-2*i+p-1+(2*p)//4, 0), 56)] "
                "if j+2 <= 6 else 0.5)) * (B[-1*j+q+3*i-3+10, -1*i+q+14]) "
                "/ (3 + tanh(C[j, q])))"),
    "product": ("reverse", np.float64, dict(i=9, j=4, k=6, p=16), [(16, 4), (10, 6)],
                "V[k,j] *= (1 + 0.003 * (relu(tanh((U[p, p+j-3] if 0 <= p+j-3 < 4 else "
                "0) * (B[(2*k+6*i+p+2)//8, k] if 6*p+4*j+3*i+5 < 55 else -2)))))"),
    "halves": ("reverse", np.float16, dict(n=127, i=32, j=8),
               [(127, 3), (127, 21), (127, 8, 22), (127, 117, 7)],
               "V[n,j,i] = (U[n, ((j+i)%4)%3] * (B[n, -2*i+6*j-1] if 0 <= -2*i+6*j-1 < "
               "21 else -2)) / (3 + tanh(((C[n, j, 3*j] if 3*j+i+(i-3)//7 < 7 else 0.5)) "
               "/ (3 + tanh((D[n, 3*i+4*j+11, (j)%7] if 0 <= 3*i+4*j+11 < 117 else "
               "0.5)))))"),
    # A bit of a mask is moved and tested for each lane.
    "masked": ("reverse", np.float64, dict(i=31, p=23, q=8),
               [(78,), (123, 23), (8, 7, 56), (23, 31, 7)],
               "T[] max= ((A[2*i+p+(4*p-2*i)%4] if 0 <= 2*i+p+(4*p-2*i)%4 < 78 else -2) "
               "* B[i+3*p-3+(3*p+i+q-1)//4+4, p] - C[q, (3*p+2*i)%7, "
               "min(max(i+1+(q+i+p-3)//2, 0), 55)] * D[p, i, (p)%7])"),
}


@pytest.mark.extended
@pytest.mark.parametrize("target", ["avx2", "avx512"])
@pytest.mark.parametrize("name", LONG)
def test_written_steps_have_a_budget(monkeypatch, name, target):
    core = pytest.importorskip("neo._core")
    monkeypatch.setenv("NEO_TARGET", target)
    mode, dtype, extents, shapes, text = LONG[name]
    arrays = [np.ones(shape, dtype) for shape in shapes]
    ir = neo.canonical(neo.expr(text, **extents).ir(*arrays),
                       f"builtin.module(neo-autodiff{{mode={mode}}})")
    entry = {"forward": "main_jvp", "reverse": "main_vjp"}[mode]
    kernels = re.split(r"^\w+_kernel\d+:", core.assembly(ir, entry),
                       flags=re.MULTILINE)
    assert max(kernel.count("\n") for kernel in kernels) < 12_000
