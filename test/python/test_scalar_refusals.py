# test_scalar_refusals.py - Python and NumPy in lambdas of neo.compute
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What asks a scalar of loops for its value is told what to write instead."""

import math

import numpy as np
import pytest

import neo

A = np.arange(6.0).reshape(2, 3)
SCALARS = {
    "write neo.exp(...)": lambda a, i: np.exp(a[i, 0]),
    "write neo.exp for math.exp": lambda a, i: math.exp(a[i, 0]),
    "A[i, j] for A[:, :]": lambda a, i: a[i, :],
    "one for every dimension, in one bracket": lambda a, i: a[i][0],
    "None is no index of loops": lambda a, i: a[i, None],
    "an array cannot stand": lambda a, i: a[i, 0] * np.ones(3),
    "neo.asarray(array)[i, j]": lambda a, i: A[i, 0],
    "reduce it by neo.sum(expression, k=extent)": lambda a, i: sum(
        a[i, k] for k in range(i)),
    "nothing to iterate over": lambda a, i: sum(a[i, 0]),
    "neo.maximum for max": lambda a, i: max(a[i, 0], 1),
    "write neo.round(x)": lambda a, i: round(a[i, 0]),
    "all indices in one bracket": lambda a, i: a[i, 0][0],
    "compare with ==": lambda a, i: 1 in a[i, 0],
    "its digits are not known": lambda a, i: f"{a[i, 0]:.2f}",
    "apply it to what the lambda reads": lambda a, i: neo.softmax(a[i, 0]),
    "compute with the tensor that neo.compute gives": lambda a, i: 1 + neo.sum(a[i, 0]),
    "apply the function to the tensor": lambda a, i: neo.log(neo.sum(a[i, 0])),
    "neo.sum of a scalar of neo.compute has no axes":
        lambda a, i: neo.sum(a[i, 0], axis=1),
    "write x * 2**n": lambda a, i: a[i, 0] << 1,
    "write neo.sum(a * b, k=extent)": lambda a, i: a[i, 0] @ a[i, 1],
    "guard the read by neo.where(condition, A[i], 0)": lambda a, i: a[i, 5],
}


@pytest.mark.parametrize("said", SCALARS)
def test_values_of_scalars(said):
    with pytest.raises(neo.Error) as caught:
        neo.jit(lambda a: neo.compute(2, lambda i: SCALARS[said](a, i)))(A)
    assert said in str(caught.value)


@pytest.mark.parametrize("name, said", [
    ("sum", "reduce a further variable by neo.sum"), ("shape", "A.shape"),
    ("T", "the other order, A[j, i]"), ("relu", "write a function of neo")])
def test_attributes_of_scalars(name, said):
    with pytest.raises(AttributeError) as caught:
        neo.jit(lambda a: neo.compute(2, lambda i: getattr(a[i, 0], name)))(A)
    assert "'a[i, 0]' is one number" in str(caught.value) and said in str(caught.value)


@pytest.mark.parametrize("body, said", [
    (lambda a, i, k: a[i, k], "nothing reduces 'k': write neo.sum(expression, k="),
    (lambda a, i, k: neo.sum(a[i, k], kk=3), "further variables, k"),
    (lambda a, i, k: neo.sum(a[i, k]) + neo.sum(a[i, k]), "the whole expression")])
def test_reductions(body, said):
    with pytest.raises(neo.UsageError) as caught:
        neo.jit(lambda a: neo.compute(2, lambda i, k: body(a, i, k)))(A)
    assert said in str(caught.value)


def test_numbers_of_numpy_and_types_of_scalars():
    def halves(a):
        return neo.compute((2, 3), lambda i, j: np.float64(0.5) * (
            a[i, j] * np.array(2.0)).astype(np.int32))

    found = neo.jit(halves)(A / 3)
    np.testing.assert_allclose(found, 0.5 * (A / 3 * 2).astype(np.int32))


TENSORS = {
    "nothing can be deleted from it: take what stays": lambda x: x.__delitem__(0),
    "neo.exp for math.exp": lambda x: math.exp(neo.sum(x)),
    "write neo.maximum or neo.max": lambda x: max(x, 0),
    "write x * 2**n": lambda x: x << 1,
    "by real and imaginary parts": lambda x: x + 1j,
}


@pytest.mark.parametrize("said", TENSORS)
def test_tensors(said):
    with pytest.raises(neo.Error) as caught:
        neo.jit(TENSORS[said])(A)
    assert said in str(caught.value)


def test_quotients_with_remainders():
    n = np.arange(-4, 5)
    for found, wanted in zip(neo.jit(lambda n: divmod(n, 3))(n), divmod(n, 3)):
        np.testing.assert_array_equal(found, wanted)
