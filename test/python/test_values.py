# test_values.py - NaN, infinities, empty domains, guards, functions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import neo

X = np.array([-2.0, -0.5, 0.0, 0.25, 3.0])
POSITIVE = np.array([0.1, 0.5, 1.0, 2.0, 30.0])
SPECIAL = np.array([1.0, np.nan, -np.inf, np.inf, -0.0])

FUNCTIONS = {
    "exp": (np.exp, X), "log": (np.log, POSITIVE), "sqrt": (np.sqrt, POSITIVE),
    "rsqrt": (lambda x: 1 / np.sqrt(x), POSITIVE), "tanh": (np.tanh, X),
    "sigmoid": (lambda x: 1 / (1 + np.exp(-x)), X),
    "relu": (lambda x: np.maximum(x, 0), X), "sin": (np.sin, X),
    "cos": (np.cos, X), "abs": (np.abs, X),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_function(name, dtype):
    reference, x = FUNCTIONS[name]
    result = neo.expr(f"C[i] = {name}(A[i])")(x.astype(dtype))
    tolerance = 1e-13 if dtype == "float64" else 3e-6
    np.testing.assert_allclose(result, reference(x), rtol=tolerance,
                               atol=tolerance)


def test_erf():
    from math import erf
    result = neo.expr("C[i] = erf(A[i])")(X)
    np.testing.assert_allclose(result, [erf(x) for x in X], rtol=1e-12,
                               atol=1e-14)


@pytest.mark.parametrize("text, reference", [
    ("A[i] + B[j]", np.add), ("A[i] * B[j]", np.multiply),
    ("max(A[i], B[j])", np.maximum), ("min(A[i], B[j])", np.minimum),
    ("A[i] < B[j]", np.less), ("A[i] == B[j]", np.equal),
    ("A[i] != B[j]", np.not_equal), ("A[i] >= B[j]", np.greater_equal)])
def test_nan_and_infinity_as_in_numpy(text, reference):
    with np.errstate(invalid="ignore"):
        expected = reference.outer(SPECIAL, SPECIAL)
    result = neo.expr(f"C[i,j] = {text}")(SPECIAL, SPECIAL)
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("op, reference", [
    ("+=", np.sum), ("*=", np.prod), ("max=", np.max), ("min=", np.min),
    ("amax=", np.max), ("amin=", np.min)])
def test_nan_wins_in_reductions(op, reference):
    data = np.array([[1.0, 2.0], [np.nan, 1.0], [3.0, np.nan]])
    result = neo.expr(f"C[i] {op} A[i,j]")(data)
    np.testing.assert_array_equal(result, reference(data, axis=1))


@pytest.mark.parametrize("op, identity", [
    ("+=", 0.0), ("*=", 1.0), ("max=", -np.inf), ("min=", np.inf)])
def test_reduction_over_nothing(op, identity):
    result = neo.expr(f"C[i] {op} A[i,j]")(np.zeros((3, 0)))
    np.testing.assert_array_equal(result, np.full(3, identity))


def test_empty_result():
    op = neo.expr("C[i,j] += A[i,k] * B[k,j]")
    assert op(np.zeros((0, 3)), np.zeros((3, 2))).shape == (0, 2)
    da, db = op.vjp((np.zeros((0, 3)), np.zeros((3, 2))), np.zeros((0, 2)))
    assert da.shape == (0, 3)
    np.testing.assert_array_equal(db, np.zeros((3, 2)))


@pytest.mark.parametrize("sizes", [(0, 1024, 1024), (1024, 0, 512), (512, 1024, 0)])
def test_no_elements_beside_operands_larger_than_a_cache(sizes):
    i, j, k = sizes
    op = neo.expr("C[i,j] += A[i,k] * B[k,j]")
    a, b = np.ones((i, k), np.float32), np.ones((k, j), np.float32)
    assert np.array_equal(op(a, b), a @ b)
    for found, like in zip(op.vjp((a, b), a @ b), (a, b)):
        assert np.array_equal(found, np.zeros_like(like))


def test_first_of_equals_is_the_position():
    data = np.array([[1.0, 3.0, 3.0], [2.0, 2.0, 0.0]])
    result = neo.expr("P[i] argmax= A[i,j]")(data)
    assert result.dtype == np.int64
    np.testing.assert_array_equal(result, [1, 0])


def test_clamped_reads():
    a = np.arange(5.0)
    index = np.arange(9) - 2
    result = neo.expr("C[i] = A[min(max(i-2, 0), 4)]", i=9)(a)
    np.testing.assert_array_equal(result, a[np.clip(index, 0, 4)])


def test_clamped_reads_in_two_dimensions():
    a = np.arange(12.0).reshape(3, 4)
    rows, columns = np.minimum(np.arange(5), 2), np.maximum(np.arange(4) - 1, 0)
    result = neo.expr("C[i,j] = A[min(i, 2), max(j-1, 0)]", i=5, j=4)(a)
    np.testing.assert_array_equal(result, a[np.ix_(rows, columns)])


def test_clamped_and_guarded_with_another_number():
    op = neo.expr("C[i] = A[max(i-1, 0)] if i < 3 else 7", i=5)
    np.testing.assert_array_equal(op(np.array([5.0, 6.0])), [5, 5, 6, 7, 7])


def test_guard_around_a_function():
    op = neo.expr("C[i,j] = exp(A[i]) + 1 if i <= j else -1", j=3)
    a = np.array([0.0, 1.0, 2.0])
    expected = np.where(np.tri(3).T > 0, np.exp(a)[:, None] + 1, -1)
    np.testing.assert_allclose(op(a), expected, rtol=1e-14)


def test_guard_hides_infinities():
    op = neo.expr("C[i,j] = A[i] * B[j] if i < j else 0")
    a, b = np.full(2, np.inf), np.zeros(2)
    np.testing.assert_array_equal(op(a, b), [[0, np.nan], [0, 0]])


def test_guard_with_infinity_outside():
    op = neo.expr("S[i,j] = A[i,j] if j <= i else -inf")
    result = op(np.ones((2, 2), np.float32))
    np.testing.assert_array_equal(result, [[1, -np.inf], [1, 1]])


def test_softmax_in_statements():
    op = neo.expr("""
        M[i] max= X[i,j]
        E[i,j] = exp(X[i,j] - M[i])
        Z[i] += E[i,j]
        Y[i,j] = E[i,j] / Z[i]
    """)
    x = np.random.default_rng(0).standard_normal((4, 7))
    e = np.exp(x - x.max(1, keepdims=True))
    np.testing.assert_allclose(op(x), e / e.sum(1, keepdims=True), rtol=1e-13)


def test_loop_variables_as_values():
    np.testing.assert_array_equal(
        neo.expr("I[i,j] = where(i == j, 1, 0)", i=3, j=3)(), np.eye(3))
    np.testing.assert_array_equal(
        neo.expr("C[i] += A[i,j] * (i + 2*j)")(np.ones((2, 3))), [6, 9])


def test_maximum_continued_by_a_maximum():
    op = neo.expr("M[i] = B[i]; M[i] amax= A[i,j]")
    a, b = np.array([[1.0, 4.0], [2.0, 2.0]]), np.array([3.0, 3.0])
    np.testing.assert_array_equal(op(b, a), [4, 3])


def test_result_continued_by_a_reduction():
    op = neo.expr("Y[i] = B[i]; Y[i] += W[i,k] * X[k]")
    b, w, x = np.ones(2), np.arange(6.0).reshape(2, 3), np.array([1.0, 2, 3])
    np.testing.assert_array_equal(op(b, w, x), b + w @ x)


@pytest.mark.parametrize("text", [
    "C[i] = A[min(i+1, 3)]", "C[i] = A[min(max(i-1, 0), 3)]",
    "C[i] = A[min(i+1, 3)] if i < 2 else 0", "C[i] = A[i] if i < 2 else -0.0",
    "C[i] = (A[i] if i < 2 else 0) + (A[i] if i < 2 else -0.0)"])
def test_zeros_keep_their_signs(text):
    a = np.array([1.0, -0.0, -0.0, -0.0])
    b = [a[i] for i in range(4)]
    n = [a[min(i + 1, 3)] for i in range(4)]
    want = {"C[i] = A[min(i+1, 3)]": n,
            "C[i] = A[min(max(i-1, 0), 3)]": [a[max(i - 1, 0)]
                                              for i in range(4)],
            "C[i] = A[min(i+1, 3)] if i < 2 else 0": n[:2] + [0.0, 0.0],
            "C[i] = A[i] if i < 2 else -0.0": b[:2] + [-0.0, -0.0]}
    found = np.asarray(neo.expr(text, i=4)(a))
    expected = want.get(text, [2.0, -0.0, 0.0, 0.0])
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))


@pytest.mark.parametrize(("given", "wanted"), [
    (np.int64, np.int64), (np.int32, np.int32), (np.int8, np.int64), (np.bool_, np.int64),
    (np.float32, np.float32), (np.float64, np.float64)])
def test_numbers_have_the_type_of_what_they_stand_beside(given, wanted):
    data = np.array([1, 0, 1, 1]).astype(given)
    result = neo.expr("H[b] += where(X[i] == b, 1, 0)", b=2)(data)
    assert result.dtype == wanted
    np.testing.assert_array_equal(result, [1, 3])
    assert neo.expr("Y[i] = where(X[i] > 0, 1, 0) / 2")(data).dtype == (
        wanted if data.dtype.kind == "f" else np.float64)
