# test_gpu_tf32.py - products of float32 on tensor cores
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.jit(f, device="cuda", allow_tf32=True)` multiplies float32 as tf32; without it,
nothing does."""

import pickle
from collections.abc import Callable

import stand_in  # noqa: F401
import neo
import numpy as np
import pytest

random = np.random.default_rng(23)

#: The error of a product of two factors that are rounded to 11 bits, and some of sums.
UNIT = 2.0 ** -10 * 1.01


def draw(*shape: int) -> np.ndarray:
    return random.standard_normal(shape, np.float32)


def text_of(function: Callable, *arrays: np.ndarray) -> str:
    return neo.ptx(neo.jit(function, device="cuda", allow_tf32=True).ir(*arrays))


def compare(function: Callable, *arrays: np.ndarray) -> None:
    """What tf32 gives is within its rounding of what float64 does."""
    assert "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32" in text_of(
        function, *arrays)
    compiled = neo.jit(function, device="cuda", allow_tf32=True)
    found, exact, sizes = (neo.tree.flatten(results)[0] for results in (
        compiled(*arrays),
        neo.jit(function)(*(a.astype(np.float64) for a in arrays)),
        neo.jit(function)(*(np.abs(a.astype(np.float64)) for a in arrays))))
    assert len(found) == len(exact) > 0
    for one, other, size in zip(found, exact, sizes):
        assert one.dtype == np.float32
        assert (np.abs(one - other) <= UNIT * size).all()


def either_way(a, b, c, d):
    return a @ b, a @ d.T, c.T @ b, c.T @ d.T


@pytest.mark.parametrize("m, n, k", [
    (4, 4, 4), (65, 33, 17), (70, 50, 90), (130, 140, 70), (16, 300, 33)])
def test_products_of_what_lies_either_way(m: int, n: int, k: int):
    a, b = draw(m, k), draw(k, n)
    compare(either_way, a, b, np.ascontiguousarray(a.T), np.ascontiguousarray(b.T))


def test_products_of_which_blocks_share_the_terms():
    compare(lambda a, b: a @ b, draw(20, 3000), draw(3000, 24))


def test_batched_products():
    compare(neo.expr("C[b,i,j] += A[b,i,k] * B[b,k,j]"), draw(3, 40, 50), draw(3, 50, 30))
    compare(neo.expr("C[b,i,j] += A[b,k,i] * B[b,j,k]"), draw(3, 50, 40), draw(3, 30, 50))


def test_convolution_and_its_gradients():
    conv = neo.expr(
        "C[b,k,p,q] += (A[b,c,2*p+r-1,2*q+s-1] if 0 <= 2*p+r-1 < 15 and "
        "0 <= 2*q+s-1 < 15 else 0) * W[k,c,r,s]", p=8, q=8)
    compare(lambda a, w, d: (conv(a, w), *conv.vjp((a, w), d)),
            draw(2, 5, 15, 15), draw(9, 5, 3, 3), draw(2, 9, 8, 8))


@pytest.mark.parametrize("text, shapes", [
    ("Y[n,h,w,o] += (X[n,h+r-1,w+s-1,c] if 0 <= h+r-1 < 9 and 0 <= w+s-1 < 11 else 0) "
     "* W[r,s,c,o]", ((2, 9, 11, 6), (3, 3, 6, 8), (2, 9, 11, 8))),
    ("Y[o,x] += (X[c,x+2*r-4] if 0 <= x+2*r-4 < 40 else 0) * W[o,c,r]",
     ((12, 40), (9, 12, 5), (9, 40)))])
def test_terms_that_are_left_out(text: str, shapes: tuple[tuple[int, ...], ...]):
    conv = neo.expr(text, **({"x": 40} if len(shapes[0]) == 2 else {"h": 9, "w": 11}))
    arrays = [draw(*shape) for shape in shapes]
    assert " where " in neo.canonical(
        neo.jit(lambda x, w, d: conv.vjp((x, w), d)).ir(*arrays),
        "builtin.module(neo-optimize-for-gpu)")
    compare(lambda x, w, d: conv.vjp((x, w), d), *arrays)


def test_epilogue_and_gradients():
    def loss(w, b, x):
        return (neo.relu(x @ w + b) ** 2).sum()

    arrays = draw(40, 24), draw(24), draw(33, 40)
    assert "tf32" in text_of(neo.grad(loss), *arrays)
    step = neo.value_and_grad(loss)
    found = neo.jit(lambda w, b, x: step(w, b, x), device="cuda", allow_tf32=True)(*arrays)
    exact = neo.jit(lambda w, b, x: step(w, b, x))(*arrays)
    for one, other in zip(neo.tree.flatten(found)[0], neo.tree.flatten(exact)[0]):
        np.testing.assert_allclose(one, other, rtol=0, atol=4e-3 * np.abs(other).max())


def test_factors_are_rounded_to_the_nearest():
    # Cut off, the bits beyond the tenth would be lost.
    a = np.full((32, 64), 1 + 3 * 2.0 ** -12, np.float32)
    product = neo.jit(lambda a, b: (a @ b, b.T @ a.T), device="cuda", allow_tf32=True)
    for found in product(a, np.ones((64, 32), np.float32)):
        np.testing.assert_equal(found, np.float32(64 * (1 + 2.0 ** -10)))


def test_what_tf32_holds_is_exact():
    a, b = (random.integers(-900, 900, shape).astype(np.float32)
            for shape in ((50, 40), (40, 70)))
    found = neo.jit(lambda a, b: a @ b, device="cuda", allow_tf32=True)(a, b)
    np.testing.assert_equal(found, a.astype(np.float64) @ b)


def test_it_has_to_be_allowed():
    a, b = draw(64, 64), draw(64, 64)
    assert "tf32" not in neo.ptx(neo.jit(lambda a, b: a @ b, device="cuda").ir(a, b))
    product = neo.expr("C[i,j] += A[i,k] * B[k,j]")
    allowed, exact = (neo.jit(product, device="cuda", allow_tf32=allow)
                      for allow in (True, False))
    # Both are cached, in memory and on disk, each by its own text.
    errors = [np.abs(f(a, b) - a.astype(np.float64) @ b).max()
              for f in (allowed, exact, allowed, exact)]
    assert errors[0] == errors[2] > 1e-4 and errors[1] == errors[3] < 1e-5


@pytest.mark.parametrize("dtype", ["float64", "float16"])
def test_other_types_are_multiplied_as_before(dtype: str):
    specs = neo.spec((64, 64), dtype), neo.spec((64, 64), dtype)
    with_it, without = (neo.jit(lambda a, b: a @ b, device="cuda", allow_tf32=allow)
                        for allow in (True, False))
    assert neo.ptx(with_it.ir(*specs)) == neo.ptx(without.ir(*specs))


def test_option():
    product = neo.jit(np.matmul, device="cuda", allow_tf32=True)
    assert "neo.allow_tf32" in pickle.loads(pickle.dumps(product)).ir(
        draw(8, 8), draw(8, 8))
    with pytest.raises(neo.UsageError, match="allow_tf32 is 1, but must be a bool"):
        neo.jit(np.matmul, device="cuda", allow_tf32=1)
    with pytest.raises(neo.UsageError, match="write it with device=\"cuda\""):
        neo.jit(np.matmul, allow_tf32=True)
