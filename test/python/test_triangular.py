# test_triangular.py - products of which each element has a part of the terms
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Steps of a sum are split where the condition of its terms begins and ceases to hold
in a tile: below, in and above it, for one bound and for two, in every spelling."""

import random

import neo
import numpy as np
import pytest

SPELLINGS = [
    "C[i,j] += (A[i,k] if {when} else 0) * B[k,j]",
    "C[i,j] += (A[i,k] * B[k,j] if {when} else 0)",
    "C[i,j] += where({when}, A[i,k] * B[k,j], 0)",
    "C[i,j] += A[i,k] * (B[k,j] if {when} else 0)",
    "C[j,i] += (A[i,k] * tanh(B[k,j]) if {when} else 0)",
]


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32])
@pytest.mark.parametrize("text", SPELLINGS)
@pytest.mark.parametrize("seed", range(6))
def test_conditions_on_steps(text, seed, dtype):
    if dtype is np.int32 and "tanh" in text:
        pytest.skip("no function of integers")
    choice = random.Random(seed)
    n, m, terms = (choice.choice([3, 40, 65, 130]) for _ in range(3))
    low, width = choice.randint(-60, 30), choice.choice([1, 9, 50, 1000])
    bound = choice.choice(["i", "j", "2*i", "i+j"])
    when = choice.choice([f"k <= {bound}+{low}", f"{bound}+{low} <= k",
                          f"{low} <= k-({bound}) and k-({bound}) < {low + width}"])
    operator = neo.expr(text.format(when=when), i=n, j=m, k=terms)
    a = (np.arange(n * terms) % 7 - 3).reshape(n, terms).astype(dtype)
    b = (np.arange(terms * m) % 5 - 2).reshape(terms, m).astype(dtype)
    expected = neo.interpret(operator.ir(a, b), a, b)[0]
    np.testing.assert_allclose(neo.jit(operator)(a, b), expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("text", SPELLINGS[:4])
def test_gradients(text):
    operator = neo.expr(text.format(when="k <= i"))
    a, b, d = np.random.default_rng(1).standard_normal((3, 70, 70))
    da, db = neo.jit(lambda a, b, d: neo.vjp(operator, a, b)[1](d))(a, b, d)
    np.testing.assert_allclose(da, np.tril(d @ b.T), atol=1e-12)
    np.testing.assert_allclose(db, np.tril(a).T @ d, atol=1e-12)


@pytest.mark.parametrize("text", SPELLINGS[1:3])
def test_terms_that_do_not_exist_are_not_multiplied(text):
    operator = neo.expr(text.format(when="k <= i"), i=64)
    a, b = np.ones((64, 64)), np.ones((64, 64))
    b[40] = np.inf
    found = neo.jit(operator)(a, b)
    assert np.isfinite(found[:40]).all() and np.isinf(found[40:]).all()


def test_items_of_a_batch_of_any_size():
    operator = neo.expr("C[b,i] += (A[b,k] * W[i,k] if k <= i else 0)", i=50)
    compiled = neo.jit(lambda a, w: operator(a, w), batch={"a": 0})
    w = np.random.default_rng(1).standard_normal((50, 50))
    for items in (1, 7, 200):
        a = np.random.default_rng(items).standard_normal((items, 50))
        np.testing.assert_allclose(compiled(a, w), a @ np.tril(w).T, atol=1e-12)
