# indices.py - random indices, conditions and reads
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Quasi-affine indices, as text of the language, and what values they take.

An index is Python, too: evaluated over all values of its loops it says which range
it reaches. So reads are right by construction: an index that leaves the tensor gets
a guard, is clamped, or is taken modulo the dimension.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from choices import Choices
from sizes import SIZES


@dataclass
class Tensor:
    """What the generator knows of a tensor in scope."""

    name: str
    shape: tuple[int, ...]
    kind: str = "float"       # or "int"
    bound: float = 1.0        # Elements are at most so large.
    exact: bool = True        # They are inputs: no rounding reached them.
    limit: int = 0            # Of integers that serve as indices: all below it.
    batch: bool = False       # Its first dimension is the batch.


def values(text: str, loops: dict[str, int]) -> np.ndarray:
    """What an index or a condition is, at every point of the loops in it."""
    used = [v for v in loops if re.search(rf"\b{v}\b", text)]
    grid = np.indices([loops[v] for v in used])
    known = dict(zip(used, grid))
    return np.asarray(eval(text, {"min": np.minimum, "max": np.maximum}, known))


def linear(choices: Choices, names: list[str]) -> str:
    """`2*i - j + 3`; without loops a number."""
    count = min(len(names), choices.pick((1, 1, 2, 2, 3)))
    left, terms = list(names), []
    for _ in range(count):
        loop = left.pop(choices.below(len(left)))
        factor = choices.pick((1, 1, 1, 2, 3, -1, 4, -2, 6))
        terms.append(loop if factor == 1 else f"{factor}*{loop}")
    offset = choices.pick((0, 0, 0, 1, -1, 2, -3, 5, 11))
    if offset or not terms:
        terms.append(str(offset))
    return "+".join(terms).replace("+-", "-")


def index(choices: Choices, names: list[str], depth: int = 1) -> str:
    """A linear index, or one that divides."""
    inside = linear(choices, names)
    for _ in range(depth):
        kind = choices.below(8)
        if kind < 4:
            return inside
        divisor = choices.pick((2, 3, 4, 5, 7, 8))
        if kind == 4:
            inside = f"({inside})//{divisor}"
        elif kind == 5:
            inside = f"({inside})%{divisor}"
        elif kind == 6:
            inside = f"{linear(choices, names)}+({inside})%{divisor}"
        else:
            inside = f"{linear(choices, names)}+({inside})//{divisor}"
    return inside


def condition(choices: Choices, loops: dict[str, int]) -> str:
    """A comparison that some points meet, as far as chance has it."""
    names = list(loops)
    if not names:
        return "0 == 0"
    text = index(choices, names, 2)
    known = np.unique(values(text, loops))
    bound = int(known[choices.below(len(known))])
    sign = choices.pick((">=", "<=", "<", ">", "=="))
    return f"{text} {sign} {bound}"


@dataclass
class Read:
    """One read: its text, and the conditions under which it is inside."""

    text: str
    conditions: list[str] = field(default_factory=list)


class Reader:
    """Writes reads of one statement over its loops."""

    def __init__(self, choices: Choices, loops: dict[str, int],
                 whole: str = ""):
        """Indices compute with all `loops` but `whole`, which stands alone."""
        self.choices, self.all = choices, loops
        self.loops = {v: n for v, n in loops.items() if v != whole}
        self.names = list(self.loops)

    def fresh(self, rank: int, first: str | None = None
              ) -> tuple[list[str], list[int], list[str]]:
        """Indices, a shape for a new operand, and conditions.

        `first` is a loop that the first index has to be.
        """
        indices, shape, conditions = [], [], []
        for dimension in range(rank):
            if first is not None and dimension == 0:
                indices.append(first)
                shape.append(self.all[first])
                continue
            text, size = self._fresh_index(conditions)
            if size * int(np.prod(shape, dtype=int)) > SIZES.elements:
                text, size = f"({text})%7", 7
            indices.append(text)
            shape.append(size)
        return indices, shape, conditions

    def _fresh_index(self, conditions: list[str]) -> tuple[str, int]:
        choices = self.choices
        kind = choices.below(10) if self.names else 0
        if kind < 5 and self.names:
            loop = choices.pick(self.names)
            return loop, self.loops[loop]
        text = index(choices, self.names)
        known = values(text, self.loops)
        low, high = int(known.min()), int(known.max())
        if kind < 8:                            # Inside by its offset.
            return (f"{text}+{-low}" if low else text).replace("+-", "-"), \
                high - low + 1
        size = max(1, (high - low + 1) - choices.pick((1, 2, 0, 5)))
        if kind == 8:
            return f"min(max({text}, 0), {size - 1})", size
        conditions += [f"0 <= {text} < {size}"]
        return text, size

    def inside(self, shape: tuple[int, ...], first: str | None = None
               ) -> tuple[list[str], list[str]]:
        """Indices and conditions for a tensor that is there already."""
        indices, conditions = [], []
        for dimension, size in enumerate(shape):
            if first is not None and dimension == 0:
                indices.append(first)
            else:
                indices.append(self._index_into(size, conditions, first))
        return indices, conditions

    def _index_into(self, size: int, conditions: list[str],
                    first: str | None) -> str:
        choices = self.choices
        same = [v for v in self.names if self.loops[v] == size]
        if same and choices.below(4) < 3:
            return choices.pick(same)
        text = index(choices, self.names)
        known = values(text, self.loops)
        low, high = int(known.min()), int(known.max())
        if high - low < size and choices.below(3) == 0:
            if re.fullmatch(r"\w+", text):      # Alone it would be its extent.
                return text if high + 1 == size else f"({text})%{size}"
            return (f"{text}+{-low}" if low else text).replace("+-", "-")
        kind = choices.below(3)
        if kind == 0:
            return f"({text})%{size}"
        if kind == 1:
            return f"min(max({text}, 0), {size - 1})"
        if first is not None and (high < 0 or low >= size):
            return f"({text})%{size}"           # It never holds, and no read
        conditions.append(f"0 <= {text} < {size}")  # would tell the batch.
        return text
