# records.py - the table of operators
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""An operator is a record: its name, the opsets it is for, and its expression.

    @record("Softmax", since=13)
    def softmax(node, x):
        return neo.softmax(x.x, node.attribute("axis", -1))

The function takes the node and its inputs, items or None where an optional one is left
out, and gives items, or tensors and arrays in the element type of the first input. It
is composed of neo's names: no operator has a kernel, gradient or schedule of its own.
Unsupported cases call `node.refuse(reason)`.

An operator without a record is inlined where ONNX defines it by others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Function = Callable[..., Any]
NEWEST = 2**31


@dataclass(frozen=True)
class Record:
    """What `domain`'s operator `name` does in opsets `since` to `until`."""

    name: str
    function: Function
    since: int = 1
    until: int = NEWEST
    domain: str = ""


_TABLE: dict[tuple[str, str], list[Record]] = {}


def record(*names: str, since: int = 1, until: int = NEWEST, domain: str = ""
           ) -> Callable[[Function], Function]:
    """Registers the decorated function for operators of these names."""
    def add(function: Function) -> Function:
        for name in names:
            _TABLE.setdefault((domain, name), []).append(
                Record(name, function, since, until, domain))
        return function

    return add


def find(domain: str, name: str, opset: int) -> Record | None:
    """The record of an operator in an opset, if there is one."""
    domain = "" if domain == "ai.onnx" else domain
    for each in _TABLE.get((domain, name), ()):
        if each.since <= opset <= each.until:
            return each
    return None


def names() -> list[str]:
    """The operators that have a record, sorted."""
    return sorted({name if not domain else f"{domain}.{name}"
                   for domain, name in _TABLE})
