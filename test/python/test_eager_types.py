# test_eager_types.py - element types of functions that are called on arrays
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Outside of neo.jit two float types become the one that holds both, as in NumPy, where
`neo.zeros` gives float64. Inside it is weak, and other mixtures are refused."""

import ml_dtypes
import numpy as np
import pytest

import neo

X = np.random.default_rng(7).standard_normal((3, 4)).astype(np.float32)

TWO = {
    "where": (lambda m, x, y: m.where(x > 0, x, y), neo.zeros(4)),
    "maximum": (lambda m, x, y: m.maximum(x, y), neo.full(4, 0.1)),
    "pow": (lambda m, x, y: m.pow(m.abs(x), y), neo.ones(4)),
    "concatenate": (lambda m, x, y: m.concatenate([x, y]), neo.zeros((1, 4))),
    "stack": (lambda m, x, y: m.stack((x[0], y)), neo.ones(4)),
    "matmul": (lambda m, x, y: m.matmul(x, y), neo.eye(4)),
    "dot": (lambda m, x, y: m.dot(x, y), neo.ones(4)),
    "outer": (lambda m, x, y: m.outer(x, y), neo.linspace(0, 1, 3)),
    "einsum": (lambda m, x, y: m.einsum("ij,jk->ik", x, y), neo.eye(4)),
    "clip": (lambda m, x, y: m.clip(x, -y, y), neo.full(4, 0.1)),
    "scalars": (lambda m, x, y: m.minimum(x, y), np.float64(0.1)),
}


@pytest.mark.parametrize("name", TWO)
def test_outside_types_are_numpys(name):
    function, y = TWO[name]
    wanted = function(np, X, y)
    found = function(neo, X, y)
    assert found.dtype == wanted.dtype == np.float64
    np.testing.assert_allclose(found, wanted, rtol=1e-6)


@pytest.mark.parametrize("name", [n for n in TWO if n != "scalars"])
def test_inside_what_neo_makes_is_weak(name):
    function, y = TWO[name]
    square = y.shape == (4, 4)
    found = neo.jit(lambda x: function(
        neo, x, neo.eye(4) if square else neo.ones(y.shape)))(X)
    assert found.dtype == np.float32


@pytest.mark.parametrize("one, other, both", [
    (np.float16, np.float32, np.float32), (np.float64, np.float16, np.float64),
    (ml_dtypes.bfloat16, np.float32, np.float32)])
def test_the_type_that_holds_both(one, other, both):
    found = neo.maximum(X.astype(one), X.astype(other))
    assert found.dtype == both == np.result_type(one, other)


def test_integers_and_lists_take_the_type_of_floats():
    for other in (np.arange(4), [1, 2, 3, 4], [0.5, 1.5, 2.5, 3.5], 3, 0.1,
                  np.array([True, False, True, False]), np.int64(2)):
        assert neo.maximum(X, other).dtype == np.float32
        assert neo.jit(lambda x: neo.maximum(x, other))(X).dtype == np.float32


def test_no_type_holds_both_halves():
    with pytest.raises(neo.DtypeError, match="float types are mixed"):
        neo.maximum(X.astype(np.float16), X.astype(ml_dtypes.bfloat16))


def test_inside_mixed_arguments_are_refused_with_a_remedy():
    with pytest.raises(neo.DtypeError, match="'z' is f64; convert them to one type "
                       "with .astype .neo.zeros and NumPy's functions make f64"):
        neo.jit(lambda x, z: x * z)(X, neo.zeros(4))
    with pytest.raises(neo.DtypeError) as refusal:
        neo.jit(lambda x, z: x * z)(X, neo.zeros(4, np.float16))
    assert "make f64" not in str(refusal.value)


def test_likes_of_weak_tensors_are_weak():
    for like in (neo.zeros_like, neo.ones_like, lambda y: neo.full_like(y, 2)):
        found = neo.jit(lambda x: x + like(neo.ones(4)))(X)
        assert found.dtype == np.float32


def test_numbers_lists_and_tuples_are_arrays():
    assert neo.exp((1, 2)).shape == (2,)
    np.testing.assert_array_equal(neo.stack([[1, 2], [3, 4]], 1), [[1, 3], [2, 4]])
    np.testing.assert_array_equal(neo.zeros_like([1.0, 2.0]), np.zeros(2))
    labels = np.array([0, 2, 1])
    np.testing.assert_array_equal(neo.one_hot(labels, labels.max() + 1),
                                  np.eye(3)[labels])
    np.testing.assert_array_equal(
        neo.one_hot(labels, num_classes=3, dtype=np.float32, axis=0),
        np.eye(3, dtype=np.float32)[labels].T)


NUMBERS = {
    "arange of floats": lambda: neo.arange(3.),
    "arange from floats": lambda: neo.arange(1., 4),
    "arange by floats": lambda: neo.arange(0, 3, 1.),
    "arange of integers": lambda: neo.arange(3),
    "square": lambda: neo.square(3), "square of a float": lambda: neo.square(3.),
    "maximum": lambda: neo.maximum(3, 4), "minimum": lambda: neo.minimum(True, False),
    "maximum with a float": lambda: neo.maximum(3, 4.5),
    "clip": lambda: neo.clip(3, 0, 2), "clip to floats": lambda: neo.clip(3, 0., 2.),
    "round": lambda: neo.round(3), "floor": lambda: neo.floor(3),
    "trunc of a truth": lambda: neo.trunc(True), "abs": lambda: neo.abs(-3),
    "sign": lambda: neo.sign(-3), "pow": lambda: neo.pow(2, 3),
    "pow by a float": lambda: neo.pow(2, 0.5), "relu": lambda: neo.relu(-3),
    "exp": lambda: neo.exp(1), "sum": lambda: neo.sum(3), "mean": lambda: neo.mean(3),
    "where": lambda: neo.where(True, 3, 4), "isnan": lambda: neo.isnan(3),
    "asarray": lambda: neo.asarray(3), "asarray of a truth": lambda: neo.asarray(True),
    "asarray of a float": lambda: neo.asarray(3.),
    "stack": lambda: neo.stack([3, 4]), "reshape": lambda: neo.reshape(3, (1, 1)),
    "one_hot": lambda: neo.one_hot(2, 4), "dot": lambda: neo.dot(3, 4),
    "dot with a list": lambda: neo.dot(3, [1, 2]),
    "broadcast_to": lambda: neo.broadcast_to(3, (2,)),
}


@pytest.mark.parametrize("make", NUMBERS.values(), ids=NUMBERS)
def test_of_numbers_alone_inside_is_as_outside(make):
    outside, inside = make(), neo.jit(make)()
    assert inside.dtype == outside.dtype
    np.testing.assert_allclose(inside, outside, rtol=1e-15)
    beside = neo.jit(lambda x: neo.sum(make()) * x)(X)
    assert beside.dtype == np.float32


def test_arange_of_floats_divides_as_floats():
    halves = neo.jit(lambda: neo.floor(neo.arange(5.) / 2))()
    np.testing.assert_array_equal(halves, np.arange(5.) // 2, strict=True)
    for divide in (lambda: neo.arange(5.) // 2, lambda: neo.arange(0, 5, 1.) // 2):
        with pytest.raises(neo.UsageError, match="write floor"):
            neo.jit(divide)()


@pytest.mark.parametrize("one, other", [(4, 4.0), (4.0, 4), (True, 1), (0.0, -0.0)])
def test_equal_numbers_of_other_types_are_other_programs(one, other):
    three = np.array([3, 5])
    for number in (one, other):
        found = neo.where(three > 9, three, number)
        wanted = np.where(three > 9, three, number)
        assert found.dtype == wanted.dtype
        np.testing.assert_array_equal(np.signbit(found), np.signbit(wanted))
