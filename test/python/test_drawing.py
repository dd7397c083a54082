# test_drawing.py - random numbers of others inside neo.jit
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""They are constants of the program, of which a warning tells."""

import functools
import random
import sys
import warnings

import numpy as np
import pytest

import neo

ONES = np.ones(3)
RNG = np.random.default_rng(0)
OLD = np.random.RandomState(0)
OURS = random.Random(0)
SYSTEM = random.SystemRandom()
State, Source = np.random.RandomState, random.Random


class Random:
    random = 2.0


def noise():
    return RNG.normal(size=3)


class Model:
    def __init__(self):
        self.parts = {"rng": np.random.default_rng(1)}

    @neo.jit
    def noisy(self, x):
        return x + self.parts["rng"].random(3)


def shuffled(x):
    order = [0, 1, 2]
    random.shuffle(order)
    return x[order]


def imported_inside(x):
    from numpy.random import MT19937, Generator
    return x * Generator(MT19937(0)).random(3)


def in_a_closure():
    rng = np.random.default_rng(2)
    return lambda x: x * rng.uniform(size=3)


NUMPY = {
    "the module's": lambda x: x * np.random.rand(3),
    "a global": lambda x: x * RNG.random(3),
    "a global of a function": lambda x: x + noise(),
    "RandomState": lambda x: x + OLD.standard_normal(3),
    "one in a closure": in_a_closure(),
    "one made on the spot": lambda x: x + np.random.default_rng(0).random(3),
    "a RandomState made on the spot": lambda x: x * np.random.RandomState(0).rand(3),
    "one made of bits": lambda x: x * np.random.Generator(np.random.PCG64(0)).random(3),
    "one made by another name": lambda x: x * State(0).rand(3),
    "one that is imported inside": imported_inside,
    "one made by a function inside": lambda x: neo.scan(
        lambda c, _: (c + np.random.default_rng(0).random(3), c), x, length=2)[0],
    "a part": functools.partial(lambda x, rng: x + rng.random(3), rng=RNG),
    "a default": lambda x, rng=RNG: x + rng.random(3),
    "inside a gradient": neo.grad(lambda x: neo.sum(x * RNG.random(3))),
}
PYTHON = {
    "random": lambda x: x * random.random(), "shuffle": shuffled,
    "one of the user's": lambda x: x * OURS.random(),
    "the system's": lambda x: x * SYSTEM.random(),
    "one made on the spot": lambda x: x * random.Random(0).random(),
    "one made by another name": lambda x: x * Source(0).gauss(0, 1),
}


@pytest.mark.parametrize("name", NUMPY)
def test_numbers_of_numpy(name):
    with pytest.warns(UserWarning, match="of NumPy are constants .* neo.random"):
        neo.jit(NUMPY[name])(ONES)


@pytest.mark.parametrize("name", PYTHON)
def test_numbers_of_python(name):
    with pytest.warns(UserWarning, match="random numbers of Python are constants"):
        neo.jit(PYTHON[name])(ONES)


def test_in_a_method_and_beside_static_arguments():
    with pytest.warns(UserWarning, match="of NumPy are constants"):
        Model().noisy(ONES)
    with pytest.warns(UserWarning, match="of NumPy are constants"):
        neo.jit(lambda x, n: x + RNG.random(n), static="n")(ONES, 3)


class Kept:
    def __init__(self):
        self.rng, self.system = np.random.default_rng(0), random.SystemRandom()
        self.weights = self.started()

    def started(self):
        return np.random.RandomState(1).rand(3)

    @neo.jit
    def forward(self, x):
        return x * self.weights


def data():
    return np.random.default_rng(0).normal(size=3)


def noisy(x, is_noisy=False):
    return x + data() if is_noisy else x * (SYSTEM is not None)


def test_generators_that_are_reached_and_not_drawn_from_are_silent():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Kept().forward(ONES)
        neo.jit(noisy, static="is_noisy")(ONES)
    with pytest.warns(UserWarning, match="of NumPy are constants"):
        neo.jit(noisy, static="is_noisy")(ONES, True)


def test_beside_a_profiler_what_may_be_drawn_is_told():
    calls = []
    sys.setprofile(lambda *event: calls.append(event))
    try:
        with pytest.warns(UserWarning, match="of NumPy are constants"):
            neo.jit(NUMPY["one made on the spot"])(ONES)
        assert calls and sys.getprofile() is not None
    finally:
        sys.setprofile(None)
    with pytest.raises(ZeroDivisionError):
        neo.jit(lambda x: x * np.random.default_rng(0 // 0).random(3))(ONES)
    assert sys.getprofile() is None


def test_functions_that_draw_nothing_are_silent():
    def unused(x):
        return x * len(RNG.__class__.__name__)  # Reaches a generator, draws nothing.
    def asked(x, rng=None):
        return x * 2 if isinstance(rng, (np.random.RandomState, random.Random)) else x

    def named(x):
        return x * Random.random

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        neo.jit(asked)(ONES)
        neo.jit(named)(ONES)
        neo.jit(unused)(ONES)
        neo.jit(lambda x: x * 2)(ONES)
        neo.jit(lambda x: neo.random.uniform(neo.random.key(0), 3) * x.astype("f32"))(
            ONES)
        neo.softmax(ONES)
