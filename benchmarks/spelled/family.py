# family.py - one function in several spellings
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A function, what it takes, and the ways to write it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Shapes = list[tuple[int, ...]]


@dataclass
class Family:
    """`shapes` are those of the operands, `small` those of the test."""

    name: str
    shapes: Shapes
    small: Shapes
    spellings: dict[str, Callable[..., Any]] = field(default_factory=dict)

    def arrays(self, small: bool) -> list[np.ndarray]:
        """Operands in f32, the same in every run."""
        random = np.random.default_rng(0)
        return [random.standard_normal(shape).astype(np.float32)
                for shape in (self.small if small else self.shapes)]
