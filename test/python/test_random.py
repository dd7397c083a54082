# test_random.py - random numbers that follow from a key
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The same bits everywhere, and the distributions that they are of."""

import sys
import warnings

import ml_dtypes
import numpy as np
import pytest

import neo

KEY = neo.random.key(0)


def test_bits_are_those_of_splitmix64():
    found = neo.random.bits(KEY, (3,)).view(np.uint64)
    assert [hex(n) for n in found] == ["0xe220a8397b1dcdaf", "0x6e789e6aa1b965f4",
                                       "0x6c45d188009454f"]


def mixed(z):
    """SplitMix64's finaliser on Python's integers, as its paper has it."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


def numbers(state, count):
    return [mixed((state + n * 0x9E3779B97F4A7C15) % 2**64)
            for n in range(1, count + 1)]


@pytest.mark.parametrize("seed", [0, 1, 2**63, -1])
def test_keys_are_numbers_of_keys_of_their_own(seed):
    key, state = neo.random.key(seed), seed % 2**64
    assert list(neo.random.bits(key, 4).view(np.uint64)) == numbers(state, 4)
    assert list(neo.random.split(key, 4).view(np.uint64)) == \
        numbers(mixed(state ^ 0x6A09E667F3BCC908), 4)
    folded = [neo.random.fold_in(key, n) for n in range(4)]
    assert list(np.stack(folded).view(np.uint64)) == \
        numbers(mixed(state ^ 0xBB67AE8584CAA73B), 4)


def test_streams_are_distinct():
    found = []
    for seed in range(3):
        key = neo.random.key(seed)
        found += [neo.random.bits(key, 50), neo.random.split(key, 50),
                  np.stack([neo.random.fold_in(key, n) for n in range(50)]),
                  neo.random.bits(neo.random.split(key)[0], 50),
                  neo.random.bits(neo.random.fold_in(key, 0), 50)]
    assert len(set(np.concatenate(found))) == 15 * 50


def test_keys_are_folded_inside_as_outside():
    found = neo.jit(lambda k, n: neo.random.fold_in(k, n))(KEY, 5)
    assert found == neo.random.fold_in(KEY, 5) == neo.random.fold_in(KEY, data=5)
    np.testing.assert_array_equal(neo.random.split(KEY, num=3),
                                  neo.random.split(KEY, (3,)))


def test_keys_by_keyword():
    for key in neo.random.split(KEY):  # Numbers of numpy, which others are extents.
        np.testing.assert_array_equal(neo.random.normal(key=key, shape=np.int64(3)),
                                      neo.random.normal(np.asarray(key), (3,)))


DRAWS = {
    "bits": lambda r, k, s, d: r.bits(k, s), "split": lambda r, k, s, d: r.split(k, s),
    "uniform": lambda r, k, s, d: r.uniform(k, s, d),
    "uniform between": lambda r, k, s, d: r.uniform(k, s, d, -0.3, 0.7),
    "uniform up to each": lambda r, k, s, d: r.uniform(k, s, d, high=np.array(0.7, d)),
    "normal": lambda r, k, s, d: r.normal(k, s, d),
    "gumbel": lambda r, k, s, d: r.gumbel(k, s, d),
    "randint": lambda r, k, s, d: r.randint(k, s, -5, 1000, np.int32),
    "glorot_uniform": lambda r, k, s, d: r.glorot_uniform(k, (2, 5, *s), d),
    "he_normal": lambda r, k, s, d: r.he_normal(k, (3, 5, *s), d),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("name", DRAWS)
def test_the_same_bits_inside_and_outside(name, dtype, monkeypatch):
    draw = DRAWS[name]
    for shape in ((), (1,), (0, 3), (7, 9), (2, 3, 50)):
        found = draw(neo.random, KEY, shape, dtype)
        assert type(found) is np.ndarray
        inside = neo.jit(lambda k: draw(neo.random, k, shape, dtype))(KEY)
        np.testing.assert_array_equal(found, inside, strict=True)
    # Many are drawn by a program for their shape.
    monkeypatch.setattr(sys.modules["neo.counter"], "FEW", 10)
    np.testing.assert_array_equal(draw(neo.random, KEY, shape, dtype), found, strict=True)


def test_normal_numbers_do_not_depend_on_how_many_follow():
    wanted = neo.random.normal(KEY, (7, 3))
    np.testing.assert_array_equal(neo.random.normal(KEY, (40, 3))[:7], wanted)
    noisy = neo.jit(lambda k, x: x + neo.random.normal(k, x.shape, x.dtype),
                    batch={"x": 0})
    np.testing.assert_array_equal(noisy(KEY, np.zeros((7, 3), np.float32)), wanted)


def test_few_numbers_need_no_program_for_their_shape(monkeypatch):
    neo.random.normal(KEY, 3)
    compiled = []
    for module in (sys.modules["neo.jit"], sys.modules["neo.batch"]):
        monkeypatch.setattr(module, "compile_text", lambda *a, run=module.compile_text:
                            compiled.append(a) or run(*a))
    for n in range(2, 14):
        neo.random.he_normal(KEY, (n, 40))
        neo.random.glorot_uniform(neo.random.split(KEY, n)[0], (n, 41))
        neo.random.fold_in(KEY, n), neo.random.permutation(KEY, n)
    assert not compiled
    neo.jit(lambda k: neo.random.normal(k, (17, 3)))(KEY)
    assert compiled  # What is counted are programs.


def test_wrong_keys_outside():
    for wrong in (0.5, (2,), np.zeros(2, np.int64), np.int32(3), True, "a"):
        with pytest.raises(neo.Error):
            neo.random.normal(wrong, (2,))
    with pytest.raises(neo.UsageError, match="random fractions are floats, not i64"):
        neo.random.normal(KEY, 3, np.int64)
    with pytest.raises(neo.ShapeError, match="0 or more"):
        neo.random.bits(KEY, (-1,))


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


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16,
                                   ml_dtypes.bfloat16])
