# explain_kernels.py - what a program runs, one line per kernel
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The part of `neo.explain` about fusion, layout and schedule.

    kernel computes                           operations    moves  schedule
         1 W in panels                                 0   1.0 MB  ...
         2 Y[b,j] += X[b, i] * W[i, j]; ...       17.3 M   0.8 MB  tiles ...

Statements that share a line became one kernel. Where one kernel reads what another
makes, a line below says why the two are apart. In brief there are a line for each of the
costliest kernels and the commonest reasons, and how many others there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from neo.kernel_phrases import KernelPhrases, is_copied
from neo.predicted import costliest, moved
from neo.provenance import Provenance
from neo.schedule_words import in_words, rows_in_words

if TYPE_CHECKING:
    from neo._core import Kernel, KernelStatement, Place, Remark

_WIDTH = 72  # Characters for what a kernel computes.
_ROWS = 16  # Kernels in brief.
_REASONS = 3  # Why kernels are apart, in brief, each
_PAIRS = 6  # with examples.


class Kernels:
    """The kernels of one program."""

    def __init__(self, kernels: Sequence[Kernel], remarks: Sequence[Remark],
                 provenance: Provenance):
        self.kernels = kernels
        self._remarks = remarks
        self._words = KernelPhrases(provenance)
        self.phrases = [self._words.phrases(kernel) for kernel in kernels]

    def total(self) -> str:
        """`3 kernels, 17.3 M operations, 1.2 MB moved`."""
        count = len(self.kernels)
        return f"{count} kernel{'s' * (count != 1)}, {_work(self.kernels)}"

    def table(self, shown: Sequence[int] | None = None) -> list[str]:
        """One line per kernel, or for each of those `shown`, below a line of titles."""
        rows = [("kernel", "computes", "operations", "moves", "schedule")]
        for number in range(len(self.kernels)) if shown is None else shown:
            kernel = self.kernels[number]
            rows.append((str(number + 1), _cut(self.phrases[number]),
                         short(kernel.operations), in_bytes(moved(kernel)),
                         self.schedule(kernel)))
        width = max(len(row[1]) for row in rows)
        return [f"{n:>6} {what:<{width}} {count:>10} {size:>8}  {how}".rstrip()
                for n, what, count, size, how in rows]

    def brief(self) -> list[str]:
        """The table of the costliest kernels, and how much the others do."""
        shown = self._costliest
        lines = self.table(shown)
        others = [k for n, k in enumerate(self.kernels) if n not in shown]
        if others:
            lines.append(f"       {and_more(len(others), 'kernel')}: {_work(others)}")
        return lines

    def apart(self) -> list[str]:
        """Why a kernel and one that it reads from are two, by the reason."""
        return [f"  {', '.join(_pair(*pair) for pair in pairs)} are apart: {reason}"
                for reason, pairs in self._reasons.items()]

    def apart_in_brief(self) -> list[str]:
        """The reasons that keep most kernels apart, with a few for examples."""
        shown = set(self._costliest)
        found = self._reasons
        often = sorted(found, key=lambda reason: -len(found[reason]))[:_REASONS]
        lines = []
        for reason in (each for each in found if each in often):
            pairs = sorted(found[reason], key=lambda pair: not shown.issuperset(pair))
            more = len(pairs) - _PAIRS
            lines.append(f"  {', '.join(_pair(*pair) for pair in pairs[:_PAIRS])}"
                         + f", {and_more(more, 'pair')}," * (more > 0)
                         + f" are apart: {reason}")
        left = [len(pairs) for reason, pairs in found.items() if reason not in often]
        if left:
            lines.append(f"  {and_more(sum(left), 'pair')}, for "
                         f"{len(left)} other reason{'s' * (len(left) > 1)}")
        return lines

    @cached_property
    def _costliest(self) -> list[int]:
        return costliest(self.kernels, _ROWS)

    @cached_property
    def _reasons(self) -> dict[str, list[tuple[int, int]]]:
        """The pairs of a kernel and one that it reads from, by what keeps them apart."""
        found: dict[str, list[tuple[int, int]]] = {}
        for second, kernel in enumerate(self.kernels):
            for first in sorted(_made_by(kernel)):
                reason = self._reason(first, second)
                if reason and not _is_copy(self.kernels[first]):
                    found.setdefault(reason, []).append((first, second))
        return found

    def details(self) -> Iterator[str]:
        """Every kernel with all that it computes and its whole schedule."""
        for number, kernel in enumerate(self.kernels, 1):
            yield f"  kernel {number}:"
            for phrase in self.phrases[number - 1]:
                yield f"    {phrase}"
            yield from (f"    {self._words.nest(each, kernel)}"
                        for each in kernel.statements)
            yield (f"    reads {in_bytes(kernel.bytes_read)}, writes "
                   f"{in_bytes(kernel.bytes_written)}")
            yield from (f"    {text}" for text in _schedules(kernel))

    def schedule(self, kernel: Kernel) -> str:
        """How a kernel runs, in words."""
        said = [f"{kernel.times} times"] * (kernel.times != 1)
        said += ["once for all runs"] * kernel.once
        if kernel.schedule:
            said.append(rows_in_words(kernel.schedule, kernel.loops))
        for statement in kernel.statements:
            if statement.schedule:
                said.append(in_words(
                    statement.schedule,
                    lambda n, s=statement: self._words.origin(s.operands[n], kernel)))
        return ", ".join(said)

    def _reason(self, first: int, second: int) -> str:
        """Why two kernels are not one, as said of most of their statements."""
        one, other = (_places_of(self.kernels[n]) for n in (first, second))
        best, reason = 0, ""
        for remark in self._remarks:
            said = remark.text.partition("are not one kernel: ")[2]
            places = {_key(place) for place in remark.places}
            if said and places & one and places & other and \
                    places <= one | other and len(places) > best:
                best, reason = len(places), said
        return reason


