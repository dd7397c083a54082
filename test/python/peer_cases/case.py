# case.py - one operator, written for Neo and for PyTorch
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A case is an expression, the shapes of its operands in the order in which the
expression reads them, and the same function in PyTorch."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Case:
    name: str
    text: str
    shapes: list[tuple[int, ...]]
    oracle: Callable
    extents: dict[str, int] = field(default_factory=dict)


def padded(tensor: str, lead: str, positions: list[tuple[str, int]]) -> str:
    """`tensor[lead,...]` at positions that may lie outside its extents: then 0."""
    index = ",".join([lead, *(p for p, _ in positions)])
    inside = " and ".join(f"0 <= {p} < {size}" for p, size in positions)
    return f"({tensor}[{index}] if {inside} else 0)"
