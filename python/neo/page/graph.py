# graph.py - kernels as boxes, drawn layer by layer
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A kernel stands one layer below the last that it reads from, and in its layer about
where those stand, so that edges cross little (Sugiyama, Tagawa, Toda 1981). The wider
an edge, the more bytes the kernel at its beginning writes. A bar in a box says which
part of the time it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from neo.explain_kernels import in_bytes
from neo.page.report import Report
from neo.page.units import in_seconds

if TYPE_CHECKING:
    from neo._core import Kernel

_WIDTH, _HEIGHT, _GAP, _BELOW = 236, 58, 26, 44
_CHARACTERS = 31  # That fit in a box.


def read_by(kernel: Kernel) -> list[int]:
    """The kernels whose results a kernel reads."""
    return sorted({origin for statement in kernel.statements
                   for origin in statement.operands
                   if origin is not None and origin >= 0})


def layers(kernels: Sequence[Kernel]) -> list[list[int]]:
    """The kernels of each layer, in the order in which they stand."""
    depth = _depths(kernels)
    found: list[list[int]] = [[] for _ in range(max(depth, default=-1) + 1)]
    for number, level in enumerate(depth):
        found[level].append(number)
    place: dict[int, float] = {}
    for level in found:
        level.sort(key=lambda n: _middle([place[m] for m in read_by(kernels[n])]))
        place |= {n: at - (len(level) - 1) / 2 for at, n in enumerate(level)}
    return found


def _depths(kernels: Sequence[Kernel]) -> list[int]:
    """The layer of each kernel; what is made once for all runs, or of arguments alone,
    stands just above the first that reads it."""
    depth: list[int] = []
    readers: list[list[int]] = [[] for _ in kernels]
    for number, kernel in enumerate(kernels):
        depth.append(1 + max((depth[n] for n in read_by(kernel)), default=-1))
        for n in read_by(kernel):
            readers[n].append(number)
    for number in reversed(range(len(kernels))):
        kernel = kernels[number]
        if readers[number] and (kernel.once or not read_by(kernel)):
            depth[number] = min(depth[n] for n in readers[number]) - 1
    return depth


def _middle(places: Sequence[float]) -> float:
    return sum(places) / len(places) if places else 0.0


def drawing(report: Report, prefix: str) -> str:
    """The graph as SVG; a box leads to the kernel's row."""
    levels = layers(report.kernels)
    most = max((len(level) for level in levels), default=1)
    width = most * (_WIDTH + _GAP) + _GAP
    height = len(levels) * (_HEIGHT + _BELOW) + _GAP
    at = {n: ((width - len(level) * (_WIDTH + _GAP)) / 2 + _GAP / 2
              + place * (_WIDTH + _GAP), _GAP / 2 + row * (_HEIGHT + _BELOW))
          for row, level in enumerate(levels) for place, n in enumerate(level)}
    parts = [_edge(at[m], at[n], report.kernels[m])
             for n, kernel in enumerate(report.kernels) for m in read_by(kernel)]
    total = sum(s for k, s in zip(report.kernels, report.measured) if s and not k.once)
    parts += [_box(report, n, at[n], total, prefix) for n in range(len(report.kernels))]
    return (f"<div class='wide tall'><svg width={width:.0f} height={height:.0f} role=img "
            f"aria-label='kernels and what they read'>{''.join(parts)}</svg></div>")


def _edge(begin: tuple[float, float], end: tuple[float, float], kernel: Kernel) -> str:
    x, y = begin[0] + _WIDTH / 2, begin[1] + _HEIGHT
    to_x, to_y = end[0] + _WIDTH / 2, end[1]
    middle = (y + to_y) / 2
    width = min(1 + kernel.bytes_written.bit_length() / 8, 5)
    return (f"<path class=edge stroke-width={width:.1f} d='M{x:.0f} {y:.0f}C{x:.0f} "
            f"{middle:.0f} {to_x:.0f} {middle:.0f} {to_x:.0f} {to_y:.0f}'>"
            f"<title>{in_bytes(kernel.bytes_written)}</title></path>")


def _box(report: Report, number: int, at: tuple[float, float], total: float,
         prefix: str) -> str:
    kernel, (x, y) = report.kernels[number], at
    what = "; ".join(report.words.phrases[number]) or "a copy"
    short = what if len(what) <= _CHARACTERS else what[:_CHARACTERS - 2] + "…"
    seconds = report.measured[number]
    took = in_seconds(seconds) if seconds is not None else \
        "~" + in_seconds(report.predicted[number])
    took = "once for all runs" if kernel.once else took
    share = 0.0 if kernel.once or not total or seconds is None else seconds / total
    once = " once" * kernel.once
    return (f"<a href='#{prefix}k{number + 1}'><title>{escape(what)}</title>"
            f"<rect class='box{once}' x={x:.0f} y={y:.0f} width={_WIDTH} "
            f"height={_HEIGHT} rx=4 />"
            f"<rect class=measured x={x:.0f} y={y + _HEIGHT - 5:.0f} "
            f"width={share * _WIDTH:.1f} height=5 rx=2 />"
            f"<text x={x + 8:.0f} y={y + 20:.0f}>{escape(short)}</text>"
            f"<text class=soft x={x + 8:.0f} y={y + 40:.0f}>{number + 1} · {took} · "
            f"{in_bytes(kernel.bytes_read + kernel.bytes_written)}</text></a>")
