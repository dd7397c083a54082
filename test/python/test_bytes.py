# test_bytes.py - conversions to every type, and tensors of int8
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`int8(x)` in an expression and `.astype(np.int8)` inside neo.jit, as NumPy has them."""

import ml_dtypes
import numpy as np
import pytest

import neo

TYPES = {name: np.dtype(getattr(np, name)) for name in (
    "float64", "float32", "float16", "int64", "int32", "int8", "bool")}
TYPES["bfloat16"] = np.dtype(ml_dtypes.bfloat16)
RANDOM = np.random.default_rng(11)
X, Y = (RANDOM.integers(-128, 128, (2, 37, 53)).astype(np.int8))
# Those that int8 does not hold wrap.
WIDE = np.array([0, 1, -1, 3.75, -3.75, 100, 127, 128, -129, 300, 1000, -32000] * 5)


def source(dtype):
    return (WIDE % 100 if dtype == np.int8 else WIDE).astype(dtype)


def wanted(array, dtype):
    """What C's conversions give: floats become int32 first."""
    if dtype == np.int8 and array.dtype.kind not in "ib":
        array = array.astype(np.int32)
    return array.astype(dtype)


def agree(function, *arrays, like):
    for found in (function(*arrays), neo.interpret(function, *arrays)[0]):
        assert found.dtype == like.dtype and found.shape == like.shape
        np.testing.assert_array_equal(found, like)


@pytest.mark.parametrize("target", TYPES)
@pytest.mark.parametrize("given", TYPES)
def test_conversions(given, target):
    array = source(TYPES[given])
    like = wanted(array, TYPES[target])
    agree(neo.expr(f"C[i] = {target}(A[i])"), array, like=like)
    agree(neo.jit(lambda x: x.astype(TYPES[target])), array, like=like)


@pytest.mark.parametrize("text, like", [
    ("C[i] = int8(A[i] + 1)", X[0] + np.int8(1)),
    ("C[i] = int8(A[i] * A[i])", X[0] * X[0]),
    ("C[i] = int8(i + 100) + 0 * A[i]",
     (np.arange(53) + 100).astype(np.int8).astype(np.int64)),
    ("C[i] = int8(i * 7)", (np.arange(53) * 7).astype(np.int8)),
    ("C[i] = A[52-i]", X[0][::-1]),
    ("C[i] = A[i-1] if i > 0 else -5", np.append(np.int8(-5), X[0][:-1])),
    ("C[i] = where(A[i] > 0, A[i], 0)", np.maximum(X[0], 0)),
    ("C[i] = where(A[i] > 0, A[i], 300)", np.where(X[0] > 0, np.int64(X[0]), 300)),
    ("C[] max= A[i]", X[0].max()), ("C[] min= A[i]", X[0].min()),
    ("C[] += A[i]", X[0].sum(dtype=np.int64)), ("C[] argmax= A[i]", X[0].argmax())])
def test_bytes_in_expressions(text, like):
    op = neo.expr(text, **({"i": 53} if "i-1" in text or "52-i" in text or "A" not in text
                           else {}))
    agree(op, *[X[0]] * len(op.operands), like=np.asarray(like))


@pytest.mark.parametrize("function, reference", [
    (lambda x, y: x.T, lambda x, y: x.T),
    (lambda x, y: neo.concatenate([x, y]), lambda x, y: np.concatenate([x, y])),
    (lambda x, y: neo.stack([x, y], -1), lambda x, y: np.stack([x, y], -1)),
    (lambda x, y: neo.pad(x[::2], 1), lambda x, y: np.pad(x[::2], 1)),
    (lambda x, y: neo.clip(x, -5, 5), lambda x, y: np.clip(x, -5, 5)),
    (lambda x, y: neo.maximum(x, y), lambda x, y: np.maximum(x, y)),
    (lambda x, y: neo.where(x > y, x, y), lambda x, y: np.maximum(x, y)),
    (lambda x, y: x.max(axis=1), lambda x, y: x.max(1)),
    (lambda x, y: (x * y).astype(np.int8), lambda x, y: x * y),
    (lambda x, y: neo.full_like(x, 3), lambda x, y: np.full_like(x, 3)),
    (lambda x, y: x[y[:2, 0] * 0 + 1], lambda x, y: x[[1, 1]]),
    (lambda x, y: x[np.array([3, 36], np.uint8)], lambda x, y: x[[3, 36]]),
    (lambda x, y: x @ y.T, lambda x, y: x.astype(int) @ y.T.astype(int))])
def test_bytes_in_functions(function, reference):
    agree(neo.jit(function), X, Y, like=reference(X, Y))


@pytest.mark.parametrize("text, said", [
    ("C[i] = int8(300)", "300 does not fit an i8: those are -128 to 127"),
    ("C[i] = A[i] if i < 9 else 300", "'A' is i8, which cannot hold the number after")])
def test_numbers_that_are_no_bytes(text, said):
    with pytest.raises(neo.ExpressionError) as caught:
        neo.expr(text, i=53)(*[X[0]] * ("A" in text))
    assert said in str(caught.value)


@pytest.mark.parametrize("text, like", [
    ("C[i] = max(A[i], B[i])", np.maximum), ("C[i] = min(A[i], B[i])", np.minimum),
    ("C[i] = where(B[i], A[i], B[i])", lambda a, b: np.where(b, a, b)),
    ("C[i] = min(A[i], B[i], 3)", lambda a, b: np.minimum(np.minimum(a, b), np.int8(3))),
    ("C[i] = A[i]; C[i] max= B[i]", np.maximum),
    ("C[i] = A[i] + B[i]", lambda a, b: a.astype(np.int64) + b)])
def test_bytes_beside_truth_values(text, like):
    """What is one of both is a byte, not a truth value that it would be as well."""
    a, b = X[0], Y[0] > 0
    op = neo.expr(text)
    given = {"A": a, "B": b}
    agree(op, *(given[name] for name in op.operands), like=like(a, b))


@pytest.mark.parametrize("ours, theirs", [
    (neo.maximum, np.maximum), (neo.minimum, np.minimum),
    (lambda a, b: neo.where(b, a, b), lambda a, b: np.where(b, a, b)),
    (lambda a, b: neo.clip(a, b, 100), lambda a, b: np.clip(a, b.astype(np.int8), 100))])
def test_tensors_of_bytes_beside_truth_values(ours, theirs):
    a, b = X[0], Y[0] > 0
    agree(neo.jit(ours), a, b, like=theirs(a, b))


def test_bytes_are_positions():
    """`take_along_axis` takes them as `x[i]` does."""
    x, places = X.astype(np.float32), np.arange(37, dtype=np.int8)[:, None]
    agree(neo.jit(lambda x, i: neo.take_along_axis(x, i, 1)), x, places,
          like=np.take_along_axis(x, places.astype(np.int64), 1))


def test_a_list_of_scalars_of_bfloat16():
    """It is an array of bfloat16, whose kind is none of NumPy's."""
    ones = np.ones(3, ml_dtypes.bfloat16)
    found = neo.jit(lambda p: p[0] + p[1])([ones[0], ones[1]])
    assert found.dtype == ml_dtypes.bfloat16 and found == 2
