# contractions.py - random sums of products
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Texts as those of einsum: matrix products, outer products, traces of three operands.

Most of what a network computes are such sums, and they have ways of their own: tiles,
packed panels, lanes along what is reduced, strided on both sides where the results are
few. In one of 50,000 programs of all kinds two short loops of the result met a long one
of the sum, and both operands began with it:

    T[i,j] += A[k,i] * B[k,j]        i = 2, j = 2, k = 7

Here every other loop is short, and nine of ten sums are contractions.
"""

from __future__ import annotations

from statements import BATCH, Text, TextWriter


class ContractionWriter(TextWriter):
    """Results of up to three dimensions, sums over one loop or two."""

    CONTRACTIONS = 90

    def write(self, most: int) -> Text:
        return super().write(1)  # No contraction reads another one.

    def _loops(self) -> tuple[list[str], list[str], str]:
        outer, inner, kind = super()._loops()
        if kind != "=" or len(outer) < 2 or self.choices.chance(15):
            return outer, inner, "+=" if kind not in ("=", "max=") else kind
        names = [v for v in outer if v != BATCH]
        moved = self.choices.pick(names)
        return [v for v in outer if v != moved], [moved], "+="
