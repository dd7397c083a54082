# test_fuzz.py - no text makes the front end do anything but refuse
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import random

from hypothesis import given, settings
from hypothesis import strategies as st

import neo
from corpus import CORPUS

WORDS = ["C", "A", "B", "i", "j", "k", "[", "]", "(", ")", ",", "+", "-", "*",
         "/", "//", "%", "**", "=", "+=", "*=", "max", "min", "<", "<=", "==",
         "!=", "if", "else", "and", "or", "not", "where", "exp", "0", "1", "2",
         "0.5", "inf", ";", "\n", "$", "9223372036854775807"]


def survives(text, **extents):
    try:
        op = neo.expr(text, **extents)
        op.ir(*[neo.spec((3,) * _rank(op, name)) for name in op.operands])
    except neo.Error as refusal:
        assert str(refusal)


def _rank(op, name):
    return len(op._program.operands[name].index)


@settings(max_examples=300, deadline=None, database=None)
@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_random_words(words):
    survives(" ".join(words))
    survives("C[i] = " + " ".join(words), k=2)


@settings(max_examples=200, deadline=None, database=None)
@given(st.text(max_size=40))
def test_random_characters(text):
    survives(text)


@settings(max_examples=300, deadline=None, database=None)
@given(st.sampled_from(CORPUS), st.integers(0, 2**32))
def test_damaged_expressions(case, seed):
    words = case.text.replace("[", " [ ").replace("]", " ] ").split(" ")
    chance = random.Random(seed)
    for _ in range(3):
        words[chance.randrange(len(words))] = chance.choice(WORDS)
    survives(" ".join(words))
