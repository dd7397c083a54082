# unparse.py - from syntax back to text
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Expressions as the user would write them, with the fewest parentheses."""

from __future__ import annotations

from neo.syntax import (Apply, Binary, Compare, Guarded, Logic, Name, Node,
                        Number, Read, Statement)

_LEVELS = {"or": 1, "and": 2, "+": 5, "-": 5, "*": 6, "/": 6, "//": 6, "%": 6,
           "**": 8}
_GUARD, _NOT, _COMPARE, _MINUS, _ATOM = 0, 3, 4, 7, 9


def unparse(tree: Statement | Node) -> str:
    """The text of a statement or of a scalar expression."""
    if isinstance(tree, Statement):
        left = f"{tree.result}[{','.join(tree.loops)}]"
        return f"{left} {tree.op} {_text(tree.value)[0]}"
    return _text(tree)[0]


def _inside(node: Node, level: int) -> str:
    """The text of `node` where only operators above `level` may stand."""
    text, own = _text(node)
    return text if own >= level else f"({text})"


def _text(node: Node) -> tuple[str, int]:
    """The text of `node` and how strongly its outermost operator binds."""
    if isinstance(node, Number):
        text = repr(node.value)
        return text, _MINUS if text.startswith("-") else _ATOM
    if isinstance(node, Name):
        return node.name, _ATOM
    if isinstance(node, Read):
        return f"{node.tensor}[{', '.join(map(unparse, node.index))}]", _ATOM
    if isinstance(node, Apply):
        return _call(node)
    if isinstance(node, Binary):
        level = _LEVELS[node.op]
        # '**' binds to the right, everything else to the left.
        sides = (level, level + 1) if node.op != "**" else (level + 1, level)
        return (f"{_inside(node.left, sides[0])} {node.op} "
                f"{_inside(node.right, sides[1])}"), level
    if isinstance(node, Compare):
        return _compare(node), _COMPARE
    if isinstance(node, Logic):
        level = _LEVELS[node.op]
        parts = (_inside(item, level + 1) for item in node.items)
        return f" {node.op} ".join(parts), level
    assert isinstance(node, Guarded)
    return (f"{_inside(node.value, _GUARD + 1)} if "
            f"{_inside(node.condition, _GUARD + 1)} else "
            f"{node.otherwise!r}"), _GUARD


def _call(node: Apply) -> tuple[str, int]:
    if node.function == "neg":
        return f"-{_inside(node.arguments[0], _MINUS)}", _MINUS
    if node.function == "not":
        return f"not {_inside(node.arguments[0], _NOT)}", _NOT
    inner = ", ".join(map(unparse, node.arguments))
    return f"{node.function}({inner})", _ATOM


def _compare(node: Compare) -> str:
    text = _inside(node.items[0], _COMPARE + 1)
    for op, item in zip(node.ops, node.items[1:]):
        text += f" {op} {_inside(item, _COMPARE + 1)}"
    return text
