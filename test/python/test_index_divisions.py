# test_index_divisions.py - quotients and remainders of indices
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Against Python's, up to and beyond the indices that are divided by multiplication."""

import neo
import numpy as np
import pytest

DIVISORS = [*range(2, 20), 64, 127, 641, 4096, 65537, 2**30 - 1, 2**30 + 1, 2**31 - 1, 2**31]
FORMS = {"small": (3, -50), "below 0": (-7, -3), "up to 2^31": (11546360, 0),
         "beyond": (11546361, 2**31 - 1), "far below 0": (-11546361, 50),
         "above a bound": (5, 2**40 + 3)}
X = np.zeros((3, 187))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "int64"])
def test_quotients_and_remainders(form, dtype):
    factor, offset = FORMS[form]
    index = factor * (np.arange(187) + np.arange(3)[:, None]) + offset
    for divisor in DIVISORS if dtype == "float64" else DIVISORS[3::13]:
        of = f"({factor}*(i + j) + {offset})"
        for text, wanted in ((f"{of} // {divisor} % 1999", index // divisor % 1999),
                             (f"{of} % {divisor} % 1023", index % divisor % 1023)):
            found = neo.expr(f"T[j,i] = X[j,i] + {text}")(X.astype(dtype))
            np.testing.assert_array_equal(found, wanted, text)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("target", ["avx2", "avx512"])
@pytest.mark.parametrize("dtype", ["float64", "float32", "int8"])
def test_guards_of_lanes(monkeypatch, dtype, target, form):
    monkeypatch.setenv("NEO_TARGET", target)
    factor, offset = FORMS[form]
    index = factor * (np.arange(187) - 2 * np.arange(3)[:, None]) + offset
    x = np.arange(3 * 187).reshape(3, 187).astype(dtype)
    for divisor in DIVISORS[2::11]:
        of = f"({factor}*(i - 2*j) + {offset})"
        for text, holds in ((f"{of} // {divisor} % 5 >= 2", index // divisor % 5 >= 2),
                            (f"{of} % {divisor} % 3 == 1", index % divisor % 3 == 1)):
            found = neo.expr(f"T[j,i] = X[j,i] if {text} else -1")(x)
            np.testing.assert_array_equal(found, np.where(holds, x, -1), text)


def test_a_batch_of_any_size_has_no_bound():
    found = neo.jit(lambda x: neo.expr("T[n,i] = X[n,i] + (n*40 + i) // 7")(x), batch="x")
    for items in (1, 5, 5000):
        x = np.zeros((items, 40))
        wanted = (np.arange(items)[:, None] * 40 + np.arange(40)) // 7
        np.testing.assert_array_equal(found(x), wanted)
