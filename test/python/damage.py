# damage.py - IR that something happened to
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Random damage to the text of IR, and what Neo may make of it."""

import random
import re

import neo
from neo.native import compile_text

WORDS = ["0", "-1", "9223372036854775807", "99999999999999999999", "[", "]",
         "(", ")", ",", ":", "%A", "if", "where", "sum", "max", "argmax",
         "floordiv", "mod", "*", "+", "i", "j", "f64", "i64", "i1", "index",
         "tensor<4xf64>", "tensor<?xf64>", "->", "{", "}", "0.0",
         "0x7FF0000000000000", "neo.index", "neo.yield", "arith.mulf", ""]
PIPELINE = "builtin.module(neo-autodiff,inline,canonicalize,cse)"


def damaged(text: str, chance: random.Random, more: tuple = ()) -> str:
    """`text` with up to three of its words lost or exchanged, for those of
    `WORDS` and `more` or its own."""
    words = re.findall(r"\s+|[\w.%@]+|[^\w\s]", text)
    for _ in range(chance.randint(1, 3)):
        place, kind = chance.randrange(len(words)), chance.random()
        if kind < 0.2:
            del words[place]
        else:
            words[place] = chance.choice([*WORDS, *more] if kind < 0.8
                                         else words)
    return "".join(words)


def check(text: str) -> None:
    """Neo takes `text` or says why not; anything else fails or crashes."""
    for use in (lambda: neo.canonical(text, PIPELINE),
                lambda: compile_text(text)):
        try:
            use()
        except neo.Error as refusal:
            assert str(refusal)
