# schedules.py - the default schedule beside the best of many random ones
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""How much is lost by predicting a schedule instead of searching for one.

    .venv/bin/python benchmarks/schedules.py [--draws 200] [--cases gemm,c6]

Each operator is optimised once. Its largest contraction is then compiled by the
default schedule and by legal schedules drawn at random from the same space
(`--neo-schedule=draw=N`), and timed. The default is timed again with every draw
that seems faster, in turns, so that a quiet moment of the machine is no merit.
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
from neo import _core

Run = Callable[[], float]


def _convolution(channels: int, size: int, outputs: int, taps: int,
                 stride: int) -> tuple[str, dict[str, int], list[tuple[int, ...]]]:
    pad = (taps - 1) // 2
    out = (size + 2 * pad - taps) // stride + 1
    y, x = (f"{stride} * {o} + {r} - {pad}" for o, r in (("y", "r"), ("x", "s")))
    text = (f"O[k,y,x] += (A[c,{y},{x}] if 0 <= {y} < {size} and "
            f"0 <= {x} < {size} else 0) * W[k,c,r,s]")
    return (text, {"y": out, "x": out},
            [(channels, size, size), (outputs, channels, taps, taps)])


_CASES = {
    "gemm": ("C[i,j] += A[i,k] * B[k,j]", {}, [(512, 512), (512, 512)]),
    "gemv": ("y[i] += A[i,k] * x[k]", {}, [(1024, 1024), (1024,)]),
    "scores": ("C[h,i,j] += A[h,i,k] * B[h,j,k]", {},
               [(12, 256, 64), (12, 256, 64)]),
    "c2": _convolution(64, 56, 64, 3, 1),
    "c5": _convolution(64, 56, 128, 1, 2),
    "c6": _convolution(128, 28, 128, 3, 1),
    "c9": _convolution(256, 14, 256, 3, 1),
    "c10": _convolution(256, 14, 512, 3, 2),
    "depthwise": ("O[c,y,x] += (A[c,y+r-1,x+s-1] if 0 <= y+r-1 < 56 and "
                  "0 <= x+s-1 < 56 else 0) * W[c,r,s]", {"y": 56, "x": 56},
                  [(128, 56, 56), (128, 3, 3)]),
    "capsules": ("C[k,p,q,i,j] += A[c,2*p+r,2*q+s,i,m] * W[k,c,r,s,m,j]",
                 {"p": 6, "q": 6}, [(32, 13, 13, 4, 4), (32, 32, 3, 3, 4, 4)]),
}


@dataclass
class Outcome:
    """Milliseconds, and the schedule that was faster than the default."""

    default: float
    best: float
    found: str


def _timer(text: str, inputs: list[np.ndarray]) -> Run:
    program = _core.Program(text, "main", 1)
    program.run(inputs)
    begin = time.perf_counter()
    program.run(inputs)
    once = max(time.perf_counter() - begin, 1e-6)
    calls = max(1, min(50, int(2e-3 / once)))

    def run() -> float:
        begin = time.perf_counter()
        for _ in range(calls):
            program.run(inputs)
        return 1e3 * (time.perf_counter() - begin) / calls
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
    expression, extents, shapes = _CASES[name]
    random = np.random.default_rng(7)
    inputs = [random.standard_normal(shape).astype(np.float32)
              for shape in shapes]
    ir = neo.expr(expression, **extents).ir(*inputs)
    optimised = neo.canonical(ir, "builtin.module(neo-optimize)")
    default = _scheduled(optimised, -1)
    usual = _timer(default, inputs)
    least = min(usual() for _ in range(7))
    best = Outcome(least, least, "the default")
    for draw in range(draws):
        text = _scheduled(optimised, draw)
        run = _timer(text, inputs)
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
    parser.add_argument("--cases", default=",".join(_CASES))
    options = parser.parse_args()
    print("| operator | default, ms | best drawn, ms | default / best | best |")
    print("|---|---:|---:|---:|---|")
    for name in options.cases.split(","):
        if name not in _CASES:
            parser.error(f"there is no case '{name}'; the cases are "
                         + ", ".join(_CASES))
        found = compare(name, options.draws)
        print(f"| {name} | {found.default:.3f} | {found.best:.3f} | "
              f"{found.default / found.best:.2f} | {found.found} |", flush=True)


if __name__ == "__main__":
    main()
