# predicted.py - what a kernel is predicted to take
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The time of a kernel by a roofline: the longer of two times, of the operations at the
rate of one core's vectors and of the bytes at that of memory, or of the cache where all
that the program moves fits in it, and what a launch costs. The rates are those of
`neo.calibrate`, or assumed.

It ranks kernels for `neo.explain` and stands beside the measured time on its page; the
cost model that chooses schedules counts cycles (docs/CostModel.md).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from neo.native import core

if TYPE_CHECKING:
    from neo._core import Kernel

#: Operations of a vector instruction: 16 of f32, each a product and a sum.
_EACH = 32
#: What a core's share of the last-level cache holds, of a usual server.
_CACHED = 2**24


def rates() -> tuple[dict[str, float], bool]:
    """What one core does in a second, and whether it was measured here."""
    said = core().calibration()
    found = {name: float(rate) for name, rate in re.findall(r"(\w+) = ([-+.\de]+)", said)}
    return core().assumed_rates() | found, bool(found)


def predicted(kernels: Sequence[Kernel], rates: dict[str, float]) -> list[float]:
    """Seconds of one launch of each kernel."""
    total = sum(moved(k) for k in kernels if not k.once)
    fed = rates["cache" if total < _CACHED else "memory"]
    return [rates["launch"] + max(k.operations / (_EACH * rates["vectors"]),
                                  moved(k) / fed) for k in kernels]


def costliest(kernels: Sequence[Kernel], count: int) -> list[int]:
    """The numbers, in order, of the `count` kernels that take most of a run."""
    seconds = predicted(kernels, rates()[0])
    cost = [0.0 if k.once else s * k.times for k, s in zip(kernels, seconds)]
    return sorted(sorted(range(len(kernels)), key=lambda n: -cost[n])[:count])


def moved(kernel: Kernel) -> int:
    """Bytes that a kernel reads and writes."""
    return kernel.bytes_read + kernel.bytes_written
