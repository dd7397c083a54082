# test_special_values.py - functions at their edges
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Slopes at 0 of smooth functions, sums that integers cannot hold, infinities among
sums, and halves that are summed up."""

import ml_dtypes
import neo
import numpy as np
import pytest

INF = np.inf


@pytest.mark.parametrize("function, slope, bend", [
    (neo.softplus, 0.5, 0.25), (neo.elu, 1.0, 1.0),
    (lambda x: neo.elu(x, 2.0), 2.0, 2.0)])
def test_slopes_at_zero(function, slope, bend):
    def total(x):
        return neo.sum(function(x))

    zero = np.zeros(1)
    assert neo.grad(total)(zero) == slope
    assert neo.jvp(function, (zero,), (np.ones(1),))[1] == slope
    assert neo.grad(lambda x: neo.sum(neo.grad(total)(x)))(zero) == bend


def test_softplus_far_from_zero():
    x = np.array([-1000.0, 1000, -INF, INF, np.nan])
    np.testing.assert_array_equal(neo.softplus(x), [0, 1000, 0, INF, np.nan])
    np.testing.assert_array_equal(
        neo.grad(lambda x: neo.sum(neo.softplus(x)))(x), [0, 1, 0, 1, np.nan])


@pytest.mark.parametrize("name, dtype, value, count", [
    ("mean", "u1", 255, 9_000_000), ("mean", "i4", 2**31 - 1, 3),
    ("var", "u1", 255, 9_000_000), ("std", "i4", 2**31 - 1, 4),
    ("norm", "i4", 2**20, 2), ("mean", "i8", 2**62, 2)])
def test_moments_of_integers_are_those_of_floats(name, dtype, value, count):
    x = np.full(count, value, dtype)
    wanted = np.linalg.norm(x) if name == "norm" else getattr(np, name)(
        x.astype(np.float64))
    found = getattr(neo, name)(x)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, wanted)


def test_cumsum_of_infinities():
    np.testing.assert_array_equal(neo.cumsum(np.array([INF, 1.0, 2.0])), [INF] * 3)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_cumsum_of_halves_is_kept_in_float32(dtype):
    ones = np.ones(4000, dtype)
    found = neo.cumsum(ones)
    assert found.dtype == dtype and found[-1] == 4000
    assert neo.grad(lambda x: neo.sum(neo.cumsum(x)))(ones)[0] == 4000


@pytest.mark.parametrize("name, meanings", [("i8", "'int64' or 'int8'"),
                                            ("i1", "'int8' or 'bool'")])
def test_names_of_two_types_are_refused(name, meanings):
    for call in (lambda: neo.zeros(1, name), lambda: neo.asarray([3], dtype=name),
                 lambda: neo.jit(lambda x: x.astype(name))(np.ones(2))):
        with pytest.raises(neo.DtypeError, match=meanings):
            call()


@pytest.mark.parametrize("arguments, said", [
    ((0, 1000, "int8"), "beyond i8, which holds -128 to 127"),
    ((0.5, 3), "low is 0.5"), ((3, 3), "no integers from 3 to 3"),
    ((0, 2**40), "holds more than 2\\*\\*31 integers")])
def test_random_integers_beyond_their_type(arguments, said):
    with pytest.raises(neo.UsageError, match=said):
        neo.random.randint(neo.random.key(0), (3,), *arguments)


def test_seeds_have_64_bits():
    with pytest.raises(neo.UsageError, match="beyond 64 bits"):
        neo.random.key(2**64)
    assert neo.random.key(2**64 - 1) == neo.random.key(-1) == -1


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_gradients_of_all_steps_are_summed_in_float32(dtype):
    one, rows = np.ones((), dtype), np.ones(4000, dtype)

    def total(w):
        return neo.sum(neo.scan(lambda h, row: (h, w * row), one, rows)[1])

    assert neo.grad(total)(one) == dtype(4000)
    assert neo.grad(total)(one).dtype == dtype


@pytest.mark.parametrize("function", [
    lambda i: neo.mean(i), lambda i: neo.var(i), lambda i: neo.norm(i[0]),
    lambda i: neo.mean(i > 20, where=i > 10)])
def test_moments_of_integers_take_the_type_that_they_meet(function):
    i = (np.arange(12).reshape(3, 4) * 10).astype(np.int8)
    found = neo.jit(lambda i, y: function(i) * y)(i, np.ones(3, np.float32))
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, function(i).astype(np.float32))


@pytest.mark.parametrize("x", [np.array([10, 100, 100], np.int8),
                               np.array([True, False, True])])
def test_cumsum_of_short_integers_is_int64(x):
    found = neo.cumsum(x)
    assert found.dtype == np.int64
    np.testing.assert_array_equal(found, np.cumsum(x))
