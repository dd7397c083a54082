# test_linalg_round_trip.py - what neo lowers to linalg is raised again
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Expressions and their gradients as linalg and back, by the interpreter.

Lowered, an index with mod and floordiv is arithmetic of machine integers, a
guard is a comparison, and a condition on terms a select. All of it has to be
found again, also after the clean-up passes of another compiler.
"""

import neo
import numpy as np
import pytest
from corpus import CORPUS, Case
from corpus_accesses import function

THERE_AND_BACK = ("func.func(convert-neo-to-linalg),{}"
                  "convert-linalg-to-neo{{strict}}")
# Its gradient sends the terms by scf.for (neo.scatter_add).
LEFT = {"zigzag_sum"}


def round_trip(ir: str, cleanup: str = "") -> str:
    """`ir` after linalg, where `cleanup` ran; an error if anything stays."""
    return neo.canonical(ir, f"builtin.module({THERE_AND_BACK.format(cleanup)})")


def compare(before: str, after: str, name: str, *arrays: np.ndarray) -> None:
    found = neo.interpret(after, *arrays, function=name)
    wanted = neo.interpret(before, *arrays, function=name)
    for got, want in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(got, want)


def arrays(case: Case) -> list[np.ndarray]:
    random = np.random.default_rng(1)
    return [random.integers(-4, 5, shape).astype(np.float64)
            for shape in case.shapes.values()]


@pytest.mark.parametrize("cleanup", ["", "canonicalize,cse,"])
@pytest.mark.parametrize("case", CORPUS, ids=str)
def test_corpus_comes_back(case: Case, cleanup: str):
    ir = neo.canonical(function(case))
    compare(ir, round_trip(ir, cleanup), case.name, *arrays(case))


@pytest.mark.parametrize("case", [c for c in CORPUS if c.name not in LEFT],
                         ids=str)
def test_gradients_of_the_corpus_come_back(case: Case):
    ir = neo.canonical(function(case), "builtin.module(neo-autodiff)")
    after = round_trip(ir)
    operands = arrays(case)
    value, = neo.interpret(ir, *operands, function=case.name)
    compare(ir, after, f"{case.name}_vjp", *operands, np.ones_like(value))


def test_access_keeps_its_text():
    """An index is what it was; what adds 0 is a condition on the terms."""
    ir = neo.expr("C[i] += A[(i + 2*r) % 5, i // 3] if (i - r) % 2 == 0 else 0",
                  i=7, r=4).ir(neo.spec((5, 3), "float64"))
    after = round_trip(ir)
    assert "[(i0 + 2 * r0) mod 5, i0 floordiv 3]" in " ".join(after.split())
    assert "where ((i0 - r0) mod 2 == 0)" in after


def test_gradient_through_linalg_twice():
    """Derived, lowered, raised and derived again: a second derivative."""
    case = next(c for c in CORPUS if c.name == "conv1d_s2_k3_p1")
    straight = neo.canonical(function(case), "builtin.module(neo-autodiff)")
    straight = straight.replace(f"{case.name}_vjp", "slopes")
    operands = arrays(case)
    value, = neo.interpret(straight, *operands, function=case.name)
    seeds = [np.ones_like(value), *map(np.ones_like, operands)]
    before, after = (neo.canonical(ir, "builtin.module(neo-autodiff)")
                     for ir in (straight, round_trip(straight)))
    compare(before, after, "slopes_vjp", *operands, *seeds)
