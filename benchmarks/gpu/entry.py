# entry.py - one line of the GPU benchmark
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What is measured: a function for Neo, and how PyTorch does the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Peer:
    """`run()` is timed; `check()` gives its results, as Neo's are laid out."""

    name: str
    run: Callable[[], Any]
    check: Callable[[], Sequence[np.ndarray]]


def no_peers() -> list[Peer]:
    return []


@dataclass(frozen=True)
class Entry:
    """`function(*arguments)` is what neo compiles; `missing` says why it cannot.

    `peers` are made when PyTorch is there. `expected` gives the results to compare with
    where no peer does. `operations` and `bytes` are what a run has to do and to move.
    """

    name: str
    function: Callable[..., Any]
    arguments: Callable[[], tuple]
    peers: Callable[[], list[Peer]] = no_peers
    expected: Callable[[], Sequence[np.ndarray]] | None = None
    operations: float = 0
    bytes: float = 0
    tolerance: float = 1e-3
    missing: str = ""
