# formulas.py - from tokens to scalar expressions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Recursive descent over scalar expressions, loosest operator first.

One method per line of the grammar, which stands in grammar.py. Chains of one
operator are loops, so that only nesting costs depth; both are limited so that
later walks over the tree stay within Python's recursion limit.
"""

from __future__ import annotations

from collections.abc import Callable

from neo import foreign_functions, habits
from neo.syntax import (FUNCTIONS, Apply, Binary, Compare, Guarded, Logic,
                        Name, Node, Number, Read)
from neo.tokens import Token, fail, tokenize

_WORDS = {"if", "else", "and", "or", "not"}
_CONSTANTS = {"inf": float("inf"), "nan": float("nan")}
_COMPARISONS = {"<", "<=", ">", ">=", "==", "!="}
MAX_DEPTH = 50


class FormulaParser:
    """The part of the parser that knows tokens and scalars."""

    def __init__(self, text: str):
        self.text = text
        self.tokens = tokenize(text)
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        token = self.token
        self.at += token.kind != "eof"
        return token

    def accept(self, text: str) -> Token | None:
        fits = self.token.text == text and self.token.kind != "eof"
        return self.take() if fits else None

    def expect(self, text: str, where: str, remedy: str = "") -> Token:
        return self.accept(text) or self.refuse(f"expected '{text}' {where}", remedy)

    def refuse(self, expected: str, remedy: str = "") -> Token:
        message = f"{expected}, but found {self.token.shown}"
        raise fail(message + (remedy and ": " + remedy), self.text, self.token.position)

    def name(self, what: str, remedy: str = "") -> Token:
        if self.token.kind != "name" or self.token.text in _WORDS:
            self.refuse(f"expected {what}", remedy)
        return self.take()

    # Scalars, loosest first

    def value(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise fail(f"more than {MAX_DEPTH} nested parentheses", self.text,
                       self.token.position)
        value = self.either()
        if token := self.accept("if"):
            condition = self.either()
            self.expect("else", "after the condition of 'if'", habits.no_else(
                self.token.kind))
            value = Guarded(value, condition, self.otherwise(),
                            position=token.position)
        self.depth -= 1
        return value

    def either(self) -> Node:
        return self.logic("or", lambda: self.logic("and", self.inverse))

    def otherwise(self) -> int | float:
        sign = -1 if self.accept("-") else 1
        token = self.take()
        if token.kind != "number" and token.text not in _CONSTANTS:
            self.at -= token.kind != "eof"
            self.refuse("expected a number after 'else'",
                        habits.no_number(self.token.kind))
        tail = self.token
        if tail.kind == "op" and tail.text not in "),]":
            self.refuse("'else' takes one number, so put the guarded read in "
                        "parentheses: (T[...] if ... else 0); expected its end")
        return sign * self.number(token).value

    def logic(self, op: str, below: Callable[[], Node]) -> Node:
        first = below()
        items = [first]
        while self.accept(op):
            items.append(below())
        if len(items) == 1:
            return first
        return Logic(op, tuple(items), position=first.position)

    def inverse(self) -> Node:
        if token := self.accept("not"):
            return Apply("not", (self.nested(self.inverse),),
                         position=token.position)
        return self.comparison()

    def comparison(self) -> Node:
        items, ops = [self.sum()], []
        position = self.token.position
        while self.token.text in _COMPARISONS:
            ops.append(self.take().text)
            items.append(self.sum())
        if not ops:
            return items[0]
        return Compare(tuple(ops), tuple(items), position=position)

    def sum(self) -> Node:
        return self.chain({"+", "-"}, self.product)

    def product(self) -> Node:
        return self.chain({"*", "/", "//", "%"}, self.unary)

    def chain(self, ops: set[str], below: Callable[[], Node]) -> Node:
        left, length = below(), 0
        while self.token.text in ops:
            token, length = self.take(), length + 1
            if length > MAX_DEPTH:
                raise fail(f"more than {MAX_DEPTH} terms in one chain: use "
                           "several statements", self.text, token.position)
            left = Binary(token.text, left, below(), position=token.position)
        return left

    def unary(self) -> Node:
        if token := self.accept("-"):
            return Apply("neg", (self.nested(self.unary),),
                         position=token.position)
        return self.nested(self.unary) if self.accept("+") else self.power()

    def power(self) -> Node:
        base = self.atom()
        if token := self.accept("**"):
            return Binary("**", base, self.nested(self.unary),
                          position=token.position)
        return base

    def nested(self, below: Callable[[], Node]) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise fail(f"more than {MAX_DEPTH} nested operators", self.text,
                       self.token.position)
        node = below()
        self.depth -= 1
        return node

    def atom(self) -> Node:
        token = self.token
        if token.kind == "number" or token.text in _CONSTANTS:
            return self.number(self.take())
        if self.accept("("):
            value = self.value()
            self.expect(")", "to close the parenthesis", habits.in_parentheses(
                self.token.text))
            return value
        following = self.tokens[min(self.at + 1, len(self.tokens) - 1)].text
        self.name("a number, a tensor read, a function or '('",
                  habits.at_value(token.text, following))
        if remedy := habits.of_name(token.text):
            raise fail(f"'{token.text}' is no value here: {remedy}", self.text,
                       token.position)
        if self.accept("["):
            index = self.list("]", "index")
            return Read(token.text, index, position=token.position)
        if self.accept("("):
            return self.call(token)
        return Name(token.text, position=token.position)

    def number(self, token: Token) -> Number:
        text = token.text
        value = _CONSTANTS.get(text)
        if value is None:
            value = int(text) if text.isdigit() else float(text)
        return Number(value, position=token.position)

    def list(self, closing: str, what: str) -> tuple[Node, ...]:
        found: list[Node] = []
        while not self.accept(closing):
            if found:
                self.expect(",", f"or '{closing}' after this {what}",
                            habits.in_list(self.token.text))
            found.append(self.value())
        return tuple(found)

    def call(self, token: Token) -> Node:
        arguments = self.list(")", "argument")
        name = token.text
        if name not in FUNCTIONS:
            raise fail(foreign_functions.missing(name), self.text, token.position)
        while name in ("max", "min") and len(arguments) > 2:
            pair = Apply(name, arguments[:2], position=token.position)
            arguments = (pair, *arguments[2:])
        if len(arguments) != FUNCTIONS[name]:
            raise fail(foreign_functions.arguments(name, len(arguments)), self.text,
                       token.position)
        return Apply(name, arguments, position=token.position)
