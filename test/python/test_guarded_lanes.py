# test_guarded_lanes.py - guards that divide, where lanes lie apart
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A vector whose lanes are strided is read as a range (StridedRead.h). What a guard
with `//` or `%` keeps away from has to stay the pad there, too. Programs that the
fuzzer shrank, and others of their class, against the interpreter."""
import numpy as np
import pytest

import neo

# Expression, extents, shapes of the operands in their order.
CASES = {
    "remainder": ("T[i] = A[2*i] if i % 5 < 3 else 1", dict(i=17), [33]),
    "remainder, whole vectors": (
        "T[i] = A[2*i] if i % 5 < 3 else 1", dict(i=64), [127]),
    "remainder under a sum": (
        "C[c] += (A[2*b+3*c] if (4*c+b) % 7 >= 2 else 0)",
        dict(c=8, b=5), [30]),
    "quotient": (
        "C[b] += (A[6*b] if (-a-b)//2 + a >= -2 else 0)",
        dict(b=8, a=7), [43]),
    "quotient and a bound": (
        "C[b] = A[3*b-6] if 0 <= 3*b-6 < 30 and b//3 % 2 == 0 else 4",
        dict(b=24), [30]),
    "equal remainders": (
        "C[b] += (A[4*b+a] if (b+a) % 3 == 0 else 0.5)",
        dict(b=19, a=4), [76]),
    "of another loop": (
        "C[b] += (A[2*b+a] if (a*3) % 4 < 2 else 0.5)",
        dict(b=16, a=5), [35]),
    "lanes of a reduction": (
        "C[] += (A[2*a] if a % 3 > 0 else 0)", dict(a=50), [99]),
}


@pytest.fixture(params=["host", "avx2"], autouse=True)
def target(request, monkeypatch):
    if request.param != "host":
        monkeypatch.setenv("NEO_TARGET", request.param)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("name", CASES)
def test_guard_that_divides(name, dtype):
    text, extents, shapes = CASES[name]
    random = np.random.default_rng(0)
    operands = [random.integers(-8, 9, s).astype(dtype) / 4 for s in shapes]
    operands = [x.astype(dtype) for x in operands]
    op = neo.expr(text, **extents)
    wanted, = neo.interpret(op, *operands)
    np.testing.assert_array_equal(op(*operands), wanted)


def adjoints(op, operands, cotangent):
    text = neo.canonical(op.vjp_ir(*operands),
                         "builtin.module(neo-autodiff{declared-only=true})")
    return neo.interpret(text, *operands, cotangent)


def test_guard_of_an_adjoint():
    op = neo.expr("T[j,i] += tanh((A[k%3, (-2*i)%2, j+k+4] if j == 0 else 0.5))"
                  " * (B[(3*i)//7, 3*k] + 0.5)", i=3, j=12, k=7)
    random = np.random.default_rng(1)
    a, b, d = (random.standard_normal(s).astype("float32")
               for s in ((3, 2, 26), (1, 19), (12, 3)))
    for got, wanted in zip(op.vjp((a, b), d), adjoints(op, (a, b), d)):
        np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-5)


def test_guard_that_never_holds():
    op = neo.expr("T[j] += tanh(A[k+j-i+11]) + tanh(B[j]) * "
                  "sigmoid((C[i+k] if -2*j == -21 else 1))", i=12, j=16, k=15)
    random = np.random.default_rng(2)
    operands = [random.standard_normal(n) for n in (41, 16, 26)]
    wanted, = neo.interpret(op, *operands)
    np.testing.assert_allclose(op(*operands), wanted, rtol=1e-12)

    @neo.jit
    def both(*operands):
        y, pullback = neo.vjp(op, *operands)
        return y, pullback(y)

    y, pulled = both(*operands)
    for got, exact in zip(pulled, adjoints(op, operands, y)):
        np.testing.assert_allclose(got, exact, rtol=1e-9, atol=1e-12)


def test_lanes_shift_by_what_all_steps_of_a_group_lack():
    """At element 6, k = 0 has no term where j = 0, and one in each later step of j."""
    rng = np.random.default_rng(0)
    t, c, e = rng.normal(size=6), rng.normal(size=(4, 6, 6)), rng.normal(size=14)
    loss = neo.expr("U[j,k,p] = (T[p] + 1.5) * tanh(E[k+j+p])", j=4, k=6, p=6)
    wanted = np.zeros(14)
    for j, k, p in np.ndindex(c.shape):
        wanted[j + k + p] += c[j, k, p] * (t[p] + 1.5) / np.cosh(e[j + k + p]) ** 2
    slopes = neo.jit(lambda c, *operands: neo.grad(
        lambda *x: neo.sum(loss(*x) * c), 1)(*operands), threads=1)
    np.testing.assert_allclose(slopes(c, t, e), wanted, 1e-12)


@pytest.mark.parametrize("clause", ["unroll [m] group [j: 4]", "unroll [m] group [j: 2]",
                                    "unroll [j] group [m: 3]"])
def test_unrolled_steps_have_terms_in_some_step_of_a_group(clause):
    operator = neo.expr(
        "Y[z] += (T[z-j-k-m] * C[j,k,m,z-j-k-m] if 0 <= z-j-k-m < 6 else 0)",
        z=12, j=4, k=6, m=3,
        schedule=f"vector [k: 8] tile [z: 6] order [z] parallel 1 {clause}")
    rng = np.random.default_rng(0)
    t, c = rng.normal(size=6), rng.normal(size=(4, 6, 3, 6))
    wanted = np.zeros(17)
    for j, k, m, p in np.ndindex(c.shape):
        wanted[j + k + m + p] += c[j, k, m, p] * t[p]
    np.testing.assert_allclose(operator(t, c), wanted[:12], 1e-12)
