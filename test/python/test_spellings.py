# test_spellings.py - one function in several spellings
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""However a function is written, values and gradients are the same. How long each
spelling takes is measured by benchmarks/spellings.py."""
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]
                       / "benchmarks"))
from spelled import FAMILIES  # noqa: E402
from spellings import check  # noqa: E402


@pytest.mark.parametrize("name", FAMILIES)
def test_spellings_agree(name):
    family = FAMILIES[name]
    assert 3 <= len(family.spellings) <= 5
    check(family, family.arrays(small=True))
