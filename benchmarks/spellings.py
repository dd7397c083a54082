# spellings.py - one function in several spellings
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""How much the spelling of a function decides how fast it is.

    .venv/bin/python benchmarks/spellings.py [--families softmax,gelu] [--rounds 15]

A family is one function, written in several ways: with or without names for its
parts, as text, as operators of traced tensors or by `neo.compute`, with dimensions in
another order, with pads or guards. All compute the same numbers, which is checked
first (`test/python/test_spellings.py` does so, too). Each is timed forward and with
its gradients, on one thread, warm, in turns; a row is the median of its time over that
of the fastest spelling of its family. 1.00 is the fastest.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np

import neo
from spelled import FAMILIES, Family


def step(function, with_gradients: bool):
    """The function, compiled, or its results pulled back as well."""
    if not with_gradients:
        return neo.jit(function, threads=1)

    def both(*arrays):
        y, pullback = neo.vjp(function, *arrays)
        return y, pullback(y * y)

    return neo.jit(both, threads=1)


def check(family: Family, arrays: list[np.ndarray]) -> None:
    """All spellings give the values and gradients of the first."""
    for with_gradients in (False, True):
        wanted = None
        for name, function in family.spellings.items():
            found, _ = neo.tree.flatten(step(function, with_gradients)(*arrays))
            wanted = wanted or found
            for a, b in zip(found, wanted):
                scale = np.abs(b).max() if b.size else 0
                np.testing.assert_allclose(a, b, rtol=2e-4, atol=2e-5 * scale,
                                           err_msg=f"{family.name}: {name}")


def time_family(family: Family, arrays: list[np.ndarray], rounds: int,
                with_gradients: bool) -> dict[str, float]:
    """Milliseconds of each spelling, the median of rounds in turns."""
    steps = {n: step(f, with_gradients) for n, f in family.spellings.items()}
    seconds: dict[str, list[float]] = {name: [] for name in steps}
    for run in range(rounds + 2):
        for name, compiled in steps.items():
            begin = time.perf_counter()
            compiled(*arrays)
            if run >= 2:
                seconds[name].append(time.perf_counter() - begin)
    return {n: 1e3 * statistics.median(s) for n, s in seconds.items()}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    print("| function | spelling | forward ms | ratio | gradients ms | ratio |")
    print("|---|---|---|---|---|---|")
    for name in options.families.split(","):
        family = FAMILIES[name]
        arrays = family.arrays(small=False)
        check(family, arrays)
        forward, gradients = (time_family(family, arrays, options.rounds, g)
                              for g in (False, True))
        for spelling in family.spellings:
            f, g = forward[spelling], gradients[spelling]
            print(f"| {name} | {spelling} | {f:.3f} | "
                  f"{f / min(forward.values()):.2f} | {g:.3f} | "
                  f"{g / min(gradients.values()):.2f} |", flush=True)


if __name__ == "__main__":
    main()
