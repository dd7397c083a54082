# test_damaged_indexed.py - damaged gathers get a diagnostic, never a crash
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Random damage to the text of neo.gather and neo.scatter_add."""

import random

import pytest
from damage import check, damaged
from test_random_indexed import Program

MORE = ("into", "%p0", "%a0", "tensor<3xi64>", "tensor<0x2xf32>",
        "neo.gather", "neo.scatter_add", "l0", "l1")


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_damaged(first):
    for seed in range(first, first + 50):
        check(damaged(Program(seed).text, random.Random(seed), MORE))
