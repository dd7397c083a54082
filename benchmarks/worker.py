# worker.py - one peer, in a process of its own
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Started by measure.py as

    python worker.py SIDE THREADS CLOCK

where SIDE is a module of sides/ without its "_side" and CLOCK "wall" or "processor".
It pins itself and answers lines of JSON, one for one:

    {"open": "C2", "mode": "forward", "results": "r.npz"}
        builds the case, writes the results of all formulations, and chooses the
        fastest: {"form": "...", "first": seconds to the first result, inputs aside}
    {"round": true}
        {"seconds": per call}

An exception is {"error": "..."}; the process is then of no more use.
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

START = time.perf_counter()
# A training step is compared by the parameters' change after this many.
STEPS = 3
ROUND_SECONDS = 0.05
CLOCKS = {"wall": time.perf_counter, "processor": time.process_time}


@dataclass(frozen=True)
class Formulation:
    """`run()` is what is timed; `check()`, called once after a first run, gives the
    arrays to compare: results, or for a training step the parameters' change."""

    name: str
    run: Callable[[], Any]
    check: Callable[[], list]


class Worker:
    def __init__(self, side: str, threads: int, clock: str):
        self.side = importlib.import_module(f"sides.{side}_side")
        self.clock = CLOCKS[clock]
        self.chosen: Formulation | None = None
        self.imports = time.perf_counter() - START
        if hasattr(self.side, "threads"):
            self.side.threads(threads)

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        if "open" in asked:
            return self._open(asked["open"], asked["mode"], asked["results"])
        return {"seconds": self._seconds_per_call(self.chosen, ROUND_SECONDS)}

    def _open(self, name: str, mode: str, results: str) -> dict[str, Any]:
        import cases
        import numpy as np
        import steps

        self.chosen = None
        arrays = steps.inputs(name) if mode == "step" else cases.inputs(
            cases.CASES[name].operator)
        start = time.perf_counter() - self.imports
        self.imports = 0.0  # The next case waits for none.
        forms = (self.side.training(name, arrays) if mode == "step" else
                 self.side.formulations(cases.CASES[name], mode, arrays))
        forms[0].run()
        first = time.perf_counter() - start
        for form in forms[1:]:
            form.run()
        np.savez(results, **{f"{form.name}/{n}": array for form in forms
                             for n, array in enumerate(form.check())})
        self.chosen = self._fastest(forms)
        return {"form": self.chosen.name, "first": first}

    def _fastest(self, forms: list[Formulation]) -> Formulation:
        if len(forms) == 1:
            self._seconds_per_call(forms[0], ROUND_SECONDS)
            return forms[0]
        trials = [self._seconds_per_call(f, ROUND_SECONDS / 2) for f in forms]
        near = [f for f, t in zip(forms, trials) if t < 3 * min(trials)]
        return min(near, key=lambda f: self._seconds_per_call(f, ROUND_SECONDS))

    def _seconds_per_call(self, form: Formulation, least: float) -> float:
        """The mean over as many calls as fill `least` seconds."""
        calls, start = 0, self.clock()
        while True:
            form.run()
            calls += 1
            spent = self.clock() - start
            if spent >= least:
                return spent / calls


def main() -> None:
    side, threads, clock = sys.argv[1:]
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:int(threads)])
    serve(lambda: Worker(side, int(threads), clock).answer)


def serve(start: Callable[[], Callable[[dict[str, Any]], dict[str, Any]]]) -> None:
    """Answers the lines of standard input by the function that `start` gives."""
    # What libraries print does not end up among the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    answer_to = start()
    for line in sys.stdin:
        try:
            answer = answer_to(json.loads(line))
        except Exception as error:
            said = str(error).strip().splitlines()
            answer = {"error": f"{type(error).__name__}: {said[0] if said else ''}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    # Not "__main__": the sides import Formulation from "worker".
    importlib.import_module("worker").main()
