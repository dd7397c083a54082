# entry.py - one line of the GPU benchmark
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What is measured: a function for Neo, and what PyTorch is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Entry:
    """`function(*arguments)` is what neo compiles, with tf32 where it is allowed.

    `question` is what torch_worker.py is asked, if anything. `expected` gives the
    results to compare with where PyTorch has none. `operations` and `bytes` are what a
    run has to do and to move.
    """

    name: str
    function: Callable[..., Any]
    arguments: Callable[[], tuple]
    question: dict[str, Any] | None = None
    expected: Callable[[], Sequence[np.ndarray]] | None = None
    operations: float = 0
    bytes: float = 0
    tolerance: float = 1e-3
    allow_tf32: bool = False
