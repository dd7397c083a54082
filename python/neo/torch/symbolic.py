# symbolic.py - shapes of results where PyTorch has symbols for sizes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Which sizes of an operator's results are sizes of its operands.

torch.export and torch.compile trace a call with symbols in place of some sizes, and ask
for the shapes of its results. Neo traces known sizes. So the operator is traced for
several sizes in place of each symbol, without values, and a size of a result that is a
symbol's in all of them is that symbol:

    Y[b,i] += X[b,j] * W[i,j]    X is s0 x 4: s0 = 2, 13, 37    Y is s0 x 3

Sizes that are an expression of symbols, as 2 * s0 of what was concatenated, count like
symbols. Where an operator takes no sizes but equal ones in two places, they are made
equal in all trials, and PyTorch is told so:

    Y[i] = A[i] * B[i]           A is s0, B is s1, both 4 now: s0 = s1 = 4, 19, 59

Where that does not tell, the call is one of the sizes at hand, and PyTorch traces others
again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from neo.errors import Error

Shape = tuple[Any, ...]

#: What a size is multiplied by in each trial, and the first of the numbers added to the
#: sizes, which keep them apart. Last the sizes at hand, which agree in any case.
_TRIALS = ((11, 15), (3, 7), (1, 0))
_APART = 4

#: Most ways in which symbols may be equal that are tried.
_MOST_WAYS = 60

#: In place of a size that follows from data.
_UNKNOWN = 8


def result_shapes(shapes: Sequence[Shape],
                  traced: Callable[[list[Shape]], list[Shape]]) -> list[Shape]:
    """The shapes of results for operands of `shapes`, in which sizes may be symbols;
    `traced` gives those for known ones."""
    symbols = _symbols(shapes)
    if symbols:
        found = _matched(symbols, shapes, traced)
        if found is not None:
            return found
    return traced([tuple(map(int, s)) for s in shapes])


def _symbols(shapes: Sequence[Shape]) -> dict[Any, torch.SymInt]:
    """The sizes that are symbols, by their expressions."""
    return {d.node.expr: d for s in shapes for d in s
            if isinstance(d, torch.SymInt) and not d.node.is_constant()
            and d.node.expr.free_symbols}


def _matched(symbols: dict[Any, torch.SymInt], shapes: Sequence[Shape],
             traced: Callable[[list[Shape]], list[Shape]]) -> list[Shape] | None:
    def trace(trial: dict[Any, int]) -> list[Shape]:
        return traced([tuple(_size(d, trial) for d in s) for s in shapes])

    for same in _partitions(symbols):
        trials = [_trial(symbols, same, *numbers) for numbers in _TRIALS]
        try:
            results = list(map(trace, trials))
            break
        except Error:  # Of sizes that have to agree.
            continue
    else:
        return None
    columns = {tuple(t[expr] for t in trials): symbols[expr] for expr in set(same)}
    found = []
    for ranked in zip(*results):
        shape = [_column(sizes, columns) for sizes in zip(*ranked)]
        if None in shape or len({len(s) for s in ranked}) > 1:
            return None
        found.append(tuple(shape))
    for expr, first in zip(symbols, same):
        if expr is not first:
            torch._check(symbols[expr] == symbols[first])
    return found


def _partitions(symbols: dict[Any, torch.SymInt]) -> list[list[Any]]:
    """Which symbols may be equal: lists of the first that each is equal to, those with
    the fewest equalities first."""
    ways: list[list[Any]] = [[]]
    for expr, size in symbols.items():
        ways = [[*way, first] for way in ways
                for first in (*dict.fromkeys(way), expr)
                if first is expr or _hint(symbols[first]) == _hint(size)]
        if len(ways) > _MOST_WAYS:
            return [list(symbols)]
    return sorted(ways, key=lambda way: -len(set(way)))


def _trial(symbols: dict[Any, torch.SymInt], same: list[Any], times: int, more: int
           ) -> dict[Any, int]:
    """Numbers in place of symbols."""
    numbers = {expr: _hint(size) * times + more + n * _APART * (times > 1)
               for n, (expr, size) in enumerate(symbols.items())}
    return {expr: numbers[first] for expr, first in zip(symbols, same)}


def _column(sizes: tuple[int, ...], columns: dict[tuple[int, ...], torch.SymInt]) -> Any:
    """What a size is that was so in each trial; None if that is not known."""
    return sizes[0] if len(set(sizes)) == 1 else columns.get(sizes)


def _size(size: Any, trial: dict[Any, int]) -> int:
    return trial[size.node.expr] if isinstance(size, torch.SymInt) and \
        size.node.expr in trial else int(size)


def _hint(size: torch.SymInt) -> int:
    found = size.node.hint
    return _UNKNOWN if found is None else int(found)


__all__ = ["result_shapes"]