def _made_by(kernel: Kernel) -> set[int]:
    """The kernels whose results `kernel` reads."""
    return {origin for statement in kernel.statements
            for origin in statement.operands
            if origin is not None and origin >= 0}


def _work(kernels: Sequence[Kernel]) -> str:
    operations = sum(k.operations * k.times for k in kernels)
    total = sum(moved(k) * k.times for k in kernels)
    return f"{short(operations)} operations, {in_bytes(total)} moved"


def _pair(first: int, second: int) -> str:
    return f"{first + 1} and {second + 1}"


def _is_copy(kernel: Kernel) -> bool:
    """Whether a kernel only lays out what its readers want so."""
    return all(is_copied(place)
               for statement in kernel.statements for place in statement.places)


def _key(place: Place) -> tuple[int | str, ...]:
    return (*place.lines, *place.roles)


def _places_of(kernel: Kernel) -> set[tuple[int | str, ...]]:
    return {_key(place) for statement in kernel.statements
            for place in statement.places}


def _schedules(kernel: Kernel) -> list[str]:
    texts = [kernel.schedule, *(s.schedule for s in kernel.statements)]
    return [text for text in texts if text]


def and_more(count: int, what: str) -> str:
    """`and 3 more kernels`."""
    return f"and {count} more {what}{'s' * (count > 1)}"


def _cut(phrases: Sequence[str]) -> str:
    """What fits in a column."""
    text = "; ".join(phrases)
    return text if len(text) <= _WIDTH else text[:_WIDTH - 4] + " ..."


def short(number: float) -> str:
    """A number in three digits: 17.3 M."""
    for unit in ("", " k", " M", " G"):
        if number < 1000:
            break
        number /= 1000
    else:
        unit = " T"
    digits = 0 if number >= 100 or not unit else 1
    return f"{number:.{digits}f}{unit}"


def in_bytes(number: int) -> str:
    """A number of bytes in three digits."""
    text = short(number)
    return text + ("B" if " " in text else " B")
