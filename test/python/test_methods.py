# test_methods.py - neo.jit in a class, and how many programs are kept
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import copy
import gc
import pickle
import threading
import weakref

import numpy as np
import pytest

import neo
from neo.recent import MOST_PROGRAMS, Recent

pytest.importorskip("neo._core")

ONES = np.ones(3)


class Model:
    """Scales; counts how often it is traced."""

    def __init__(self, scale):
        self.weights = {"scale": np.array(scale)}
        self.offset = 0.0
        self.traces = []

    @neo.jit
    def apply(self, x, *, power=1.0):
        """Doc of apply."""
        self.traces.append(x.shape)  # No array: it may change.
        return x * self.weights["scale"] * power + self.offset

    @neo.jit
    def twice(self, x):
        return self.apply(self.apply(x))

    @staticmethod
    @neo.jit
    def free(x):
        return x + 1

    @classmethod
    @neo.jit
    def made(cls, x):
        return x * len(cls.__name__)

    @neo.jit(threads=1)
    def loss(self, w, x):
        return neo.sum((w * x - self.weights["scale"]) ** 2)


@neo.jit
def doubled(x):
    return 2 * x


def test_self_is_the_instance():
    two, three = Model(2.0), Model(3.0)
    for _ in range(2):
        np.testing.assert_array_equal(two.apply(ONES), 2 * ONES)
        np.testing.assert_array_equal(three.apply(ONES, power=2.0), 6 * ONES)
    assert len(two.traces) == len(three.traces) == 1
    np.testing.assert_array_equal(two.twice(ONES), 4 * ONES)


def test_calls_by_the_class():
    class Half(Model):
        @neo.jit
        def apply(self, x):
            return Model.apply(self, x) / 2 + super().apply(x) / 2
    np.testing.assert_array_equal(Model.apply(Model(2.0), ONES), 2 * ONES)
    np.testing.assert_array_equal(Half(2.0).apply(ONES), 2 * ONES)
    np.testing.assert_array_equal(Model.apply(Half(2.0), ONES), 2 * ONES)


def test_the_method_is_known_as_such():
    model = Model(2.0)
    assert model.apply.__self__ is model and model.apply.__name__ == "apply"
    assert model.apply.__doc__ == Model.apply.__doc__ == "Doc of apply."
    assert "%x: tensor<3xf64>" in model.apply.ir(ONES)
    with pytest.raises(neo.DtypeError, match="argument 'x'"):
        model.apply("text")


def test_attributes_that_are_bound_anew_are_seen():
    model = Model(2.0)
    model.apply(ONES)
    model.weights = {"scale": np.array(5.0)}
    np.testing.assert_array_equal(model.apply(ONES), 5 * ONES)
    model.weights["scale"] = np.array(6.0)
    np.testing.assert_array_equal(model.apply(ONES), 6 * ONES)
    model.offset = 1.0
    np.testing.assert_array_equal(model.apply(ONES), 6 * ONES + 1)
    model.offset = 1.0
    model.apply(ONES)
    assert len(model.traces) == 4


def test_an_array_that_gives_way_to_none():
    class Masked:
        @neo.jit
        def apply(self, x):
            return x if self.mask is None else x * self.mask
    masked = Masked()
    for masked.mask in (np.zeros(3), None, np.full(3, 2.0)):
        np.testing.assert_array_equal(
            masked.apply(ONES), 1 if masked.mask is None else masked.mask)


def test_attributes_that_change_all_the_time():
    model = Model(2.0)
    with pytest.warns(UserWarning, match="'offset' of the Model changes"):
        for model.offset in range(10):
            np.testing.assert_array_equal(model.apply(ONES), 2 + model.offset)


def test_static_and_class_methods():
    np.testing.assert_array_equal(Model.free(ONES), ONES + 1)
    np.testing.assert_array_equal(Model(1.0).free(ONES), ONES + 1)
    np.testing.assert_array_equal(Model.made(ONES), 5 * ONES)
    for kind in (staticmethod, classmethod):
        with pytest.raises(neo.UsageError, match="above @neo.jit"):
            neo.jit(kind(lambda x: x))


