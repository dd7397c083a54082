# long_loops.py - random texts over long loops
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Texts whose operands lie along their loops, mostly.

An index of a small program is as often odd as plain. What long rows are compiled to
(streaming stores, peeled loops, packed panels, chunks of rows) is only chosen where
results and operands lie along the loops, as they do in the programs that people write:

    S[i] += exp(X[i,j]);  Y[i,j] = exp(X[i,j]) / (3 + tanh(S[i])) * V[j]

So here nine of ten indices are loops, in the order of the nest.
"""

from __future__ import annotations

from indices import Reader
from statements import TextWriter

PLAIN = 90  # Of a hundred indices.


class LongReader(Reader):
    """Reads whole rows and columns."""

    def fresh(self, rank: int, first: str | None = None
              ) -> tuple[list[str], list[int], list[str]]:
        if first is not None or len(self.names) < rank or \
                not self.choices.chance(PLAIN):
            return super().fresh(rank, first)
        names = list(self.names)
        while len(names) > rank:
            names.pop(self.choices.below(len(names)))
        if self.choices.chance(15):
            names.reverse()
        return names, [self.loops[v] for v in names], []

    def _index_into(self, size: int, conditions: list[str],
                    first: str | None) -> str:
        same = [v for v in self.names if self.loops[v] == size]
        if same and self.choices.chance(PLAIN):
            return self.choices.pick(same)
        return super()._index_into(size, conditions, first)


class LongTextWriter(TextWriter):
    """Results are matrices, rows, columns or numbers; of more than three loops, sums of
    products with operands over most of them, in any order."""

    READER = LongReader
    RANKS = (2, 2, 1, 0)

    def _loops(self) -> tuple[list[str], list[str], str]:
        if len(self.extents) > 3:
            self.CONTRACTIONS = 90
            loops, kept = list(self.extents), self.choices.between(1, 3)
            outer = [loops.pop(self.choices.below(len(loops))) for _ in range(kept)]
            return outer, loops, self.choices.pick(("+=", "+=", "+=", "min=", "max="))
        i, j, k = self.extents
        product = self.extents[k] > 5
        outer, inner = self.choices.pick(
            (((i, j), (k,)), ((j, i), (k,)), ((i,), (k, j))) if product else
            (((i, j), ()), ((i, j), ()), ((i,), (j,)), ((j,), (i,)), ((j, i), ()),
             ((), (i, j)), ((i, j), (k,)), ((k, i, j), ())))
        kind = self.choices.pick(("+=", "+=", "max=", "amax=", "min=", "argmax=")) \
            if inner else "="
        return list(outer), list(inner), kind
