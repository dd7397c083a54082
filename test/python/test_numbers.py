# test_numbers.py - Python numbers in loops and gradients
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A Python number is an integer where it is one, and a float of the type it meets."""

import numpy as np
import pytest

import neo

F32 = np.arange(3, dtype=np.float32)
CALLS = {"alone": lambda f: f, "inside": neo.jit}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("first, xs, last", [
    (0, F32, np.float32), (0, F32.astype(np.float16), np.float16),
    (0, np.arange(3), np.int64), (False, np.arange(3), np.int64),
    (0.0, F32, np.float32)])
def test_a_loop_that_begins_with_a_number(call, first, xs, last):
    total, before = call(lambda xs: neo.scan(lambda c, x: (c + x, c), first, xs))(xs)
    assert total.dtype == before.dtype == last
    assert total == 3 and before.tolist() == [0, 0, 1]


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_number_that_counts_beside_floats(call):
    count, scaled = call(lambda xs: neo.scan(lambda c, x: (c + 1, x * c), 0, xs))(F32)
    assert count.dtype == np.int64 and scaled.dtype == np.float32
    assert count == 3 and scaled.tolist() == [0, 1, 4]


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_number_that_becomes_a_float_by_numbers_alone(call):
    last, _ = call(lambda xs: neo.scan(lambda c, x: (c * 0.5 + 1, x * c), 0, xs))(F32)
    assert last.dtype == np.float32 and last == 1.75


def test_the_gradient_through_such_a_loop():
    def loss(w):
        return neo.scan(lambda c, x: (c + w * x, None), 0, F32)[0]

    found = neo.grad(loss)(np.float32(2))
    assert found.dtype == np.float32 and found == 3


def test_the_gradient_of_a_number_has_the_type_it_meets():
    def scaled(x):
        return x * neo.grad(lambda a: 3 * a * a)(2.0)

    found = neo.jit(scaled)(F32)
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, 12 * F32)


def test_the_tangent_of_a_number_has_the_type_it_meets():
    def scaled(x):
        return x * neo.jvp(lambda a: a * a, (3.0,), (1.0,))[1]

    np.testing.assert_array_equal(neo.jit(scaled)(F32), 6 * F32)


def test_other_arguments_of_a_gradient_stay_what_they_are():
    def loss(x, times, name):
        for _ in range(times):
            x = getattr(neo, name)(x)
        return neo.sum(x)

    found = neo.jit(lambda x: neo.grad(loss)(x, 2, "exp"))(F32)
    np.testing.assert_allclose(found, np.exp(F32) * np.exp(np.exp(F32)), rtol=1e-5)


def test_integers_have_no_gradient_inside_either():
    with pytest.raises(neo.GradientError, match="3.0 for 3"):
        neo.jit(lambda x: x * neo.grad(lambda a: a * a)(3))(F32)
    slope, nothing = neo.jit(lambda x: neo.vjp(lambda a, n: a * n, x, 3)[1](x))(F32)
    assert nothing is None and slope.tolist() == [0, 3, 6]