def test_distributions(dtype):
    u = neo.random.uniform(KEY, (50_000,), dtype).astype(np.float64)
    assert 0 <= u.min() and u.max() < 1 and abs(u.mean() - 0.5) < 0.01
    counts, _ = np.histogram(u, 16, (0, 1))
    assert abs(counts / 3125 - 1).max() < 0.08
    n = neo.random.normal(KEY, (50_000,), dtype).astype(np.float64)
    assert np.isfinite(n).all()
    assert abs(n.mean()) < 0.02 and abs(n.std() - 1) < 0.02
    assert abs((n ** 4).mean() - 3) < 0.2
    assert abs(n).max() > 4 and (n == 0).mean() < 1e-4  # 6e-5 lie beyond 4.
    g = neo.random.gumbel(KEY, (50_000,), dtype).astype(np.float64)
    assert abs(g.mean() - np.euler_gamma) < 0.03 and g.max() > 9


def test_categorical_of_halves_finds_what_is_rare():
    logits = np.log([0.989, 0.01, 0.001]).astype(ml_dtypes.bfloat16)
    found = np.bincount(neo.random.categorical(KEY, logits, shape=(100_000,)), minlength=3)
    np.testing.assert_allclose(found / 100_000, [0.989, 0.01, 0.001], rtol=0.3)


def test_integers_truths_and_orders():
    found = neo.random.randint(KEY, (9000,), -2, 4)
    assert found.dtype == np.int64
    assert np.bincount(found + 2, minlength=6).min() > 1300
    assert set(found) == set(range(-2, 4))
    assert abs(neo.random.bernoulli(KEY, 0.3, (9000,)).mean() - 0.3) < 0.02
    order = neo.random.permutation(KEY, 100)
    assert sorted(order) == list(range(100)) and list(order) != list(range(100))


