# turns.py - times of several sides, taken in turns
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What disturbs the machine for a while disturbs all sides."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

#: Seconds that one measurement of one side takes at least.
LEAST = 0.05


def seconds(run: Callable[[], Any], calls: int) -> float:
    begin = time.perf_counter()
    for _ in range(calls):
        run()
    return (time.perf_counter() - begin) / calls


def in_turns(sides: Sequence[Callable[[], Any]], rounds: int) -> list[float]:
    """The median seconds per call of each."""
    calls = [max(1, round(LEAST / seconds(side, 1))) for side in sides]
    found = [[seconds(side, n) for side, n in zip(sides, calls)] for _ in range(rounds)]
    return [statistics.median(times) for times in zip(*found)]
