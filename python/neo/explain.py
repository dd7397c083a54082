# explain.py - what is said of gradients while they are derived
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.explain`: how each operand is read, the inverse of that, the form that its
gradient takes and the price, and which gradients are zero.

The compiler says it about lines of IR and numbers of operands; here the expression
and the operand's name stand instead.
"""

from __future__ import annotations

import re
from typing import Any

from neo.errors import UsageError, describe
from neo.native import core

_PIPELINE = ("builtin.module(neo-autodiff{declared-only residue-pieces "
             "partial-sums explain})")


def explain(what: Any, *arrays: Any) -> str:
    """What the derivation of gradients says, expression by expression.

    `what` is a neo.expr, whose gradients are those of all operands, a neo.jit
    function that asks for some, or IR text; `arrays` are its arguments, arrays or
    `neo.spec`s. Nothing is compiled and nothing runs.
    """
    if hasattr(what, "vjp_ir"):
        text = what.vjp_ir(*arrays)
    elif hasattr(what, "ir"):
        text = what.ir(*arrays)
    elif isinstance(what, str) and not arrays:
        text = what
    else:
        raise UsageError(describe(
            f"neo.explain takes a neo.expr, a neo.jit function or IR text, not "
            f"{type(what).__name__}: wrap a function by neo.jit"))
    lines = text.splitlines()
    said: dict[str, list[str]] = {}
    for remark in core().remarks(text, _PIPELINE):
        title, names = _place(lines, remark.places[0].lines[0] - 1)
        said.setdefault(title, []).append("  " + _named(remark.text, names))
        said[title] += ["    " + note for note in remark.notes]
    return "\n".join(line for title, each in said.items()
                     for line in (title, *each)) or "no gradient is asked for"


def _place(lines: list[str], at: int) -> tuple[str, list[str]]:
    """The expression at a line, and the names of its operands or, for a function,
    of its arguments."""
    head = lines[at] if 0 <= at < len(lines) else ""
    function = re.search(r"func\.func .*@(\w+)\(([^{]*)", head)
    if function:
        parameters = function[2].rpartition("->")[0] or function[2]
        return f"the function {function[1]}", re.findall(r"%(\w+)", parameters)
    title = lines[at - 1].strip() if at > 0 else ""
    title = title.removeprefix("// ") if title.startswith("//") else head.strip()
    names = []
    for line in lines[at + 1:]:
        read = re.match(r" +%(\w+)[#\d]*\[", line)
        if not read:
            break
        names.append(read[1])
    return title, names


def _named(sentence: str, names: list[str]) -> str:
    """`sentence` with names for numbers."""
    def name(match: re.Match) -> str:
        number = int(match[1])
        return f"'{names[number]}'" if number < len(names) else match[0]
    return re.sub(r"(?:operand|argument) #(\d+)(?: of '@\w+')?", name, sentence)
