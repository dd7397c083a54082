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
(include/Neo/Dialect/Batch.h); neo.batch_errors says it in the user's terms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from neo.batch_errors import (OF_EACH, Source, compare, refuse, refused,
                              without_locations)
from neo.errors import Error, ShapeError, UsageError, describe, quoted
from neo.native import canonical, compile_text
from neo.schedules import compile_scheduled
from neo.specs import spec

# Pairs of sizes that stand for all. Prime, so that no extent is a multiple of
# one by accident; about as large as batches are, since schedules are chosen for
# the first.
STAND_INS = ((127, 131), (137, 139), (149, 151), (157, 163), (167, 173),
             (179, 181), (191, 193), (197, 199))
# Sizes of another kind, small and large and even: what Python decides by the
# size, as in `n % 2` or `n < 100`, shows in one of them.
PROBES = (range(2, 120, 2), range(1000, 4000, 2))


def names_of(batch: Any) -> dict[str, int]:
    """The option `batch` of neo.jit, checked: names, and which dimension."""
    if isinstance(batch, str):
        batch = (batch,)
    axes = batch if isinstance(batch, Mapping) else \
        dict.fromkeys(batch, 0) if isinstance(batch, (tuple, list)) and \
        all(isinstance(name, str) for name in batch) else None
    if axes is None or not all(
            isinstance(name, str) and type(axis) is int and axis >= 0
            for name, axis in axes.items()):
        raise UsageError(describe(
            f"batch is {batch!r}, but must be the name of an argument, a tuple "
            "of names, or a dict from names to the dimension that is the batch"
        ))
    return dict(axes)


def count_items(batch: Mapping[str, int], arguments: Sequence[str],
                names: Sequence[str], specs: Sequence[spec]) -> int:
    """The extent that the arguments `batch` share, of the dimension it names.

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
        axis = batch[argument]
        if axis >= what.ndim:
            kind = f"has rank {what.ndim}" if what.shape else "is a number"
            place = f"dimension {axis}" if axis else "its first dimension"
            raise ShapeError(describe(
                f"argument {quoted(name)} has a batch, but {kind}: {place} must be "
                "the batch"))
        if first is None:
            first = name, what.shape[axis]
        if what.shape[axis] != first[1]:
            raise ShapeError(describe(
                f"the batch has {first[1]} items in {quoted(first[0])} and "
                f"{what.shape[axis]} in {quoted(name)}: pass as many in both"))
    return first[1] if first else 0


def compile_any(traced_for: Callable[[int], Any], threads: int,
                schedules: Sequence[str] = ()) -> tuple[Any, Any]:
    """A trace and the program that serves every batch size.

    `traced_for` traces the function for one size; its kernels run by `schedules`,
    if there are any.
    """
    one, optimised = optimised_any(traced_for)
    return one, _compiled(optimised, one.text, threads, schedules)


def optimised_any(traced_for: Callable[[int], Any]) -> tuple[Any, str]:
    """A trace and the optimised text of the program for every batch size."""
    refusal: UsageError | None = None
    for first, second in STAND_INS:
        one = _traced(traced_for, first)
        other = _traced(traced_for, second)
        if _are_extents(first, second, one.text, other.text):
            if one.text.count("\n") != other.text.count("\n"):
                # An extent that is taken for the batch, or a loop over its items.
                refusal = refusal or _refusal_of(one, other, first, second)
            continue
        _check_values(one, other, first, second)
        compare(one.text, other.text, first, second)
        _probe(one, first, traced_for)
        optimised = [_optimised(t.text) for t in (one, other)]
        if _are_extents(first, second, *optimised):
            continue
        try:
            compare(*optimised, first, second, one.text)
        except UsageError as error:  # A cost may turn between the two sizes.
            refusal = refusal or error
            continue
        return one, optimised[0]
    raise refusal or UsageError(describe(
        "no number is left to stand for the size of the batch, since "
        f"{', '.join(str(first) for first, _ in STAND_INS)} are all extents of "
        "the program: leave out batch="))


def _refusal_of(one: Any, other: Any, first: int, second: int) -> UsageError | None:
    try:
        compare(one.text, other.text, first, second)
    except UsageError as error:
        return error
    return None


def _traced(traced_for: Callable[[int], Any], size: int) -> Any:
    """The trace for `size`, which an error that names it explains."""
    try:
        return traced_for(size)
    except Error as error:
        message, *lines = str(error).split("\n")
        if not _occurs(size, message):
            raise
        raise type(error)("\n".join([
            f"{message} ({size} stands for the size of the batch: name every "
            "argument that has it in batch=, and see that sizes in the "
            "function follow from its arguments)", *lines])) from None


def _probe(one: Any, first: int, traced_for: Callable[[int], Any]) -> None:
    """Compares the trace for `first` with those for sizes far from it."""
    for sizes in PROBES:
        text = without_locations(one.text)
        size = next((n for n in sizes if not _occurs(n, text)), None)
        if size is not None:
            other = _traced(traced_for, size)
            _check_values(one, other, first, size)
            compare(one.text, other.text, first, size)


def _are_extents(first: int, second: int, one: str, other: str) -> bool:
    """Whether a size also occurs where the other one stands for the batch."""
    return _occurs(first, without_locations(other)) or \
        _occurs(second, without_locations(one))


def _occurs(number: int, text: str) -> bool:
    """Whether a text has a number, by itself or as an extent; names, as %127 and
    %layer_127, have none."""
    return re.search(rf"((?<![\w%#.])|(?<=\dx)){number}(?!\d)", text) is not None


def _check_values(one: Any, other: Any, first: int, second: int) -> None:
    """Refuses what the function made of the size outside the program."""
    lines = [*one.capture_lines, *[None] * len(other.captured)]
    for a, b, line in zip_longest(one.captured, other.captured, lines):
        if a is None and b is None:
            continue
        if a is None or b is None or a.shape != b.shape or a.dtype != b.dtype \
                or a.tobytes() != b.tobytes():
            remedy = OF_EACH * (_counts(a) and _counts(b)) or "pass it as an argument"
            refuse("an array or number that the function takes from outside is "
                   f"another one for {first} items than for {second}: {remedy}",
                   line and Source(line))
    if one.structure != other.structure or \
            repr(_constants(one)) != repr(_constants(other)):
        raise UsageError(describe(
            "the function returns something that depends on the size of the "
            "batch: compute it outside"))


def _counts(array: Any) -> bool:
    """Whether it is np.arange of a size, as in x[np.arange(len(x)), y]."""
    return array is not None and array.ndim == 1 and array.dtype.kind == "i" and \
        np.array_equal(array, np.arange(len(array)))


def _constants(traced: Any) -> list[Any]:
    return [leaf for leaf in traced.leaves if not hasattr(leaf, "value")]


def _optimised(text: str) -> str:
    """`text` optimised, with the lines that everything comes from."""
    try:
        return canonical(text, "builtin.module(neo-optimize)", locations=True)
    except Error as error:
        raise refused(error, text) from None


def _compiled(optimised: str, text: str, threads: int,
              schedules: Sequence[str]) -> Any:
    """The program of `optimised`, which `text` became: not done again."""
    marked = optimised.replace("module attributes {",
                               "module attributes {neo.optimized, ", 1)
    try:
        return compile_scheduled(optimised, schedules, threads) if schedules \
            else compile_text(marked, threads)
    except UsageError:
        raise  # A schedule that cannot be followed, and not the batch.
    except Error as error:
        raise refused(error, text, derived=True) from None
