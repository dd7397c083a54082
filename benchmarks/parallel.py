# parallel.py - Neo's pool beside OpenMP
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What it costs to share a kernel among threads.

A chain of matrix-vector products, each of which waits for the one before, on one
thread and on two: by Neo, and by OpenMP (parallel.c, the system's `cc`), whose
threads either spin while they wait or sleep. Neo's spin for a moment and then sleep.
The cost of a launch is the time on two threads less half of that on one; it holds
the join, the wake-up and what the caches lose to the exchange of the vector.

    .venv/bin/python benchmarks/parallel.py
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from pathlib import Path

import neo
from neo.calibration import chain

SIZES, LENGTH, CHAINS = (256, 512), 100, 200
_SOURCE = Path(__file__).parent / "parallel.c"


def neo_product(size: int, threads: int) -> float:
    """Microseconds of one product, the fastest chain."""
    neo.set_threads(threads)
    products = chain(LENGTH, size)
    products()
    best = float("inf")
    for _ in range(CHAINS):
        start = time.perf_counter()
        products()
        best = min(best, time.perf_counter() - start)
    return 1e6 * best / LENGTH


def openmp_product(program: str, size: int, threads: int, policy: str) -> float:
    environment = os.environ | {"OMP_NUM_THREADS": str(threads),
                                "OMP_PROC_BIND": "true", "OMP_WAIT_POLICY": policy}
    done = subprocess.run([program, str(size), str(LENGTH)], env=environment,
                          check=True, capture_output=True, text=True)
    return float(done.stdout)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "parallel")
        subprocess.run(["cc", "-O3", "-march=native", "-ffast-math", "-fopenmp",
                        str(_SOURCE), "-o", program], check=True)
        sides = {"Neo": neo_product,
                 "OpenMP, spinning": lambda n, t: openmp_product(program, n, t, "active"),
                 "OpenMP, sleeping": lambda n, t: openmp_product(program, n, t, "passive")}
        print("| product | threads wait by | 1 thread, us | 2 threads, us | cost, us |")
        print("|---|---|---:|---:|---:|")
        for size in SIZES:
            for side, measure in sides.items():
                one, two = measure(size, 1), measure(size, 2)
                print(f"| {size} x {size} | {side} | {one:.2f} | {two:.2f} | "
                      f"{two - one / 2:.2f} |", flush=True)


if __name__ == "__main__":
    main()
