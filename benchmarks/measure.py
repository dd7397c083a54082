# measure.py - peers side by side
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Runs the same case in several peers, taking turns.

Every peer is a process of its own, pinned and warm. A round asks each in turn for
the time per call; the median over the rounds counts, so what disturbs the machine
for a while disturbs all. Results are compared before any time is taken.

"PyTorch tuned" is PyTorch as one would set it up by hand on this machine: MKL asks
the function mkl_serv_intel_cpu_true whether to use its AVX-512 kernels and answers
no on other makers' processors, so a preloaded library answers yes; and malloc keeps
its memory and uses huge pages. Neo always runs as installed.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from operators import Case

_HERE = Path(__file__).parent
_MALLOC = ("glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:"
           "glibc.malloc.trim_threshold=68719476736")


@dataclass
class Peer:
    """A row's column: which side to run, with which Python and environment."""

    key: str
    title: str
    side: str
    python: str
    environment: dict[str, str] = field(default_factory=dict)


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

    case: Case
    threads: int
    peers: dict[str, Measurement]
    errors: list[str]


class Failure(Exception):
    """A peer that cannot take part; the message is one sentence."""


def torch_peers(python: str, folder: Path) -> list[Peer]:
    """PyTorch as installed and tuned, or a Failure that says what is missing."""
    found = subprocess.run([python, "-c", "import torch"], capture_output=True)
    if found.returncode:
        raise Failure(f"PyTorch is not installed for {python}, so only Neo is "
                      "measured: run scripts/setup.sh --peers")
    tuned = {"LD_PRELOAD": str(_preload(folder)), "GLIBC_TUNABLES": _MALLOC}
    return [Peer("torch", "PyTorch as installed", "torch", python),
            Peer("tuned", "PyTorch tuned", "torch", python, tuned)]


def _preload(folder: Path) -> Path:
    source, library = folder / "preload.c", folder / "preload.so"
    source.write_text("int mkl_serv_intel_cpu_true(void);\n"
                      "int mkl_serv_intel_cpu_true(void) { return 1; }\n")
    compiler = os.environ.get("CC", "cc")
    try:
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source],
                       check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        raise Failure(f"the C compiler '{compiler}' cannot build the library that "
                      "PyTorch's tuned setting preloads: install it or set CC"
                      ) from None
    return library


class _Worker:
    """The process of one peer; a context manager."""

    def __init__(self, peer: Peer, case: Case, threads: int, folder: str):
        self.peer = peer
        self.results = Path(folder) / f"{peer.key}.npz"
        count = str(threads)
        environment = {**os.environ, **peer.environment, "NEO_THREADS": count,
                       "OMP_NUM_THREADS": count, "MKL_NUM_THREADS": count}
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [peer.python, _HERE / "worker.py", peer.side, case.name, count,
             self.results], text=True, env=environment, stderr=self.errors,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answer(self) -> str:
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.errors.seek(0)
            # The last line that is not indented names the exception.
            said = [text for text in self.errors.read().splitlines()
                    if text.strip() and not text.startswith(" ")]
            status = f"exit status {self.process.returncode}"
            raise Failure(f"{self.peer.title} failed: {(said or [status])[-1]}")
        return line

    def round(self) -> float:
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.answer())

    def __enter__(self) -> _Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


def measure(case: Case, peers: Sequence[Peer], threads: int, rounds: int) -> Row:
    """The case in all peers; those that fail or disagree are told in the row."""
    ready, errors = {}, []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        for peer in peers:
            worker = stack.enter_context(_Worker(peer, case, threads, folder))
            try:
                ready[peer.key] = (worker, json.loads(worker.answer()))
            except Failure as failure:
                errors.append(f"{case.name}, {threads} thread(s): {failure}")
        workers = {key: worker for key, (worker, _) in ready.items()}
        errors += [f"{case.name}, {threads} thread(s): {difference}"
                   for difference in _differences(case, list(workers.values()))]
        turns = [{key: w.round() for key, w in workers.items()}
                 for _ in range(rounds)]
    return Row(case, threads, {
        key: Measurement([turn[key] for turn in turns], said["form"], said["first"])
        for key, (_, said) in ready.items()}, errors)


def _differences(case: Case, workers: Sequence[_Worker]) -> Iterator[str]:
    """Formulations whose results differ from the last peer's, as sentences."""
    if not workers:
        return
    oracle = np.load(workers[-1].results)
    trusted = oracle.files[0].split("/")[0]
    for worker in workers:
        found = np.load(worker.results)
        for name in found.files:
            form, number = name.split("/")
            expected = oracle[f"{trusted}/{number}"]
            error = _relative(found[name], expected)
            if not error <= case.tolerance:
                yield (f"{worker.peer.title} ({form}) differs in result {number} by "
                       f"{error:.1e} of the largest value, more than "
                       f"{case.tolerance:g}")


def _relative(found: np.ndarray, expected: np.ndarray) -> float:
    if found.shape != expected.shape:
        return float("inf")
    largest = np.abs(expected).max(initial=0.0)
    return float(np.abs(found - expected).max(initial=0.0) / (largest or 1.0))


def neo_peer() -> Peer:
    return Peer("neo", "Neo", "neo", sys.executable)
