# test_random_keys.py - indexing of traced tensors by random keys
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Integers, slices, None, '...', lists, arrays and masks in any order, as NumPy has
them; gradients add up where a key reads an element several times. More cases:

    NEO_PROPERTY_CASES=999 .venv/bin/python -m pytest test/python/test_random_keys.py
"""

import os

import numpy as np
import pytest

import neo

CASES = max(60, int(os.environ.get("NEO_PROPERTY_CASES", "60")))
SKIPPED = object()  # A key that NumPy refuses.


def one_item(rng, shape, at):
    """An item of a key for dimension `at`, and how many dimensions it takes."""
    size = shape[at]
    if rng.random() < 0.1 and at + 1 < len(shape):
        return rng.random(shape[at:at + 2]) < 0.6, 2
    steps = (rng.integers(-4, 4), rng.integers(-4, 4), rng.choice([-2, -1, 1, 2]))
    return [
        lambda: None, lambda: slice(None), lambda: int(rng.integers(-size, size)),
        lambda: slice(*(None if rng.random() < 0.5 else int(s) for s in steps)),
        lambda: rng.integers(-size, size, 2).tolist(),
        lambda: rng.integers(-size, size, (2, 1)),
        lambda: rng.random(size) < 0.6,
    ][which := int(rng.integers(7))](), int(which != 0)


def random_key(rng, shape):
    key, at = [], 0
    while at < len(shape) and rng.random() < 0.9:
        item, taken = one_item(rng, shape, at)
        key.append(item)
        at += taken
    if rng.random() < 0.3:
        key.append(Ellipsis)
    return tuple(key)


def chosen(x, key):
    try:
        return x[key]
    except (IndexError, ValueError):
        return SKIPPED


@pytest.mark.parametrize("seed", range(CASES))
def test_a_random_key(seed):
    rng = np.random.default_rng(seed)
    shape = tuple(int(n) for n in rng.integers(1, 5, rng.integers(1, 5)))
    x, key = rng.standard_normal(shape), random_key(rng, shape)
    wanted = chosen(x, key)
    if wanted is SKIPPED:
        with pytest.raises((neo.Error, IndexError)):
            neo.jit(lambda x: x[key])(x)
        return
    np.testing.assert_array_equal(neo.jit(lambda x: x[key])(x), wanted, strict=True)
    weights = rng.standard_normal(np.shape(wanted))
    slope = np.zeros(shape)
    np.add.at(slope, key, weights)
    found = neo.jit(neo.grad(lambda x: neo.sum(x[key] * weights)))(x)
    np.testing.assert_allclose(found, slope, atol=1e-12)
