# opinfo.py - every operator of PyTorch's own tests by backend="neo"
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Runs the OpInfo entries with float64 autograd, eager beside Neo, and counts.

    PYTHONPATH=build/python .venv/bin/python test/torch/opinfo.py
    ... opinfo.py --only 'conv|pool' --verbose --workers 2 --output found.jsonl

Each worker process takes entry after entry (samples.py); one that exceeds its time, or
dies, is an error, and its process is replaced.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import selectors
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from queue import Empty, Queue
from typing import Any

WORKER = Path(__file__).with_name("samples.py")


class Worker:
    """A process that runs entries."""

    def __init__(self) -> None:
        environment = os.environ | {"OMP_NUM_THREADS": "1", "NEO_COMPILE_BUDGET": "0"}
        self.process = subprocess.Popen(
            [sys.executable, str(WORKER)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=environment)
        self.count = int((self._line("ready", 300) or "0").split()[0])

    def _line(self, word: str, seconds: float) -> str | None:
        """The rest of the next line that begins with `word`; None if none comes."""
        end = time.monotonic() + seconds
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while time.monotonic() < end:
                if not selector.select(max(end - time.monotonic(), 0)):
                    return None
                line = self.process.stdout.readline()
                if not line:
                    return None
                if line.startswith(word + " "):
                    return line[len(word) + 1:]
        return None

    def run(self, number: int, samples: int, seconds: float) -> dict[str, Any] | None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{number} {samples}\n")
        self.process.stdin.flush()
        line = self._line("done", seconds)
        return None if line is None else json.loads(line)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


def work(numbers: Queue[int], names: list[str], options: Any, found: list[Any]) -> None:
    worker = Worker()
    while True:
        try:
            number = numbers.get_nowait()
        except Empty:
            worker.end()
            return
        start = time.monotonic()
        result = worker.run(number, options.samples, options.seconds)
        if result is None:
            result = {"name": names[number], "state": "error", "fallbacks": [],
                      "graphs": 0, "why": f"no answer in {options.seconds} s"}
            worker.end()
            worker = Worker()
        result["seconds"] = round(time.monotonic() - start, 1)
        found.append(result)
        report(result, options)


def report(result: dict[str, Any], options: Any) -> None:
    if options.output:
        with open(options.output, "a") as file:
            file.write(json.dumps(result) + "\n")
    if options.verbose or result["state"] != "equal":
        fallbacks = ", ".join(sorted({n for n, _ in result["fallbacks"]}))
        print(f"{result['state']:6} {result['name']}: {result['why']}"
              f" [{fallbacks}] graphs {result['graphs']}, {result['seconds']} s",
              flush=True)


def summary(found: list[dict[str, Any]]) -> str:
    states = Counter(f["state"] for f in found)
    whole = sum(f["state"] == "equal" and not f["fallbacks"] and f["graphs"] <= 1
                for f in found)
    several = sum(f["state"] == "equal" and f["graphs"] > 1 for f in found)
    reasons = Counter(name for f in found for name in {n for n, _ in f["fallbacks"]})
    lines = [f"{len(found)} entries: {states['equal']} equal, {states['wrong']} wrong, "
             f"{states['error']} errors",
             f"{whole} equal without a fallback in one graph "
             f"({100 * whole / max(len(found), 1):.1f} %), {several} in several graphs",
             "fallbacks: " + ", ".join(f"{n} {c}" for n, c in reasons.most_common(40))]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="regular expression of names")
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--output", help="file that gets a line of JSON for each entry")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    from samples import ENTRIES, name_of
    names = [name_of(e) for e in ENTRIES]
    numbers: Queue[int] = Queue()
    for number, name in enumerate(names):
        if re.search(options.only, name):
            numbers.put(number)
    found: list[Any] = []
    threads = [threading.Thread(target=work, args=(numbers, names, options, found))
               for _ in range(options.workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(summary(found))
    return any(f["state"] != "equal" for f in found)


if __name__ == "__main__":
    sys.exit(main())
