# test_damaged_ir.py - damaged IR gets a diagnostic, never a crash
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import random

import pytest

import neo
from corpus import CORPUS
from damage import check, damaged


@pytest.mark.parametrize("seed", range(20))
def test_damaged(seed):
    chance = random.Random(seed)
    for case in chance.sample(CORPUS, 20):
        op = neo.expr(case.text, **case.extents)
        specs = [neo.spec(shape) for shape in case.shapes.values()]
        check(damaged(chance.choice((op.ir, op.vjp_ir))(*specs), chance))
