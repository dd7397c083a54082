# run.py - the fuzzer's command
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Random programs against the reference interpreter.

    python test/fuzz/run.py --seconds 3600            # an hour, on all cores
    python test/fuzz/run.py --programs 200000 --seed 1
    python test/fuzz/run.py --programs 200000 --seed 1 --first 70000  # the rest of it
    python test/fuzz/run.py --replay 1,4,0,2          # one program again

Exits with 1 if a program fails. See README.md.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections import Counter

from choices import Choices, shrink
from pool import Worker
from program import TooLarge, make_program
from report import describe

FAILURES = ("mismatch", "derivative", "error", "refused", "crash", "hang",
            "slow")


class Fuzzer:
    """Threads that draw programs, each with a worker, and what they found."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.begin = time.monotonic()
        self.end = self.begin + options.seconds
        self.lock = threading.Lock()
        self.next = options.first
        self.counts: Counter[str] = Counter()
        self.failures = 0
        self.slowest: list[tuple[float, int]] = []

    def run(self) -> int:
        threads = [threading.Thread(target=self._work)
                   for _ in range(self.options.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self._summarise()
        return 1 if self.failures else 0

    def _take(self) -> int | None:
        with self.lock:
            if time.monotonic() >= self.end or \
                    self.next >= self.options.programs or \
                    self.failures >= self.options.most_failures:
                return None
            self.next += 1
            if self.next % 1000 == 0:
                print(f"{self.next} programs: {dict(self.counts)}", flush=True)
            return self.options.seed * 1_000_000_000 + self.next - 1

    def _work(self) -> None:
        """Draws and runs programs; what goes wrong in drawing is a failure, too."""
        try:
            self._run_all(Worker())
        except Exception:
            with self.lock:
                self.failures += 1
            raise

    def _run_all(self, worker: Worker) -> None:
        while (seed := self._take()) is not None:
            choices = Choices(seed)
            try:
                make_program(choices)
            except TooLarge:
                continue
            outcome = self._judged(worker.run(choices.taken))
            with self.lock:
                self.counts[outcome["kind"]] += 1
                self.slowest = sorted(
                    [*self.slowest, (outcome["seconds"], seed)])[-3:]
            if outcome["kind"] in FAILURES:
                self._failed(worker, seed, choices.taken, outcome)
        worker.stop()

    def _judged(self, outcome: dict) -> dict:
        """A right program may still have taken too long to compile."""
        if outcome["kind"] == "right" and \
                outcome["seconds"] > self.options.slow:
            outcome["kind"] = "slow"
        return outcome

    def _failed(self, worker: Worker, seed: int, choices: list[int],
                outcome: dict) -> None:
        kind = outcome["kind"]
        if self.options.shrink:
            choices = shrink(choices, lambda c: _makes(c) and
                             self._judged(worker.run(c))["kind"] == kind,
                             60 if kind in ("slow", "hang") else 400)
            outcome = self._judged(worker.run(choices))
        with self.lock:
            self.failures += 1
            print(describe(seed, choices, outcome), flush=True)

    def _summarise(self) -> None:
        print(f"seed {self.options.seed}: {dict(self.counts)}")
        for seconds, seed in reversed(self.slowest):
            print(f"{seconds:.2f} s to compile: --one {seed}")
        print(f"{self.counts['right']} passed, {self.failures} failed in "
              f"{time.monotonic() - self.begin:.1f}s")


def _makes(choices: list[int]) -> bool:
    try:
        make_program(Choices(replay=choices))
    except TooLarge:
        return False
    return True


def _again(choices: list[int]) -> int:
    """Runs one program and says what became of it."""
    worker = Worker()
    outcome = worker.run(choices)
    worker.stop()
    print(describe(0, choices, outcome))
    return 1 if outcome["kind"] in FAILURES else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--programs", type=float, default=float("inf"))
    parser.add_argument("--first", type=int, default=0,
                        help="the program to begin with, where a run was stopped")
    parser.add_argument("--seed", type=int,
                        default=int.from_bytes(os.urandom(3), "little"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--most-failures", type=int, default=20)
    parser.add_argument("--slow", type=float, default=5.0,
                        help="seconds of a core that compiling may take")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu",
                        help="cuda: NVIDIA's driver, or the one NEO_CUDA_DRIVER names")
    parser.add_argument("--replay", help="choices of one program, with commas")
    parser.add_argument("--one", type=int, help="the number of one program")
    options = parser.parse_args()
    os.environ["NEO_FUZZ_DEVICE"] = options.device  # for the workers
    if options.replay is not None:
        return _again([int(n) for n in options.replay.split(",") if n])
    if options.one is not None:
        choices = Choices(options.one)
        make_program(choices)
        return _again(choices.taken)
    if options.seconds == options.programs == float("inf"):
        options.seconds = 60
    print(f"seed {options.seed}", flush=True)
    return Fuzzer(options).run()


if __name__ == "__main__":
    sys.exit(main())
