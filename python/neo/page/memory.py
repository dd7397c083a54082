# memory.py - memory in use while a program runs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A result is alive from the kernel that writes it to the last one that reads it. What
a program returns belongs to the caller, and what is made once for all runs stays: both
are left out of the curve, as arguments are. The line is what the memory plan reserves,
where a buffer is reused when its tensor is dead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from neo.explain_kernels import in_bytes
from neo.page.graph import read_by
from neo.page.report import Report

if TYPE_CHECKING:
    from neo._core import Kernel

_WIDTH, _HEIGHT, _LEFT = 900, 180, 76


def held(kernels: Sequence[Kernel]) -> list[int]:
    """Bytes of intermediate results while each kernel runs."""
    last = {m: n for n, kernel in enumerate(kernels) for m in read_by(kernel)}
    found = [0] * len(kernels)
    for number, kernel in enumerate(kernels):
        if kernel.once or kernel.results:
            continue
        for step in range(number, last.get(number, number) + 1):
            found[step] += kernel.bytes_written
    return found


def chart(report: Report) -> str:
    """The curve as SVG, a column for each kernel."""
    bytes_held = held(report.kernels)
    most = max([*bytes_held, report.arena or 0, 1])
    step = (_WIDTH - _LEFT) / max(len(bytes_held), 1)

    def up(size: int) -> float:
        return _HEIGHT - 24 - (_HEIGHT - 44) * size / most

    columns = "".join(
        f"<rect class=held x={_LEFT + n * step:.1f} y={up(size):.1f} "
        f"width={max(step - 1, .5):.1f} height={_HEIGHT - 24 - up(size):.1f}>"
        f"<title>kernel {n + 1}: {in_bytes(size)}</title></rect>"
        for n, size in enumerate(bytes_held))
    lines = "".join(
        f"<path class={kind} d='M{_LEFT} {up(size):.1f}H{_WIDTH}' fill=none />"
        f"<text class=soft x={_LEFT - 6} y={up(size) + 4:.1f} text-anchor=end>"
        f"{in_bytes(size)}</text>"
        for size, kind in {0: "axis", max(bytes_held, default=0): "axis",
                           report.arena or 0: "edge"}.items())
    ends = (f"<text class=soft x={_LEFT} y={_HEIGHT - 6}>kernel 1</text>"
            f"<text class=soft x={_WIDTH} y={_HEIGHT - 6} text-anchor=end>kernel "
            f"{len(bytes_held)}</text>") * bool(bytes_held)
    return (f"<div class=wide><svg width={_WIDTH} height={_HEIGHT} role=img aria-label="
            f"'memory over time'>{columns}{lines}{ends}</svg></div>")
