# test_damaged_indexed.py - damaged gathers get a diagnostic, never a crash
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Random damage to the text of neo.gather and neo.scatter_add."""

import random

import pytest
from test_damaged_ir import PIPELINE, WORDS
from test_random_indexed import Program

import neo

MORE = [*WORDS, "into", "%p0", "%a0", "tensor<3xi64>", "tensor<0x2xf32>",
        "neo.gather", "neo.scatter_add", "l0", "l1"]


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_damaged(first):
    for seed in range(first, first + 50):
        chance = random.Random(seed)
        words = Program(seed).text.split(" ")
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(words))
            words[place] = chance.choice([*MORE, *words])
        text = " ".join(words)
        for use in (lambda: neo.canonical(text, PIPELINE),
                    lambda: neo.native.compile_text(text)):
            try:
                use()
            except neo.Error as refusal:
                assert str(refusal)
