# test_array_functions.py - NumPy's names on arrays and on traced tensors
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each function as NumPy has it, called on arrays and inside neo.jit."""

import numpy as np
import pytest

import neo

rng = np.random.default_rng(3)
X = rng.standard_normal((4, 6)).astype(np.float32)
Y = rng.standard_normal((4, 6)).astype(np.float32)
CUBE = rng.standard_normal((2, 3, 4)).astype(np.float32)
WHOLE = rng.integers(0, 5, (3, 4))


def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


CASES = {
    "exp": (lambda m, x: m.exp(x), X),
    "floor": (lambda m, x: m.floor(x * 3), X),
    "ceil": (lambda m, x: m.ceil(x * 3), X),
    "log1p": (lambda m, x: m.log1p(m.abs(x)), X),
    "expm1": (lambda m, x: m.expm1(x), X),
    "sign": (lambda m, x: m.sign(x), X),
    "square": (lambda m, x: m.square(x), X),
    "isnan": (lambda m, x: m.isnan(m.where(x > 0, x, np.nan)), X),
    "clip": (lambda m, x: m.clip(x, -0.5, 0.5), X),
    "sum": (lambda m, x: m.sum(x, axis=1), X),
    "mean": (lambda m, x: m.mean(x, axis=(0, 2)), CUBE),
    "var": (lambda m, x: m.var(x, axis=0), X),
    "std": (lambda m, x: m.std(x), X),
    "cumsum": (lambda m, x: m.cumsum(x, axis=1), CUBE),
    "cumsum of all": (lambda m, x: m.cumsum(x), CUBE),
    "cumprod": (lambda m, x: m.cumprod(x, axis=2), CUBE),
    "take of all": (lambda m, x: m.take(x, np.array([20, 3])), CUBE),
    "squeeze": (lambda m, x: m.squeeze(m.expand_dims(x, 1)), X),
    "swapaxes": (lambda m, x: m.swapaxes(x, 0, -1), CUBE),
    "moveaxis": (lambda m, x: m.moveaxis(x, 0, 2), CUBE),
    "transpose": (lambda m, x: m.transpose(x, (2, 0, 1)), CUBE),
    "reshape": (lambda m, x: m.reshape(x, (3, -1)), CUBE),
    "ravel": (lambda m, x: m.ravel(x), CUBE),
    "broadcast_to": (lambda m, x: m.broadcast_to(x, (2, 4, 6)), X),
    "flip": (lambda m, x: m.flip(x, 1), X),
    "flip all": (lambda m, x: m.flip(x), CUBE),
    "roll": (lambda m, x: m.roll(x, 2, axis=1), X),
    "roll back": (lambda m, x: m.roll(x, -5), X),
    "concatenate": (lambda m, x: m.concatenate([x, x * 2, x[:, :1]], axis=1), X),
    "concatenate truths": (lambda m, x: m.concatenate([x > 0, x < 1]), X),
    "concatenate integers": (lambda m, x: m.concatenate([x, x + 1]), WHOLE),
    "stack": (lambda m, x: m.stack([x, x + 1], axis=1), X),
    "split": (lambda m, x: m.split(x, 3, axis=1)[1], X),
    "split at": (lambda m, x: m.split(x, [1, 4], axis=1)[2], X),
    "take": (lambda m, x: m.take(x, np.array([2, 0, 2]), axis=0), X),
    "tril": (lambda m, x: m.tril(x, 1), X),
    "triu": (lambda m, x: m.triu(x), CUBE),
    "roll far": (lambda m, x: m.roll(x, 2**62 + 1, axis=1), X),
    "roll back far": (lambda m, x: m.roll(x, -2**60, axis=0), X),
    "a slice of one": (lambda m, x: x[::-2**63, 1::2**62], X),
    "roll two axes": (lambda m, x: m.roll(x, (1, -2), (1, 2)), CUBE),
    "take_along_axis": (lambda m, x: m.take_along_axis(
        x, np.array([[2, 0, 2], [1, 1, 0], [3, 3, 3], [0, 5, 1]]), 1), X),
    "take_along_axis of each": (lambda m, x: m.take_along_axis(
        x, np.array([[[2], [0], [1]]]), -1), CUBE),
    "tile": (lambda m, x: m.tile(x, (2, 1, 3)), X),
    "tile the last": (lambda m, x: m.tile(x, 2), CUBE),
    "repeat": (lambda m, x: m.repeat(x, 2, axis=1), CUBE),
    "repeat all": (lambda m, x: m.repeat(x, 3), X),
    "matmul": (lambda m, x: m.matmul(x, x.swapaxes(1, 2)), CUBE),
    "dot": (lambda m, x: m.dot(x, x.T), X),
    "dot of cubes": (lambda m, x: m.dot(x, x.swapaxes(1, 2)), CUBE),
    "dot with a number": (lambda m, x: m.dot(np.float32(2), x), X),
    "outer": (lambda m, x: m.outer(x[0], x), X),
    "any": (lambda m, x: m.any(x > 1, axis=1), X),
    "all": (lambda m, x: m.all(x, axis=0, keepdims=True), WHOLE),
    "any of nothing": (lambda m, x: m.any(x[:, :0], axis=1), X),
    "all of nothing": (lambda m, x: m.all(x[:, :0], axis=1), X),
    "einsum": (lambda m, x: m.einsum("ij,kj->ik", x, x), X),
    "einsum trace": (lambda m, x: m.einsum("ii", x[:4, :4]), X),
    "indices": (lambda m, x: x[None, :, 0], X),
    "rows and columns": (lambda m, x: x[np.array([0, 2]), np.array([1, 3])], X),
    "rows of one column": (lambda m, x: x[np.array([0, 2]), 1], X),
    "pairs": (lambda m, x: x[np.array([[0], [2]]), np.array([1, 3, 5])], X),
    "method sum": (lambda m, x: x.sum(axis=0, keepdims=True), X),
    "method flatten": (lambda m, x: x.flatten(), CUBE),
    "method all": (lambda m, x: (x < 9).all(), X),
    "method dot": (lambda m, x: x.dot(x[0]), X),
    "method argmax": (lambda m, x: x.argmax(axis=1), X),
    "method astype": (lambda m, x: x.astype(np.float64) * 2, X),
    "to integers": (lambda m, x: (x * 9).astype(np.int64), X),
}


@pytest.mark.parametrize("name", CASES)
def test_as_numpy(name):
    function, x = CASES[name]
    wanted = function(np, x)
    found = neo.jit(lambda x: function(neo, x))(x)
    assert found.dtype == wanted.dtype and found.shape == wanted.shape
    np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("name", [n for n in CASES if "method" not in n])
def test_on_arrays(name):
    function, x = CASES[name]
    wanted = function(np, x)
    np.testing.assert_allclose(function(neo, x), wanted, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("order", [None, 1, 2, np.inf])
def test_orders_of_norms(order):
    np.testing.assert_allclose(neo.norm(X, order, axis=1),
                               np.linalg.norm(X, order, axis=1), 1e-5)
    np.testing.assert_allclose(neo.norm(X, order, axis=(1,)),
                               np.linalg.norm(X, order, axis=(1,)), 1e-5)
    np.testing.assert_allclose(neo.norm(X[0], order),
                               np.linalg.norm(X[0], order), 1e-5)


def test_norms_of_matrices_are_refused():
    with pytest.raises(neo.UsageError, match="no order 1 of a tensor of rank 2"):
        neo.norm(X, 1)


@pytest.mark.parametrize("row", [[-np.inf, -np.inf], [np.inf, 0], [-np.inf, 2]])
def test_logsumexp_of_infinities(row):
    wanted = np.logaddexp.reduce(row)
    assert neo.logsumexp(np.array(row)) == wanted
    assert neo.jit(lambda x: neo.logsumexp(x, -1))(np.array([row])) == wanted


def test_without_their_likes_in_numpy():
    for axis in (0, -1):
        np.testing.assert_allclose(neo.softmax(X, axis), softmax(X, axis), 1e-5)
        np.testing.assert_allclose(neo.log_softmax(X, axis),
                                   np.log(softmax(X, axis)), 1e-4, 1e-5)
    np.testing.assert_allclose(neo.logsumexp(X, 1), np.log(np.exp(X).sum(1)), 1e-5)
    np.testing.assert_allclose(neo.norm(X), np.linalg.norm(X), 1e-5)
    np.testing.assert_allclose(neo.silu(X), X / (1 + np.exp(-X)), 1e-5)
    np.testing.assert_allclose(neo.softplus(X * 50), np.logaddexp(0, X * 50), 1e-5)
    np.testing.assert_allclose(neo.pad(X, ((1, 0), (2, 3)), 7),
                               np.pad(X, ((1, 0), (2, 3)), constant_values=7))
    assert neo.sum([[1, 2], [3, 4]], axis=0).tolist() == [4, 6]
    assert float(neo.exp(0.0)) == 1.0


@pytest.mark.parametrize("call, message", [
    (lambda x: neo.take_along_axis(x, np.array([1, 2])), "indices of rank 1 for a"),
    (lambda x: neo.roll(x, (1, 2, 3), (0, 1)), "3 shifts for 2 axes"),
    (lambda x: neo.repeat(x, -1), "cannot be repeated -1 times"),
    (lambda x: neo.repeat(x, [1, 2, 3, 4], 0), "one integer for a dimension")])
def test_wrong_uses(call, message):
    with pytest.raises(neo.Error, match=message):
        call(X)


@pytest.mark.parametrize("make", [
    lambda m: m.zeros((2, 3), np.float32), lambda m: m.ones(4),
    lambda m: m.full((2,), 7), lambda m: m.eye(3, 4, 1),
    lambda m: m.arange(2, 11, 3), lambda m: m.arange(5),
    lambda m: m.arange(0, 1, 0.25), lambda m: m.zeros_like(X)])
def test_out_of_nothing(make):
    for found in (make(neo), neo.jit(lambda: make(neo))()):
        wanted = make(np)
        assert found.dtype == {np.dtype("f8"): "f4"}.get(wanted.dtype, wanted.dtype)
        np.testing.assert_array_equal(found, wanted)


def test_one_hot():
    labels = np.array([2, 0, 1])
    found = neo.jit(lambda y, x: neo.one_hot(y, 3) * x)(labels, X[:3, :3])
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, np.eye(3, dtype=np.float32)[labels]
                                  * X[:3, :3])


def test_what_comes_from_integers_is_weak():
    def f(x, step, labels):
        return (x * (step / 100), x * neo.where(labels == 1, 1.0, 0.0),
                x + neo.arange(6), x * neo.ones(6))
    for found in neo.jit(f)(X, 7, np.arange(6)):
        assert found.dtype == np.float32
    with pytest.raises(neo.DtypeError, match="mixed"):
        neo.jit(lambda x, y: x + y)(X, X.astype(np.float64))


def test_gradients_pass_through():
    def f(x):
        y = neo.concatenate([neo.roll(x, 1, 1), neo.flip(x, 0)[:, :2]], axis=1)
        return neo.sum(neo.softmax(y.astype("float64")).astype("float32")
                       * neo.cumsum(y, 1))
    got = neo.jit(neo.grad(f))(X)
    step = np.float64(1e-4)
    for at in ((0, 0), (3, 5), (1, 2)):
        up, down = X.astype(np.float64), X.astype(np.float64)
        up[at] += step
        down[at] -= step

        def g(x):
            y = np.concatenate([np.roll(x, 1, 1), np.flip(x, 0)[:, :2]], 1)
            return (softmax(y) * np.cumsum(y, 1)).sum()
        assert abs((g(up) - g(down)) / (2 * step) - got[at]) < 1e-3