SPELLINGS = {
    "uniform": lambda r, k: r.uniform(k, 5, minval=-2.0, maxval=3.0),
    "uniform by low": lambda r, k: r.uniform(k, (5,), low=-2.0, high=3.0),
    "uniform between": lambda r, k: r.uniform(k, (2, 3), low=np.arange(3.0), high=9),
    "randint": lambda r, k: r.randint(k, 7, minval=1, maxval=4, dtype=np.int32),
    "normal": lambda r, k: r.normal(k, 4),
    "bernoulli": lambda r, k: r.bernoulli(k, p=0.25, shape=9),
    "bernoulli of each": lambda r, k: r.bernoulli(k, np.array([0.0, 1.0, 0.5])),
    "categorical": lambda r, k: r.categorical(k, np.zeros(4), shape=(3, 2)),
    "categorical along": lambda r, k: r.categorical(
        k, np.zeros((4, 2)), axis=0, shape=(3, 2)),
    "gumbel": lambda r, k: r.gumbel(k, 3, np.float64),
    "choice": lambda r, k: r.choice(k, 5, (2, 3)),
    "choice of slices": lambda r, k: r.choice(k, np.eye(4)[:3], 6, axis=1),
    "choice of tensors": lambda r, k: r.choice(k, r.normal(k, (5, 2)), 3, axis=-2),
    "choice by chance": lambda r, k: r.choice(
        k, np.array([1.0, 5.0, 2.0]), 9, p=np.array([0.5, 0.0, 0.5])),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_keywords_of_jax_inside_and_outside(name):
    draw = SPELLINGS[name]
    found = draw(neo.random, KEY)
    np.testing.assert_allclose(neo.jit(lambda k: draw(neo.random, k))(KEY), found,
                               rtol=1e-6)
    assert len(np.unique(found)) > 1


def test_ranges_of_the_keywords():
    u = neo.random.uniform(KEY, 4000, minval=-2.0, maxval=3.0)
    assert -2 <= u.min() < -1.9 and 2.9 < u.max() < 3
    n = neo.random.randint(KEY, 4000, minval=-1, maxval=2, dtype=np.int32)
    assert n.dtype == np.int32 and set(n) == {-1, 0, 1}
    rare = neo.random.choice(KEY, 3, 4000, p=np.array([0.1, 0.0, 0.9]))
    assert set(rare) == {0, 2} and abs((rare == 0).mean() - 0.1) < 0.02


def test_permutations_of_arrays():
    x = np.arange(24).reshape(4, 6)
    found = neo.random.permutation(KEY, x, axis=1)
    assert sorted(map(tuple, found.T)) == sorted(map(tuple, x.T))
    assert (found != x).any()
    np.testing.assert_array_equal(neo.random.permutation(KEY, x),
                                  x[neo.random.permutation(KEY, 4)])


def test_choices_without_replacement():
    found = neo.random.choice(KEY, 10, (2, 4), replace=False)
    assert found.shape == (2, 4) and len(set(found.ravel())) == 8
    first = [neo.random.choice(key, 3, 1, replace=False, p=np.array([0.7, 0.3, 0.0]))[0]
             for key in neo.random.split(KEY, 400)]
    assert abs(np.mean(np.array(first) == 0) - 0.7) < 0.07 and 2 not in first
    with pytest.raises(neo.UsageError, match="5 of 4 cannot be chosen"):
        neo.random.choice(KEY, 4, 5, replace=False)
    with pytest.raises(neo.UsageError, match="2 of 1 cannot be chosen"):
        neo.random.choice(KEY, 3, 2, replace=False, p=[0, 1, 0])
    with pytest.raises(neo.UsageError, match=r"shape \(2,\) for a choice among 4"):
        neo.random.choice(KEY, 4, p=[0.5, 0.5])
    for p in (None, np.full(4, 0.25)):
        with pytest.raises(neo.UsageError, match="replacement sorts.* outside of neo.jit"):
            neo.jit(lambda k: neo.random.choice(k, 4, 2, replace=False, p=p))(KEY)


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


def test_rates_of_dropout_may_vary():
    x = np.ones((50, 40), np.float32)
    drop = neo.jit(neo.random.dropout)
    for rate in (0.0, 0.25, 0.5):
        wanted = neo.random.dropout(KEY, x, rate)
        for given in (rate, np.float32(rate), np.array(rate)):
            np.testing.assert_array_equal(drop(KEY, x, given), wanted, strict=True)


def test_wrong_uses_are_named():
    with pytest.raises(neo.UsageError, match="outside of neo.jit"):
        neo.jit(lambda k: neo.random.permutation(k, 3))(KEY)
    with pytest.raises(neo.UsageError, match="outside of neo.jit"):
        neo.jit(lambda x: x[neo.random.permutation(KEY, 3)])(np.ones(3))
    with pytest.raises(neo.UsageError, match="rate of dropout"):
        neo.random.dropout(KEY, np.ones(3), 1.5)
    with pytest.raises(neo.UsageError, match="logits are floats, not i64"):
        neo.random.categorical(KEY, np.arange(3))
    with pytest.raises(neo.UsageError, match="shape is an integer or several"):
        neo.random.normal(KEY, "3")
    with pytest.raises(neo.UsageError, match="seed is an integer"):
        neo.random.key(0.5)
