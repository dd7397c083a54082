# test_centred_parts.py - sums over a part of what a mean is over
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The gradients of a group norm sum d (x - m) for each channel, by differences to a
number of the channel (CentredParts.h), against NumPy in float64: each channel's sum to
the digits that the sizes of its own terms allow for."""

import neo
import numpy as np
import pytest

GROUPS, CHANNELS = (2, 3), 8
#: Units in the last place of sum |d| |x - m| that sums of these may be off by.
DIGITS = 64 * 2.0**-24


def norm(pixels):
    n = CHANNELS * pixels
    return neo.expr(
        f"m[b,k] += X[b,k,c,p] / {n}; v[b,k] += (X[b,k,c,p] - m[b,k]) ** 2 / {n}"
        "; Y[b,k,c,p] = (X[b,k,c,p] - m[b,k]) * rsqrt(v[b,k] + 1e-5) * g[k,c] + h[k,c]")


def draw(pixels, seed=1):
    return np.random.default_rng(seed).standard_normal(
        (*GROUPS, CHANNELS, pixels)).astype(np.float32)


def error(x, d):
    """Of the gradients of g, in shares of the sums of their terms' sizes."""
    expression = norm(x.shape[-1])
    scales = np.random.default_rng(3).standard_normal(
        (2, GROUPS[1], CHANNELS)).astype(np.float32)
    found = neo.jit(lambda x, g, h, d: (
        expression(x, g, h), *expression.vjp((x, g, h), d)))(x, *scales, d)[2]
    x, d = x.astype(float), d.astype(float)
    centred = x - x.mean((2, 3), keepdims=True)
    terms = d * centred / np.sqrt((centred**2).mean((2, 3), keepdims=True) + 1e-5)
    return (abs(found - terms.sum((0, 3))) / abs(terms).sum((0, 3))).max()


def loud(x):
    x[:, :, 0] *= 1000


def quiet(x):
    x[:, :, 1:] *= 1e-4


def far_from_each_other(x):
    x += np.arange(CHANNELS, dtype=np.float32)[:, None] * 1000


def far_and_quiet(x):
    x *= 0.01
    x += np.arange(CHANNELS, dtype=np.float32)[:, None] * 1e4 - 3e4


def one_constant(x):
    x[:, :, 2] = 3.3


def all_constant(x):
    x[:] = np.arange(CHANNELS)[:, None] + 0.1


def ramp(x):
    x += np.linspace(-1000, 1000, x.shape[-1], dtype=np.float32)


@pytest.mark.parametrize("pixels, times", [(200, 8), (1024, 1), (2100, 1)])
@pytest.mark.parametrize("change", [
    loud, quiet, far_from_each_other, far_and_quiet, one_constant, all_constant, ramp])
def test_channels_unlike_each_other(change, pixels, times):
    """Of 200 the mean is a few units off, before and after."""
    x = draw(pixels)
    change(x)
    for d in draw(pixels, 2), abs(draw(pixels, 2)):
        assert error(x, d) < times * DIGITS


@pytest.mark.parametrize("rest", [1, 1e-3])
@pytest.mark.parametrize("place", [0, 0.5, 1, 0.1])
def test_one_number_far_from_all_others(place, rest, float_lanes):
    """Be it one that the pivot is the median of; the mean's is further off, and more
    so where fewer lanes share its terms."""
    x = draw(1024) * np.float32(rest)
    x[..., int(place * 1023.5)] += 1e4
    for d in draw(1024, 2), abs(draw(1024, 2)):
        assert error(x, d) < 4 * DIGITS * 16 / float_lanes


def test_two_of_the_three_numbers_of_the_pivot_far_from_all_others():
    """The worst for it: half of the number of terms, in units of their average."""
    x = draw(1024) * np.float32(1e-3)
    x[..., 0] = x[..., 512] = 1e4
    for d in draw(1024, 2), abs(draw(1024, 2)):
        assert error(x, d) < 512 * 2.0**-22


@pytest.mark.parametrize("mean", [1e4, -1e6])
def test_numbers_far_from_0(mean):
    """What is lost is what the mean is rounded by, before and after."""
    x = draw(1024) + np.float32(mean)
    for d in draw(1024, 2), abs(draw(1024, 2)):
        assert error(x, d) < abs(mean) * 2.0**-22


def test_what_is_no_number_stays_in_its_group():
    x, expression = draw(200), norm(200)
    x[0, 1, 2, 3] = np.nan
    g = np.ones((GROUPS[1], CHANNELS), np.float32)
    dg = neo.jit(lambda x, g, d: expression.vjp((x, g, g), d))(x, g, draw(200, 2))[1]
    assert (np.isnan(dg).all(1) == [False, True, False]).all()
