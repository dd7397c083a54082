# test_algebra_sums.py - Products put in another order are the same sums
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo-algebra` on random sums of products against brute force.

Kernels are taken to start for nothing, so that small sums are worth splitting.
"""

import os

import numpy as np
import pytest
from random_sums import RandomSum

import neo

CASES = int(os.environ.get("NEO_PROPERTY_CASES", "300"))
ALGEBRA = "builtin.module(func.func(neo-algebra{start=0}))"


def algebra(text: str) -> str:
    return neo.canonical(text, ALGEBRA)


def check(seed: int) -> bool:
    """Was the expression of `seed` rewritten? Its values are right."""
    case = RandomSum(seed)
    text = neo.expr(case.text(), **case.loops()).ir(*case.arrays)
    rewritten = algebra(text)
    (value,) = neo.interpret(rewritten, *case.arrays)
    np.testing.assert_allclose(
        value, case.expected(), rtol=1e-12, atol=1e-12,
        err_msg=f"NEO_SUM_SEED={seed}: {case.text()}\n{rewritten}")
    return rewritten.count("neo.compute") > 1


def test_random_sums_of_products() -> None:
    seed = os.environ.get("NEO_SUM_SEED")
    if seed:
        check(int(seed))
        return
    split = sum(check(seed) for seed in range(CASES))
    assert split > CASES / 4, f"only {split} of {CASES} were rewritten"
