# test_jvp.py - tangents: neo.jvp and its duality with neo.vjp
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import zlib

import numpy as np
import pytest

import neo
from brute_force import Expression
from corpus import CORPUS

# Equal terms share their derivative in thirds, or constants are no integers.
INEXACT = {"reduce_amax_row_ties", "maxpool_k3_s2_ties", "gelu_tanh",
           "lstm_gate", "reduce_mean_rows"}
EXACT = [case for case in CORPUS if case.name not in INEXACT]
RANDOM = np.random.default_rng(11)
X, W = RANDOM.standard_normal((6, 4)), RANDOM.standard_normal((4, 3))
DX, DW = RANDOM.standard_normal((6, 4)), RANDOM.standard_normal((4, 3))
linear = neo.expr("Y[n,o] += X[n,i] * W[i,o]")


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)


def directions(case, draw):
    """Operands and their tangents; constant operands do not move."""
    primals = tuple(draw(shape) for shape in case.shapes.values())
    tangents = tuple(np.zeros(shape) if name in case.constant else draw(shape)
                     for name, shape in case.shapes.items())
    return primals, tangents


def brute_force(case, primals, tangents):
    arrays = dict(zip(case.shapes, primals))
    moves = dict(zip(case.shapes, tangents))
    expression = Expression(case.text, arrays, case.extents)
    result = np.zeros(expression.shape)
    for point in np.ndindex(*expression.shape):
        slopes = expression.at(point).slopes
        result[point] = sum(s * moves[name][index]
                            for (name, index), s in slopes.items())
    return result


@pytest.mark.parametrize("case", CORPUS, ids=str)
def test_tangents_are_those_of_brute_force(case):
    random = np.random.default_rng(zlib.crc32(case.name.encode()))
    primals, tangents = directions(case, random.standard_normal)
    op = neo.expr(case.text, **case.extents)
    result, moved = neo.jvp(op, primals, tangents)
    # Sums that are made once for both may be in another order.
    close(result, op(*primals))
    close(moved, brute_force(case, primals, tangents))


@pytest.mark.parametrize("case", EXACT, ids=str)
def test_duality_in_integers(case):
    """< u, J v > == < u J, v >, and each is exact."""
    random = np.random.default_rng(zlib.crc32(case.name.encode()))

    def draw(shape):
        return random.integers(-4, 5, shape).astype(np.float64)
    primals, tangents = directions(case, draw)
    op = neo.expr(case.text, **case.extents)
    result, moved = neo.jvp(op, primals, tangents)
    cotangent = draw(result.shape)
    pulled = op.vjp(primals, cotangent)
    assert np.sum(cotangent * moved) == sum(
        np.sum(g * t) for g, t in zip(pulled, tangents, strict=True))


def test_containers_and_integers():
    def model(params, labels):
        y = linear(params["x"], params["w"][0])
        return {"y": y, "best": neo.argmax(y, 1), "labels": labels, "n": 7}
    labels = np.arange(3)
    found, moved = neo.jvp(model, ({"x": X, "w": [W]}, labels),
                           ({"x": DX, "w": [DW]}, None))
    close(found["y"], X @ W)
    close(moved["y"], DX @ W + X @ DW)
    np.testing.assert_array_equal(found["best"], (X @ W).argmax(1))
    np.testing.assert_array_equal(found["labels"], labels)
    assert found["n"] == 7
    assert moved["best"] is moved["labels"] is moved["n"] is None


def test_what_is_captured_does_not_move():
    # A tangent of zeros would: inf * 0 is NaN.
    infinite = np.full_like(X, np.inf)
    close(neo.jvp(lambda x: linear(x, W), (infinite,), (DX,))[1], DX @ W)


def test_inside_jit():
    @neo.jit
    def f(x, w, dx):
        y, dy = neo.jvp(lambda v: neo.tanh(linear(v, w)), (x,), (dx,))
        return y, dy
    y, dy = f(X, W, DX)
    close(y, np.tanh(X @ W))
    close(dy, (1 - y * y) * (DX @ W))


def test_closures_are_read_in_every_call():
    scale = 2.0

    def f(x):
        return x * scale
    close(neo.jvp(f, (X,), (DX,))[1], 2 * DX)
    scale = 3.0
    close(neo.jvp(f, (X,), (DX,))[1], 3 * DX)


def test_jvp_of_jvp():
    def slope(x):
        return neo.jvp(lambda v: v * v * v, (x,), (DX,))[1]
    close(neo.jvp(slope, (X,), (DX,))[1], 6 * X * DX * DX)


def test_inner_derivatives_do_not_see_outer_tangents():
    # d/dx (x * d/dy (x * y)) = 2 x: the inner one holds x fixed.
    def f(x):
        return x * neo.jvp(lambda y: x * y, (x,), (1.0,))[1]
    y, dy = neo.jvp(f, (3.0,), (1.0,))
    assert (y, dy) == (9.0, 6.0)


def test_python_numbers():
    y, dy = neo.jvp(lambda x, n: x * x * n, (3.0, 2), (1, None))
    assert (y, dy) == (18.0, 12.0)
    y, dy = neo.jvp(lambda x, s: x * s, (X.astype(np.float32), 2.0),
                    (DX.astype(np.float32), 1))
    assert dy.dtype == np.float32
    np.testing.assert_allclose(dy, 2 * DX + X, rtol=1e-5, atol=1e-6)


def test_single_precision():
    x, dx = X.astype(np.float32), DX.astype(np.float32)
    y, dy = neo.jvp(neo.sin, (x,), (dx,))
    assert y.dtype == dy.dtype == np.float32
    np.testing.assert_allclose(dy, np.cos(X) * DX, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("primals, tangents, error, message", [
    (X, (DX,), neo.UsageError, "takes the primals as a tuple"),
    ((X,), DX, neo.UsageError, "takes the tangents as a tuple"),
    ((X,), (DX, DX), neo.UsageError, "containers of the primals"),
    ((X,), ([DX],), neo.UsageError, "containers of the primals"),
    ((X,), (None,), neo.UsageError, "containers of the primals"),
    ((X,), (DX[:2],), neo.ShapeError, "has shape (2, 4)"),
    ((X,), (DX.astype(np.float32),), neo.DtypeError, "is f32"),
    ((np.arange(3),), (None,), neo.GradientError, "no argument has a float"),
])
def test_refusals(primals, tangents, error, message):
    with pytest.raises(error) as refusal:
        neo.jvp(lambda *a: a[0] * 2, primals, tangents)
    assert message in str(refusal.value)


def test_something_that_is_no_function():
    with pytest.raises(neo.UsageError, match="takes a function, not ndarray"):
        neo.jvp(X, (X,), (X,))
