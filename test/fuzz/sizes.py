# sizes.py - how large random programs are
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Extents of loops, and bounds of statements and operands.

Most programs are small, so that many run in a second. What is decided by size alone is
only reached by large ones: results that are streamed to memory and rows whose loop is
peeled for that, operands packed into panels, sums by chunks of rows, rows that leave
the first cache. They have two long loops, the rows and columns of results of some
megabytes, and one short one.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from dataclasses import dataclass

from choices import Choices

LOOPS = "ijkpq"
VECTORS = (2, 4, 8, 16, 32, 64)


@dataclass(frozen=True)
class Sizes(ABC):
    points: int    # of a statement's loops, at most
    elements: int  # of an operand, at most
    #: With lines beside texts and batches: `@` of long rows, or matrices times items,
    #: take the interpreter too long.
    is_small: bool

    @abstractmethod
    def extents(self, choices: Choices) -> dict[str, int]:
        """A pool of loops."""


class Small(Sizes):
    def extents(self, choices: Choices) -> dict[str, int]:
        return {v: extent(choices) for v in
                LOOPS[:choices.between(1, len(LOOPS))]}


class Products(Small):
    """Loops of contractions, of which half are short."""

    def extents(self, choices: Choices) -> dict[str, int]:
        return {v: choices.between(1, 9) if choices.chance(50) else extent(choices)
                for v in LOOPS[:choices.between(2, len(LOOPS))]}


class Large(Sizes):
    """Matrices of four to six million numbers, where eight megabytes are large for the
    compiler, or loops of a product: three, or up to five short ones, over which an
    operand is as large."""

    def extents(self, choices: Choices) -> dict[str, int]:
        if choices.chance(30):
            return self.short_loops(choices)
        if choices.chance(35):
            names, left = list("ijk"), self.points * 3
            pool = {}
            while names:
                loop = names.pop(choices.below(len(names)))
                most = max(1, min(left, 16 if names else 6000))
                pool[loop] = long_extent(choices, most * 16 if names else most)
                left //= pool[loop]
            return dict(sorted(pool.items()))
        columns = long_extent(choices, 70_000)
        rows = max(1, choices.between(self.points * 2 // 3, self.points) // columns)
        long = choices.pick(((rows, columns), (columns, rows)))
        return {"i": long[0], "j": long[1], "k": choices.between(1, 5)}

    def short_loops(self, choices: Choices) -> dict[str, int]:
        names = list(LOOPS[:choices.pick((4, 5))])
        pool, left = {}, self.points
        while names:
            middle = round(left ** (1 / len(names)))
            loop = names.pop(choices.below(len(names)))
            size = middle * extent(choices) // 20 if names else 400
            pool[loop] = max(1, min(left, size))
            left //= pool[loop]
        return dict(sorted(pool.items()))


def extent(choices: Choices) -> int:
    """1 to 70: small, those that fill vectors, those beside them, any."""
    kind = choices.below(4)
    if kind == 0:
        return choices.between(1, 8)
    if kind == 1:
        return choices.pick(VECTORS)
    if kind == 2:
        return choices.pick(VECTORS) + choices.pick((1, -1))
    return choices.between(1, 70)


def long_extent(choices: Choices, most: int) -> int:
    """Up to `most`: a power of two, one beside it, a multiple of a vector, any."""
    few = min(most, 200)
    largest = max(1, most.bit_length() - 1)
    kind = choices.below(4)
    if kind < 2:
        power = 2 ** choices.between(min(8, largest), largest)
        return power if kind == 0 else max(1, min(most, power + choices.pick((1, -1))))
    if kind == 2 and most >= 16:
        return 16 * choices.between(max(1, few // 16), most // 16)
    return choices.between(few, most)


#: Of this process, and of workers that it starts.
SIZES = {"small": Small(6_000, 4096, True),
         "products": Products(20_000, 4096, True),
         "large": Large(6_000_000, 8_000_000, False)}[
    os.environ.get("NEO_FUZZ_SIZES", "small")]
