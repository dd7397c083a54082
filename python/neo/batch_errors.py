# batch_errors.py - why a program does not serve every batch size
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Refusals of `neo.jit(f, batch=...)`, in terms of what the user wrote.

What is wrong shows in the text of the IR: in a line that differs between two
sizes, or in one that the compiled part refuses. The text says above every
operator where it comes from, `//@ [EXPRESSION, LINE, TENSORS]` (neo.emit), also
for what was derived and optimised, whose locations lead back to it:

    the batch may have any size, but index 0 of 'x' is 126 for 127 items and
    130 for 131: ...
      train.py:12: last = x[-1]
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import NoReturn

from neo.emit import ORIGIN
from neo.errors import Error, UsageError, excerpt, user_line
from neo.trace import Origin

PREFIX = "the batch may have any size, but "
# In place of x[numpy.arange(len(x)), y].
OF_EACH = ("for one element of each item write "
           "neo.take_along_axis(x, y[:, None], 1)[:, 0]")
_LOCATION = re.compile(r" loc\((?:[^()]|\([^()]*\))*\)")


@dataclass(frozen=True)
class Source:
    """What the user wrote for an operator, and how its operands are called."""

    origin: Origin
    tensors: tuple[str, ...] = ()

    def tensor(self, number: int) -> str:
        known = number < len(self.tensors) and self.tensors[number]
        return f"'{known}'" if known else "a tensor"


def refuse(reason: str, source: Source | None) -> NoReturn:
    """Raises UsageError with `reason` and the lines of `source`."""
    lines = [PREFIX + reason]
    if source and source.origin.text:
        lines += ["  " + line for line in excerpt(source.origin.text, None)]
    place = source.origin.line if source else user_line()
    raise UsageError("\n".join(lines + ["  " + place] * bool(place)))


def find_source(text: str, number: int) -> Source | None:
    """Where line `number` of the IR comes from, counted from 0."""
    lines = text.splitlines()
    for line in reversed(lines[:number + 1]):
        line = line.strip()
        if line.startswith(ORIGIN):
            expression, place, tensors = json.loads(line[len(ORIGIN):])
            return Source(Origin(expression, place), tuple(tensors))
        if line.startswith("func.func"):
            return None
    return None


def refused(error: Error, text: str, derived: bool = False) -> Error:
    """What the compiled part says against the batch of `text`, in the user's
    terms; `error` itself if it is about something else."""
    found = re.search(r"[\w.]+(?: in line (\d+))? cannot serve every batch "
                      r"size: (.*)", str(error))
    if not found:
        return error
    source = find_source(text, int(found[1]) - 1) if found[1] else None
    size = re.search(r"neo\.batch = (\d+) ", text)
    reason = re.sub(rf"(?<!\d){size[1] if size else 0}(?!\d)", "batch",
                    found[2])
    reason = re.sub(r" \(B\d\)", "", reason)
    reason = re.sub(r"'tensor<([\dbatchx]+)x\w+>'", lambda t: "a tensor of shape "
                    f"({', '.join(t[1].split('x'))})", reason)
    if reason.startswith("data says which items"):
        reason = f"{reason}; {OF_EACH}"

    def named(operand: re.Match) -> str:
        return source.tensor(int(operand[1])) if source and not derived \
            else "a tensor"

    reason = re.sub(r"operand #(\d+)", named, reason)
    try:
        refuse("in a derivative " * derived + reason, source)
    except UsageError as refusal:
        return refusal


# Two texts that must agree


def without_locations(text: str) -> str:
    """`text` without what says where its lines come from, and comments."""
    kept = (line for line in text.splitlines()
            if not line.lstrip().startswith(("#loc", "//")))
    return _LOCATION.sub("", "\n".join(kept))


def with_name(text: str, size: int) -> list[str]:
    """The lines of `text` with `batch` for the size, where it is an extent.

    Comments are left out, but every line stands where it stood.
    """
    text = re.sub(r"tensor<[\dx]+",
                  lambda t: re.sub(rf"(?<=[<x]){size}(?=x)", "batch", t[0]),
                  text)
    text = re.sub(rf"(\[|, )(\w+): {size}(?=[,\]])", r"\1\2: batch", text)
    text = re.sub(rf"(neo\.batch =|steps) {size}\b", r"\1 batch", text)
    return ["" if re.match(r"\s*(//|#loc)", line) else _LOCATION.sub("", line)
            for line in text.splitlines()]


