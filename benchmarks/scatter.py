# scatter.py - what gathering and scattering a gradient cost
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Prints the cost that `neo-autodiff` compares when it chooses between both forms
of a gradient, and the gradient of an embedding beside numpy.add.at.

    .venv/bin/python benchmarks/scatter.py

Costs are those of one thread: nanoseconds for an iteration of the gather and for an
element that is scattered, its sum included, and the second over the first, which is
`iterationsPerScatter` of lib/Transforms/Autodiff/AdjointScatter.cpp. Minima of many.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable

import numpy as np

import neo
from neo import _core

#: Index of the read, number of rows of its points (64 columns), elements.
READS = [("i + j", 64, 1600), ("i + j", 256, 25600), ("i + 3 * j", 64, 3200),
         ("i + 3 * j", 256, 12800), ("37 * i mod 64 + 50 * j", 256, 25600)]
#: Rows of the table, columns, rows that are read.
TABLES = [(30000, 64, 8192), (1000, 256, 20000), (200000, 1, 1000000)]
RNG = np.random.default_rng(0)


def program(index: str, rows: int, size: int) -> str:
    x, y = f"tensor<{size}xf32>", f"tensor<{rows}x64xf32>"
    return f"""
func.func private @f(%x: {x}) -> {y} {{
  %y = neo.compute [i: {rows}, j: 64] %x[{index}] : ({x}) -> {y} {{
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    neo.yield %0 : f32
  }}
  return %y : {y}
}}
func.func private @f_vjp({x}, {y}) -> {x}
func.func @main(%x: {x}, %g: {y}) -> {x} {{
  %0 = call @f_vjp(%x, %g) : ({x}, {y}) -> {x}
  return %0 : {x}
}}"""


def nanoseconds(text: str, form: str, inputs: list[np.ndarray]
                ) -> tuple[float, str]:
    """The time of the gradient's kernels in one thread, and its IR."""
    derived = neo.canonical(
        text, f"builtin.module(neo-autodiff{{declared-only {form}}},inline,"
              "canonicalize)")
    compiled = _core.Program(derived, "main", 1)
    return 1e9 * min(sum(seconds for _, seconds in compiled.profile(inputs))
                     for _ in range(200)), derived


def cost(index: str, rows: int, size: int) -> None:
    text = program(index, rows, size)
    inputs = [RNG.standard_normal(s).astype(np.float32)
              for s in ((size,), (rows, 64))]
    gather, derived = nanoseconds(text, "", inputs)
    free = re.findall(r"\[z0: \d+\] sum \[(.*?)\]", derived)[0]
    points = size * math.prod(int(n) for n in re.findall(r": (\d+)", free))
    scatter, derived = nanoseconds(text, "scatter", inputs)
    assert "neo.scatter_add" in derived
    iteration, element = gather / points, scatter / (rows * 64)
    print(f"{index:24} {rows:4} x 64 of {size:6}  gather {iteration:.2f}  "
          f"scatter {element:.2f}  ratio {element / iteration:.1f}")


def milliseconds(run: Callable[[], object], times: int) -> float:
    found = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        found.append(time.perf_counter() - start)
    return 1e3 * min(found)


def embedding(rows: int, columns: int, reads: int) -> None:
    expression = neo.expr("Y[i,j] = A[I[i], j]")
    table = RNG.standard_normal((rows, columns)).astype(np.float32)
    index = RNG.integers(0, rows, reads)
    terms = RNG.standard_normal((reads, columns)).astype(np.float32)

    def by_numpy() -> None:
        np.add.at(np.zeros_like(table), index, terms)

    ours = milliseconds(lambda: expression.vjp((table, index), terms), 20)
    print(f"{rows:6} x {columns:3}, {reads:7} reads  Neo {ours:.2f} ms  "
          f"numpy.add.at {milliseconds(by_numpy, 3):.2f} ms")


if __name__ == "__main__":
    for read in READS:
        cost(*read)
    for each in TABLES:
        embedding(*each)
