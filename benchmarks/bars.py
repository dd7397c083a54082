# bars.py - what Neo wants to reach, and whether it does
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each bar is printed with the figure that decides it and the cases that miss it.
One thread, unless the bar says otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cases import CASES, MODES
from measure import Row
from table import families_mean, ratio, share

FAMILIES_SHARE = {"forward": 0.85, "gradients": 0.80}
BEST_PEER, PEAK, COPY, SCALING = 0.95, 0.92, 0.85, 1.8
READY = {"cold": 1.5, "again": 0.3}
MEMORY_BOUND = {"norm", "pointwise", "reduce"}


@dataclass
class Bar:
    """`found` and `least` are the same quantity; the worst case, not the mean."""

    title: str
    found: float
    least: float
    misses: list[str]
    most: bool = False

    def __str__(self) -> str:
        met = self.found <= self.least if self.most else self.found >= self.least
        sign = "<=" if self.most else ">="
        text = (f"{'met   ' if met else 'MISSED'} {self.title}: {self.found:.2f}, "
                f"wanted {sign} {self.least:.2f}")
        return text + (f"; {len(self.misses)} miss it: "
                       f"{', '.join(self.misses)}" if self.misses else "")


def _single(title: str, values: Sequence[tuple[Row, float | None]],
            least: float) -> Iterator[Bar]:
    """A bar that every case has to reach."""
    told = sorted((v, f"{r.case} {r.mode} {v:.2f}") for r, v in values
                  if v is not None)
    if told:
        yield Bar(title, told[0][0], least, [t for v, t in told if v < least])


def is_dense(row: Row) -> bool:
    """GEMM of 512 and more, 3x3 convolutions of 28x28 and more."""
    case = CASES[row.case]
    shape = case.operator.shapes
    if case.family == "GEMM":
        return min(case.parameters.values()) >= 512
    return case.family in ("TVM-C", "YOLO") and (
        shape["W"][2:] == (3, 3) and min(shape["A"][2:]) >= 28)


def bars(rows: Sequence[Row], ready: Sequence[dict] = ()) -> list[Bar]:
    one = [r for r in rows if r.threads == 1 and r.mode in MODES]
    found = []
    for mode in MODES:
        mean = families_mean(one, 1, mode)
        if mean is not None:
            found.append(Bar(f"{mode}, families' geomean of the share of the limit",
                             mean, FAMILIES_SHARE[mode], []))
    found += _single("ratio to the best peer, worst case",
                     [(r, ratio(r)) for r in one], BEST_PEER)
    found += _single("share of the FMA peak of dense cases, worst case",
                     [(r, _peak(r)) for r in one if is_dense(r)], PEAK)
    found += _single("share of the copy bandwidth of norms, activations and "
                     "reductions, worst case",
                     [(r, share(r)) for r in one
                      if CASES[r.case].family in MEMORY_BOUND], COPY)
    found += _single("speed of two threads over one, above 1 ms and not bound by "
                     "memory, worst case", list(scaling(rows)), SCALING)
    for key, most in READY.items():
        slow = sorted(((r[key], r["case"]) for r in ready if key in r),
                      reverse=True)
        if slow:
            found.append(Bar(f"seconds to the first result, {key}", slow[0][0], most,
                             [f"{c} {s:.1f}" for s, c in slow if s > most], True))
    return found


def _peak(row: Row) -> float | None:
    if "neo" not in row.peers or not row.speeds:
        return None
    peaks = sorted(s.operations for s in row.speeds)
    return (CASES[row.case].operations(row.mode) / row.peers["neo"].median
            / peaks[len(peaks) // 2])


def scaling(rows: Sequence[Row]) -> Iterator[tuple[Row, float]]:
    """How many times faster two threads are, where operations take a millisecond."""
    single = {(r.case, r.mode): r for r in rows if r.threads == 1}
    for row in rows:
        alone = single.get((row.case, row.mode))
        if row.threads != 2 or row.mode not in MODES or alone is None:
            continue
        if "neo" in row.peers and "neo" in alone.peers and row.speeds:
            before, bound = alone.peers["neo"].median, row.speeds[0].bound(
                CASES[row.case], row.mode)
            if before > 1e-3 and bound == "operations":
                yield row, before / row.peers["neo"].median
