# test_compile_budget.py - what takes long to compile says where
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import re
import warnings

import numpy as np
import pytest

import neo


def compiled(monkeypatch, budget, number):
    """A program that nobody has compiled before, by its constant `number`."""
    monkeypatch.setenv("NEO_CACHE", "0")
    monkeypatch.setenv("NEO_COMPILE_BUDGET", budget)
    return neo.expr(f"C[i] += {number} * A[i,j]")(np.ones((3, 4)))


def test_over_the_budget_the_passes_are_named(monkeypatch):
    with pytest.warns(UserWarning) as caught:
        c = compiled(monkeypatch, "1e-9", 3.25)
    np.testing.assert_array_equal(c, [13.0] * 3)
    text = str(caught[0].message)
    assert re.search(r"compiling took \d+\.\d s, over its budget of 0\.0 s: .*"
                     r"\b(LLVM|[a-z-]+) \d+\.\d s", text)
    assert "NEO_COMPILE_BUDGET" in text
    assert "C[i] += 3.25 * A[i,j]" in text


@pytest.mark.parametrize("budget", ["0", "1e6", "no number"])
def test_inside_the_budget_nothing_is_said(monkeypatch, budget):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiled(monkeypatch, budget, 3.5)
