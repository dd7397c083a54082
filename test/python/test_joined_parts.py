# test_joined_parts.py - tensors one after the other, and guards with bounds
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Loops are split at the bounds of guards: parts of every size, in every dimension."""

import random

import neo
import numpy as np
import pytest


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, np.int8, np.bool_])
@pytest.mark.parametrize("seed", range(10))
def test_parts_of_any_size(seed, dtype):
    """From none to more parts than a loop is split at."""
    choice = random.Random(seed)
    axis, count = choice.randint(0, 2), choice.randint(1, 9)
    shape = [choice.choice([1, 3, 16, 40]) for _ in range(3)]
    parts = []
    for number in range(count):
        shape[axis] = choice.choice([0, 1, 5, 16, 64, 100, 333])
        values = np.arange(np.prod(shape)).reshape(shape) % 13 + number
        parts.append(values.astype(dtype))
    joined = neo.jit(lambda *given: neo.concatenate(list(given), axis=axis))
    np.testing.assert_array_equal(joined(*parts), np.concatenate(parts, axis=axis))


@pytest.mark.parametrize("function", [
    lambda x: neo.concatenate([x, x[:, :5]], axis=1), lambda x: neo.stack([x, x], axis=1),
    lambda x: neo.pad(x, 2, mode="reflect")])
def test_a_negative_zero_stays_one(function):
    zeros = np.full((3, 70), -0.0)
    assert np.signbit(neo.jit(function)(zeros)).all()


@pytest.mark.parametrize("seed", range(20))
def test_guards_on_each_loop(seed):
    choice = random.Random(seed)
    low, high = sorted(choice.sample(range(-5, 300), 2))
    operator = neo.expr(
        f"Y[i,j] = (A[i,j] if {low} <= {choice.choice([1, 2])}*j and j < {high} else 2) "
        f"+ (B[i] if i == {choice.randint(0, 20)} "
        f"else 7) * (A[i,299-j] if {choice.randint(0, 300)} > j else -1)", i=20, j=300)
    a, b = np.random.default_rng(seed).standard_normal((20, 300)), np.linspace(-1, 1, 20)
    expected = neo.interpret(operator.ir(a, b), a, b)[0]
    np.testing.assert_allclose(neo.jit(operator)(a, b), expected, rtol=1e-15)


@pytest.mark.parametrize("count", [7, 8, 64, 65, 400])
@pytest.mark.parametrize("join", ["concatenate", "stack"])
def test_many_arrays(join, count):
    arrays = [np.full((2, 1 + n % 3 * (join == "concatenate")), n, np.float32)
              for n in range(count)]
    ours, theirs = getattr(neo, join), getattr(np, join)
    np.testing.assert_array_equal(neo.jit(lambda xs: ours(xs, 1))(arrays),
                                  theirs(arrays, 1))
    weights = np.arange(theirs(arrays, 1).size, dtype=np.float32).reshape(
        theirs(arrays, 1).shape)
    found = neo.jit(neo.grad(lambda xs: neo.sum(ours(xs, 1) * weights)))(arrays)
    ends = np.cumsum([array.shape[1] for array in arrays])
    parts = np.split(weights, ends[:-1], 1) if join == "concatenate" else \
        np.moveaxis(weights, 1, 0)
    for slope, part in zip(found, parts, strict=True):
        np.testing.assert_array_equal(slope, part)
