# tokens.py - from text to tokens
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The words of an index expression.

Newlines and ';' end a statement, except inside brackets, where newlines are
blanks. '#' starts a comment. Everything else that is not a word is an error
with its place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from neo import habits
from neo.errors import ExpressionError, describe

_TOKEN = re.compile(
    r"(?P<blank>[ \t\r\f]+|\#[^\n]*|\\\n)"
    r"|(?P<end>[\n;])"
    r"|(?P<number>(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<op>\+=|\*=|//|\*\*|<=|>=|==|!=|[-+*/%<>=()\[\],])"
)

_CLOSING = {")": "(", "]": "["}
_INT64_MAX = 2**63 - 1


@dataclass(frozen=True)
class Token:
    """kind is 'name', 'number', 'op', 'end' or 'eof'."""

    kind: str
    text: str
    position: int

    @property
    def shown(self) -> str:
        """How a message calls this token."""
        if self.kind == "eof":
            return "the end of the expression"
        return "the end of the line" if self.text == "\n" else f"'{self.text}'"


def fail(message: str, text: str, position: int) -> ExpressionError:
    """An ExpressionError that points at `position` of `text`."""
    return ExpressionError(describe(message, text, position))


def tokenize(text: str) -> list[Token]:
    """All tokens of `text`; the last one is 'eof'."""
    tokens: list[Token] = []
    opened: list[Token] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if not match:
            bad = text[position]
            remedy = habits.at_character(text, position)
            raise fail(f"character {bad!r} means nothing here"
                       + (remedy and ": " + remedy), text, position)
        token = Token(match.lastgroup or "", match.group(), position)
        position = match.end()
        if token.kind == "number":
            _check_number(text, token, position)
        _track_brackets(text, token, opened)
        blank = token.kind == "blank" or (opened and token.text == "\n")
        if not blank:
            tokens.append(token)
    if opened:
        last = opened[-1]
        raise fail(f"'{last.text}' is never closed", text, last.position)
    return tokens + [Token("eof", "", len(text))]


def _check_number(text: str, token: Token, end: int) -> None:
    if text[end : end + 1].isalpha() or text[end : end + 1] == "_":
        remedy = habits.of_number(text[token.position:])
        raise fail("a name cannot start with a digit, and a product needs '*'"
                   + (remedy and ": " + remedy), text, token.position)
    if token.text.isdigit() and len(token.text) > 19 \
            or token.text.isdigit() and int(token.text) > _INT64_MAX:
        raise fail("an integer must be below 2**63", text, token.position)


def _track_brackets(text: str, token: Token, opened: list[Token]) -> None:
    if token.kind != "op":
        return
    if token.text in "([":
        opened.append(token)
    elif token.text in _CLOSING:
        if not opened or opened[-1].text != _CLOSING[token.text]:
            raise fail(f"'{token.text}' closes nothing", text, token.position)
        opened.pop()
