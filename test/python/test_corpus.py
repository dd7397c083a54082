# test_corpus.py - results and adjoints against brute force
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import zlib

import numpy as np
import pytest

import neo
from brute_force import adjoints, evaluate
from corpus import CORPUS
from corpus_accesses import NEO_OPT, explained, listed

# Their results or adjoints are not integers for integer operands.
TIES = {"reduce_amax_row_ties", "maxpool_k3_s2_ties"}
INEXACT = TIES | {"gelu_tanh", "lstm_gate", "reduce_mean_rows"}
EXACT = [case for case in CORPUS if case.name not in INEXACT]


def operands(case, draw):
    return {name: draw(shape) for name, shape in case.shapes.items()}


def generator(case):
    return np.random.default_rng(zlib.crc32(case.name.encode()))


def check(case, draw, compare):
    arrays = operands(case, draw)
    op = neo.expr(case.text, **case.extents)
    assert op.operands == tuple(arrays)
    result = op(*arrays.values())
    expected = evaluate(case.text, arrays, case.extents)
    assert result.shape == expected.shape
    compare(result, expected)
    cotangent = draw(result.shape)
    found = op.vjp(tuple(arrays.values()), cotangent)
    wanted = adjoints(case.text, arrays, case.extents, cotangent)
    for name, adjoint in zip(arrays, found, strict=True):
        if name not in case.constant:
            compare(adjoint, wanted[name])


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("case", CORPUS, ids=str)
def test_random_doubles(case):
    check(case, generator(case).standard_normal, close)


@pytest.mark.parametrize("case", [c for c in CORPUS if c.name in TIES], ids=str)
@pytest.mark.parametrize("values", [1, 2, 3])
def test_ties_share_the_adjoint(case, values):
    random = generator(case)

    def draw(shape):
        return random.integers(0, values, shape).astype(np.float64)
    check(case, draw, close)


@pytest.mark.parametrize("case", EXACT, ids=str)
def test_small_integers_are_exact(case):
    random = generator(case)

    def draw(shape):
        return random.integers(-4, 5, shape).astype(np.float64)
    check(case, draw, np.testing.assert_array_equal)


@pytest.mark.skipif(not NEO_OPT.exists(), reason="neo-opt is not built")
def test_corpus_txt_lists_every_access():
    """CorpusTest.cpp checks that the boxes of these accesses are tight."""
    assert listed() == explained()
