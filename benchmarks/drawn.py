# drawn.py - what a change of the cost model has to pass
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Operators of shapes drawn at random, by schedules drawn at random.

    .venv/bin/python benchmarks/drawn.py [--seed 7] [--shapes 24] [--draws 40]
    .venv/bin/python benchmarks/drawn.py --values    # no times: any machine will do

First values: every kernel of tiny operators and their gradients computes, by its
default schedule and by drawn ones, what the reference interpreter computes. Then times:
for larger ones, the default is compared with the fastest of the draws, in turns
(schedules.py says how). The seed is printed; the same seed draws the same.

A row is a kernel: *ratio* is the time of the default over that of the best drawn, 1.00
if none is faster. At the end stands the verdict, and the command fails, if a value is
wrong, or the geometric mean of the ratios is above `--mean`, or one above `--worst`.
Of kernels whose default takes less than `--least` milliseconds, the call is most: they
count in the mean, but none of them is the worst.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from dataclasses import dataclass

import numpy as np

from cases.case import Case
from drawn_shapes import draw_cases
from neo import _core
from schedules import Kernel, compiled, confirm, kernels_of, search, worth

#: Of the largest magnitude of a result: sums in another order, functions of f32.
TOLERANCE = 2e-5


def describe(case: Case) -> str:
    return f"{case.name}({', '.join(f'{k}={v}' for k, v in case.parameters.items())})"


def wrong_values(kernel: Kernel, draws: int) -> list[str]:
    """The schedules by which a kernel computes something else than the interpreter.

    A kernel that is told where its operands are zero is none for numbers at random.
    """
    if "neo.nonzero" in kernel.text:
        return []
    wanted = _core.interpret(kernel.text, "main", kernel.operands)
    wrong = []
    for schedule in dict.fromkeys([kernel.default, *map(kernel.draw, range(draws))]):
        found = compiled(kernel, schedule).run(kernel.operands)
        for got, want in zip(found, wanted, strict=True):
            most = TOLERANCE * max(1.0, float(np.abs(want).max(initial=0)))
            if not np.allclose(got, want, rtol=TOLERANCE, atol=most, equal_nan=True):
                wrong.append(schedule)
                break
    return wrong


def check_values(options: argparse.Namespace) -> int:
    """Prints what is wrong; how many pairs of kernel and schedule are."""
    count = tried = 0
    for case in draw_cases(options.seed, options.shapes, tiny=True):
        for kernel in kernels_of(case.name, case.operator):
            tried += 1
            for schedule in wrong_values(kernel, options.drawn_values):
                count += 1
                print(f"WRONG {describe(case)}: kernel {kernel.name} by '{schedule}'",
                      flush=True)
    print(f"values: {tried} kernels of {options.shapes} tiny operators, "
          f"{options.drawn_values} draws each, {count} wrong", flush=True)
    return count


@dataclass
class Compared:
    """Milliseconds of a kernel by its default schedule, and over those of the best."""

    default: float
    ratio: float


def compare_times(options: argparse.Namespace) -> list[Compared]:
    """Prints a row per kernel."""
    compared = []
    print("| operator | kernel | default, ms | best drawn, ms | ratio | best | default |\n"
          "|---|---|---:|---:|---:|---|---|")
    for case in draw_cases(options.seed, options.shapes, tiny=False):
        for kernel in worth(kernels_of(case.name, case.operator)):
            found = search(kernel, options.draws)
            ours, theirs, best = confirm(kernel, found)
            compared.append(Compared(ours, max(ours / theirs, 1.0)))
            print(f"| {describe(case)} | {kernel.name} | {ours:.4f} | {theirs:.4f} | "
                  f"{compared[-1].ratio:.2f} | {best} | {kernel.default} |", flush=True)
    return compared


def verdict(wrong: int, compared: list[Compared], options: argparse.Namespace) -> bool:
    """Prints whether a change passes, and by which figures."""
    reasons = [f"{wrong} wrong"] if wrong else []
    said = "values only"
    if compared:
        ratios = [one.ratio for one in compared]
        mean = statistics.geometric_mean(ratios)
        worst = max((one.ratio for one in compared if one.default >= options.least),
                    default=1.0)
        near = sum(ratio <= 1.1 for ratio in ratios) / len(ratios)
        said = (f"{len(ratios)} kernels within {mean:.3f} of the best drawn "
                f"(geometric mean), the worst {worst:.2f}, {near:.0%} within 1.10")
        reasons += [f"mean above {options.mean}"] if mean > options.mean else []
        reasons += [f"worst above {options.worst}"] if worst > options.worst else []
    print(f"seed {options.seed}: {said}: {'FAILED, ' if reasons else 'passed'}"
          f"{', '.join(reasons)}")
    return not reasons


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--shapes", type=int, default=24, help="operators that are drawn")
    parser.add_argument("--draws", type=int, default=40, help="schedules that are timed")
    parser.add_argument("--drawn-values", type=int, default=4,
                        help="schedules whose values are compared")
    parser.add_argument("--values", action="store_true", help="no times")
    parser.add_argument("--mean", type=float, default=1.10)
    parser.add_argument("--worst", type=float, default=1.60)
    parser.add_argument("--least", type=float, default=0.002,
                        help="milliseconds of a default that may be the worst")
    options = parser.parse_args()
    for name in ("shapes", "draws", "drawn_values"):
        if getattr(options, name) < 1:
            parser.error(f"--{name.replace('_', '-')} must be at least 1")
    return options


def main() -> int:
    options = arguments()
    print(f"seed {options.seed}", flush=True)
    wrong = check_values(options)
    compared = [] if options.values else compare_times(options)
    return 0 if verdict(wrong, compared, options) else 1


if __name__ == "__main__":
    sys.exit(main())
