# tokens.py - tokens of the IR's text
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Tokens, with their source locations.

The text is printed with locations: `loc(#loc4)` behind a statement, and lines
`#loc4 = loc(callsite(#loc2 at #loc3))` that say what they are. Of a call inside another
the innermost one counts, which is where the operator was written.
"""

from __future__ import annotations

import re

_ALIAS = re.compile(r"^(#loc\d*) = (loc\(.*\))$", re.MULTILINE)
_LOCATION = r"loc\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)"
_WORD = re.compile(
    rf"""{_LOCATION}|tensor<[^>]*>|dense<[^>]*>|"(?:[^"\\]|\\.)*"
     |%[\w$.-]+(?:\#\d+)?|@\w+|\^\w+|0x[0-9A-Fa-f]+|\d+\.\d+(?:[eE][-+]?\d+)?|\d+
     |[A-Za-z_][\w.]*|->|<=|>=|==|\S""", re.VERBOSE)


class Words:
    """The words of a text, one after another."""

    def __init__(self, text: str):
        self._aliases = dict(_ALIAS.findall(text))
        self._words = _WORD.findall(_ALIAS.sub("", text))
        self._at = 0

    @property
    def next(self) -> str:
        return self._words[self._at] if self._at < len(self._words) else ""

    def take(self) -> str:
        word = self.next
        self._at += 1
        return word

    def accept(self, *words: str) -> bool:
        """Takes the words if they are what follows."""
        found = self._words[self._at:self._at + len(words)] == list(words)
        self._at += len(words) * found
        return found

    def expect(self, word: str) -> None:
        if not self.accept(word):
            around = " ".join(self._words[max(self._at - 8, 0):self._at + 4])
            raise ValueError(f"'{word}' was expected in the IR near '{around}'")

    def skip(self, opening: str, closing: str) -> None:
        """Takes what stands between a pair of brackets, if it is what follows."""
        depth = int(self.accept(opening))
        while depth:
            word = self.take()
            depth += (word == opening) - (word == closing)

    def line(self) -> int:
        """The line of the location that follows; 0 where there is none."""
        return self._line(self.take()) if self.next.startswith("loc(") else 0

    def _line(self, text: str, depth: int = 0) -> int:
        for alias, line in re.findall(r'(#loc\d*)|"-":(\d+):', text):
            found = int(line or 0)
            if alias and depth < 64:
                found = self._line(self._aliases.get(alias, ""), depth + 1)
            if found:
                return found
        return 0
