# calibration.py - how fast this machine is
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.calibrate()`, or the command `neo-calibrate` where neo is installed.

What becomes one kernel, and which products are split, depends on how fast one core
computes, how fast it is fed and what a launch costs (NeoFlow, TPDS 2021, section
5.1). Neo assumes a usual server until these are measured; what was measured is kept
in the cache (docs/Cache.md), and programs compiled from then on use it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from neo.errors import Error, describe
from neo.expr import expr
from neo.jit import jit
from neo.native import core, get_threads, set_threads

#: Of each measurement: so many batches of so many seconds; the fastest counts.
_BATCHES, _SECONDS = 12, 0.01
_LANES = 16  # Of f32 in 64 bytes, which is how vectors are counted.


def calibrate() -> dict[str, float]:
    """Measures this machine, about two seconds on one thread, and keeps the result.

    Returns `vectors` (vector instructions per second, from a matrix product that
    the caches hold), `memory` and `cache` (bytes per second of a copy, read and
    written, in memory and in the last-level cache) and `launch` (seconds that one
    more kernel takes). An Error says so where there is no cache to keep it in.
    """
    threads = get_threads()
    set_threads(1)
    try:
        rates = {"vectors": _vectors(), "memory": _copy(64 << 20),
                 "cache": _copy(4 << 20), "launch": _launch()}
    finally:
        set_threads(threads)
    text = ", ".join(f"{name} = {rate:.3e}" for name, rate in rates.items())
    if not core().keep_calibration("{" + text + "}"):
        raise Error(describe(
            "there is no cache to keep the measurement in: unset NEO_CACHE, or "
            "name a folder by NEO_CACHE_DIR"))
    return rates


def _seconds(call: Callable[[], object]) -> float:
    """Of one call: the fastest of several batches, warm."""
    call()
    start, calls = time.perf_counter(), 0
    while time.perf_counter() - start < _SECONDS:
        call()
        calls += 1
    batches = []
    for _ in range(_BATCHES):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        batches.append((time.perf_counter() - start) / calls)
    return min(batches)


def _vectors() -> float:
    """Multiply-adds of vectors per second."""
    size = 256
    product = expr("C[i,j] += A[i,k] * B[k,j]")
    a = np.ones((size, size), np.float32)
    return size ** 3 / _LANES / _seconds(lambda: product(a, a))


def _copy(footprint: int) -> float:
    """Bytes per second, read and written, of a copy that touches so many."""
    copy = expr("Y[i] = X[i] + 1")
    x = np.ones(footprint // 8, np.float32)
    return footprint / _seconds(lambda: copy(x))


def _launch() -> float:
    """Seconds of one more launch: the slope over their number."""
    few, many = 10, 410
    return max((_seconds(chain(many)) - _seconds(chain(few))) / (many - few),
               1e-9)


def chain(length: int, size: int = 2) -> Callable[[], object]:
    """A program of as many products of a matrix and a vector. Every element needs the
    whole result of the step before, so each step is a kernel."""
    step = expr("Y[i] += X[k] * W[i,k]")

    @jit
    def program(x, w):
        for _ in range(length):
            x = step(x, w)
        return x

    x = np.ones(size, np.float32)
    w = np.full((size, size), 1 / size, np.float32)
    return lambda: program(x, w)


def main() -> None:
    """The command `neo-calibrate`: measures, keeps and prints."""
    rates = calibrate()
    print(f"vector instructions  {rates['vectors'] / 1e9:8.2f} billion a second\n"
          f"copy in memory       {rates['memory'] / 1e9:8.2f} GB/s\n"
          f"copy in the cache    {rates['cache'] / 1e9:8.2f} GB/s\n"
          f"launch of a kernel   {rates['launch'] * 1e6:8.3f} us")
