# test_elsewhere.py - names that users of NumPy and JAX try
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A name that neo has not tells what to write, and what it tells exists."""

import functools
import re

import numpy as np
import pytest

import neo
from neo.elsewhere import RANDOM, REMEDIES


@pytest.mark.parametrize("module, name, remedy", [
    (neo, "vmap", "one more dimension"), (neo, "float32", "write numpy.float32"),
    (neo, "fori_loop", "neo.scan"), (neo, "hessian", "neo.jvp(neo.grad"),
    (neo.random, "PRNGKey", "neo.random.key(seed)")])
def test_a_name_from_elsewhere_has_a_remedy(module, name, remedy):
    with pytest.raises(AttributeError) as caught:
        getattr(module, name)
    assert remedy in str(caught.value) and "test_elsewhere.py" in str(caught.value)


@pytest.mark.parametrize("module, name, near", [
    (neo, "softmux", "softmax"), (neo, "sofmax", "softmax"), (neo, "ReLU", "relu"),
    (neo.random, "unifrom", "uniform")])
def test_a_typo_is_told_what_is_meant(module, name, near):
    with pytest.raises(AttributeError, match=rf"'{name}': did you mean '{near}'\?"):
        getattr(module, name)


@pytest.mark.parametrize("module", [neo, neo.random])
def test_a_name_that_is_near_none_is_told_nothing(module):
    with pytest.raises(AttributeError, match="has no attribute 'quxly'$"):
        module.quxly


@pytest.mark.parametrize("module", [neo, neo.random])
def test_the_names_of_a_module_are_its_api(module):
    names = [n for n in dir(module) if not n.startswith("__")]
    assert names == sorted(module.__all__)


@pytest.mark.parametrize("module, remedies", [(neo, REMEDIES), (neo.random, RANDOM)])
def test_remedies_are_for_missing_names_and_name_what_exists(module, remedies):
    for name, remedy in remedies.items():
        assert name not in module.__all__
        for path in re.findall(r"neo((?:\.\w+)+)", remedy):
            functools.reduce(getattr, path[1:].split("."), neo)


def test_remedies_compute_what_they_stand_for():
    a, b = np.array([0.5, 1.0, 7.5]), np.array([2.0, -1.0, 2.0])
    for name in ("tan", "log2", "exp2"):
        found = eval(REMEDIES[name], {"neo": neo, "math": __import__("math"), "x": a})
        np.testing.assert_allclose(found, getattr(np, name)(a))
    both = {"neo": neo, "a": a, "b": b}
    np.testing.assert_allclose(eval(REMEDIES["logaddexp"], both), np.logaddexp(a, b))
    found = neo.jit(lambda x, y: x - y * neo.floor(x / y))(a, b)
    np.testing.assert_allclose(found, np.mod(a, b))
