# schedules.py - the default schedule beside the best of many random ones
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""How much is lost by predicting a schedule instead of searching for one.

    .venv/bin/python benchmarks/schedules.py [--draws 200] [--cases GEMM512,C6]

Cases are those of benchmarks/cases. Each operator is optimised once. Its largest contraction is then compiled by the
default schedule and by legal schedules drawn at random from the same space
(`--neo-schedule=draw=N`), and timed. The default is timed again with every draw
that seems faster, in turns, so that a quiet moment of the machine is no merit; time
is that of the process, so that others on its processor count for nothing.
The figure is the time of the default over that of the best: 1.00 is no loss.
"""

from __future__ import annotations

import argparse
import re
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import neo
from cases import CASES, QUICK, inputs
from neo import _core

Run = Callable[[], float]


@dataclass
class Outcome:
    """Milliseconds, and the schedule that was faster than the default."""

    default: float
    best: float
    found: str


def _timer(text: str, operands: list[np.ndarray]) -> Run:
    program = _core.Program(text, "main", 1)
    program.run(operands)
    begin = time.process_time()
    program.run(operands)
    once = max(time.process_time() - begin, 1e-6)
    calls = max(1, min(50, int(2e-3 / once)))

    def run() -> float:
        begin = time.process_time()
        for _ in range(calls):
            program.run(operands)
        return 1e3 * (time.process_time() - begin) / calls
    return run


def _scheduled(ir: str, draw: int) -> str:
    option = f"{{draw={draw}}}" if draw >= 0 else ""
    return neo.canonical(ir, f"builtin.module(neo-schedule{option})")


def _largest(text: str, default: str) -> str:
    """The schedule in which `text` differs from the default."""
    found = re.findall(r'neo.schedule = "([^"]*)"', text)
    usual = re.findall(r'neo.schedule = "([^"]*)"', default)
    return next((a for a, b in zip(found, usual, strict=True) if a != b),
                "the default")


def compare(name: str, draws: int) -> Outcome:
    operator = CASES[name].operator
    arrays = inputs(operator)
    operands = [arrays[operand] for operand in operator.shapes]
    ir = neo.expr(operator.text, **operator.extents).ir(*operands)
    optimised = neo.canonical(ir, "builtin.module(neo-optimize)")
    default = _scheduled(optimised, -1)
    usual = _timer(default, operands)
    least = min(usual() for _ in range(7))
    best = Outcome(least, least, "the default")
    for draw in range(draws):
        text = _scheduled(optimised, draw)
        run = _timer(text, operands)
        if run() > 1.1 * best.best:
            continue
        pairs = [(usual(), run()) for _ in range(5)]
        ours, theirs = (statistics.median(side)
                        for side in zip(*pairs, strict=True))
        if theirs / ours < best.best / best.default:
            best = Outcome(ours, theirs, _largest(text, default))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--draws", type=int, default=200)
    parser.add_argument("--cases", default=",".join(QUICK))
    options = parser.parse_args()
    print("| operator | default, ms | best drawn, ms | default / best | best |")
    print("|---|---:|---:|---:|---|")
    for name in options.cases.split(","):
        if name not in CASES:
            parser.error(f"there is no case '{name}'; the cases are "
                         + ", ".join(CASES))
        found = compare(name, options.draws)
        print(f"| {name} | {found.default:.3f} | {found.best:.3f} | "
              f"{found.default / found.best:.2f} | {found.found} |", flush=True)


if __name__ == "__main__":
    main()
