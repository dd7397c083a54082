# limits.py - the longer of operations at the peak and bytes at the copy's speed
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Runs limits.c beside the peers: each round asks it for the FMA peak and for the
copy bandwidth at the footprint of the operator that is being measured."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from cases import Case


class NoLimits(Exception):
    """Why the limits cannot be measured, as one sentence."""


@dataclass(frozen=True)
class Speeds:
    """Of all threads together: multiply-adds count as two operations."""

    operations: float
    bytes: float
    #: Bytes of reading and writing as much as the operator does, without a copy's
    #: balance of the two.
    streams: float = math.inf

    def seconds(self, case: Case, mode: str) -> float:
        return max(case.operations(mode) / self.operations,
                   case.bytes(mode) / self.bytes)

    def streaming(self, case: Case, mode: str) -> float:
        """Seconds that moving the bytes takes where nothing is computed."""
        return case.bytes(mode) / self.streams

    def bound(self, case: Case, mode: str) -> str:
        computing = case.operations(mode) / self.operations
        return "operations" if computing > case.bytes(mode) / self.bytes else "bytes"


def compiler() -> str:
    """What builds the C of the benchmarks."""
    return os.environ.get("CC") or shutil.which("clang-22") or "clang"


def build(folder: Path) -> Path:
    """The program, compiled by $CC or clang-22."""
    program = folder / "limits"
    source = Path(__file__).with_suffix(".c")
    try:
        subprocess.run([compiler(), "-O3", "-march=native", "-ffp-contract=fast",
                        "-pthread", "-o", program, source],
                       check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", b"").decode().splitlines()[:1]
        raise NoLimits(f"the compiler '{compiler()}' cannot build {source.name}, so no "
                       "share of the limit is told: install clang-22 or set CC"
                       f"{': ' if said else ''}{''.join(said)}") from None
    return program


class Limits:
    """The program on a number of threads; a context manager."""

    def __init__(self, program: Path, threads: int):
        self.process = subprocess.Popen([program, str(threads)], text=True,
                                        stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def round(self, read: float, written: float) -> Speeds:
        self.process.stdin.write(f"{int(read)} {int(written)}\n")
        self.process.stdin.flush()
        return Speeds(*map(float, self.process.stdout.readline().split()))

    def __enter__(self) -> Limits:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
