# test_running_sums.py - neo.cumsum and neo.cumprod, in blocks and by steps
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import neo

SHAPES = [((255,), 0), ((256,), 0), ((257,), 0), ((1000,), 0), ((300, 64), 0),
          ((300, 65), 0), ((2, 3, 400), 2), ((2, 289, 3), 1), ((0,), 0), ((700, 0), 0)]


@pytest.mark.parametrize("dtype", ["float64", "int64", "int32", "int8", "bool"])
@pytest.mark.parametrize("shape, axis", SHAPES, ids=str)
def test_sums_are_numpys(shape, axis, dtype):
    x = (np.random.default_rng(1).standard_normal(shape) * 9).astype(dtype)
    np.testing.assert_allclose(neo.cumsum(x, axis), np.cumsum(x, axis), atol=1e-12)


@pytest.mark.parametrize("length", [256, 1023])
def test_gradients_are_sums_from_the_end(length):
    x, c = np.random.default_rng(2).standard_normal((2, length))
    found = neo.grad(lambda x: neo.sum(neo.cumsum(x) * c))(x)
    np.testing.assert_allclose(found, np.cumsum(c[::-1])[::-1], atol=1e-12)


def test_few_launches():
    launches = neo.jit(lambda x: neo.cumsum(x)).schedule(np.zeros(100_000))
    assert len(launches.splitlines()) < 8


def test_what_is_not_finite_stays_behind_where_it_is():
    x = np.zeros(500)
    x[300], x[400] = np.inf, -np.inf
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(neo.cumsum(x), np.cumsum(x))


def test_a_batch_of_any_size_is_cut_along_its_rows_only():
    summed = neo.jit(lambda x: neo.cumsum(x, 1), batch="x")
    for items in (3, 70):
        x = np.random.default_rng(items).standard_normal((items, 300))
        np.testing.assert_allclose(summed(x), np.cumsum(x, 1), atol=1e-12)


@pytest.mark.parametrize("run, wanted", [(neo.cumsum, np.cumsum),
                                         (neo.cumprod, np.cumprod)])
def test_a_batch_may_lie_behind_the_axis(run, wanted):
    along = neo.jit(lambda x: run(x, 0), batch={"x": 1})
    for items in (1, 5, 90):
        x = np.random.default_rng(items).uniform(-1.2, 1.2, (17, items))
        np.testing.assert_allclose(along(x), wanted(x, 0), atol=1e-12)


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "int8", "bool"])
@pytest.mark.parametrize("shape, axis", SHAPES, ids=str)
def test_products_are_numpys(shape, axis, dtype):
    x = np.random.default_rng(1).uniform(-1.2, 1.2, shape).round(1).astype(dtype)
    np.testing.assert_allclose(neo.cumprod(x, axis), np.cumprod(x, axis), rtol=1e-5)


def test_a_wide_step_is_one_of_a_scan():
    x = np.ones((300, 65))
    assert "scan" in neo.jit(lambda x: neo.cumsum(x, 0)).ir(x)
    assert "scan" not in neo.jit(lambda x: neo.cumsum(x, 1)).ir(x)


@pytest.mark.parametrize("rearranged", [
    lambda m, x: x, lambda m, x: m.ravel(x.T), lambda m, x: m.repeat(x.reshape(-1), 3),
    lambda m, x: m.tile(x.reshape(-1), 3), lambda m, x: m.stack([x, 2 * x]),
    lambda m, x: m.reshape(x[::2], (-1,))])
def test_in_row_major_order(rearranged):
    """In blocks as well: a quadratic number of terms would take minutes."""
    x = np.random.default_rng(3).standard_normal((500, 600))
    found = neo.jit(lambda x: neo.cumsum(rearranged(neo, x)))
    np.testing.assert_allclose(found(x), np.cumsum(rearranged(np, x)), atol=1e-8)
    small = x[:4, :5]
    slope = neo.grad(lambda x: neo.sum(neo.cumsum(rearranged(neo, x)) ** 2))(small)
    step = 1e-6 * np.eye(20).reshape(20, 4, 5)
    up, down = (np.array([np.sum(np.cumsum(rearranged(np, small + sign * each)) ** 2)
                          for each in step]) for sign in (1, -1))
    np.testing.assert_allclose(slope.ravel(), (up - down) / 2e-6, rtol=1e-4, atol=1e-4)
