# test_second_order.py - derivatives of derivatives
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The Hessian of < u, op(x) > times a direction v, in three ways.

A gradient of degree 4 or less along x + t v is differentiated exactly by five
points. test_corpus.py compares the gradient itself with brute force.
"""
import re
import zlib

import numpy as np
import pytest

import neo
from corpus import CORPUS

KINKS = re.compile(r"max|min|relu|abs")
TRANSCENDENTAL = re.compile(r"exp|tanh|sigmoid|log|sqrt|erf|sin|cos|/|\*\*")
SMOOTH = [case for case in CORPUS if not KINKS.search(case.text)]
STENCIL = {-2: 1, -1: -8, 1: 8, 2: -1}


def products(op):
    """v times the Hessian: reverse over reverse, forward over reverse and
    reverse over forward mode."""
    every = tuple(range(len(op.operands)))

    def value(u, *x):
        return neo.sum(op(*x) * u)

    def gradients(u, *x):
        return neo.grad(value, [n + 1 for n in every])(u, *x)

    def along(u, v, *x):
        return sum((neo.sum(g * d) for g, d in zip(gradients(u, *x), v)), 0.0)

    def slope(u, v, *x):
        return neo.jvp(lambda *y: value(u, *y), x, v)[1]

    @neo.jit
    def run(u, v, x):
        later = [n + 2 for n in every]
        return (neo.grad(along, later)(u, v, *x),
                neo.jvp(lambda *y: gradients(u, *y), x, v)[1],
                neo.grad(slope, later)(u, v, *x))
    return run


def by_differences(op, u, v, x, step):
    def gradient(t):
        return op.vjp(tuple(a + t * d for a, d in zip(x, v)), u)
    found = {t: gradient(t * step) for t in STENCIL}
    return [sum(weight * found[t][n] for t, weight in STENCIL.items())
            / (12 * step) for n in range(len(x))]


def check(case, draw, step, compare):
    op = neo.expr(case.text, **case.extents)
    x = tuple(draw(shape) for shape in case.shapes.values())
    v = tuple(np.zeros(shape) if name in case.constant else draw(shape)
              for name, shape in case.shapes.items())
    u = draw(op(*x).shape)
    expected = by_differences(op, u, v, x, step)
    for way in products(op)(u, v, x):
        for found, wanted, name in zip(way, expected, case.shapes, strict=True):
            if name not in case.constant:
                compare(found, wanted)


def generator(case):
    return np.random.default_rng(zlib.crc32(case.name.encode()))


@pytest.mark.parametrize("case", [
    case for case in SMOOTH if not TRANSCENDENTAL.search(case.text)
    and case.name != "reduce_mean_rows"], ids=str)
def test_polynomials_in_integers(case):
    random = generator(case)

    def draw(shape):
        return random.integers(-3, 4, shape).astype(np.float64)
    check(case, draw, 1, np.testing.assert_array_equal)


@pytest.mark.parametrize("case", [
    case for case in SMOOTH if TRANSCENDENTAL.search(case.text)], ids=str)
def test_smooth_functions(case):
    def compare(found, wanted):
        np.testing.assert_allclose(found, wanted, rtol=1e-8, atol=1e-8)
    check(case, generator(case).standard_normal, 1e-3, compare)


def test_third_derivative():
    def cube(x):
        return neo.sum(x * x * x * x)

    def total(f):
        return lambda x: neo.sum(neo.grad(f)(x))
    x = np.arange(-3.0, 4.0)
    np.testing.assert_array_equal(neo.grad(total(total(cube)))(x), 24 * x)


def test_hessian_vector_product_of_a_network():
    random = np.random.default_rng(3)
    x, t = random.standard_normal((8, 5)), random.standard_normal((8, 3))
    w, v = random.standard_normal((5, 3)), random.standard_normal((5, 3))
    dense = neo.expr("Y[b,j] += X[b,i] * W[i,j]")

    def loss(w):
        d = neo.tanh(dense(x, w)) - t
        return neo.mean(d * d)
    slope, product = neo.jvp(neo.grad(loss), (w,), (v,))
    np.testing.assert_array_equal(slope, neo.grad(loss)(w))
    step = 1e-4
    expected = (neo.grad(loss)(w + step * v) - neo.grad(loss)(w - step * v)) \
        / (2 * step)
    np.testing.assert_allclose(product, expected, rtol=1e-6, atol=1e-9)
