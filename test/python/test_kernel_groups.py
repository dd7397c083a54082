# test_kernel_groups.py - several statements as one kernel
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Programs whose statements share rows, compiled, against the interpreter.

Extents are odd on purpose: one row, one column, remainders of vectors and of
groups of rows. Where a program is known to become one kernel, that is checked.
"""

import numpy as np
import pytest

import neo

SOFTMAX = ("M[i] max= X[i,j]; E[i,j] = exp(X[i,j] - M[i]); "
           "S[i] += E[i,j]; Y[i,j] = E[i,j] / S[i]")
LAYER_NORM = ("M[i] += X[i,j] / {n}; V[i] += (X[i,j] - M[i]) ** 2 / {n}; "
              "R[i] = 1 / sqrt(V[i] + 0.01); "
              "Y[i,j] = (X[i,j] - M[i]) * R[i] * G[j] + B[j]")
SHAPES = [(7, 13), (1, 40), (40, 1), (5, 64), (9, 100), (64, 33), (130, 17)]


def values(rng, dtype, *shapes):
    return [rng.standard_normal(shape).astype(dtype) for shape in shapes]


def kernels(function, *arrays) -> int:
    """How many kernels a program launches."""
    text = neo.canonical(neo.jit(function).ir(*arrays),
                         "builtin.module(neo-optimize,neo-to-vector)")
    return text.count("neo.launch @")


def compare(function, *arrays, tolerance=1e-5):
    found = neo.jit(function)(*arrays)
    derived = neo.canonical(
        neo.jit(function).ir(*arrays),
        "builtin.module(neo-autodiff{declared-only=true},inline)")
    expected = neo.interpret(derived, *arrays)
    if not isinstance(found, tuple):
        found = (found,)
    for f, e in zip(found, expected, strict=True):
        assert f.dtype == e.dtype
        np.testing.assert_allclose(np.asarray(f, np.float64),
                                   np.asarray(e, np.float64),
                                   rtol=tolerance, atol=tolerance)


def both(expression):
    """The expression and its gradients; the last operand is the cotangent."""
    return lambda *a: (expression(*a[:-1]), *expression.vjp(a[:-1], a[-1]))


@pytest.mark.parametrize("shape", SHAPES)
def test_softmax(shape):
    x, = values(np.random.default_rng(1), np.float32, shape)
    compare(neo.expr(SOFTMAX), x)


@pytest.mark.parametrize("dtype, tolerance",
                         [(np.float64, 1e-12), (np.float16, 2e-3)])
def test_softmax_of_other_elements(dtype, tolerance):
    x, = values(np.random.default_rng(2), dtype, (9, 50))
    compare(neo.expr(SOFTMAX), x, tolerance=tolerance)


def test_softmax_is_one_kernel():
    x, = values(np.random.default_rng(3), np.float32, (64, 100))
    assert kernels(neo.expr(SOFTMAX), x) == 1


@pytest.mark.parametrize("shape", SHAPES)
def test_layer_norm(shape):
    n = shape[1]
    x, g, b = values(np.random.default_rng(4), np.float32, shape, n, n)
    norm = neo.expr(LAYER_NORM.format(n=n))
    assert kernels(norm, x, g, b) == 1 or min(shape) == 1
    compare(norm, x, g, b)


@pytest.mark.parametrize("shape", SHAPES)
def test_gradients_of_layer_norm(shape):
    n = shape[1]
    x, g, b, d = values(np.random.default_rng(5), np.float32, shape, n, n,
                        shape)
    compare(both(neo.expr(LAYER_NORM.format(n=n))), x, g, b, d, tolerance=1e-4)


@pytest.mark.parametrize("shape", SHAPES)
def test_gradients_of_softmax(shape):
    x, d = values(np.random.default_rng(6), np.float32, shape, shape)
    compare(both(neo.expr(SOFTMAX)), x, d)


@pytest.mark.parametrize("shape", SHAPES)
def test_bias_and_relu(shape):
    x, b, d = values(np.random.default_rng(7), np.float32, shape, shape[1],
                     shape)
    compare(both(neo.expr("Y[i,j] = max(X[i,j] + B[j], 0)")), x, b, d)


def test_sums_over_rows_of_half():
    x, b, d = values(np.random.default_rng(8), np.float16, (200, 30), 30,
                     (200, 30))
    compare(both(neo.expr("Y[i,j] = max(X[i,j] + B[j], 0)")), x, b, d,
            tolerance=2e-2)


GROUP_NORM = (
    "M[b,g] += X[b,g,c,h,w] / {n}; V[b,g] += (X[b,g,c,h,w] - M[b,g]) ** 2 / {n};"
    "Y[b,g,c,h,w] = (X[b,g,c,h,w] - M[b,g]) / sqrt(V[b,g] + 0.01) * G[g,c] "
    "+ B[g,c]")


@pytest.mark.parametrize("shape", [(3, 2, 4, 5, 7), (40, 2, 3, 4, 4),
                                   (1, 3, 1, 8, 8)])
def test_group_norm(shape):
    _, g, c, h, w = shape
    x, gain, bias, d = values(np.random.default_rng(9), np.float32, shape,
                              (g, c), (g, c), shape)
    norm = neo.expr(GROUP_NORM.format(n=c * h * w))
    compare(norm, x, gain, bias)
    compare(both(norm), x, gain, bias, d, tolerance=1e-4)


BATCH_NORM = (
    "M[c] += X[b,c,h,w] / {n}; V[c] += (X[b,c,h,w] - M[c]) ** 2 / {n};"
    "Y[b,c,h,w] = (X[b,c,h,w] - M[c]) / sqrt(V[c] + 0.01) * G[c] + B[c]")


@pytest.mark.parametrize("shape", [(3, 5, 4, 9), (8, 2, 1, 33)])
def test_batch_norm(shape):
    b, c, h, w = shape
    x, gain, bias, d = values(np.random.default_rng(10), np.float32, shape, c,
                              c, shape)
    norm = neo.expr(BATCH_NORM.format(n=b * h * w))
    compare(norm, x, gain, bias)
    compare(both(norm), x, gain, bias, d, tolerance=1e-4)


@pytest.mark.parametrize("shape", SHAPES)
def test_cross_entropy(shape):
    x, = values(np.random.default_rng(11), np.float32, shape)
    t = np.random.default_rng(12).integers(0, shape[1], shape[0])
    loss = neo.expr(
        "M[i] max= X[i,j]; S[i] += exp(X[i,j] - M[i]); "
        "L[] += log(S[i]) + M[i] - X[i,T[i]]")
    compare(loss, x, t, tolerance=1e-4)


@pytest.mark.parametrize("text", [
    "Y[i,j] = 0.5 * X[i,j] * (1 + erf(X[i,j] * 0.7071067811865475))",
    "Y[i,j] = X[i,j] * tanh(log(1 + exp(X[i,j])))",
    "Y[i,j] = X[i,j] / (1 + exp(-X[i,j]))"])
def test_activations_with_gradients(text):
    x, d = values(np.random.default_rng(13), np.float32, (37, 45), (37, 45))
    compare(both(neo.expr(text)), x, d)


def test_bits_do_not_depend_on_threads():
    shape = (1000, 70)
    x, g, b, d = values(np.random.default_rng(14), np.float32, shape, 70, 70,
                        shape)
    step = neo.jit(both(neo.expr(LAYER_NORM.format(n=70))))
    before = neo.get_threads()
    try:
        neo.set_threads(1)
        alone = step(x, g, b, d)
        neo.set_threads(2)
        shared = step(x, g, b, d)
    finally:
        neo.set_threads(before)
    for one, two in zip(alone, shared):
        assert one.tobytes() == two.tobytes()


@pytest.mark.parametrize("m, n, k", [(7, 13, 5), (64, 64, 64), (1, 100, 30),
                                     (33, 1, 9), (128, 96, 17)])
def test_what_follows_a_product(m, n, k):
    a, w, b, r = values(np.random.default_rng(16), np.float32, (m, k), (k, n),
                        n, (m, n))
    layer = neo.expr("C[i,j] += A[i,k] * W[k,j]; "
                     "Y[i,j] = max(C[i,j] + B[j], 0) + R[i,j]")
    assert kernels(layer, a, w, b, r) == 1
    compare(layer, a, w, b, r, tolerance=1e-4)
    both_results = neo.expr("C[i,j] += A[i,k] * W[k,j]")
    compare(lambda *x: (both_results(*x), neo.exp(-both_results(*x) ** 2)),
            a, w, tolerance=1e-3)


@pytest.mark.parametrize("stride", [1, 2])
def test_what_follows_a_convolution(stride):
    x, w, b = values(np.random.default_rng(17), np.float32, (2, 3, 13, 13),
                     (20, 3, 3, 3), 20)
    layer = neo.expr(
        f"C[b,k,p,q] += X[b,c,{stride}*p+r,{stride}*q+s] * W[k,c,r,s]; "
        "Y[b,k,p,q] = max(C[b,k,p,q] + B[k], 0)", p=11 // stride,
        q=11 // stride)
    compare(layer, x, w, b, tolerance=1e-4)


def test_read_elsewhere_in_the_row():
    x, = values(np.random.default_rng(15), np.float32, (12, 37))
    turned = neo.expr("M[i] max= X[i,j]; E[i,j] = exp(X[i,j] - M[i]); "
                      "Y[i,j] = E[i,j] + E[i,36-j]")
    compare(turned, x)


@pytest.mark.parametrize("text", ["y[i] += X[i,j]", "y[j] += X[i,j]"])
def test_reading_and_writing_at_the_same_time(text: str):
    """Sums that only read, and their gradient, which only writes: 18 MB each, with
    rows that leave a rest, of vectors and of rows that are processed together."""
    x, = values(np.random.default_rng(2), np.float32, (4507, 1003))
    total = neo.expr(text)
    axis = 1 if text[2] == "i" else 0
    ct, = values(np.random.default_rng(3), np.float32, (x.shape[1 - axis],))
    y, dx = neo.jit(both(total))(x, ct)
    assert kernels(both(total), x, ct) == 2 - axis  # partial rows are added up
    np.testing.assert_allclose(y, x.sum(axis, np.float64), rtol=1e-4, atol=1e-3)
    np.testing.assert_array_equal(
        dx, np.broadcast_to(np.expand_dims(ct, axis), x.shape))
