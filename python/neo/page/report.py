# report.py - what a page says of one program
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Kernels with what is predicted of them and what was measured.

Predicted is the longer of two times, of the operations at the rate of one core's vectors
and of the bytes at that of memory, or of the cache where all that the program moves fits
in it, and what a launch costs. The rates are those of `neo.calibrate`, or assumed. Measured
is the least of some runs on one thread, with ones for numbers and zeros for integers, so
that indices from data lie inside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from neo.explain_gradients import Gradients
from neo.explain_kernels import Kernels, moved
from neo.native import compile_text, core
from neo.provenance import Provenance
from neo.specs import numpy_type

if TYPE_CHECKING:
    from neo._core import Kernel

#: Operations of a vector instruction: 16 of f32, each a product and a sum.
_EACH = 32
#: What a core's share of the last-level cache holds, of a usual server.
_CACHED = 2**24
_RUNS = 7


@dataclass
class Report:
    """One program: `seconds` of each kernel are None where they were not measured."""

    title: str
    kernels: Sequence[Kernel]
    words: Kernels
    gradients: list[str]
    rates: dict[str, float]
    is_measured_machine: bool
    predicted: list[float]
    measured: list[float | None]
    arena: int | None = None
    arguments: list[str] = field(default_factory=list)


def report(title: str, text: str) -> Report:
    """Explains, compiles and runs the program of an IR text."""
    kernels, remarks = core().explain(text)
    provenance = Provenance(text)
    words = Kernels(kernels, remarks, provenance)
    rates, is_measured = _rates()
    total = sum(moved(k) for k in kernels if not k.once)
    program = compile_text(text, 1)
    return Report(
        title, kernels, words, list(Gradients(kernels, remarks, provenance).forms()),
        rates, is_measured, [_predicted(k, rates, total) for k in kernels],
        _measured(program, kernels, _inputs(text)), program.stats.get("arena_bytes"),
        provenance.arguments.get("main", []))


def _rates() -> tuple[dict[str, float], bool]:
    """What one core does in a second, and whether it was measured here."""
    said = core().calibration()
    found = {name: float(rate) for name, rate in re.findall(r"(\w+) = ([-+.\de]+)", said)}
    return core().assumed_rates() | found, bool(found)


def _predicted(kernel: Kernel, rates: dict[str, float], total: int) -> float:
    """Seconds of one launch."""
    fed = rates["cache" if total < _CACHED else "memory"]
    return rates["launch"] + max(kernel.operations / (_EACH * rates["vectors"]),
                                 moved(kernel) / fed)


def _inputs(text: str) -> list[np.ndarray]:
    """Arrays for the parameters of @main."""
    head = re.search(r"func\.func @main\((.*?)\) *(->|\{|$)", text, re.MULTILINE)
    found = []
    for extents, dtype in re.findall(r"tensor<((?:\d+x)*)(\w+)>", head[1] if head else ""):
        shape = tuple(map(int, extents.split("x")[:-1]))
        make = np.ones if dtype[0] in "fb" else np.zeros
        found.append(make(shape, numpy_type(dtype)))
    return found


def _measured(program: Any, kernels: Sequence[Kernel], inputs: list[np.ndarray]
              ) -> list[float | None]:
    """Seconds of each kernel: those once for all runs have theirs in the first."""
    first = [seconds for _, seconds in program.profile(inputs)]
    runs = [first, *([s for _, s in program.profile(inputs)] for _ in range(_RUNS))]
    # Launches that need no argument come first in a plan.
    order = sorted(range(len(kernels)), key=lambda n: not kernels[n].once)
    if len(first) != len(kernels) or any(k.times != 1 for k in kernels):
        return [None] * len(kernels)
    found: list[float | None] = [None] * len(kernels)
    for launch, kernel in enumerate(order):
        is_once = kernels[kernel].once
        found[kernel] = first[launch] if is_once else min(run[launch] for run in runs[1:])
    return found
