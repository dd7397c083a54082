# provenance.py - from lines of the IR back to what the user wrote
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What stands in the lines of an IR text, in the user's names.

The compiler speaks of lines and of operands by their numbers. Comments above an
operator say what was written there (neo.emit, neo.sources), so that line 4 and
operand #1 of

    //# {"code": "dense(x, p['w'])", "operands": [["X", "x"], ["W", "p['w']"]], ...}
    // Y[b,j] += X[b, i] * W[i, j]
    %Y = neo.compute ...

become `Y[b,j] += x[b, i] * p['w'][i, j]` and `p['w']`. In a text without such
comments an operator is its own first line, and operands are called as there.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from neo.sources import read_comment

_OPERATOR = re.compile(r"\s*%(\w+).* = \"?neo\.(compute|gather|scatter_add)\b")
_CONSTANT = re.compile(r"\s*%.* = arith\.constant dense<.*> : (tensor<.*>)$")
_READ = re.compile(r"%(\w+)[#\d]*\[")
_LONGEST_NAME = 40


@dataclass(frozen=True)
class Operator:
    """An operator of the text: its statement, the user's code for it, which is
    assigned to `name`, and where that stands. `of` is the leaf of a tree that the code
    goes over. Operands without a name are ''."""

    line: int
    function: str
    statement: str
    code: str
    name: str
    place: str
    operands: tuple[str, ...]
    result: str
    is_expression: bool
    of: str = ""

    @property
    def phrase(self) -> str:
        """What it computes, in one line."""
        if self.is_expression or not self.code:
            return self.statement
        code = f"{self.name} = {self.code}" if self.name else self.code
        return f"{code} of {self.of}" if self.of else code

    def operand(self, number: int) -> str:
        return self.operands[number] if number < len(self.operands) else ""


class Provenance:
    """The operators, functions, calls and, by their types, constants of an IR text."""

    def __init__(self, text: str):
        self.operators: list[Operator] = []
        self.constants: dict[str, Operator] = {}
        self.arguments: dict[str, list[str]] = {}
        self._calls: dict[int, str] = {}
        self._function = ""  # The one that is being read.
        # What begins in which line: an operator, or something else.
        self._starts: list[int] = []
        self._begun: list[Operator | None] = []
        self._lines = text.splitlines()
        for number, line in enumerate(self._lines, 1):
            self._read(number, line)

    def operator(self, line: int) -> Operator | None:
        """The operator that line `line` is part of, counted from 1."""
        found = bisect_right(self._starts, line)
        return self._begun[found - 1] if found else None

    def is_derivative(self, lines: Sequence[int]) -> bool:
        """Whether the calls in `lines` lead into a derivative."""
        return any(re.search(r"_(vjp|jvp)(_|$)", self._calls.get(line, ""))
                   for line in lines)

    def _read(self, number: int, line: str) -> None:
        function = re.search(r"func\.func .*?@(\w+)\((.*?)\) *(->|\{|$)", line)
        call = re.search(r"func\.call @(\w+)|= call @(\w+)", line)
        constant = _CONSTANT.match(line)
        if function:
            said = self._above(number).get("arguments")
            self._function = function[1]
            self.arguments[function[1]] = said if said is not None else \
                re.findall(r"%(\w+)", function[2])
        elif call:
            self._calls[number] = call[1] or call[2]
        elif constant:
            self.constants.setdefault(constant[1], self._operator(number))
            return
        elif _OPERATOR.match(line):
            self.operators.append(self._operator(number))
        else:
            return
        is_operator = not (function or call)
        self._starts.append(number)
        self._begun.append(self.operators[-1] if is_operator else None)

    def _above(self, number: int) -> dict[str, Any]:
        """What the comments above a line say."""
        said: dict[str, Any] = {}
        for line in reversed(self._lines[:number - 1]):
            if not line.strip().startswith("//"):
                break
            comment = read_comment(line)
            if comment is not None:
                return said | comment
            if not line.strip().startswith("//@"):
                said.setdefault("statement", line.strip()[2:].strip())
        return said

    def _operator(self, number: int) -> Operator:
        said = self._above(number)
        head = self._lines[number - 1].strip()
        own = head.partition(" ")[0].removeprefix("%").partition(":")[0]
        named = said.get("operands")
        if named is None:
            named = [(name, name) for name in self._reads(number)]
        # A long name is no help where it stands inside of an expression.
        names = {name: written for name, written in named
                 if written and len(written) <= _LONGEST_NAME}
        statement = said.get("statement", "")
        return Operator(
            number, self._function, renamed(statement, names) if statement else head,
            said.get("code", ""), said.get("name", ""), said.get("place", ""),
            tuple(written for _, written in named), said.get("result", own),
            said.get("is_expression", True), said.get("of", ""))

    def _reads(self, number: int) -> list[str]:
        """The tensors that the operator at a line reads, in order."""
        found: list[str] = []
        for line in self._lines[number - 1:]:
            found += _READ.findall(line.partition(" = ")[2] or line)
            if re.search(r": \(", line):
                break
        return found


def renamed(statement: str, names: Mapping[str, str]) -> str:
    """`statement` with other names for tensors."""
    return re.sub(r"\b([A-Za-z_]\w*)(?=\[)",
                  lambda m: _atom(names.get(m[1], m[1])), statement)


def _atom(code: str) -> str:
    """`code` so that an index may follow."""
    try:
        node = ast.parse(code, mode="eval").body
    except SyntaxError:
        return f"({code})"
    atoms = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
    return code if isinstance(node, atoms) else f"({code})"