def test_gradients_of_methods():
    model = Model(2.0)
    slope = neo.grad(model.loss)(ONES, ONES)
    np.testing.assert_allclose(slope, -2 * ONES)


def test_programs_end_with_their_instance():
    model = Model(2.0)
    model.myself = [model]  # A cycle must not keep it either.
    model.apply(ONES)
    alive = weakref.ref(model)
    assert Model.apply._methods._states
    del model.myself
    del model
    gc.collect()
    assert alive() is None
    assert not Model.apply._methods._states


def test_instances_without_hash_or_dict():
    class Slotted:
        __slots__ = ("scale", "__weakref__")
        __hash__ = None

        @neo.jit
        def apply(self, x):
            return self.scale * x
    slotted = Slotted()
    for slotted.scale in (2.0, 3.0):
        np.testing.assert_array_equal(slotted.apply(ONES),
                                      slotted.scale * ONES)


def test_instances_without_weak_references():
    class Plain(tuple):
        @neo.jit
        def apply(self, x):
            return x
    with pytest.raises(neo.UsageError, match="__weakref__"):
        Plain().apply(ONES)


def test_copies_and_pickles():
    model = Model(2.0)
    model.traces = None
    model.doubled, model.local = doubled, neo.jit(abs)
    doubled(ONES), model.local(ONES)
    again = copy.deepcopy(model)
    assert again.doubled is doubled
    np.testing.assert_array_equal(again.local(-ONES), ONES)
    assert pickle.loads(pickle.dumps(doubled)) is doubled
    np.testing.assert_array_equal(
        pickle.loads(pickle.dumps(neo.jit(abs)))(-ONES), ONES)


def test_the_programs_used_last_are_kept():
    traced = []

    @neo.jit
    def f(x):
        traced.append(x.shape[0])
        return x + 1
    expression = neo.expr("C[i] = A[i] + 1")
    for size in range(MOST_PROGRAMS + 2):
        for n in (1, size):
            np.testing.assert_array_equal(f(np.ones(n)), 2)
            np.testing.assert_array_equal(expression(np.ones(n)), 2)
    assert traced.count(1) == 1
    assert len(f._compiled) == len(expression._compiled) == MOST_PROGRAMS
    f(np.ones(0))
    assert traced.count(0) == 2


def test_recent_values():
    recent = Recent(2)
    assert [recent.get(k, lambda: k + 10) for k in (1, 2, 1, 3)] == [
        11, 12, 11, 13]
    assert recent.get(1, lambda: 0) == 11 and recent.get(2, lambda: 0) == 0


def test_threads_that_call_one_function():
    calls = neo.jit(lambda x: neo.compute(
        x.shape, lambda i: x[i] * 2) + neo.exp(x * 0))
    wrong = []

    def use(first):
        for n in range(first, first + 12):
            if not (calls(np.full(n % 7 + 1, float(n))) == 2 * n + 1).all():
                wrong.append(n)
    threads = [threading.Thread(target=use, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_containers_that_are_bound_anew_are_seen():
    class Network:
        def __init__(self):
            self.layers, self.range = [Model(2.0), Model(3.0)], (1.0, 0.0)

        @neo.jit
        def apply(self, x):
            for layer in self.layers:
                x = layer.apply(x)
            return x * self.range[0] + self.range[1]

    network, x = Network(), np.ones(1)
    assert network.apply(x) == 6
    network.range = (2.0, 1.0)
    assert network.apply(x) == 13
    network.layers = [Model(5.0)]
    assert network.apply(x) == 11
    network.layers.append(Model(7.0))
    assert network.apply(x) == 71


@pytest.mark.parametrize("first, then", [
    ({"a": 1, "b": None}, {"a": 1}), ([[]], [[], []]), ((), ((),)), ({1: "a"}, {})])
def test_other_containers_without_arrays_are_seen(first, then):
    class Counted:
        @neo.jit
        def apply(self, x):
            return x * len(self.held)

    counted = Counted()
    for counted.held in (first, then, first):
        assert counted.apply(np.ones(1)) == len(counted.held)
