# test_argument_errors.py - arguments that functions of neo refuse
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Shapes, keys, subscripts and element types, in the words of the call and with what to
write instead."""

import dataclasses

import numpy as np
import pytest

import neo

A, V = np.ones((2, 3)), np.ones(3)
KEY = neo.random.key(0)
random = neo.random
WRONG = {
    "'j' of 'ij,jk->ik' is 3 in operand 0 (shape (2, 3)), but 2 in operand 1":
        lambda: neo.einsum("ij,jk->ik", A, A),
    "'i' of 'ii' is 2 in operand 0": lambda: neo.einsum("ii", A),
    "'j' of '...j,j' is 3 in operand 0": lambda: neo.einsum("...j,j", A, V[:2]),
    "integers of 0 or more, not those of (-3,)": lambda: random.normal(KEY, (-3,)),
    "integers of 0 or more, not those of (2.5,)": lambda: random.uniform(KEY, (2.5,)),
    "a key is one int64, as neo.random.key(0)": lambda: random.split(V),
    "not int64 of shape (2,)": lambda: random.uniform(random.split(KEY), 3),
    "are, not float64 of shape ()": lambda: random.normal(0.5, 3),
    "are, not 'seed'": lambda: random.uniform("seed", 3),
    "fold_in takes an integer": lambda: random.fold_in(KEY, 3.5),
    "the key comes first": lambda: neo.jit(lambda k: random.normal((3,), k))(KEY),
    "(16, 32), not 3": lambda: random.glorot_uniform(KEY, 3),
    "(16, 32), not ()": lambda: random.he_normal(KEY, ()),
    "holds a number everywhere, not 'a'": lambda: neo.full(3, "a"),
    "convert them with .astype(numpy.int64)": lambda: neo.one_hot(V, 3),
    "the cotangent has shape (2, 3), but": lambda: neo.vjp(lambda x: x, V)[1](A),
    ".astype(numpy.int32)": lambda: neo.zeros(3, np.uint8),
    ".astype(numpy.int64)": lambda: neo.zeros(3, np.uint32),
    "array.real and array.imag": lambda: neo.exp(np.ones(3, complex)),
    "numbers and equally long": lambda: neo.exp(np.array([V, None], object)),
    "which have numbers alone": lambda: neo.exp(np.array(["a"])),
    "index 3 of 'i[]' in x[i[]]": lambda: neo.jit(lambda v, i: v[i])(V, np.array(3)),
    "or take n elements by x[start + neo.arange(n)]":
        lambda: neo.jit(lambda v, i: v[i:i + 2])(V, np.array(0)),
    "they must be equal, so convert one by .astype(...)":
        lambda: neo.scan(lambda c, x: (c + x, c), np.array(0), V),
    "tensors of one shape, not (2, 3) and (3,)": lambda: neo.stack([A, V]),
    "put 300 around a tensor of int8": lambda: neo.pad(
        A.astype("i1"), 1, constant_values=300),
    "not array([1, 2]): fold_in several": lambda: random.key(np.array([1, 2])),
    "by neo.stack or neo.concatenate": lambda: neo.jit(lambda x: x + [x, x])(V),
}


@pytest.mark.parametrize("said", WRONG)
def test_arguments(said):
    with pytest.raises(neo.Error) as caught:
        WRONG[said]()
    message = str(caught.value).split("\n")[0]
    assert said in message and len(message) < 240


def test_letters_of_an_einsum_agree_across_dots():
    a, b = np.random.rand(2, 4, 3), np.random.rand(3, 5)
    np.testing.assert_allclose(neo.einsum("i...j,jk->i...k", a, b),
                               np.einsum("i...j,jk->i...k", a, b))


def test_tuples_and_ranges_are_arrays_where_numpy_takes_them():
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    found = neo.jit(lambda x: (x + (1, 2, 3), x[:, range(2)]))(x)
    np.testing.assert_array_equal(found[0], x + (1, 2, 3))
    np.testing.assert_array_equal(found[1], x[:, range(2)])
    assert found[0].dtype == np.float32
    added = neo.expr("C[i] = A[i] + B[i]")((1.0, 2.0, 3.0), x[0])
    assert added.dtype == np.float32
    np.testing.assert_array_equal(added, x[0] + (1, 2, 3))


@pytest.mark.parametrize("call, said", [
    (lambda: neo.grad(lambda x: x.sum(), V), "write neo.grad(f)(x)"),
    (lambda: neo.grad(lambda x: 3.0)(V), "depends on no argument, and has no gradient"),
    (lambda: neo.jit(lambda p: p)(dataclasses.make_dataclass("P", ["w"])(V)),
     "argument 'p' is a P, whose fields are unknown here: pass a dict")])
def test_functions_and_what_they_are_given(call, said):
    with pytest.raises(neo.Error) as caught:
        call()
    assert said in str(caught.value)


def test_a_scan_begins_with_init_too():
    found = neo.scan(lambda h, x: (h + x, h), init=V, xs=A)
    np.testing.assert_array_equal(found[0], V + 2)


FOREIGN = {
    "neo.softmax has no argument 'dim': write axis": lambda: neo.softmax(A, dim=1),
    "neo.sum has no argument 'dim': write axis": lambda: neo.sum(A, dim=1),
    "neo.max has no argument 'keepdim': write keepdims": lambda: neo.max(A, keepdim=True),
    "neo.concatenate has no argument 'dim'": lambda: neo.concatenate([A, A], dim=1),
    "'out': write the result to a name": lambda: neo.exp(A, out=A),
    "write shift + scale * neo.random.normal": lambda: random.normal(KEY, 3, loc=1.0),
    "neo.round(x * 100) / 100": lambda: neo.round(A, decimals=2),
    "as by % n or neo.clip": lambda: neo.take(A, [0, 5], axis=1, mode="clip"),
    "neo.maximum has no argument 'x1': write both operands in order":
        lambda: neo.maximum(x1=A, x2=A),
    "neo.concatenate has no argument 'dtype': write x.astype(dtype)":
        lambda: neo.concatenate([A, A], dtype=np.float32),
    "neo.stack has no argument 'arrays': write tensors": lambda: neo.stack(arrays=[A, A]),
    "neo.zeros has no argument 'order': write nothing": lambda: neo.zeros(3, order="F"),
    "neo.softmax(neo.where(condition, x, -numpy.inf), axis)":
        lambda: neo.softmax(A, where=A > 0),
    "neo.exp has no argument 'where': write neo.where(condition, x, other)":
        lambda: neo.exp(A, where=A > 0),
    "neo.matmul has no argument 'precision': write x.astype(dtype)":
        lambda: neo.matmul(A, A.T, precision="highest"),
    "write x[1] - x[0] for the distance": lambda: neo.linspace(0, 1, 5, retstep=True),
    "neo.maximum(a, b)": lambda: neo.max(A, A),
    "in one list, neo.concatenate([a, b])": lambda: neo.concatenate(A, A),
    "several sizes are one argument, as (2, 3)": lambda: neo.reshape(A, 2, 3),
    "takes the letters first": lambda: neo.einsum(A, A),
    "approximate is 'erf', but must be": lambda: neo.gelu(A, approximate="erf"),
}


@pytest.mark.parametrize("said", FOREIGN)
def test_arguments_of_other_frameworks(said):
    for call in (FOREIGN[said], neo.jit(FOREIGN[said])):
        with pytest.raises(neo.UsageError) as caught:
            call()
        assert said in str(caught.value)


def test_a_keyword_of_the_users_own_function_stays_pythons():
    def softmax(x):
        return x

    with pytest.raises(TypeError, match="unexpected keyword argument 'dims'") as caught:
        neo.tree.map(lambda x: softmax(x, dims=1), [A])
    assert not isinstance(caught.value, neo.Error)


def test_words_for_the_approximation():
    x = np.linspace(-3, 3, 7)
    np.testing.assert_array_equal(neo.gelu(x, approximate="none"), neo.gelu(x))
    np.testing.assert_array_equal(neo.gelu(x, approximate="tanh"), neo.gelu(x, True))
    assert (neo.gelu(x) != neo.gelu(x, True)).any()
    assert neo.random.dropout(KEY, x, p=0.5).shape == x.shape