def compare(one: str, other: str, first: int, second: int,
            written: str = "") -> None:
    """Refuses two programs that differ in more than an extent.

    `written` is the text that `one` was derived from, if it was.
    """
    pairs = zip_longest(with_name(one, first), with_name(other, second),
                        fillvalue="")
    different = [(n, a.strip(), b.strip())
                 for n, (a, b) in enumerate(pairs) if a != b]
    if not different:
        return
    # The line of a function says what its operators, which come later, made.
    found = [d for d in different if not d[1].startswith("func.func")]
    number, a, b = (found or different)[0]
    if written:
        refuse(f"its derivative is another one for {first} items than for "
               f"{second}: differentiate once, or write what is reduced over "
               "the batch by +=, or leave out batch=",
               find_source(written, _line_of(one, number)))
    source = find_source(one, number)
    refuse(_difference(one.splitlines(), number, a, b, first, second, source),
           source)


def _line_of(text: str, number: int) -> int:
    """The line that line `number` of the optimised `text` comes from."""
    lines = text.splitlines()
    known = dict(re.findall(r"^(#loc\d*) = (.*)$", text, re.MULTILINE))
    place = next((m[1] for line in lines[number:]
                  for m in [re.search(r"loc\((#loc\d*)\)", line)] if m), "")
    while place in known:
        place = known[place]
        line = re.search(r":(\d+):\d+", place)
        if line:
            return int(line[1]) - 1
        inner = re.search(r"#loc\d*", place)
        place = inner[0] if inner else ""
    return 0


def _difference(lines: list[str], number: int, a: str, b: str, first: int,
                second: int, source: Source | None) -> str:
    """What differs between `a`, line `number`, for `first` items and `b`."""
    reads = [re.match(r"%[\w#]+\[(.*?)\]", line) for line in (a, b)]
    if all(reads):
        tensor = source.tensor(_operand(lines, number)) if source else "a tensor"
        return _read(tensor, *(read[1].split(", ") for read in reads), first, second)
    numbers = next(((x, y) for x, y in zip(_numbers(a), _numbers(b)) if x != y), None)
    if numbers and "arith.constant" in a and "arith.constant" in b:
        return (f"it computes with {numbers[0]} for {first} items and {numbers[1]} "
                f"for {second}: neo.mean divides by the number of items, any other "
                "number that follows from it must be an argument")
    if numbers and re.search(r"tensor<|neo\.compute|neo\.gather", a) and \
            re.sub(r"\d+", "", a) == re.sub(r"\d+", "", b):
        return (f"a dimension has {numbers[0]} elements for {first} items and "
                f"{numbers[1]} for {second}: the batch stays whole, so slice, join "
                "and reshape its dimension outside of the function")
    return (f"the function does other things for {first} items than for "
            f"{second}: let nothing but shapes depend on the number of items, "
            "or leave out batch=")


def _operand(lines: list[str], number: int) -> int:
    """Which operand is read in line `number`: how many are above it."""
    operand = 0
    while lines[number - operand - 1].lstrip().startswith("%") and \
            "neo." not in lines[number - operand - 1]:
        operand += 1
    return operand


def _read(tensor: str, indices: list[str], others: list[str], first: int,
          second: int) -> str:
    """What differs between two reads of one tensor."""
    for d, (one, other) in enumerate(zip(indices, others)):
        if one != other:
            return (f"index {d} of {tensor} is {one} for {first} items and {other} "
                    f"for {second}: items of a batch are read each, by a loop "
                    "variable alone, so choose, reverse and shift them outside of "
                    "the function")
    return (f"a condition on reading {tensor} follows from the number of items: pass "
            "a tensor of weights that says which items count")


def _numbers(line: str) -> list[str]:
    return re.findall(r"-?[\d.]+(?:e[-+]\d+)?", line)
