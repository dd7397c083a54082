# predicted.py - what the cost model predicts beside what is measured
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""How well the cost model of schedules predicts the time of a kernel.

    .venv/bin/python benchmarks/predicted.py [--cases GEMM512,C6] [--rounds 9] [--draws 20]

Every kernel of an operator and its gradients that is one neo.compute stands alone, with
the schedule that the model chooses for it there; `neo-schedule{explain}` says the cycles
that it predicts, or the command that `--tool` names, as a model of your own has
(docs/Extending.md), and the kernel is run. Kernels of several statements are left out:
rows have no prediction in cycles. With `--draws` so many schedules of each kernel are
drawn at random as well, and predicted and measured. What is measured is written after
each operator, so that a run that is stopped leaves the points of those before.

A row is a kernel by one schedule. The model predicts cycles of a core whose clock it
does not know, so *ratio* is predicted over measured, divided by the geometric mean of
all rows: 1.00 is the usual one, 2.00 one that is predicted to take twice as long as it
does beside the others. Time is that of the process, on one thread. Writes
predicted.json and predicted.png, and prints the plot as text as well; compare kernels on
a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from neo import _core as core
from cases import CASES
from schedules import Kernel, compiled, kernels, timer

ROOT = Path(__file__).resolve().parents[1]
PREDICTED = re.compile(r"predicted: (\d+) cycles by (.*)")


@dataclass
class Point:
    """A kernel, what is predicted, and what it takes."""

    name: str
    schedule: str
    cycles: float
    milliseconds: float
    chosen: bool = True


class NoTool(Exception):
    """extended-opt is not there."""


def predict_by(tool: Path, kernel: Kernel) -> tuple[float, str]:
    """Cycles and schedule that another model gives for the kernel alone."""
    if not tool.exists():
        raise NoTool(f"{tool} is not there: build examples/extend (docs/Extending.md) "
                     "and name its extended-opt by --tool")
    ran = subprocess.run([tool, "--predict-cost", "-o", "/dev/null"],
                         input=kernel.text, capture_output=True, text=True, check=True)
    cycles, schedule = PREDICTED.search(ran.stderr).groups()
    return float(cycles), schedule


def predict(kernel: Kernel, draw: int | None = None) -> tuple[float, str]:
    """Cycles and schedule: of what is chosen for the kernel alone, or of a draw."""
    options = "explain" if draw is None else f"explain draw={draw}"
    said = core.remarks(kernel.bare(), f"builtin.module(neo-schedule{{{options}}})")
    cycles, schedule = PREDICTED.search("\n".join(one.text for one in said)).groups()
    return float(cycles), schedule


def measure(kernel: Kernel, schedule: str, rounds: int) -> float:
    """Milliseconds: the fastest of some rounds."""
    run = timer(kernel, compiled(kernel, schedule))
    return min(run() for _ in range(rounds))


def points(name: str, tool: Path | None, rounds: int, draws: int = 0) -> list[Point]:
    """The kernels of a case that are one operator each, as chosen and as drawn."""
    found = []
    for kernel in kernels(name):
        if "neo.kernel" in kernel.text:
            continue
        cycles, chosen = predict_by(tool, kernel) if tool else predict(kernel)
        told = {chosen: cycles}
        for number in range(draws):
            cycles, schedule = predict(kernel, number)
            told.setdefault(schedule, cycles)
        for schedule, cycles in told.items():
            found.append(Point(kernel.name, schedule, cycles,
                               measure(kernel, schedule, rounds), schedule == chosen))
    return found


def ratios(found: Sequence[Point]) -> list[float]:
    """Predicted over measured, relative to the geometric mean."""
    plain = [point.cycles / point.milliseconds for point in found]
    usual = statistics.geometric_mean(plain)
    return [one / usual for one in plain]


def summary(found: Sequence[Point]) -> str:
    """How far ratios are from 1, and whether the order is right."""
    logs = np.abs(np.log(ratios(found)))
    within = [float(np.mean(logs <= np.log(factor))) for factor in (1.25, 2)]
    ranks = [np.argsort(np.argsort([getattr(point, side) for point in found]))
             for side in ("cycles", "milliseconds")]
    order = float(np.corrcoef(*ranks)[0, 1]) if len(found) > 2 else 1.0
    return (f"{len(found)} points: {within[0]:.0%} within a factor of 1.25, "
            f"{within[1]:.0%} within 2; typical factor {np.exp(logs.mean()):.2f}, "
            f"rank correlation {order:.3f}")


