# test_rearrange.py - NumPy's ways to index, reshape and multiply, traced
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""NumPy says what each is; its gradient against differences along a line."""

import copy

import numpy as np
import pytest

import neo

pytest.importorskip("neo._core")

RANDOM = np.random.default_rng(11)
X = RANDOM.standard_normal((2, 3, 4))
MATRIX, OTHER = RANDOM.standard_normal((3, 4)), RANDOM.standard_normal((4, 2))
ROW, COLUMN = RANDOM.standard_normal(3), RANDOM.standard_normal(4)

OF_ONE = {
    "T": (X, lambda x: x.T),
    "T of a vector": (ROW, lambda x: x.T),
    "transpose": (X, lambda x: x.transpose(1, 2, 0)),
    "transpose of a tuple": (X, lambda x: x.transpose((0, -1, 1))),
    "flat": (X, lambda x: x.reshape(-1)),
    "joined": (X, lambda x: x.reshape(6, 4)),
    "transpose by NumPy's numbers":
        (X, lambda x: x.transpose(*np.argsort(x.shape))),
    "shape by NumPy": (X, lambda x: x.reshape(np.array([4, -1]))),
    "split": (X, lambda x: x.reshape((2, 3, 2, 2))),
    "recut": (X, lambda x: x.reshape(4, 6)),
    "recut in part": (X, lambda x: x.reshape(2, 2, -1)),
    "ones come and go": (X[:1], lambda x: x.reshape(3, 1, 4, 1)),
    "rank 0": (X[:1, :1, :1], lambda x: x.reshape(())),
    "one row": (X, lambda x: x[1]),
    "from the end": (X, lambda x: x[-1, :, -2]),
    "part": (X, lambda x: x[:, 1:, :3]),
    "backwards": (X, lambda x: x[::-1, :, ::-2]),
    "new axes": (X, lambda x: x[None, ..., None, 2]),
    "element": (X, lambda x: x[0, np.int64(1), 2]),
    "nothing": (X, lambda x: x[5:, :]),
    "everything": (X, lambda x: x[()]),
}
OF_TWO = {
    "matrices": (MATRIX, OTHER), "matrix, vector": (MATRIX, COLUMN),
    "vector, matrix": (ROW, MATRIX), "vectors": (ROW, ROW[::-1]),
    "batch, matrix": (X, OTHER), "vector, batch": (ROW, X),
    "batches": (X, X.transpose(0, 2, 1)),
    "broadcast": (X[:, None], RANDOM.standard_normal((5, 4, 2))),
    "no terms": (np.ones((3, 0)), np.ones((0, 2))),
}


@pytest.mark.parametrize("x, f", OF_ONE.values(), ids=OF_ONE)
@pytest.mark.parametrize("dtype", [np.float64, np.int32, np.bool_])
def test_of_one(x, f, dtype):
    x = (x > 0) if dtype is np.bool_ else (10 * x).astype(dtype)
    found = neo.jit(f)(x)
    assert found.dtype == dtype and found.shape == f(x).shape
    np.testing.assert_array_equal(found, f(x))


@pytest.mark.parametrize("a, b", OF_TWO.values(), ids=OF_TWO)
def test_products(a, b):
    # With an array on the right, and one on the left.
    for found in neo.jit(lambda x, y: (x @ y, x @ b, a @ y))(a, b):
        assert found.shape == (a @ b).shape
        np.testing.assert_allclose(found, a @ b, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("left, right", [
    (np.bool_, np.bool_), (np.int32, np.int32), (np.bool_, np.int64),
    (np.int32, np.float64), (np.float16, np.float16)])
def test_element_types_of_products(left, right):
    a, b = (3 * MATRIX).astype(left), (3 * OTHER).astype(right)
    found = neo.jit(lambda x, y: x @ y)(a, b)
    assert found.dtype == (a @ b).dtype
    np.testing.assert_allclose(found, a @ b, rtol=1e-2)


def check_gradient(f, *arrays):
    """Along a random line: the slope is the gradient times its direction."""
    weights = RANDOM.standard_normal(f(*arrays).shape)

    def loss(*tensors):
        value = f(*tensors)
        return neo.sum(weights * value * value)
    grads = neo.grad(loss, tuple(range(len(arrays))))(*arrays)
    lines = [RANDOM.standard_normal(a.shape) for a in arrays]
    h = 1e-6
    value = [np.sum(weights * f(*(a + s * h * d for a, d in zip(
        arrays, lines))) ** 2) for s in (1, -1)]
    slope = sum(np.sum(g * d) for g, d in zip(grads, lines))
    np.testing.assert_allclose(slope, (value[0] - value[1]) / (2 * h),
                               rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("x, f", OF_ONE.values(), ids=OF_ONE)
def test_gradients_of_one(x, f):
    check_gradient(f, x)


@pytest.mark.parametrize("a, b", OF_TWO.values(), ids=OF_TWO)
def test_gradients_of_products(a, b):
    check_gradient(lambda a, b: a @ b, a, b)


def test_what_is_known_of_a_tensor():
    def f(x):
        return x * len(x), x.size, x.ndim, x[0].shape
    found = neo.jit(f)(X)
    np.testing.assert_array_equal(found[0], 2 * X)
    assert found[1:] == (24, 3, (3, 4))


def test_copies_are_the_tensor():
    f = neo.jit(lambda x: copy.deepcopy({"x": x})["x"] + copy.copy(x))
    np.testing.assert_array_equal(f(X), 2 * X)


def test_shared_dimensions_need_no_division():
    text = neo.jit(lambda x: x.reshape(6, 2, 2)).ir(X)
    assert "%x[d0 floordiv 3, d0 mod 3, 2 * d1 + d2]" in text


REFUSED = {
    "too many elements": (lambda x: x.reshape(5, 5), "24 elements, not 25"),
    "two unknown sizes": (lambda x: x.reshape(-1, -1), "one of them may be -1"),
    "no such size": (lambda x: x.reshape(-1, 7), "24 elements"),
    "half a size": (lambda x: x.reshape(2.0, 12), "sizes are integers"),
    "an axis twice": (lambda x: x.transpose(0, 0, 1), "each of its axes once"),
    "a missing axis": (lambda x: x.transpose(0, 1), "each of its axes once"),
    "beyond the end": (lambda x: x[0, 3], "index 3 does not exist in dim"),
    "too many indices": (lambda x: x[0, 0, 0, 0], "read with 4 indices"),
    "dots twice": (lambda x: x[..., 0, ...], "several"),
    "inner sizes": (lambda x: x @ x, "must be equal"),
    "a number": (lambda x: x @ 2.0, "multiply with"),
    "batches": (lambda x: x @ np.ones((5, 4, 2)), "do not broadcast"),
}


@pytest.mark.parametrize("f, sentence", REFUSED.values(), ids=REFUSED)
def test_refused(f, sentence):
    with pytest.raises(neo.ShapeError) as caught:
        neo.jit(f)(X)
    assert sentence in str(caught.value)
    assert "test_rearrange.py" in str(caught.value)
