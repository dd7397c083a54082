# batch.py - one program for every batch size
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""How `neo.jit(f, batch=...)` makes sure that a program serves them all.

The function is traced for sizes that occur nowhere else, and the programs of two
of them are optimised. They may differ in extents, where one has the first size
and the other the second:

    [i: 127, j: 10] sum [k: 784]      [i: 131, j: 10] sum [k: 784]     an extent
    arith.constant 7.87401572E-3      arith.constant 7.63358756E-3     refused

So it is checked and not assumed that a program does not depend on the batch
otherwise, whatever Python or the optimisation did with the size. What the
operators may do with it, the compiled part checks
(include/Neo/Dialect/Batch.h).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from neo.errors import Error, ShapeError, UsageError, describe
from neo.native import canonical, compile_text
from neo.specs import spec

# Pairs of sizes that stand for all. Prime, so that no extent is a multiple of
# one by accident; about as large as batches are, since schedules are chosen for
# the first.
STAND_INS = ((127, 131), (137, 139), (149, 151), (157, 163), (167, 173),
             (179, 181), (191, 193), (197, 199))
# Sizes of another kind, small and large and even: what Python decides by the
# size, as in `n % 2` or `n < 100`, shows in one of them.
PROBES = (range(2, 120, 2), range(1000, 4000, 2))


def names_of(batch: Any) -> tuple[str, ...]:
    """The option `batch` of neo.jit, checked."""
    names = (batch,) if isinstance(batch, str) else batch
    if not isinstance(names, (tuple, list)) or \
            not all(isinstance(name, str) for name in names):
        raise UsageError(describe(
            f"batch is {batch!r}, but must be the name of an argument, or a "
            "tuple of names"))
    return tuple(names)


def count_items(batch: Sequence[str], arguments: Sequence[str],
                names: Sequence[str], specs: Sequence[spec]) -> int:
    """The first extent of what belongs to the arguments `batch`.

    `arguments` and `names` say of every leaf which argument it belongs to and
    what it is called.
    """
    for name in batch:
        if name not in arguments:
            raise UsageError(describe(
                f"batch names '{name}', but no array is passed in an argument "
                "of that name"))
    first = None
    for argument, name, what in zip(arguments, names, specs):
        if argument not in batch:
            continue
        if not what.shape:
            raise ShapeError(describe(
                f"argument '{name}' has a batch, but is a number: its first "
                "dimension must be the batch"))
        if first is None:
            first = name, what.shape[0]
        if what.shape[0] != first[1]:
            raise ShapeError(describe(
                f"the batch has {first[1]} items in '{first[0]}' and "
                f"{what.shape[0]} in '{name}': pass as many in both"))
    return first[1] if first else 0


def compile_any(traced_for: Callable[[int], Any], threads: int
                ) -> tuple[Any, Any]:
    """A trace and the program that serves every batch size.

    `traced_for` traces the function for one size.
    """
    for first, second in STAND_INS:
        one, other = traced_for(first), traced_for(second)
        if _occurs(first, other.text):
            continue
        _check_values(one, other, first)
        _compare(one.text, other.text, first, second)
        _probe(one, first, traced_for)
        program = _compiled(one.text, threads)
        optimised = [canonical(t.text, "builtin.module(neo-optimize)")
                     for t in (one, other)]
        if _occurs(first, optimised[1]):
            continue
        _compare(*optimised, first, second)
        return one, program
    raise UsageError(describe(
        "no number is left to stand for the size of the batch, since "
        f"{', '.join(str(first) for first, _ in STAND_INS)} are all extents of "
        "the program: leave out batch="))


def _probe(one: Any, first: int, traced_for: Callable[[int], Any]) -> None:
    """Compares the trace for `first` with those for sizes far from it."""
    for sizes in PROBES:
        size = next((n for n in sizes if not _occurs(n, one.text)), None)
        if size is not None:
            other = traced_for(size)
            _check_values(one, other, first)
            _compare(one.text, other.text, first, size)


def _occurs(number: int, text: str) -> bool:
    return re.search(rf"(?<!\d){number}(?!\d)", text) is not None


def _check_values(one: Any, other: Any, size: int) -> None:
    """Refuses what the function made of the size outside the program."""
    for a, b in zip_longest(one.captured, other.captured):
        if a is None or b is None or a.shape != b.shape or a.dtype != b.dtype \
                or a.tobytes() != b.tobytes():
            raise UsageError(describe(
                "an array that the function uses from outside depends on the "
                "size of the batch: pass it as an argument"))
        if size in a.shape[:1]:
            raise UsageError(describe(
                f"an array of shape {a.shape} from outside meets the batch in "
                "its first dimension: pass it as an argument that batch= "
                "names"))
    if one.structure != other.structure or \
            repr(_constants(one)) != repr(_constants(other)):
        raise UsageError(describe(
            "the function returns something that depends on the size of the "
            "batch: compute it outside"))


def _constants(traced: Any) -> list[Any]:
    return [leaf for leaf in traced.leaves if not hasattr(leaf, "value")]


def _with_name(text: str, size: int) -> list[str]:
    """The lines of `text` with `batch` for the size, where it is an extent."""
    text = re.sub(rf"tensor<{size}x", "tensor<batchx", text)
    text = re.sub(rf"(\[|, )(\w+): {size}(?=[,\]])", r"\1\2: batch", text)
    text = text.replace(f"neo.batch = {size} ", "neo.batch = batch ")
    return text.splitlines()


def _compare(one: str, other: str, first: int, second: int) -> None:
    """Refuses two programs that differ in more than an extent."""
    lines = zip_longest(_with_name(one, first), _with_name(other, second),
                        fillvalue="")
    for a, b in lines:
        if a != b:
            raise UsageError(describe(
                "the program depends on the size of the batch otherwise than "
                "by an extent, and cannot serve every size: pass what follows "
                "from the size, such as a count to divide by, as an argument, "
                "or leave out batch= "
                f"(for {first} and {second} items it reads)",
                f"{a.strip()}\n{b.strip()}"))


def _compiled(text: str, threads: int) -> Any:
    try:
        return compile_text(text, threads)
    except Error as refusal:
        message = str(refusal)
        line = re.search(r"( in line (\d+)) cannot serve", message)
        if not line:
            raise
        lines = text.splitlines()
        number = int(line[2])
        source = next((lines[n].strip().removeprefix("// ")
                       for n in (number - 2, number - 1) if n < len(lines)
                       and lines[n].strip().startswith("//")), "")
        message = message.splitlines()[0].replace(line[1], "")
        raise UsageError(describe(message, source)) from None
