# architecture.py - draws docs/architecture.svg
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The stages of the compiler, for docs/Architecture.md.

    .venv/bin/python docs/architecture.py     # writes docs/architecture.svg

A box is what a stage hands on, an arrow the code that makes it. `--check` says whether
the picture is that of this program.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

PICTURE = Path(__file__).with_suffix(".svg")
WIDTH, BOX_WIDTH, BOX_HEIGHT, STEP = 500, 300, 44, 86
LEFT, TOP = 40, 24


@dataclass
class Stage:
    """A representation, an example of it, and what makes the next one of it."""

    name: str
    example: str
    makes: str
    folder: str


STAGES = [
    Stage("expression", "Y[k,p] += A[c,2*p+r] * W[k,c,r]",
          "parse, check, trace", "python/neo"),
    Stage("neo.compute", "loops, index maps, scalar body",
          "reverse or forward mode", "lib/Analysis, lib/Transforms/Autodiff"),
    Stage("neo.compute, with derivatives", "gradients that gather",
          "tighten, algebra, fusion, layout", "lib/Transforms"),
    Stage("neo.kernel", "fused operators, packed operands",
          "cost model", "lib/Schedule"),
    Stage("schedule", "vector [p: 16] tile [c: 8, p: 2]",
          "emit tiles, rows, epilogues", "lib/Conversion/NeoToVector"),
    Stage("scf, vector and neo.launch", "a function for each kernel",
          "to LLVM, per kernel", "lib/Conversion/VectorToLLVM, lib/Target"),
    Stage("object code, launch plan", "kernels; buffers and their order",
          "link, plan memory", "lib/Target/Program, lib/Runtime"),
    Stage("executor", "thread pool runs the launches", "", ""),
]


def text(x: float, y: float, words: str, size: int, more: str = "") -> str:
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}"{more}>'
            f'{words.replace("&", "&amp;").replace("<", "&lt;")}</text>')


def box(number: int, stage: Stage) -> list[str]:
    top = TOP + number * STEP
    middle = LEFT + BOX_WIDTH / 2
    centred = ' text-anchor="middle"'
    return [f'<rect x="{LEFT}" y="{top}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" '
            'rx="6" fill="#eef3fb" stroke="#4a6fa5"/>',
            text(middle, top + 18, stage.name, 14, centred + ' font-weight="bold"'),
            text(middle, top + 35, stage.example, 11,
                 centred + ' font-family="monospace"')]


def arrow(number: int, stage: Stage) -> list[str]:
    middle = LEFT + BOX_WIDTH / 2
    top = TOP + number * STEP + BOX_HEIGHT
    end = top + STEP - BOX_HEIGHT
    return [f'<path d="M{middle:g} {top} V{end - 8}" stroke="#444" fill="none"/>',
            f'<path d="M{middle - 5:g} {end - 9} h10 l-5 9 z" fill="#444"/>',
            text(middle + 18, (top + end) / 2 - 4, stage.makes, 13),
            text(middle + 18, (top + end) / 2 + 11, stage.folder, 12,
                 ' fill="#666" font-family="monospace"')]


def picture() -> str:
    height = TOP * 2 + STEP * (len(STAGES) - 1) + BOX_HEIGHT
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
             f'height="{height}" viewBox="0 0 {WIDTH} {height}" '
             'font-family="sans-serif">',
             f'<rect width="{WIDTH}" height="{height}" fill="white"/>']
    for number, stage in enumerate(STAGES):
        parts += box(number, stage)
        if stage.makes:
            parts += arrow(number, stage)
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        fresh = PICTURE.exists() and PICTURE.read_text() == picture()
        print(f"{PICTURE.name} is {'' if fresh else 'not '}up to date")
        return 0 if fresh else 1
    PICTURE.write_text(picture())
    return 0


if __name__ == "__main__":
    sys.exit(main())
