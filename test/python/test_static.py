# test_static.py - static arguments of neo.jit
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Strings, flags and integers that decide what is computed."""

import copy
import functools
import gc
import pickle
import weakref
from dataclasses import dataclass

import numpy as np
import pytest

import neo

X = np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3)


@dataclass(frozen=True)
class Size:
    width: float


@neo.jit(static=("layers", "activation"))
def model(w, x, layers, activation="relu"):
    for _ in range(layers):
        x = neo.relu(x @ w) if activation == "relu" else neo.tanh(x @ w)
    return x


def test_values_decide_what_is_computed():
    w = 2 * np.eye(3, dtype=np.float32)
    np.testing.assert_allclose(model(w, X, 2), np.maximum(4 * X, 0))
    np.testing.assert_allclose(model(w, x=X, layers=1, activation="tanh"),
                               np.tanh(2 * X), rtol=1e-6)
    np.testing.assert_allclose(model(w, X, 3), np.maximum(8 * X, 0))


def test_one_name_is_enough():
    double = neo.jit(lambda x, times: x * times, static="times")
    assert double(X, 2.5).dtype == np.float32


@pytest.mark.parametrize("values", [
    (1.0, 1, True), (0.0, -0.0), ((1.0,), (1,), (True,)), ((2, (0, 1)), (2, (False, True))),
    (frozenset([1]), frozenset([1.0])), (Size(2), Size(2.0))])
def test_equal_values_of_other_types_are_other_programs(values):
    seen = []
    kept = neo.jit(lambda x, value: seen.append(value) or x, static="value")
    for value in (*values, *values):
        kept(X, value)
    assert list(map(repr, seen)) == list(map(repr, values))


@pytest.mark.parametrize("static", [1, -1, (1,), "times", ["times"]])
def test_names_and_positions(static):
    repeated = neo.jit(lambda x, times: neo.concatenate([x] * times), static=static)
    assert repeated(X, 2).shape == repeated(X, times=2).shape == (4, 3)


def test_beside_any_number_of_arguments():
    def total(*xs, scale=1, **more):
        return scale * sum(xs) + sum(more.values())

    doubled = neo.jit(total, static="scale")
    np.testing.assert_array_equal(doubled(X, X, scale=2, z=X), 5 * X)


@pytest.mark.parametrize("outer", [lambda f: f, neo.jit], ids=["alone", "inside"])
def test_gradients_know_them(outer):
    def loss(x, activation="relu", times=1):
        for _ in range(times):
            x = getattr(neo, activation)(x)
        return neo.sum(x)

    static = neo.jit(loss, static=("activation", "times"))
    relu = outer(lambda x: neo.grad(static)(x, activation="relu"))
    sine = outer(lambda x: neo.value_and_grad(static)(x, "sin", 2)[1])
    np.testing.assert_array_equal(relu(X), X > 0)
    np.testing.assert_allclose(sine(X), np.cos(X) * np.cos(np.sin(X)), rtol=1e-5)
    if outer is neo.jit:
        static = neo.jit(neo.grad(loss), static=("activation", "times"))
        np.testing.assert_allclose(static(X, times=2, activation="sin"), sine(X))
    else:
        np.testing.assert_array_equal(neo.grad(static)(X, activation="relu"), X > 0)


def test_methods_have_them_too():
    class Model:
        @neo.jit(static="n")
        def power(self, x, n):
            return x ** n

    np.testing.assert_allclose(Model().power(X, 3), X ** 3, rtol=1e-6)


def test_wrong_uses_are_named():
    with pytest.raises(neo.UsageError, match="'layer', which is no parameter"):
        neo.jit(lambda x, layers: x, static="layer")
    with pytest.raises(neo.UsageError, match="names 5, which is no parameter"):
        neo.jit(lambda x, layers: x, static=5)
    with pytest.raises(neo.UsageError, match=r"static is 1\.5, but must be the names"):
        neo.jit(lambda x, layers: x, static=1.5)
    for option in ("static_argnums", "static_argnames"):
        with pytest.raises(neo.UsageError, match=f"'{option}': write static="):
            neo.jit(lambda x, layers: x, **{option: "layers"})
    with pytest.raises(neo.UsageError, match="'donate_argnums': it has threads, b"):
        neo.jit(donate_argnums=0)
    with pytest.raises(neo.UsageError, match="'layers' is a list, which has no"):
        model(X, X, [2])
    with pytest.raises(neo.UsageError, match="missing a required argument"):
        model(X)
    with pytest.raises(neo.UsageError, match=r"(?s)static=.*test_static.py"):
        neo.jit(lambda x, n: [x for _ in range(n)])(X, 3)


def test_only_the_interface_is_listed():
    assert sorted(neo.__all__) == sorted(
        n for n in dir(neo) if not n.startswith("__"))
    assert all(hasattr(neo, name) for name in neo.__all__)


KNOWN = {
    "an axis of a method": lambda x, n: x.sum(axis=n),
    "an axis of several": lambda x, n: neo.max(x, axis=(0, n)),
    "an axis computed of it": lambda x, n: neo.mean(x, axis=n - 1),
    "an axis to join along": lambda x, n: neo.concatenate([x, x], n),
    "axes of a transpose": lambda x, n: x.transpose(n, 0),
    "eye": lambda x, n: neo.eye(n),
    "zeros": lambda x, n: neo.zeros((n, 2)),
    "the end of a slice": lambda x, n: x[:n],
    "the begin of a slice": lambda x, n: x[:, n:],
    "reshape": lambda x, n: x.reshape(n, -1),
    "reshape by a shape": lambda x, n: neo.reshape(x, (n, -1)),
    "broadcast_to": lambda x, n: neo.broadcast_to(x, (n, 2, 3)),
    "scan": lambda x, n: neo.scan(lambda h, _: (h, h), x, length=n)[0],
    "arange": lambda x, n: neo.arange(n),
    "linspace": lambda x, n: neo.linspace(0, 1, n),
    "range": lambda x, n: neo.stack([x for _ in range(n)]),
    "split": lambda x, n: neo.split(x, n)[0],
}


@pytest.mark.parametrize("use", KNOWN.values(), ids=KNOWN)
def test_numbers_to_be_known_name_the_argument(use):
    with pytest.raises(neo.UsageError) as caught:
        neo.jit(use)(X, 1)
    said = str(caught.value).split("\n")[0]
    assert 'write neo.jit(f, static="n")' in said and said.count(": ") == 1
    assert neo.jit(use, static="n")(X, 1) is not None


def test_numbers_to_be_known_inside_of_a_gradient():
    def step(x, count):
        return neo.grad(lambda v: neo.sum(v[:count] ** 2))(x)

    with pytest.raises(neo.UsageError, match=r"'count' has no.*static=\"count\""):
        neo.jit(step)(X, 1)


def test_an_element_of_an_argument_has_to_be_one_of_its_own():
    for function in (lambda x, sizes: x[:sizes[0]], lambda x, sizes: x[:sizes["n"]]):
        sizes = {"n": 1} if "n" in function.__code__.co_consts else np.array([1, 2])
        with pytest.raises(neo.UsageError, match="as an argument of its own, and name"):
            neo.jit(function)(X, sizes)


class Layer:
    def __init__(self, scale):
        self.scale = np.asarray(scale)

    def __eq__(self, other):
        return isinstance(other, Layer)

    def __hash__(self):
        return 1

    @neo.jit(static="times")
    def apply(self, x, times):
        return x * self.scale * times


def test_methods_are_those_of_their_instance():
    """Not of an equal one, nor of what it was before an attribute was bound anew."""
    x, one, other = np.ones(1), Layer(2.0), Layer(3.0)
    assert (one.apply(x, 2), other.apply(x, 2), other.apply(x, times=1)) == (4, 6, 3)
    one.scale = np.asarray(5.0)
    assert one.apply(x, 2) == 10
    gone = weakref.ref(one)
    del one
    gc.collect()
    assert gone() is None


def test_instances_without_a_hash():
    @dataclass
    class Model:
        scale: float

        @neo.jit(static="n")
        def apply(self, x, n):
            return x * self.scale + n

    assert Model(3.0).apply(np.ones(1), 1) == 4


def test_functions_without_a_name():
    scaled = neo.jit(functools.partial(lambda a, x, n: a * x + n, 2.0), static="n")
    assert scaled(np.ones(1), n=3) == 5
    with pytest.raises(neo.UsageError, match="no parameter"):
        neo.jit(lambda x, *n: x * n[0], static="n")


@neo.jit(static="n")
def power(x, n):
    return x ** n


def test_pickled_by_name():
    assert pickle.loads(pickle.dumps(power)) is power
    assert copy.deepcopy(power)(np.full(1, 2.0), 3) == 8
