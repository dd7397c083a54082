# report.py - a program that fails, as a test
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What failed, in words, and a test that can be pasted into test_found.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from choices import Choices
from program import Program, make_program


def describe(seed: int, choices: Sequence[int], outcome: dict) -> str:
    """The program of `choices`, what became of it, and how to repeat it."""
    program = make_program(Choices(replay=choices))
    replay = ",".join(map(str, _trimmed(choices)))
    return (f"--- {outcome['kind']} (program {seed}): {outcome['text']}\n"
            f"python test/fuzz/run.py --replay {replay}\n"
            f"{program.source}\n{as_test(program)}")


def _trimmed(choices: Sequence[int]) -> list[int]:
    """Without the zeros at the end, which replaying adds."""
    kept = list(choices)
    while kept and kept[-1] == 0:
        kept.pop()
    return kept


def as_test(program: Program) -> str:
    """A test of the program: see agree.py."""
    given = "".join(f"        {f.name}={getattr(program, f.name)!r},\n"
                    for f in fields(program) if f.name != "choices")
    return f"def test_found():\n    agree(Program(\n{given}    ))\n"
