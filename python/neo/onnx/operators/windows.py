# windows.py - windows that slide over the last dimensions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What convolutions and pools share: strides, dilations, pads and output extents.

`at(n)` is the index that window step p and tap r read along axis n, and `inside` the
condition that it lies in the tensor; as text of neo.expr they are

    X[n, c, p*2 + r - 1] if 0 <= p*2 + r - 1 < 8 else 0
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import neo
from neo.onnx.items import MOST_KNOWN, Item
from neo.onnx.node import Node


@dataclass(frozen=True)
class Windows:
    """Windows of `kernel` taps over `sizes`, as many as `outputs` along each axis."""

    sizes: tuple[int, ...]
    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    before: tuple[int, ...]
    outputs: tuple[int, ...]

    @property
    def rank(self) -> int:
        return len(self.sizes)

    def names(self, letter: str) -> list[str]:
        """Loops, one for each axis: p0, p1, ..."""
        return [f"{letter}{n}" for n in range(self.rank)]

    def at(self, n: int) -> str:
        shift = f" - {self.before[n]}" if self.before[n] else ""
        return f"p{n}*{self.strides[n]} + r{n}*{self.dilations[n]}{shift}"

    def read(self, tensor: str, first: str, otherwise: str) -> str:
        """The read of `tensor` at its `first` indices and in the window."""
        index = ", ".join([first, *map(self.at, range(self.rank))])
        leaves = [f"0 <= {self.at(n)} < {self.sizes[n]}" for n in range(self.rank)
                  if self.leaves(n)]
        if not leaves:
            return f"{tensor}[{index}]"
        return f"({tensor}[{index}] if {' and '.join(leaves)} else {otherwise})"

    def leaves(self, n: int) -> bool:
        """Whether a window reaches outside along axis n."""
        last = (self.outputs[n] - 1) * self.strides[n] + \
            (self.kernel[n] - 1) * self.dilations[n] - self.before[n]
        return self.before[n] > 0 or last >= self.sizes[n]

    def extents(self, taps: bool = True) -> dict[str, int]:
        found = dict(zip(self.names("p"), self.outputs))
        return found | dict(zip(self.names("r"), self.kernel)) if taps else found


@lru_cache(maxsize=512)
def _expression(text: str, extents: tuple[tuple[str, int], ...]) -> Any:
    return neo.expr(text, **dict(extents))


def expression(text: str, extents: dict[str, int]) -> Any:
    """neo.expr, of which equal ones are one."""
    return _expression(text, tuple(extents.items()))


def windows_of(node: Node, x: Item, kernel: tuple[int, ...]) -> Windows:
    """The windows that the node's attributes describe over x, [N, C, ...]."""
    sizes = x.shape[2:]
    rank = len(sizes)
    if len(kernel) != rank or rank == 0 or min(kernel) < 1:
        node.wrong(f"a kernel of shape {tuple(kernel)} for a tensor of {x.shape}")
    strides = _each(node, "strides", rank)
    dilations = _each(node, "dilations", rank)
    spans = [(k - 1) * d + 1 for k, d in zip(kernel, dilations)]
    pads = _pads(node, sizes, spans, strides)
    outputs = []
    for size, span, stride, (before, after) in zip(sizes, spans, strides, pads):
        rest = size + before + after - span
        count = rest // stride + 1
        if node.attribute("ceil_mode", 0) and count * stride < size + before and \
                rest % stride:
            count += 1
        if rest < 0 or span > MOST_KNOWN or count > MOST_KNOWN:
            node.wrong(f"{count} windows of {span} do not fit {size} elements")
        outputs.append(count)
    return Windows(sizes, tuple(kernel), strides, dilations,
                   tuple(b for b, _ in pads), tuple(outputs))


def _each(node: Node, name: str, rank: int) -> tuple[int, ...]:
    found = tuple(node.attribute(name) or (1,) * rank)
    if len(found) != rank or min(found) < 1:
        node.wrong(f"{name} are {found}, but must be {rank} positive numbers")
    return found


#: Values of auto_pad.
PADDINGS = ("NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID")


def _pads(node: Node, sizes: Any, spans: Any, strides: Any) -> list[tuple[int, int]]:
    """Before and after along each axis."""
    mode, rank = node.choice("auto_pad", *PADDINGS), len(sizes)
    if mode == "VALID":
        return [(0, 0)] * rank
    if mode in ("SAME_UPPER", "SAME_LOWER"):
        found = []
        for size, span, stride in zip(sizes, spans, strides):
            total = max((-(-size // stride) - 1) * stride + span - size, 0)
            half = total // 2 if mode == "SAME_UPPER" else total - total // 2
            found.append((half, total - half))
        return found
    pads = tuple(node.attribute("pads") or (0,) * (2 * rank))
    if len(pads) != 2 * rank or min(pads) < 0:
        node.wrong(f"pads are {pads}, but must be {2 * rank} numbers from 0 on")
    return list(zip(pads[:rank], pads[rank:]))
