# test_strict.py - The order that is written
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.jit(strict=True)` keeps expressions, plain and with a batch."""

import pickle

import numpy as np
import pytest

import neo

CHAIN = neo.expr("O[i,j] += A[i,k] * B[k,l] * C[l,j]")


def chain(a, b, c):
    return CHAIN(a, b, c)


strictly = neo.jit(chain, strict=True)


def arrays(rows: int = 48) -> list[np.ndarray]:
    random = np.random.default_rng(0)
    return [random.standard_normal(s) for s in ((rows, 48), (48, 48), (48, 48))]


def optimised(function) -> str:
    return neo.canonical(function.ir(*arrays()), "builtin.module(neo-optimize)")


def test_strict_keeps_one_operator() -> None:
    assert "attributes {neo.strict}" in strictly.ir(*arrays())
    assert "sum [k: 48, l: 48]" in optimised(strictly)
    assert "sum [k: 48, l: 48]" not in optimised(neo.jit(chain))


@pytest.mark.parametrize("batch", [(), "a"])
@pytest.mark.parametrize("strict", [False, True])
def test_values(batch, strict: bool) -> None:
    function = neo.jit(chain, batch=batch, strict=strict)
    for rows in (48, 5):
        a, b, c = arrays(rows)
        np.testing.assert_allclose(function(a, b, c), a @ b @ c, rtol=1e-10,
                                   atol=1e-10)


def test_strict_survives_pickling() -> None:
    assert "neo.strict" in pickle.loads(pickle.dumps(strictly)).ir(*arrays())
    bound = neo.jit(lambda a: a * 2.0, strict=True)
    assert bound.__reduce__()[1][-1].strict is True


def test_strict_is_a_bool() -> None:
    with pytest.raises(neo.UsageError, match="strict is 1, but must be a bool"):
        neo.jit(chain, strict=1)
