# worker.py - one peer on one case, in a process of its own
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Started by measure.py as

    python worker.py neo|torch CASE THREADS RESULTS.npz

It pins itself, builds the case, writes its results for the comparison, chooses its
fastest formulation, and says so in one line of JSON. Then each line that it reads
is a round: it answers with the seconds per call.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# A training step is compared by the parameters' change after this many.
STEPS = 3
ROUND_SECONDS = 0.05


@dataclass(frozen=True)
class Formulation:
    """`run()` is what is timed; `check()`, called once after a first run, gives the
    arrays to compare: results, or for a training step the parameters' change."""

    name: str
    run: Callable[[], Any]
    check: Callable[[], list]


def seconds_per_call(run: Callable[[], Any], least: float) -> float:
    """The mean over as many calls as fill `least` seconds."""
    calls, start = 0, time.perf_counter()
    while True:
        run()
        calls += 1
        spent = time.perf_counter() - start
        if spent >= least:
            return spent / calls


def pin(threads: int) -> None:
    """Onto the first cores of those that we may use."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])


def _fastest(forms: list[Formulation]) -> Formulation:
    for form in forms:
        seconds_per_call(form.run, ROUND_SECONDS)
    return min(forms, key=lambda f: seconds_per_call(f.run, 2 * ROUND_SECONDS))


def main() -> None:
    peer, name, threads, results = sys.argv[1:]
    pin(int(threads))
    start = time.perf_counter()
    side = importlib.import_module(f"{peer}_side")
    import numpy as np

    import operators

    if hasattr(side, "threads"):
        side.threads(int(threads))
    forms = getattr(side, name)(operators.inputs(operators.find(name)))
    forms[0].run()
    first = time.perf_counter() - start
    for form in forms[1:]:
        form.run()
    np.savez(results, **{f"{form.name}/{n}": array for form in forms
                         for n, array in enumerate(form.check())})
    chosen = _fastest(forms)
    print(json.dumps({"form": chosen.name, "first": first}), flush=True)
    for _ in sys.stdin:
        print(seconds_per_call(chosen.run, ROUND_SECONDS), flush=True)


if __name__ == "__main__":
    # Not "__main__": the sides import Formulation from "worker".
    importlib.import_module("worker").main()
