# test_row_schedules.py - however rows go, the results are the same
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Kernels of several statements by schedules drawn at random, and by hand.

However many rows and vectors are processed together, in stages or pass after pass, a
compiled kernel computes what the interpreter computes.
"""

import re

import numpy as np
import pytest

import neo

core = pytest.importorskip("neo._core")


def softmax(x):
    e = neo.exp(x - neo.max(x, axis=-1, keepdims=True))
    return e / neo.sum(e, axis=-1, keepdims=True)


def normalized(x):
    centred = x - neo.mean(x, axis=-1, keepdims=True)
    return centred * neo.rsqrt(neo.mean(centred * centred, axis=-1, keepdims=True)
                               + 1e-5)


def within_range(x):
    least = neo.min(x, axis=-1, keepdims=True)
    return (x - least) / (neo.max(x, axis=-1, keepdims=True) - least)


def gradients(f):
    return lambda x, g: (neo.vjp(f, x)[1](g)[0], neo.sum(g, axis=0))


PROGRAMS = {
    "softmax": (softmax, 1), "softmax_gradients": (gradients(softmax), 2),
    "normalized": (normalized, 1), "norm_gradients": (gradients(normalized), 2),
    "within_range": (within_range, 1),
}
SHAPES = [(48, 160), (37, 131), (7, 24)]


def optimised(name, shape):
    function, count = PROGRAMS[name]
    random = np.random.default_rng(5)
    arrays = [random.standard_normal(shape, np.float32) for _ in range(count)]
    return neo.canonical(neo.jit(function).ir(*arrays),
                         "builtin.module(neo-optimize)"), arrays


@pytest.mark.extended
@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("shape", SHAPES)
def test_drawn_rows_compute_the_same(name, shape):
    text, arrays = optimised(name, shape)
    wanted = core.interpret(text, "main", arrays)
    drawn = {neo.canonical(text, f"builtin.module(neo-schedule{{draw={seed}}})")
             for seed in range(10)}
    assert len({word for one in drawn for word in re.findall(r'"rows .*?"', one)}) > 3
    for scheduled in drawn:
        for threads in (1, 2):
            results = core.Program(scheduled, "main", threads).run(arrays)
            for got, want in zip(results, wanted, strict=True):
                np.testing.assert_allclose(got, want, rtol=2e-5, atol=2e-5,
                                           err_msg=scheduled)


@pytest.mark.parametrize("level", ["none", "l2", "l1"])
@pytest.mark.parametrize("stages", [1, 3])
def test_rows_are_prefetched_as_it_is_written(level, stages):
    x = np.random.default_rng(6).standard_normal((301, 1024), np.float32)
    text = neo.canonical(neo.jit(softmax).ir(x),
                         "builtin.module(neo-optimize,neo-schedule)")
    edited = re.sub('"rows .*?"', f'"rows 1 stages {stages} prefetch {level}"', text)
    lowered = neo.canonical(edited, "builtin.module(neo-to-vector)")
    locality = {"none": [], "l2": ["2"], "l1": ["3"]}[level]
    assert sorted(set(re.findall(r"locality<(\d)>", lowered))) == locality
    got, = neo.compile(edited)(x)
    e = np.exp(x - x.max(axis=1, keepdims=True))
    np.testing.assert_allclose(got, e / e.sum(axis=1, keepdims=True), rtol=1e-5)


def test_extrema_of_half_precision_are_not_added_up():
    def kept(x):
        y = x * x - neo.max(x, axis=-1, keepdims=True)
        return y, neo.max(y, axis=0)
    x = np.random.default_rng(7).standard_normal((8, 200)).astype(np.float16)
    y, largest = neo.jit(kept)(x)
    np.testing.assert_array_equal(largest, y.max(axis=0))


def test_the_first_of_equal_terms_is_the_one_that_counts_first():
    turn = neo.expr("y[i,k,j] = x[i,j,k]")

    def both(x):
        return (neo.exp(x - neo.max(x, axis=(1, 2), keepdims=True)),
                neo.argmax(turn(x), axis=(1, 2)))
    x = np.random.default_rng(8).integers(-9, 10, (64, 64, 20)).astype(np.float32)
    _, found = neo.jit(both)(x)
    np.testing.assert_array_equal(
        found, x.transpose(0, 2, 1).reshape(64, -1).argmax(axis=1))
