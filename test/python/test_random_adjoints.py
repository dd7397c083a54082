# test_random_adjoints.py - gradients of random operators against brute force
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Two or three operands, any reduction, every form of a gradient: exact.

More cases, or one again:

    NEO_PROPERTY_CASES=100000 pytest test/python/test_random_adjoints.py
    NEO_PROPERTY_SEED=17 NEO_PROPERTY_CASES=1 pytest test/python/test_random_adjoints.py
"""

import os

import numpy as np
import pytest
from random_adjoints import KINDS, Case

import neo

core = pytest.importorskip("neo._core")

FIRST = int(os.environ.get("NEO_PROPERTY_SEED", "0"))
CASES = int(os.environ.get("NEO_PROPERTY_CASES", "400"))
COMPILED = max(1, CASES // 20)
BLOCK = 100
FORMS = ["", "residue-pieces", "partial-sums", "scatter=false",
         "residue-pieces partial-sums"]


def check(seed: int) -> None:
    """The gradient of a case, in one of the forms, is exact."""
    case, options = Case(seed), FORMS[seed % len(FORMS)]
    again = f"NEO_PROPERTY_SEED={seed} NEO_PROPERTY_CASES=1\n{case.text}"
    try:
        text = core.canonical(case.text,
                              f"builtin.module(neo-autodiff{{{options}}})")
        found = core.interpret(text, "f_vjp",
                               [*case.arrays.values(), case.cotangent])
    except neo.Error as refusal:
        raise AssertionError(f"{refusal}\nagain with {again}") from None
    for (name, wanted), gradient in zip(case.adjoints().items(), found,
                                        strict=True):
        np.testing.assert_array_equal(
            gradient, wanted, f"the gradient of {name}; again with {again}")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("first", range(FIRST, FIRST + CASES, BLOCK))
def test_gradients_are_exact(first: int) -> None:
    for seed in range(first, min(first + BLOCK, FIRST + CASES)):
        check(seed)


@pytest.mark.parametrize("seed", range(FIRST, FIRST + COMPILED))
def test_compiled_gradients_are_exact(seed: int) -> None:
    """Through all of the pipeline and the code that it makes."""
    case = Case(seed)
    program = core.Program(case.text + case.main, "main", 1)
    found = program.run([*case.arrays.values(), case.cotangent])
    for (name, wanted), gradient in zip(case.adjoints().items(), found,
                                        strict=True):
        np.testing.assert_array_equal(
            gradient, wanted, f"the gradient of {name}\n{case.text}")


def test_every_part_of_an_operator_occurs() -> None:
    """And gradients that are zero everywhere do not make up the bulk."""
    cases = [Case(seed) for seed in range(200)]
    reads = [r for case in cases for r in case.reads]
    assert {case.kind for case in cases} == set(KINDS)
    assert {len(case.reads) for case in cases} == {2, 3}
    for part in ("//", "%", "*"):
        assert sum(part in "".join(r.index) for r in reads) > 40
    assert sum(bool(r.guards) for r in reads) > 100
    assert sum(bool(case.where) for case in cases) > 10
    assert sum(len(case.arrays) < len(case.reads) for case in cases) > 4
    moving = [a.any() for case in cases for a in case.adjoints().values()]
    assert sum(moving) > 0.6 * len(moving)
