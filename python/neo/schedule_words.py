# schedule_words.py - a schedule in few words
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What the text of a schedule (docs/Kernels.md) says, for a person.

    vector [j: 16] tile [b: 6, j: 4] order [b, j] parallel 2 pack [1]
    tiles 6 b x 64 j, vectors 16 j, threads b j, packs W
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence


def in_words(text: str, operand: Callable[[int], str]) -> str:
    """The schedule `text` of an operator; `operand` names operands by number."""
    words = dict(re.findall(r"(\w+) (\[.*?\]|\d+)", text))
    order = _names(words.get("order", "[]"))
    lanes = _sizes(words.get("vector", "[]"))
    said = [*_tiles(_sizes(words.get("tile", "[]")), lanes),
            *_vectors(lanes), _threads(words.get("parallel", "1"), order)]
    said += [f"{name} in blocks of {size}"
             for name, size in _sizes(words.get("block", "[]")).items()]
    said += [f"packs {operand(int(number))}"
             for number in re.findall(r"\d+", words.get("pack", "[]"))]
    return ", ".join(said)


def rows_in_words(text: str, loops: Sequence[str]) -> str:
    """The schedule `text` of a kernel that goes row by row over `loops`."""
    words = dict(re.findall(r"(\w+) (\w+)", text))
    loop = " ".join(loops)
    return (f"rows {words.get('rows', '1')} {loop}, "
            f"{words.get('vectors', '1')} vectors of each, threads {loop}")


def _tiles(tile: dict[str, int], lanes: dict[str, int]) -> list[str]:
    sizes = {name: tile.get(name, 1) * lanes.get(name, 1)
             for name in dict.fromkeys([*tile, *lanes])}
    if not tile:
        return []
    return ["tiles " + " x ".join(f"{n} {name}" for name, n in sizes.items())]


def _vectors(lanes: dict[str, int]) -> list[str]:
    if not lanes:
        return ["no vectors"]
    return ["vectors " + " x ".join(f"{n} {name}" for name, n in lanes.items())]


def _threads(parallel: str, order: Sequence[str]) -> str:
    shared = order[:int(parallel)]
    return "threads " + " ".join(shared) if shared else "one thread"


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.strip("[]").split(",")
            if name.strip()]


def _sizes(text: str) -> dict[str, int]:
    return {name: int(size) for name, size in re.findall(r"(\w+): (\d+)", text)}
