# test_expressions.py - texts that are nearly expressions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What the parser and the checks of `neo.expr` make of damaged texts.

Hypothesis draws a program of the fuzzer, and damages its texts by a few edits: tokens
are dropped, doubled, exchanged or replaced. Such a text is an expression or a mistake
that neo.Error names; nothing else may be raised, and nothing hangs.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import neo  # noqa: E402
import numpy as np  # noqa: E402
from choices import Choices  # noqa: E402
from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from program import TooLarge, make_program  # noqa: E402

TOKEN = re.compile(r"\s+|[A-Za-z_]\w*|\d+(?:\.\d+)?|[-+*/%<>=!]+|.")
PIECES = ["i", "j", "A", "[", "]", "(", ")", ",", ";", "+=", "max=", "=", "if",
          "else", "and", "0", "1", "2.5", "1e400", "-", "//", "%", "**", "*",
          "<", "<=", "==", "where", "exp", "min", "é", "\n", "#", "@", "'",
          "9" * 30, ".", ":", "not", "lambda", "T[i] = "]
EXPRESSION = re.compile(r'neo\.expr\("([^"]*)"((?:, \w+=\d+)*)\)')
EDIT = st.tuples(st.sampled_from(["drop", "double", "exchange", "replace"]),
                 st.integers(0, 10**6), st.sampled_from(PIECES))


def texts_of(seed: int) -> list[tuple[str, dict[str, int]]]:
    """The expressions of one program, and the extents they are given."""
    try:
        program = make_program(Choices(seed))
    except TooLarge:
        return []
    found = EXPRESSION.findall(program.source)
    return [(text, {name: int(size) for name, size in
                    re.findall(r"(\w+)=(\d+)", extents)})
            for text, extents in found]


def damaged(text: str, edits: list[tuple[str, int, str]]) -> str:
    tokens = TOKEN.findall(text)
    for kind, place, piece in edits:
        if not tokens:
            break
        at = place % len(tokens)
        if kind == "drop":
            del tokens[at]
        elif kind == "double":
            tokens.insert(at, tokens[at])
        elif kind == "exchange":
            other = (at + 1) % len(tokens)
            tokens[at], tokens[other] = tokens[other], tokens[at]
        else:
            tokens[at] = piece
    return "".join(tokens)


@settings(max_examples=400, deadline=None, derandomize=True,
          suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6), st.lists(EDIT, min_size=1, max_size=4))
def test_a_damaged_text_is_refused_with_a_sentence(seed, edits):
    for text, extents in texts_of(seed):
        broken = damaged(text, edits)
        try:
            expression = neo.expr(broken, **extents)
            shapes = [(3,) * rank for rank in ranks_of(broken, expression)]
            expression.ir(*(np.ones(s, np.float32) for s in shapes))
        except neo.Error as refusal:
            assert str(refusal)


def ranks_of(text: str, expression: neo.expr) -> list[int]:
    """How many indices each operand is read with, as far as a look tells."""
    ranks = []
    for name in expression.operands:
        read = re.search(rf"\b{name}\[([^\[\]]*)\]", text)
        ranks.append(read.group(1).count(",") + 1 if read else 0)
    return ranks
