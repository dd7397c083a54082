# test_quick.py - calls that find their program without a key
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A call like the one before runs at once; one that only looks like it must not."""

import numpy as np
import pytest

import neo

pytest.importorskip("neo._core")

X = np.arange(12.0).reshape(3, 4)


@pytest.fixture
def double():
    traces = []

    @neo.jit
    def function(x, y=None):
        traces.append(x)
        return 2 * x if y is None else 2 * x + y

    function.traces = traces
    function(X)
    return function


@pytest.mark.parametrize("other", [
    X.T, X[::-1], X[:, ::2], X.astype(">f8"), X.astype(np.float32), X[0],
    X[None], X[:2], np.float64(3), 5.0, np.asfortranarray(X),
    np.frombuffer(b"\0" + X.tobytes(), np.uint8)[1:].view(float).reshape(3, 4),
    X.astype(np.int64), np.zeros((0, 4))], ids=lambda x: str(np.shape(x)))
def test_other_arrays_are_converted_or_compiled_for(double, other):
    for _ in range(2):
        np.testing.assert_array_equal(double(other), 2 * other)
        np.testing.assert_array_equal(double(X), 2 * X)


def test_masked_arrays_are_refused_all_the_same(double):
    with pytest.raises(neo.DtypeError, match="masked"):
        double(np.ma.masked_array(X, X > 3))


def test_shapes_may_alternate(double):
    shapes = [(3, 4), (4, 3), (2,), (1, 1, 1), (5, 5), (6,), (7,)]
    for _ in range(3):
        for shape in shapes:
            x = np.random.default_rng(0).random(shape)
            np.testing.assert_array_equal(double(x), 2 * x)
    assert len(double.traces) == len(shapes)


def test_names_and_containers_tell_calls_apart(double):
    np.testing.assert_array_equal(double(X, X), 3 * X)
    np.testing.assert_array_equal(double(X, y=X), 3 * X)
    np.testing.assert_array_equal(double(x=X), 2 * X)
    tree = neo.jit(lambda t: {"sum": t["a"] + t["b"], "pair": (t["a"], 7)})
    for _ in range(2):
        found = tree({"a": X, "b": X})
        np.testing.assert_array_equal(found["sum"], 2 * X)
        np.testing.assert_array_equal(found["pair"][0], X)
        assert found["pair"][1] == 7
        np.testing.assert_array_equal(tree({"b": 2 * X, "a": X})["sum"], 3 * X)


def test_results_belong_to_the_caller(double):
    first = double(X)
    first[:] = -1
    np.testing.assert_array_equal(double(X), 2 * X)
    constant = neo.jit(lambda x: (x, np.ones(2)))
    constant(X)[1][:] = 5
    np.testing.assert_array_equal(constant(X)[1], np.ones(2))


@pytest.mark.parametrize("wrap", [
    lambda a, b: (a, b), lambda a, b: [a, b], lambda a, b: (a,),
    lambda a, b: (a, (b,)), lambda a, b: (a, None), lambda a, b: (a, 3),
    lambda a, b: {"a": a, "b": (b, b)}])
def test_containers_are_the_same_every_time(wrap):
    function = neo.jit(lambda x: wrap(2 * x, x + 1))
    want = wrap(2 * X, X + 1)
    for _ in range(3):
        found = function(X)
        assert type(found) is type(want)
        np.testing.assert_equal(found, want)


def test_a_large_result_lives_as_long_as_it_is_held():
    x = np.ones((256, 256), np.float32)
    function = neo.jit(lambda x: (2 * x, 3 * x))
    kept = [function(x) for _ in range(4)]
    places = {part.ctypes.data for pair in kept for part in pair}
    assert len(places) == 8
    view = kept[0][1][5:]
    del kept
    for _ in range(8):
        double, triple = function(x)
        assert double.flags.writeable and double.flags.c_contiguous
        np.testing.assert_array_equal(triple, 3 * x)
    np.testing.assert_array_equal(view, np.full((251, 256), 3, np.float32))


def test_captured_arrays_follow_the_arguments():
    offset = np.ones(4)
    add = neo.jit(lambda x: x + offset)
    for _ in range(3):
        np.testing.assert_array_equal(add(X), X + 1)


def test_a_batch_of_any_size_runs_at_once():
    scale = neo.jit(lambda x: 2 * x, batch="x")
    for n in (3, 3, 5, 0, 3, 1):
        x = np.random.default_rng(n).random((n, 4))
        np.testing.assert_array_equal(scale(x), 2 * x)
    assert len(scale._compiled) == 2, "one for any size, one for none"


def test_expressions_keep_calls_and_gradients_apart():
    square = neo.expr("Y[i,j] = A[i,j] * B[i,j]")
    for _ in range(3):
        np.testing.assert_array_equal(square(X, X), X * X)
        da, db = square.vjp((X, X + 1), X)
        np.testing.assert_array_equal(da, (X + 1) * X)
        np.testing.assert_array_equal(db, X * X)
    with pytest.raises(neo.UsageError, match="takes 2 operand"):
        square(X, X, X)
    with pytest.raises(neo.UsageError, match="takes 2 operand"):
        square.vjp((X,), X)
