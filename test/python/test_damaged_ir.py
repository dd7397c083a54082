# test_damaged_ir.py - damaged IR gets a diagnostic, never a crash
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import random
import re

import pytest

import neo
from corpus import CORPUS

WORDS = ["0", "-1", "9223372036854775807", "99999999999999999999", "[", "]",
         "(", ")", ",", ":", "%A", "if", "where", "sum", "max", "argmax",
         "floordiv", "mod", "*", "+", "i", "j", "f64", "i64", "i1", "index",
         "tensor<4xf64>", "tensor<?xf64>", "->", "{", "}", "0.0",
         "0x7FF0000000000000", "neo.index", "neo.yield", "arith.mulf", ""]
PIPELINE = "builtin.module(neo-autodiff,inline,canonicalize,cse)"


def damaged(text, chance):
    words = re.findall(r"\s+|[\w.%@]+|[^\w\s]", text)
    for _ in range(chance.randint(1, 3)):
        place, kind = chance.randrange(len(words)), chance.random()
        if kind < 0.2:
            del words[place]
        else:
            words[place] = chance.choice(WORDS if kind < 0.8 else words)
    return "".join(words)


@pytest.mark.parametrize("seed", range(20))
def test_damaged(seed):
    chance = random.Random(seed)
    for case in chance.sample(CORPUS, 20):
        op = neo.expr(case.text, **case.extents)
        specs = [neo.spec(shape) for shape in case.shapes.values()]
        text = damaged(chance.choice((op.ir, op.vjp_ir))(*specs), chance)
        for use in (lambda: neo.canonical(text, PIPELINE),
                    lambda: neo.native.compile_text(text)):
            try:
                use()
            except neo.Error as refusal:
                assert str(refusal)