def as_text(found: Sequence[Point], columns: int = 64, rows: int = 22) -> str:
    """Predicted, upwards, over measured, both in logarithms; `/` where they are equal,
    else how many points: `.` one, `:` two to four, `o` to nine, `#` more."""
    measured = np.log([point.milliseconds for point in found])
    predicted = measured + np.log(ratios(found))
    least = min(measured.min(), predicted.min())
    width = max(measured.max(), predicted.max(), least + 1e-9) - least
    counts = np.zeros((rows, columns), int)
    for x, y in zip(measured, predicted, strict=True):
        counts[int((y - least) / width * (rows - 1)),
               int((x - least) / width * (columns - 1))] += 1
    lines = ["".join(
        ".:::ooooo#"[min(count, 10) - 1] if count else
        "/" if round(column / (columns - 1) * (rows - 1)) == row else " "
        for column, count in enumerate(line)).rstrip()
        for row, line in enumerate(counts)]
    ends = [f"{np.exp(end):.3g} ms" for end in (least, least + width)]
    return "\n".join([*(f"| {line}".rstrip() for line in reversed(lines)),
                      "+" + "-" * (columns + 1),
                      f"  {ends[0]}{ends[1]:>{columns - len(ends[0])}}"])


def save(found: Sequence[Point], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "predicted.json").write_text(
        json.dumps([asdict(point) for point in found], indent=1) + "\n")


def draw(found: Sequence[Point], path: Path) -> None:
    """Predicted over measured, with lines at equal and at a factor of two; chosen
    schedules that are beyond have their kernels' names."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    measured = np.array([point.milliseconds for point in found])
    predicted = measured * ratios(found)
    chosen = np.array([point.chosen for point in found])
    ends = np.array([min(measured.min(), predicted.min()),
                     max(measured.max(), predicted.max())])
    figure, panel = plt.subplots(figsize=(6, 6), layout="constrained")
    for which, colour, label in ((~chosen, "tab:gray", "drawn"),
                                 (chosen, "tab:blue", "chosen")):
        if which.any():
            panel.plot(measured[which], predicted[which], ".", color=colour,
                       markersize=3, label=label)
    for factor, style in ((1, "-"), (2, ":"), (0.5, ":")):
        panel.plot(ends, factor * ends, style, color="black", linewidth=0.8)
    for point, x, y in zip(found, measured, predicted, strict=True):
        if point.chosen and not 0.5 < y / x < 2:
            panel.annotate(point.name, (x, y), fontsize="xx-small")
    panel.set(xscale="log", yscale="log", xlabel="measured, ms",
              ylabel="predicted, scaled to the same mean")
    panel.legend(title="schedule")
    figure.savefig(path, dpi=120)
    plt.close(figure)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", help="of the benchmarks, with commas between")
    parser.add_argument("--tool", type=Path, help="an extended-opt, to ask its model")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--draws", type=int, default=0,
                        help="schedules of each kernel that are drawn at random")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "benchmarks")
    options = parser.parse_args()
    options.cases = options.cases.split(",") if options.cases else list(CASES)
    for name in options.cases:
        if name not in CASES:
            parser.error(f"there is no case '{name}'; the cases are {', '.join(CASES)}")
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    return options


def main() -> int:
    options = arguments()
    found: list[Point] = []
    try:
        for number, name in enumerate(options.cases, 1):
            found += points(name, options.tool, options.rounds, options.draws)
            save(found, options.output)
            print(f"{number} of {len(options.cases)}: {name}, {len(found)} points so far",
                  file=sys.stderr)
    except NoTool as reason:
        print(reason, file=sys.stderr)
        return 1
    if not found:
        print("these cases have no kernel of one operator", file=sys.stderr)
        return 1
    print("| kernel | predicted, cycles | measured, ms | ratio | schedule |\n"
          "|---|---:|---:|---:|---|")
    for point, ratio in sorted(zip(found, ratios(found), strict=True),
                               key=lambda pair: pair[1]):
        print(f"| {point.name} | {point.cycles:.0f} | {point.milliseconds:.4f} | "
              f"{ratio:.2f} | {point.schedule} |")
    print(summary(found))
    if options.draws:
        print("as chosen:", summary([point for point in found if point.chosen]))
    print(as_text(found))
    draw(found, options.output / "predicted.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
