# report.py - what a page says of one program
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Kernels with what is predicted of them and what was measured.

Predicted is what neo.predicted says. Measured is the least of some runs on one thread,
with ones for numbers and zeros for integers, so that indices from data lie inside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from neo.errors import Error, describe
from neo.explain_gradients import Gradients
from neo.explain_kernels import Kernels
from neo.native import compile_text, core
from neo.predicted import predicted, rates
from neo.provenance import Provenance
from neo.specs import numpy_type, spec

if TYPE_CHECKING:
    from neo._core import Kernel

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
    known, is_measured = rates()
    program = compile_text(text, 1)
    return Report(
        title, kernels, words, list(Gradients(kernels, remarks, provenance).forms()),
        known, is_measured, predicted(kernels, known),
        _measured(program, kernels, _inputs(text)), program.stats.get("arena_bytes"),
        provenance.arguments.get("main", []))


def _inputs(text: str) -> list[np.ndarray]:
    """Arrays for the parameters of @main."""
    head = re.search(r"func\.func @main\((.*?)\) *(->|\{|$)", text, re.MULTILINE)
    found = []
    for extents, dtype in re.findall(r"tensor<((?:\d+x)*)(\w+)>", head[1] if head else ""):
        shape = tuple(map(int, extents.split("x")[:-1]))
        found.append(_argument(spec(shape, dtype)))
    return found


def _argument(what: spec) -> np.ndarray:
    """Ones, or zeros for integers. Raises neo.Error where there is no memory for them."""
    make = np.ones if what.is_float else np.zeros
    try:
        return make(what.shape, numpy_type(what.dtype))
    except (MemoryError, ValueError):  # NumPy's word for more than can be addressed.
        raise Error(describe(
            f"a page says what its program takes, but there is no memory to run it: an "
            f"argument {what} takes {what.nbytes} bytes; explain it without html, or "
            "with smaller extents")) from None


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
