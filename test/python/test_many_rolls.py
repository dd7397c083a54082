# test_many_rolls.py - indices that divide again and again
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import neo
import numpy as np
import pytest


def rolled(library, x):
    for count in range(16):
        x = library.roll(x, count + 1, 0)[:-1]
    return x * 2


def test_sixteen_rolls_are_not_one_index():
    """Composed, they would be sixteen remainders within each other: analyses of such an
    index took 9 s, of its gradient 31 s."""
    x = np.arange(200.0)
    compiled = neo.jit(lambda x: rolled(neo, x))
    np.testing.assert_array_equal(compiled(x), rolled(np, x))
    optimized = neo.canonical(compiled.ir(x), "builtin.module(neo-optimize)")
    assert max(line.count(" mod ") for line in optimized.splitlines()) <= 8
    gradient = neo.jit(neo.grad(lambda x: neo.sum(rolled(neo, x) * rolled(neo, x))))(x)
    places = rolled(np, np.arange(200)) // 2
    expected = np.zeros(200)
    expected[places] = 8 * x[places]
    np.testing.assert_array_equal(gradient, expected)


@pytest.mark.parametrize("shape", [(5,), (3, 7), (2, 3, 5), (4, 1), (1, 6), (3, 0)])
@pytest.mark.parametrize("shift", [0, 1, -1, 7, -15, 30, 1000003])
def test_all_elements_in_their_order(shape, shift):
    x = np.arange(np.prod(shape), dtype=np.float64).reshape(shape)
    np.testing.assert_array_equal(neo.roll(x, shift), np.roll(x, shift), strict=True)
    weights = np.cos(x)
    gradient = neo.grad(lambda x: neo.sum(neo.roll(x, shift) * weights))(x)
    np.testing.assert_array_equal(gradient, np.roll(weights, -shift))
