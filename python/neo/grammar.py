# grammar.py - from tokens to statements
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Recursive descent over the grammar of index expressions.

    program    := statement ((newline | ';') statement)*
    statement  := NAME '[' [NAME (',' NAME)*] ']' operator value
    operator   := '=' | '+=' | '*=' | 'max=' | 'min=' | 'amax=' | 'amin='
                | 'argmax=' | 'argmin='
    value      := either ['if' either 'else' ['-'] NUMBER]
    either     := both ('or' both)*
    both       := inverse ('and' inverse)*
    inverse    := 'not' inverse | comparison
    comparison := sum (('<' | '<=' | '>' | '>=' | '==' | '!=') sum)*
    sum        := product (('+' | '-') product)*
    product    := unary (('*' | '/' | '//' | '%') unary)*
    unary      := ('-' | '+') unary | power
    power      := atom ['**' unary]
    atom       := NUMBER | 'inf' | 'nan' | NAME
                | NAME '[' [value (',' value)*] ']'
                | NAME '(' value (',' value)* ')' | '(' value ')'

Precedences are Python's, so an expression reads (and can be evaluated) as
Python: `a * b if c else 0` guards the whole product.
"""

from __future__ import annotations

from neo import habits
from neo.formulas import FormulaParser
from neo.syntax import REDUCTIONS, Statement
from neo.tokens import fail


def parse(text: str) -> list[Statement]:
    """The statements of `text`, or an ExpressionError with a caret."""
    return _Parser(text).program()


class _Parser(FormulaParser):
    """The part of the parser that knows statements."""

    def program(self) -> list[Statement]:
        found = []
        while self.token.kind != "eof":
            if self.token.kind == "end":
                self.take()
                continue
            found.append(self.statement())
            if self.token.kind not in ("end", "eof"):
                self.refuse("expected the end of the statement", habits.behind_value(
                    self.tokens[self.at - 1].text, self.token.text, self.token.kind))
        if not found:
            raise fail("the expression is empty; write e.g. C[i] = A[i] + B[i]",
                       self.text, 0)
        return found

    def statement(self) -> Statement:
        first = self.token
        if remedy := habits.of_statement(self.text, first.position, first.text):
            raise fail(f"{first.shown} begins no statement: {remedy}", self.text,
                       first.position)
        result = self.name("the name of the result, as in C[i] = A[i]")
        self.expect("[", "after the name of the result, as in C[i] = A[i]",
                    habits.at_result(result.text, self.token.text))
        loops: list[str] = []
        while not self.accept("]"):
            if loops:
                self.expect(",", "between the variables of the result",
                            habits.at_index(self.token.text))
            token = self.name("a variable (the left side takes plain names)",
                              habits.at_index(self.token.text))
            if token.text in loops:
                raise fail(f"variable '{token.text}' stands twice on the left",
                           self.text, token.position)
            loops.append(token.text)
        op = self.assignment()
        return Statement(result.text, tuple(loops), op, self.value(),
                         position=result.position)

    def assignment(self) -> str:
        token = self.take()
        if token.text in ("=", "+=", "*="):
            return token.text
        if token.text + "=" in REDUCTIONS and self.accept("="):
            return token.text + "="
        self.at -= token.kind != "eof"
        operators = " ".join(("=", *REDUCTIONS))
        words = [t.text for t in self.tokens[self.at:self.at + 3]]
        if remedy := habits.at_assignment(words):
            raise fail(f"{token.shown} is no assignment here: {remedy}", self.text,
                       token.position)
        self.refuse(f"expected one of {operators} after the result")
        raise AssertionError
