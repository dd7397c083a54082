# test_centred_sums.py - norms by differences to one of the terms
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Means and variances of one pass (CentredSums.cpp) against NumPy in float64, where
sums of squares would lose their digits: rows far from 0, and terms, or a sample of
many (MeanPivot.cpp), far from all others."""

import neo
import numpy as np
import pytest

#: For each norm the shape, the axes that are reduced, and the expression.
NORMS = {
    "layer": ((64, 768), (1,), (
        "m[i] += X[i,j] / {n}; v[i] += (X[i,j] - m[i]) ** 2 / {n}"
        "; Y[i,j] = (X[i,j] - m[i]) * rsqrt(v[i] + 1e-5)")),
    "batch": ((512, 40), (0,), (
        "m[j] += X[i,j] / {n}; v[j] += (X[i,j] - m[j]) ** 2 / {n}"
        "; Y[i,j] = (X[i,j] - m[j]) * rsqrt(v[j] + 1e-5)")),
    "group": ((3, 4, 5, 36), (2, 3), (
        "m[b,k] += X[b,k,c,p] / {n}; v[b,k] += (X[b,k,c,p] - m[b,k]) ** 2 / {n}"
        "; Y[b,k,c,p] = (X[b,k,c,p] - m[b,k]) * rsqrt(v[b,k] + 1e-5)")),
    "images": ((6, 5, 49), (0, 2), (
        "m[c] += X[b,c,p] / {n}; v[c] += (X[b,c,p] - m[c]) ** 2 / {n}"
        "; Y[b,c,p] = (X[b,c,p] - m[c]) * rsqrt(v[c] + 1e-5)")),
}
#: The same, of sums of more than 1024 terms.
SHAPES_OF_MANY = {"layer": (7, 4100), "batch": (5000, 40), "group": (3, 4, 8, 1025),
                  "images": (16, 5, 3136)}


@pytest.fixture(params=[*NORMS, *(f"{name} of many" for name in NORMS)])
def norm(request):
    name, _, many = request.param.partition(" ")
    shape, axes, text = NORMS[name]
    shape = SHAPES_OF_MANY[name] if many else shape
    count = int(np.prod([shape[a] for a in axes]))
    return neo.expr(text.format(n=count)), shape, axes


def expected(x, d, axes):
    x, d = x.astype(float), d.astype(float)
    centred = x - x.mean(axes, keepdims=True)
    r = 1 / np.sqrt((centred**2).mean(axes, keepdims=True) + 1e-5)
    y = centred * r
    dx = r * (d - d.mean(axes, keepdims=True) - y * (d * y).mean(axes, keepdims=True))
    return y, dx


def check(norm, x, tolerance):
    expression, _, axes = norm
    d = np.random.default_rng(2).standard_normal(x.shape).astype(np.float32)
    found = neo.jit(lambda x, d: (expression(x), *expression.vjp((x,), d)))(x, d)
    for one, other in zip(found, expected(x, d, axes), strict=True):
        np.testing.assert_allclose(one, other, rtol=0,
                                   atol=tolerance * abs(other).max())


def draw(shape):
    return np.random.default_rng(1).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("mean, tolerance", [(0, 1e-5), (1e2, 1e-4), (-1e4, 1e-3)])
def test_terms_far_from_0(norm, mean, tolerance):
    """Mean and x - mean round the mean, a variance of squares would be all wrong."""
    check(norm, draw(norm[1]) + np.float32(mean), tolerance)


@pytest.mark.parametrize("first", [30, 1e4])
def test_a_first_term_far_from_the_others(norm, first):
    x = draw(norm[1])
    index = tuple(0 if a in norm[2] else slice(None) for a in range(x.ndim))
    x[index] += np.float32(first)
    check(norm, x, 1e-3)


def test_equal_terms_have_no_variance(norm):
    x = np.full(norm[1], np.float32(0.1))
    assert (abs(norm[0](x)) < 1e-3).all()


def test_what_is_no_number_stays_where_it_is(norm):
    expression, shape, axes = norm
    x = draw(shape)
    x[(1,) * x.ndim] = np.nan
    wrong = np.isnan(x).any(axes, keepdims=True)
    assert (np.isnan(expression(x)) == wrong).all()


@pytest.mark.parametrize("places", [[0], [512], [1023], [7]])
@pytest.mark.parametrize("size", [1e4, -1e6])
def test_one_term_far_from_all_others(places, size):
    """It is not the median of three, wherever it stands."""
    v = neo.expr("m[i] += X[i,j] / 1024; V[i] += (X[i,j] - m[i]) ** 2 / 1024")
    x = draw((3, 1024))
    x[:, places] = size
    np.testing.assert_allclose(v(x), x.astype(float).var(1), rtol=2e-6)


@pytest.mark.parametrize("count, tolerance", [(1024, 1e-2), (50176, 1e-4)])
def test_all_terms_equal_but_two_of_three(count, tolerance):
    """The worst that can happen to sums of differences to the median of these."""
    v = neo.expr(f"m[i] += X[i,j] / {count}; V[i] += (X[i,j] - m[i]) ** 2 / {count}")
    for other in (1.3, 1.4, 2.3, 4.1):
        x = np.full((3, count), other, np.float32)
        x[:, [0, -1]] = 0
        np.testing.assert_allclose(v(x), x.astype(float).var(1), rtol=tolerance)


@pytest.mark.parametrize("count", [4096, 50176])
def test_all_terms_equal_but_the_sample(count):
    """And to differences to the mean of a sample."""
    v = neo.expr(f"m[i] += X[i,j] / {count}; V[i] += (X[i,j] - m[i]) ** 2 / {count}")
    for other in (1.3, 1.4, 2.3, 4.1):
        x = np.full((3, count), other, np.float32)
        x[:, :count // 128] = 0
        np.testing.assert_allclose(v(x), x.astype(float).var(1), rtol=1e-2)


@pytest.mark.parametrize("count", [12, 4096])
def test_the_variance_of_all_numbers(count):
    x = draw(count) + np.float32(100)
    variance = neo.expr(f"m[] += X[i] / {count}; v[] += (X[i] - m[]) ** 2 / {count}")
    np.testing.assert_allclose(variance(x), x.astype(float).var(), rtol=1e-5)


def test_a_batch_of_as_many_numbers_as_its_stand_in_would_have():
    # 127 items of 16 numbers, if it is 127 that stand for all.
    text = "m[j] += X[b,j,k] / 2032; V[j] += (X[b,j,k] - m[j]) ** 2 / 2032"
    variance = neo.expr(text)
    x = draw((5, 8, 16))
    mean = x.astype(float).sum((0, 2), keepdims=True) / 2032
    wanted = ((x - mean) ** 2).sum((0, 2)) / 2032
    found = neo.jit(lambda x: variance(x), batch=("x",))(x)
    np.testing.assert_allclose(found, wanted, rtol=1e-5)
