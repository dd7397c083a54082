# functions.py - functions and operators of numbers beside PyTorch's
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Every function that takes one or two numbers, applied to a tensor by one thread.

    .venv/bin/python benchmarks/functions.py [--rows 1000] [--columns 256] [--only 'sin|pow']

Both sides write into new memory and run in turns; the median over the rounds counts. A
row says milliseconds of both, and how much faster Neo is, for each element type. The
largest difference of the results, relative to 1 + their size, is printed if it is more
than rounding explains.
"""

from __future__ import annotations

import argparse
import math
import re
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch

import neo

#: Functions of NumPy's names, the text of an operator, and what PyTorch calls them.
ONE = {name: name for name in (
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "tanh", "sinh",
    "cosh", "sin", "cos", "tan", "asin", "acos", "atan", "asinh", "atanh", "erf",
    "sigmoid", "floor")}
TWO = {"x ** y": "pow", "x % y": "remainder", "x // y": "floor_divide",
       "atan2(x, y)": "atan2", "maximum(x, y)": "maximum", "x * y": "mul"}
CONSTANT = {"x ** 0.5": "sqrt", "x ** -1.0": "reciprocal"}
ROUNDS, LEAST = 15, 0.01

Side = Callable[..., Any]


def sides(only: str) -> Iterator[tuple[str, int, Side, Side]]:
    """A name, the number of operands, and both functions."""
    scope = {name: getattr(neo, name) for name in (*ONE, "atan2", "maximum")}
    for name, other in ONE.items():
        if re.search(only, name):
            yield name, 1, scope[name], getattr(torch, other)
    for table, count in ((TWO, 2), (CONSTANT, 1)):
        for text, other in table.items():
            if re.search(only, text):
                operands = ", ".join("xy"[:count])
                yield (text, count, eval(f"lambda {operands}: {text}", scope),
                       getattr(torch, other))


def milliseconds(call: Side, operands: list[Any], calls: int) -> float:
    begin = time.perf_counter()
    for _ in range(calls):
        call(*operands)
    return 1e3 * (time.perf_counter() - begin) / calls


def compare(ours: Side, theirs: Side, arrays: list[np.ndarray]) -> tuple[float, float]:
    """Milliseconds of both; an error where the results differ."""
    tensors = [torch.from_numpy(a) for a in arrays]
    found, wanted = ours(*arrays), theirs(*tensors).numpy()
    off = np.abs(found - wanted).max() / (1 + np.abs(wanted).max())
    if not off < 64 * np.finfo(found.dtype).eps:
        raise SystemExit(f"results differ by {off:.1e}")
    calls = max(1, math.ceil(1e3 * LEAST / milliseconds(theirs, tensors, 3)))
    pairs = [(milliseconds(ours, arrays, calls), milliseconds(theirs, tensors, calls))
             for _ in range(ROUNDS)]
    return tuple(map(statistics.median, zip(*pairs)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--columns", type=int, default=256)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    torch.set_num_threads(1)
    random, shape = np.random.default_rng(3), (options.rows, options.columns)
    print(f"{'function':16}" + 2 * f"{'neo':>11}{'torch':>8}{'ratio':>8}  ")
    ratios = []
    for name, count, ours, theirs in sides(options.only):
        row = f"{name:16}"
        for dtype in (np.float32, np.float64):
            arrays = [random.uniform(0.05, top, shape).astype(dtype)
                      for top in (0.95, 3)[:count]]
            pair = compare(neo.jit(ours, threads=1), theirs, arrays)
            ratios.append(pair[1] / pair[0])
            row += f"{pair[0]:11.3f}{pair[1]:8.3f}{ratios[-1]:7.2f}x  "
        print(row, flush=True)
    print(f"{math.exp(statistics.fmean(map(math.log, ratios))):.2f}x in the geometric "
          f"mean, at least {min(ratios):.2f}x")


if __name__ == "__main__":
    main()
