# choices.py - random draws that can be repeated, and made smaller
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A program is what a generator makes of a list of small numbers.

The generator draws every number from `Choices`, which notes them down. Replayed,
the same list makes the same program; a shorter list, or one with smaller numbers,
makes a smaller one, because 0 always stands for the simplest choice and a list that
ends early goes on with zeros. So one shrinker serves a grammar that it knows nothing
about: it removes runs of numbers and lowers those that are left, as long as the
program still fails.

Source: MacIver and Donaldson, Test-Case Reduction via Test-Case Generation,
ECOOP 2020 (the reducer of Hypothesis).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """Draws from a seed, or from a list that was drawn before."""

    def __init__(self, seed: int | None = None, replay: Sequence[int] = ()):
        self._random = None if seed is None else random.Random(seed)
        self._replay = replay
        self.taken: list[int] = []

    def below(self, count: int) -> int:
        """A number of 0..count-1; 0 is the simplest."""
        if self._random is not None:
            value = self._random.randrange(count)
        else:
            place = len(self.taken)
            known = self._replay[place] if place < len(self._replay) else 0
            value = min(known, count - 1)
        self.taken.append(value)
        return value

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def pick(self, values: Sequence[T]) -> T:
        """One of `values`, the simplest of which stands first."""
        return values[self.below(len(values))]

    def chance(self, percent: int) -> bool:
        return self.below(100) >= 100 - percent


def shrink(choices: Sequence[int], fails: Callable[[list[int]], bool],
           most: int = 400) -> list[int]:
    """A smaller list for which `fails` still holds, after `most` trials."""
    return _Shrinker(choices, fails, most).run()


class _Shrinker:
    def __init__(self, choices: Sequence[int],
                 fails: Callable[[list[int]], bool], most: int):
        self.best, self.fails, self.left = list(choices), fails, most
        self.seen: set[tuple[int, ...]] = set()

    def run(self) -> list[int]:
        before = None
        while before != self.best and self.left > 0:
            before = list(self.best)
            for size in (16, 8, 4, 2, 1):
                self._remove(size)
            for size in (8, 4, 2, 1):
                self._clear(size)
            self._lower()
        return self.best

    def _try(self, candidate: list[int]) -> bool:
        key = tuple(candidate)
        if candidate == self.best or key in self.seen or self.left <= 0:
            return False
        self.seen.add(key)
        self.left -= 1
        if not self.fails(candidate):
            return False
        self.best = candidate
        return True

    def _remove(self, size: int) -> None:
        at = len(self.best) - size
        while at >= 0:
            if not self._try(self.best[:at] + self.best[at + size:]):
                at -= size
            at = min(at, len(self.best) - size)

    def _clear(self, size: int) -> None:
        for at in range(0, len(self.best), size):
            zeros = [0] * len(self.best[at:at + size])
            self._try(self.best[:at] + zeros + self.best[at + size:])

    def _lower(self) -> None:
        for at in range(len(self.best)):
            if at >= len(self.best):
                return
            low = 0
            while at < len(self.best) and low < self.best[at]:
                middle = (low + self.best[at]) // 2
                if not self._try(self.best[:at] + [middle] +
                                 self.best[at + 1:]):
                    low = middle + 1
