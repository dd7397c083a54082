# test_grammar.py - text to syntax and back
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import pytest

from corpus import CORPUS
from neo.grammar import parse
from neo.unparse import unparse

MINIMAL = [
    "C[i] = A[i] - (B[i] - 1)",
    "C[i] = (A[i] + B[i]) * 2 / (3 - A[i])",
    "C[i] = -A[i] ** 2 + (-A[i]) ** 2",
    "C[i] = 2 ** A[i] ** 3",
    "C[i] = (A[i] if i < 4 else 0) * B[i]",
    "C[i] = A[i] * B[i] if 0 <= i < 4 and i % 2 == 0 else -inf",
    "C[i] = where(not (A[i] < 1 or B[i] > 2) and i < 3, 1, 0)",
    "C[i,j] max= A[(i * 2 + j) // 3, j % 2]",
    "C[] += S[]",
]


@pytest.mark.parametrize("text", MINIMAL)
def test_minimal_parentheses_are_kept(text):
    statement, = parse(text)
    assert unparse(statement) == text


@pytest.mark.parametrize("case", CORPUS, ids=str)
def test_printing_reads_back(case):
    statement, = parse(case.text)
    again, = parse(unparse(statement))
    assert again == statement


def test_statements_end_at_semicolons_and_newlines():
    text = "\n A[i] = B[i]; C[i] = A[i]  # rest\n\n D[i] += C[\n i]\n"
    assert [s.result for s in parse(text)] == ["A", "C", "D"]


def test_reductions():
    text = "A[i] *= B[i]; A[i] max= B[i]; A[i] min = B[i]; A[] argmax= B[i]"
    assert [s.op for s in parse(text)] == ["*=", "max=", "min=", "argmax="]
    assert [s.op for s in parse("A[] amax= B[i]; A[] amin = B[i]")] \
        == ["amax=", "amin="]


@pytest.mark.parametrize("number, value", [
    ("2", 2), ("2.", 2.0), (".5", 0.5), ("1e-3", 1e-3), ("2.5E+2", 250.0),
    ("inf", float("inf"))])
def test_numbers(number, value):
    statement, = parse(f"C[i] = {number}")
    assert statement.value.value == value
    assert type(statement.value.value) is type(value)
