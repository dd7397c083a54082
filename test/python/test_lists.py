# test_lists.py - lists of numbers are arrays
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Lists of numbers, however deep, as arguments of jitted functions."""

import numpy as np
import pytest

import neo

LISTS = ([1.0, 2.0], [[1.0, 2.0], [3.0, 4.0]], [1, 2], [True, False], [1, 2.5])


@pytest.mark.parametrize("values", LISTS, ids=str)
def test_a_list_computes_as_an_array(values):
    want = np.asarray(values)
    for function in (lambda x: x + x, lambda x: x * 2, lambda x: x @ x,
                     lambda x: neo.sum(x)):
        if want.dtype != bool:
            got = neo.jit(function)(values)
            np.testing.assert_array_equal(got, neo.jit(function)(want))


def test_floats_of_a_list_take_the_type_of_the_others():
    single = np.ones(2, np.float32)
    assert neo.jit(lambda x, y: x * y)([1.0, 2.0], single).dtype == np.float32
    assert neo.jit(lambda x, y: x * y)([1.0, 2.0], single[0]).dtype == np.float32


def test_other_numbers_in_a_list_are_seen():
    double = neo.jit(lambda x: x * 2)
    for values in ([1.0, 2.0], [3.0, 4.0], [5.0], [1, 2]):
        np.testing.assert_array_equal(double(values), 2 * np.asarray(values))


def test_lists_of_arrays_and_tuples_stay_containers():
    found = neo.jit(lambda xs: [xs[1], xs[0]])([np.ones(2), np.zeros(3)])
    assert type(found) is list and [x.shape for x in found] == [(3,), (2,)]
    one, two = neo.jit(lambda pair: (pair[1], pair[0]))((1.0, 2.0))
    assert (one, two) == (2, 1)
    assert neo.jit(lambda xs, y: y)([], 3.0) == 3


def test_a_list_inside_a_container():
    found = neo.jit(lambda p: p["w"] * p["b"])({"w": [1.0, 2.0], "b": 3.0})
    np.testing.assert_array_equal(found, [3, 6])


def test_derivatives_of_lists():
    def square(x):
        return neo.sum(x * x)

    np.testing.assert_array_equal(neo.grad(square)([1.0, 2.0]), [2, 4])
    value, slope = neo.jvp(square, ([1.0, 2.0],), ([1.0, 0.0],))
    assert (value, slope) == (5, 2)
    np.testing.assert_array_equal(neo.vjp(square, [1.0, 2.0])[1](1.0)[0], [2, 4])


def test_derivatives_of_lists_inside_a_function():
    y = np.array([3.0, 4.0])

    def weighted(x):
        return neo.sum(x * x)

    np.testing.assert_array_equal(
        neo.jit(lambda y: neo.grad(weighted)([1.0, 2.0]) * y)(y), [6, 16])
    np.testing.assert_array_equal(
        neo.jit(lambda y: neo.jvp(weighted, ([1.0, 2.0],), ([0.5, 1.0],))[1])(y), 5)
    np.testing.assert_array_equal(
        neo.jit(lambda y: neo.vjp(lambda x: [x[0], x[1]], y)[1]([1.0, 2.0])[0])(y),
        [1, 2])


def test_rows_of_different_lengths():
    with pytest.raises(neo.DtypeError, match="argument 'x' .* equally long"):
        neo.jit(lambda x: x)([[1], [1, 2]])


def test_lists_of_numpys_numbers_are_arrays():
    found = neo.jit(lambda v: v * 2)(list(np.arange(3, dtype=np.float32)))
    assert found.dtype == np.float32 and list(found) == [0, 2, 4]
