# test_random.py - random numbers that follow from a key
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The same bits everywhere, and the distributions that they are of."""

import warnings

import numpy as np
import pytest

import neo

KEY = neo.random.key(0)


def test_bits_are_those_of_splitmix64():
    found = neo.random.bits(KEY, (3,)).view(np.uint64)
    assert [hex(n) for n in found] == ["0xe220a8397b1dcdaf", "0x6e789e6aa1b965f4",
                                       "0x6c45d188009454f"]


def test_the_same_inside_and_outside_and_on_threads():
    wanted = neo.random.normal(KEY, (40, 30))
    for threads in (1, 2):
        found = neo.jit(lambda k: neo.random.normal(k, (40, 30)),
                        threads=threads)(KEY)
        np.testing.assert_array_equal(found, wanted)


def test_keys_are_independent():
    first, second = neo.random.split(KEY)
    a, b, c = (neo.random.uniform(k, (2000,)) for k in
               (first, second, neo.random.fold_in(KEY, 7)))
    for x, y in ((a, b), (a, c), (b, c)):
        assert abs(np.corrcoef(x, y)[0, 1]) < 0.08


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_distributions(dtype):
    u = neo.random.uniform(KEY, (50_000,), dtype).astype(np.float64)
    assert 0 <= u.min() and u.max() < 1 and abs(u.mean() - 0.5) < 0.01
    counts, _ = np.histogram(u, 16, (0, 1))
    assert abs(counts / 3125 - 1).max() < 0.08
    n = neo.random.normal(KEY, (50_000,), dtype).astype(np.float64)
    assert np.isfinite(n).all()
    assert abs(n.mean()) < 0.02 and abs(n.std() - 1) < 0.02
    assert abs((n ** 4).mean() - 3) < 0.2


def test_integers_truths_and_orders():
    found = neo.random.randint(KEY, (9000,), -2, 4)
    assert found.dtype == np.int64
    assert np.bincount(found + 2, minlength=6).min() > 1300
    assert set(found) == set(range(-2, 4))
    assert abs(neo.random.bernoulli(KEY, 0.3, (9000,)).mean() - 0.3) < 0.02
    order = neo.random.permutation(KEY, 100)
    assert sorted(order) == list(range(100)) and list(order) != list(range(100))


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_numbers_of_the_gumbel_distribution(dtype):
    g = neo.random.gumbel(KEY, (50_000,), dtype).astype(np.float64)
    assert np.isfinite(g).all() and abs(g.mean() - 0.5772) < 0.03
    assert abs(g.var() - np.pi ** 2 / 6) < 0.06


@pytest.mark.parametrize("axis", [-1, 0])
def test_categories_have_the_probabilities_of_their_logits(axis):
    wanted = np.array([0.0, 0.1, 0.2, 0.7], np.float32)
    with np.errstate(divide="ignore"):
        logits = np.tile(np.log(wanted), (9000, 1))
    drawn = neo.random.categorical(
        KEY, logits if axis == -1 else logits.T.copy(), axis)
    assert drawn.shape == (9000,) and drawn.dtype == np.int64
    found = np.bincount(drawn, minlength=4) / 9000
    np.testing.assert_allclose(found, wanted, atol=0.02)
    assert found[0] == 0


def test_dropout_keeps_the_mean_and_has_a_gradient():
    x = np.ones((200, 100), np.float32)
    y = neo.random.dropout(KEY, x, 0.25)
    assert abs(y.mean() - 1) < 0.02 and y.dtype == np.float32
    got = neo.jit(neo.grad(lambda x: neo.sum(neo.random.dropout(KEY, x, 0.25))))(x)
    np.testing.assert_allclose(got, y)


def test_wrong_uses_are_named():
    with pytest.raises(neo.UsageError, match="outside of neo.jit"):
        neo.jit(lambda k: neo.random.permutation(k, 3))(KEY)
    with pytest.raises(neo.UsageError, match="outside of neo.jit"):
        neo.jit(lambda x: x[neo.random.permutation(KEY, 3)])(np.ones(3))
    with pytest.raises(neo.UsageError, match="rate of dropout"):
        neo.random.dropout(KEY, np.ones(3), 1.5)
    with pytest.raises(neo.UsageError, match="logits are floats, not i64"):
        neo.random.categorical(KEY, np.arange(3))
    with pytest.raises(neo.UsageError, match="seed is an integer"):
        neo.random.key(0.5)


def test_random_numbers_of_numpy_are_constants():
    with pytest.warns(UserWarning, match="numbers of NumPy .* constants"):
        neo.jit(lambda x: x * np.random.rand(3))(np.ones(3))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        neo.jit(lambda x: x * 2)(np.ones(3))
