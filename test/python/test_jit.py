# test_jit.py - whole functions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
from collections import namedtuple

import numpy as np
import pytest

import neo

RANDOM = np.random.default_rng(3)
X = RANDOM.standard_normal((4, 5))
ROW = RANDOM.standard_normal(5)
matmul = neo.expr("C[i,j] += A[i,k] * B[k,j]")


def test_operators_broadcast():
    f = neo.jit(lambda x, r: (2 * x - r) / (x * x + 1) ** 2 - -r)
    np.testing.assert_allclose(f(X, ROW),
                               (2 * X - ROW) / (X * X + 1) ** 2 + ROW,
                               rtol=1e-13)


def test_column_broadcasts():
    f = neo.jit(lambda x, c: x * c)
    np.testing.assert_array_equal(f(X, X[:, :1]), X * X[:, :1])


def test_comparisons_and_where():
    f = neo.jit(lambda x: neo.where((x > 0) & ~(x > 1), x, 0.0))
    np.testing.assert_array_equal(f(X), np.where((X > 0) & ~(X > 1), X, 0))


def test_functions():
    f = neo.jit(lambda x: neo.log(neo.exp(x)) + neo.maximum(x, 0)
                + neo.relu(-x) + abs(x))
    np.testing.assert_allclose(f(X), X + 2 * np.abs(X), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("axis, keepdims", [
    (None, False), (0, False), (1, True), ((0, 1), True), (-1, False)])
def test_reductions(axis, keepdims):
    f = neo.jit(lambda x: (neo.sum(x, axis, keepdims),
                           neo.max(x, axis, keepdims),
                           neo.mean(x, axis, keepdims)))
    options = {"axis": axis, "keepdims": keepdims}
    for found, reference in zip(f(X), (np.sum, np.max, np.mean)):
        np.testing.assert_allclose(found, reference(X, **options), rtol=1e-13)


def test_expressions_inside():
    f = neo.jit(lambda a, b: neo.tanh(matmul(a, b)) * 2)
    np.testing.assert_allclose(f(X, X.T), np.tanh(X @ X.T) * 2, rtol=1e-13)


def test_containers():
    Pair = namedtuple("Pair", "left right")

    @neo.jit
    def f(tree, *, scale):
        return {"sum": tree["a"] + tree["b"][0], "pair": Pair(scale, None),
                "list": [tree["b"][1] * scale], "number": 3}
    found = f({"a": X, "b": [X, ROW]}, scale=2.0)
    np.testing.assert_array_equal(found["sum"], X + X)
    np.testing.assert_array_equal(found["list"][0], ROW * 2)
    assert isinstance(found["pair"], Pair) and found["pair"].right is None
    assert found["pair"].left == 2.0 and found["number"] == 3


def test_captured_arrays_are_inputs():
    f = neo.jit(lambda x: x + ROW * ROW)
    assert "%captured: tensor<5xf64>" in f.ir(X)
    np.testing.assert_allclose(f(X), X + ROW * ROW, rtol=1e-15)


def test_traced_once_per_shapes_and_types():
    calls = []

    @neo.jit
    def f(x):
        calls.append(x.shape)
        return x + 1
    for array in (X, X * 2, ROW, X.astype(np.float32), X):
        np.testing.assert_array_equal(f(array), array + 1)
    assert calls == [(4, 5), (5,), (4, 5)]


def test_jitted_functions_call_each_other():
    inner = neo.jit(lambda x: x * 2)
    np.testing.assert_array_equal(neo.jit(lambda x: inner(x) + x)(X), 3 * X)


def test_argument_returned_is_a_new_array():
    found = neo.jit(lambda x: (x, x))(X)
    np.testing.assert_array_equal(found[0], X)
    assert not np.shares_memory(found[0], X)
    assert not np.shares_memory(found[0], found[1])


def test_decorator_with_threads():
    @neo.jit(threads=1)
    def f(x):
        """Doubles."""
        return x + x
    assert f.__doc__ == "Doubles."
    np.testing.assert_array_equal(f(X), 2 * X)


def test_compute_with_a_lambda():
    @neo.jit
    def f(a, b):
        return neo.compute((4, 4), lambda i, j, k: neo.sum(a[i, k] * b[k, j]))
    np.testing.assert_allclose(f(X, X.T), X @ X.T, rtol=1e-13)


def test_compute_with_guards_and_extents():
    @neo.jit
    def f(a, w):
        def body(p, r):
            read = neo.where((p + r - 1 >= 0) & (p + r - 1 < 5), a[p + r - 1],
                             0)
            return neo.sum(read * w[r], r=3)
        return neo.compute(5, body)
    weights = np.array([1.0, 2.0, 4.0])
    np.testing.assert_allclose(f(ROW, weights),
                               np.convolve(ROW, weights[::-1], "same"),
                               rtol=1e-13)


def test_ties_share_the_gradient_of_amax():
    x = np.array([[1.0, 3.0], [3.0, 3.0]])
    found = neo.grad(lambda x: neo.sum(neo.amax(x, 1) * 2))(x)
    np.testing.assert_array_equal(found, [[0, 2], [1, 1]])
    found = neo.grad(lambda x: neo.sum(neo.compute(
        2, lambda j, i: neo.amin(x[i, j]))))(x)
    np.testing.assert_array_equal(found, [[1, 0.5], [0, 0.5]])


def test_compute_maximum_and_position():
    f = neo.jit(lambda x: (
        neo.compute(4, lambda i, j: neo.max(x[i, j] * x[i, j])),
        neo.compute(4, lambda i, j: neo.argmax(x[i, 4 - j], j=5))))
    largest, position = f(X)
    np.testing.assert_array_equal(largest, (X * X).max(1))
    np.testing.assert_array_equal(position, X[:, ::-1].argmax(1))


def refused(function, *arguments):
    with pytest.raises(neo.Error) as caught:
        neo.jit(function)(*arguments)
    assert "test_jit.py:" in str(caught.value)
    return str(caught.value)


def test_values_are_not_there():
    assert "has no value while neo.jit traces" in refused(
        lambda x: 1 if x > 0 else 2, X)
    assert "has no value" in refused(lambda x: float(x), X)
    assert "has no value" in refused(lambda x: np.exp(np.asarray(x)), X)


def test_shapes_that_do_not_broadcast():
    assert "do not broadcast" in refused(lambda x, y: x + y, X, X.T)


def test_loop_variable_after_its_lambda():
    kept = []

    def f(x):
        neo.compute(5, lambda i: kept.append(i) or x[i])
        return x[kept[0]]
    assert "after its lambda had returned" in refused(f, ROW)


def test_chained_comparison_of_loop_variables():
    assert "(0 <= i) & (i < n)" in refused(lambda x: neo.compute(
        5, lambda i: neo.where(0 <= i < 3, x[i], 0)), ROW)


def test_lambda_inside_a_lambda():
    assert "neither a tensor nor a loop variable" in refused(
        lambda x: neo.compute(5, lambda i: neo.compute(
            (), lambda j: neo.sum(x[j] * i))), ROW)


def test_lambda_that_is_too_deep():
    assert "nested too deeply" in refused(lambda x: neo.compute(
        5, lambda i: sum(x[i] for _ in range(3000))), ROW)


def test_result_that_is_no_array():
    assert "returned a str" in refused(lambda x: "text", X)


def test_argument_that_is_no_array():
    assert "argument 'x' is a str" in refused(lambda x: x, "text")


def test_argument_of_an_unsupported_type():
    assert "argument 'x': element type complex128" in refused(
        lambda x: x, X.astype(complex))


def test_number_of_threads():
    before = neo.get_threads()
    neo.set_threads(1)
    assert neo.get_threads() == 1
    np.testing.assert_array_equal(neo.jit(lambda x: x + x)(X), 2 * X)
    neo.set_threads(before)
    with pytest.raises(neo.Error, match="number of threads"):
        neo.set_threads(-1)


def test_axis_that_does_not_exist():
    assert "axis 2 does not exist" in refused(lambda x: neo.sum(x, 2), X)


def test_out_of_bounds_in_compute():
    assert "reaches 1..5" in refused(
        lambda x: neo.compute(5, lambda i: x[i + 1]), ROW)


def test_tensor_that_leaked():
    kept = []
    neo.jit(lambda x: kept.append(x) or x)(X)
    assert "outside the function" in refused(lambda x: x + kept[0], X)


def test_functions_outside_of_jit_run_at_once():
    np.testing.assert_allclose(neo.exp(X), np.exp(X), rtol=1e-6)


def test_not_a_function():
    with pytest.raises(neo.UsageError, match="takes a function"):
        neo.jit(3)
