# resolve.py - which names are loops, which are tensors
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Name resolution within one statement.

A name is a loop variable when it stands on the left, in an index or in a guard,
or when its extent was passed by keyword; every other bare name is a tensor of
rank 0, and is rewritten to a read without indices.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from neo.compute import Guard
from neo.indices import (Piece, Refused, guards_of, pieces_of, reads_data,
                         simplified)
from neo.syntax import (Apply, Binary, Compare, Guarded, Logic, Name, Node,
                        Read, Statement, names, walk)


@dataclass(frozen=True)
class Access:
    """A read in its context; `index` holds the pieces of every dimension.

    A dimension that is indexed by data has none.
    """

    read: Read
    index: tuple[list[Piece], ...]
    guards: tuple[Guard, ...]


def loop_variables(statement: Statement, keywords: Collection[str]
                   ) -> list[str]:
    """Loop variables: the left side's, then the others as they appear.

    Those of indices come before those that stand in guards only.
    """
    found, guarding = list(statement.loops), []
    for node in walk(statement.value):
        if isinstance(node, Read):
            found += [n for index in node.index for n in names(index)]
        elif isinstance(node, Guarded):
            guarding += names(node.condition)
        elif isinstance(node, Name) and node.name in keywords:
            guarding.append(node.name)
    return list(dict.fromkeys(found + guarding))


def resolved(statement: Statement, loops: Collection[str]) -> Statement:
    """`statement` with bare tensor names as reads of rank 0."""
    value = _resolve(statement.value, frozenset(loops))
    for node in walk(value):
        if isinstance(node, Read) and node.tensor in loops:
            raise Refused(f"'{node.tensor}' is both a tensor and a loop "
                          "variable: rename one of them", node)
    return replace(statement, value=value)


def _resolve(node: Node, loops: frozenset[str]) -> Node:
    if isinstance(node, Name) and node.name not in loops:
        return Read(node.name, (), position=node.position)
    if isinstance(node, Apply):
        found = tuple(_resolve(a, loops) for a in node.arguments)
        return replace(node, arguments=found)
    if isinstance(node, Binary):
        return replace(node, left=_resolve(node.left, loops),
                       right=_resolve(node.right, loops))
    if isinstance(node, (Compare, Logic)):
        items = tuple(_resolve(item, loops) for item in node.items)
        return replace(node, items=items)
    if isinstance(node, Guarded):
        return replace(node, value=_resolve(node.value, loops))
    return node


def accesses(node: Node, loops: Collection[str],
             context: tuple[Guard, ...] = ()) -> Iterator[Access]:
    """Every read below `node` with the guards around it."""
    if isinstance(node, Read):
        index = tuple([] if reads_data(i) else pieces_of(node, i, loops)
                      for i in node.index)
        yield Access(node, index, context)
        for i in node.index:
            yield from accesses(i, loops, context)
        return
    if isinstance(node, Guarded):
        inner = simplified(context + guards_of(node, loops))
        if inner is not None:
            yield from accesses(node.value, loops, inner)
        return
    for child in node.children():
        yield from accesses(child, loops, context)


def reads(node: Node) -> list[Read]:
    """Every read below a resolved `node`, in order of appearance."""
    return [n for n in walk(node) if isinstance(n, Read)]


def tensors(node: Node) -> list[str]:
    """Tensors read below a resolved `node`, in order of appearance."""
    return list(dict.fromkeys(read.tensor for read in reads(node)))
