# measure.py - times of several peers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Runs the same case in several peers, taking turns.

Every peer is a process of its own, pinned and warm. Results are compared with the
reference before any time is taken. A round then asks each peer in turn for the time
per call, and the limits for this machine's speed; the median over the rounds counts,
so what disturbs the machine for a while disturbs all.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import steps
from cases import CASES, Operator, inputs
from limits import Limits, Speeds
from peers import Peer
from reference import Evaluation

_HERE = Path(__file__).parent
#: Of an operator's results, relative to the largest value.
TOLERANCE = 1e-3


@dataclass
class Measurement:
    """Seconds per call in every round, and what the worker said of itself."""

    seconds: list[float]
    form: str
    first: float

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


@dataclass
class Row:
    """A case on a number of threads; peers that failed are in `errors`."""

    case: str
    mode: str
    threads: int
    peers: dict[str, Measurement]
    speeds: list[Speeds] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def limit(self) -> float | None:
        """Seconds; the median over the rounds."""
        return statistics.median(
            s.seconds(CASES[self.case], self.mode) for s in self.speeds
        ) if self.speeds and self.case in CASES else None

    @property
    def streaming(self) -> float | None:
        """Seconds that moving the bytes takes, where they are the limit."""
        if self.limit is None or self.speeds[0].bound(
                CASES[self.case], self.mode) != "bytes":
            return None
        return statistics.median(
            s.streaming(CASES[self.case], self.mode) for s in self.speeds)


class Failure(Exception):
    """A peer that cannot take part; the message is one sentence."""


class Process:
    """The process of one peer; starts anew after a failure."""

    def __init__(self, peer: Peer, threads: int, clock: str):
        self.peer, self.threads, self.clock = peer, threads, clock
        self.process = None

    def ask(self, **question) -> dict:
        if self.process is None:
            self._start()
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        answer = json.loads(line) if line else {"error": self._last_words()}
        if "error" in answer:
            self.close()
            raise Failure(f"{self.peer.title} failed: {answer['error']}")
        return answer

    def _start(self) -> None:
        count = str(self.threads)
        environment = {**os.environ, **self.peer.environment, "NEO_THREADS": count,
                       "OMP_NUM_THREADS": count, "MKL_NUM_THREADS": count}
        self.errors = tempfile.TemporaryFile("w+")
        try:
            self.process = subprocess.Popen(
                self.command(), text=True, env=environment, stderr=self.errors,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise Failure(f"{self.peer.title} failed: {error.strerror}: "
                          f"{self.peer.python}") from error

    def command(self) -> list[str | Path]:
        return [self.peer.python, _HERE / "worker.py", self.peer.side,
                str(self.threads), self.clock]

    def _last_words(self) -> str:
        status = self.process.wait()
        self.errors.seek(0)
        # The last line that is not indented names the exception.
        said = [text for text in self.errors.read().splitlines()
                if text.strip() and not text.startswith(" ")]
        return (said or [f"exit status {status}"])[-1]

    def close(self) -> None:
        if self.process is not None:
            for stream in (self.process.stdin, self.process.stdout):
                try:
                    stream.close()
                except BrokenPipeError:
                    pass
            self.process.wait()
            self.errors.close()
            self.process = None

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def reference(name: str, mode: str) -> list[np.ndarray] | None:
    """What results are compared with; of a training step, nothing."""
    return None if mode == "step" else reference_of(CASES[name].operator, mode)


def reference_of(operator: Operator, mode: str) -> list[np.ndarray]:
    """The result, and in the mode "gradients" an adjoint per operand."""
    arrays = inputs(operator)
    cotangent = arrays.pop("~")
    evaluation = Evaluation(operator.text, arrays, operator.extents)
    found = [evaluation.value]
    return found if mode == "forward" else found + evaluation.adjoints(cotangent)


class Contest:
    """The peers' processes and the limits' program, for one number of threads."""

    def __init__(self, peers: Sequence[Peer], limits: Path | None, threads: int,
                 clock: str = "wall"):
        self.threads, self.stack = threads, ExitStack()
        self.processes = {p.key: self.stack.enter_context(
            Process(p, threads, clock)) for p in peers}
        self.limits = limits and self.stack.enter_context(Limits(limits, threads))

    def measure(self, name: str, mode: str, rounds: int,
                expected: list[np.ndarray] | None) -> Row:
        """Peers that fail or are wrong are told in the row."""
        row = Row(name, mode, self.threads, {})
        said = self._opened(row, expected)
        seconds = {key: [] for key in said}
        for _ in range(rounds):
            for key in list(seconds):
                try:
                    seconds[key].append(
                        self.processes[key].ask(round=True)["seconds"])
                except Failure as failure:
                    row.errors.append(f"{_title(row)}: {failure}")
                    del seconds[key]
            if self.limits and mode != "step":
                row.speeds.append(self.limits.round(*CASES[name].traffic(mode)))
        row.peers = {key: Measurement(found, said[key]["form"], said[key]["first"])
                     for key, found in seconds.items()}
        return row

    def _opened(self, row: Row, expected) -> dict[str, dict]:
        said, results = {}, {}
        with tempfile.TemporaryDirectory() as folder:
            for key, process in self.processes.items():
                if not process.peer.takes(row.mode, CASES.get(row.case)):
                    continue
                path = str(Path(folder) / f"{key}.npz")
                try:
                    said[key] = process.ask(open=row.case, mode=row.mode,
                                            results=path)
                except Failure as failure:
                    row.errors.append(f"{_title(row)}: {failure}")
                    continue
                results[key] = dict(np.load(path))
        trusted = expected or _first(results)
        for key, found in results.items():
            wrong = dict(differences(found, trusted, _tolerance(row)))
            row.errors += [f"{_title(row)}: {self.processes[key].peer.title} {text}"
                           for text in wrong.values()]
            if said[key]["form"] in wrong:
                del said[key]  # What is wrong is not timed.
        return said

    def __enter__(self) -> Contest:
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()


def _title(row: Row) -> str:
    return f"{row.case}, {row.mode}, {row.threads} thread(s)"


def _tolerance(row: Row) -> float:
    return steps.STEPS[row.case].tolerance if row.mode == "step" else TOLERANCE


def _first(results: dict[str, dict]) -> list[np.ndarray]:
    """The last peer's first formulation: training steps have no reference."""
    if not results:
        return []
    trusted = list(results.values())[-1]
    form = next(iter(trusted)).split("/")[0]
    return [a for name, a in trusted.items() if name.split("/")[0] == form]


def differences(found: dict[str, np.ndarray], expected: Sequence[np.ndarray],
                 tolerance: float) -> Iterator[tuple[str, str]]:
    """Formulations whose results differ, and a sentence on each."""
    for name, array in found.items():
        form, number = name.rsplit("/", 1)
        error = _relative(array, expected[int(number)])
        if not error <= tolerance:
            yield form, (f"({form}) differs in result {number} by {error:.1e} of the "
                         f"largest value, more than {tolerance:g}")


def _relative(found: np.ndarray, expected: np.ndarray) -> float:
    if found.shape != expected.shape:
        return float("inf")
    largest = np.abs(expected).max(initial=0.0)
    return float(np.abs(found - expected).max(initial=0.0) / (largest or 1.0))
