# test_random_expressions.py - random operators against brute force
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Random affine, divided and wrapped indices, with guards where they leave the
tensor: results and adjoints are exact on small integers."""

import random

import numpy as np
import pytest

import neo
from brute_force import adjoints, evaluate

LOOPS = "ij"
REDUCED = "kl"


def interval(index, extents):
    """The values that an index takes, by trying all points."""
    names = list(extents)
    grids = np.meshgrid(*(np.arange(extents[v]) for v in names), indexing="ij")
    values = eval(index, {}, dict(zip(names, grids))) + 0 * grids[0]
    return int(values.min()), int(values.max())


def random_index(chance, names):
    chosen = chance.sample(names, min(len(names), chance.randint(1, 2)))
    terms = [f"{chance.choice([1, 1, 1, 2, 3, -1])}*{v}" for v in chosen]
    index = "+".join(terms).replace("+-", "-")
    kind = chance.random()
    if kind < 0.2:
        return f"({index})//{chance.randint(2, 3)}"
    if kind < 0.4:
        return f"({index}+{chance.randint(0, 4)})%{chance.randint(2, 5)}"
    return index


def random_read(chance, name, extents):
    """A read, guarded where its tensor is smaller than its index's range."""
    indices, shape, guards = [], [], []
    for _ in range(chance.randint(1, 2)):
        index = random_index(chance, list(extents))
        low, high = interval(index, extents)
        if low < 0 or chance.random() < 0.3:
            size = max(1, high - chance.randint(0, 2))
            guards.append(f"0 <= {index} < {size}")
        else:
            size = high + 1
        indices.append(index)
        shape.append(size)
    read = f"{name}[{', '.join(indices)}]"
    if guards:
        read = f"({read} if {' and '.join(guards)} else 0)"
    return read, tuple(shape)


@pytest.mark.parametrize("seed", range(60))
def test_random_expression(seed):
    chance = random.Random(seed)
    extents = {v: chance.randint(1, 5) for v in
               LOOPS[:chance.randint(1, 2)] + REDUCED[:chance.randint(0, 2)]}
    reads = [random_read(chance, name, extents)
             for name in "AB"[:chance.randint(1, 2)]]
    # A first factor of 1 that uses all loops makes each of them known.
    used = " + ".join(extents)
    left = [v for v in extents if v in LOOPS]
    text = (f"Out[{', '.join(left)}] += where({used} >= 0, 1, 0) * "
            + " * ".join(read for read, _ in reads))
    data = np.random.default_rng(seed)
    arrays = {name: data.integers(-3, 4, shape).astype(float)
              for name, (_, shape) in zip("AB", reads)}
    op = neo.expr(text, **extents)
    result = op(*arrays.values())
    np.testing.assert_array_equal(result, evaluate(text, arrays, extents))
    cotangent = data.integers(-3, 4, result.shape).astype(float)
    wanted = adjoints(text, arrays, extents, cotangent)
    for name, found in zip(arrays, op.vjp(tuple(arrays.values()), cotangent)):
        np.testing.assert_array_equal(found, wanted[name])
