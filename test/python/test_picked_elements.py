# test_picked_elements.py - functions of elements that integers pick
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Gathers of pointwise functions, and their gradients, which compare positions, against
NumPy and the interpreter. A failure names its seed."""

import random

import numpy as np
import pytest

import neo

FUNCTIONS = {
    "log_softmax": lambda x, w: neo.log_softmax(x, axis=1),
    "scaled": lambda x, w: neo.tanh(x * w) + x,
    "shifted": lambda x, w: neo.exp(x - neo.max(x, axis=1, keepdims=True)) * w,
    "of columns": lambda x, w: (x.T * w[:, 0]).T,
    "where": lambda x, w: neo.where(x > w, x, w * x),
}


def loss(function, axis):
    def value(x, w, places):
        y = function(x, w)
        picked = neo.take_along_axis(y, places, axis)
        return neo.sum(picked * picked), picked
    return value


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("seed", range(6))
def test_picked_elements_and_gradients(name, seed):
    choice, numbers = random.Random(seed), np.random.default_rng(seed)
    rows, columns = choice.choice([1, 3, 17, 64]), choice.choice([1, 5, 16, 70])
    dtype = choice.choice(["float64", "float32"])
    axis, count = choice.choice([(1, 1), (1, 1), (0, 1), (1, 3)])
    x = numbers.standard_normal((rows, columns)).astype(dtype)
    w = numbers.standard_normal((rows, 1)).astype(dtype)
    shape = (rows, count) if axis else (count, columns)
    places = numbers.integers(0, x.shape[axis], shape).astype(choice.choice(["int32", "int64"]))
    step = neo.jit(neo.value_and_grad(loss(FUNCTIONS[name], axis), (0, 1), has_aux=True))
    (_, picked), slopes = step(x, w, places)
    whole = neo.jit(FUNCTIONS[name])(x, w)
    tolerance = 1e-12 if dtype == "float64" else 2e-5
    np.testing.assert_allclose(picked, np.take_along_axis(whole, places, axis),
                               rtol=tolerance, atol=tolerance)
    expected = neo.interpret(step, x, w, places)[-2:]
    for found, wanted in zip(slopes, expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=20 * tolerance, atol=20 * tolerance)


@pytest.mark.parametrize("place", [-1, 5])
def test_gradients_alone_check_positions(place):
    x, places = np.ones((4, 5), np.float32), np.array([[0], [4], [place], [1]])
    slope = neo.jit(neo.grad(lambda x: neo.sum(neo.take_along_axis(
        neo.log_softmax(x, axis=1), places, 1))))
    with pytest.raises(IndexError, match=str(place)):
        slope(x)


def test_a_gradient_of_minus_zero_is_zero():
    """As in a sum that starts from zero."""
    x, places = np.ones((3, 4), np.float32), np.array([[1], [0], [3]])
    slope = neo.jit(lambda x, places: neo.grad(
        lambda x: neo.sum(neo.take_along_axis(x, places, 1) * -0.0))(x) * 1.0)
    assert not np.signbit(slope(x, places)[0, 0])
    np.testing.assert_array_equal(np.signbit(slope(x, places)),
                                  np.signbit(neo.interpret(slope, x, places)[0]))


@pytest.mark.parametrize("function", [
    lambda x, t: x[:5][t], lambda x, t: neo.take(neo.tanh(x[:5]), t),
    lambda x, t: neo.grad(lambda x: neo.sum(neo.exp(x[:5])[t]))(x)])
def test_positions_lie_in_the_slice(function):
    """Those that the whole tensor has are outside all the same."""
    x, places = np.arange(9.0), np.array([1, 7])
    with pytest.raises(IndexError, match="0..4"):
        neo.jit(function)(x, places)
