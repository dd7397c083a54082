# test_scatter_slices.py - slices that are added at positions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Gradients of slices at positions that are data: slices of any rank and extents, which
are rows of vectors, in every type and in two threads. A failure names its seed."""

import random

import numpy as np
import pytest

import neo

TYPES = ("float64", "float32", "float16")


@pytest.mark.parametrize("seed", range(24))
def test_slices_are_added(seed):
    choice, numbers = random.Random(seed), np.random.default_rng(seed)
    shape = [choice.choice([1, 2, 3, 5, 8, 16, 31, 64]) for _ in range(choice.randint(1, 4))]
    axis = choice.randrange(len(shape))
    count = choice.choice([1, 7, 50])
    dtype = choice.choice(TYPES)
    x = numbers.integers(-3, 4, shape).astype(dtype)
    places = numbers.integers(0, shape[axis], count).astype(choice.choice(["int32", "int64"]))
    whole = [slice(None)] * axis
    terms = numbers.integers(-3, 4, (*shape[:axis], count, *shape[axis + 1:])).astype(dtype)

    def gradient(x, terms, places):
        return neo.vjp(lambda x: x[(*whole, places)], x)[1](terms)[0]

    wanted = np.zeros_like(x)
    np.add.at(wanted, (*whole, places), terms)
    for threads in (1, 2):
        found = neo.jit(gradient, threads=threads)(x, terms, places)
        np.testing.assert_array_equal(found, wanted)


def test_parts_of_rows():
    """Columns of rows that begin inside, and diagonals, are no rows."""
    numbers = np.random.default_rng(3)
    x, places = numbers.integers(-3, 4, (9, 40)).astype(np.float32), np.array([2, 0, 2])
    for text in ("T[i,j] = X[P[i], j+3]", "T[i,j] = X[P[i], 2*j]",
                 "T[i,j] = (X[P[i], j] if i <= j else 0)"):
        op = neo.expr(text, j=18)
        terms = numbers.integers(-3, 4, (3, 18)).astype(np.float32)
        given = {"X": x, "P": places}
        arrays = [given[name] for name in op.operands]
        found = neo.jit(lambda t, *a, op=op: op.vjp(a, t))(terms, *arrays)
        wanted = neo.interpret(neo.jit(lambda t, *a, op=op: op.vjp(a, t)), terms, *arrays)
        np.testing.assert_array_equal(found[op.operands.index("X")],
                                      wanted[op.operands.index("X")])
