# summary.py - what runs of the benchmark found, as tables for a page
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Puts measurements of one or more runs together; a later one counts.

    .venv/bin/python benchmarks/summary.py build/benchmarks [MORE...]

Tables of what ran on one thread: the families, which weigh equally in the means; each
side over all families it takes part in; every case; what somebody wrote by hand; and how
much faster two threads are, of what takes a millisecond or more and is not bound by
memory. *best* is the best peer of each case, *ratio* its time over Neo's.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cases import CASES, FAMILIES, MODES
from limits import Speeds
from peers import NEO, OTHERS

Record = dict[str, Any]
TITLES = {peer.key: peer.title for peer in [NEO, *OTHERS] if peer.key != "hand"}


class Measured:
    """Records by case and mode, of one number of threads."""

    def __init__(self, folders: Iterable[Path], threads: int = 1):
        self.records: dict[tuple[str, str], Record] = {}
        for folder in folders:
            for record in json.loads((folder / "measurements.json").read_text()):
                if record["threads"] == threads and record["limit"]:
                    self.records[record["case"], record["mode"]] = record

    def seconds(self, case: str, mode: str, key: str) -> float | None:
        peers = self.records.get((case, mode), {}).get("peers", {})
        return statistics.median(peers[key]["seconds"]) if key in peers else None

    def share(self, case: str, mode: str, key: str | None) -> float | None:
        spent = key and self.seconds(case, mode, key)
        return self.records[case, mode]["limit"] / spent if spent else None

    def best(self, case: str, mode: str) -> str | None:
        return self.records.get((case, mode), {}).get("best_peer")

    def family(self, family: str, mode: str, key: str | None = None) -> float | None:
        """The mean share of a side, or of each case's best peer."""
        shares = [self.share(name, mode, key or self.best(name, mode))
                  for name, case in CASES.items()
                  if case.family == family and (name, mode) in self.records]
        return _mean(shares)

    def all(self, mode: str, key: str | None = None) -> float | None:
        return _mean([self.family(family, mode, key) for family in FAMILIES])


def _mean(values: Iterable[float | None]) -> float | None:
    found = [value for value in values if value]
    return statistics.geometric_mean(found) if found else None


def _cell(value: float | None, form: str = ".2f", unit: str = "") -> str:
    return "-" if value is None else format(value, form) + unit


def _over(above: float | None, below: float | None) -> str:
    return _cell(above / below if above and below else None, unit="x")


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _head(*titles: str) -> list[str]:
    return [_line(*titles), "|---|" + "---:|" * (len(titles) - 1)]


def families(measured: Measured) -> Iterator[str]:
    yield from _head("family", "forward: Neo", "best", "ratio",
                     "gradients: Neo", "best", "ratio")
    for title, mean in [*((f, lambda *a, f=f: measured.family(f, *a))
                          for f in FAMILIES), ("**all**", measured.all)]:
        cells = []
        for mode in MODES:
            ours, best = mean(mode, "neo"), mean(mode)
            cells += [_cell(ours), _cell(best), _over(ours, best)]
        if set(cells) != {"-"}:
            yield _line(title, *cells)


def sides(measured: Measured) -> Iterator[str]:
    yield from _head("side", *MODES)
    for key, title in TITLES.items():
        means = [measured.all(mode, key) for mode in MODES]
        if any(means):
            yield _line(title, *map(_cell, means))


def cases(measured: Measured) -> Iterator[str]:
    columns = ["limit, ms", "Neo, ms", "share", "best peer", "ratio"]
    yield from _head("case", *(f"{mode}: {c}" if c == columns[0] else c
                               for mode in MODES for c in columns))
    for name in dict.fromkeys(case for case, _ in measured.records):
        yield _line(name, *(c for mode in MODES for c in _of(measured, name, mode)))


def _of(measured: Measured, name: str, mode: str) -> list[str]:
    record, ours = measured.records.get((name, mode)), measured.seconds(
        name, mode, "neo")
    if record is None or ours is None:
        return ["-"] * 5
    best = measured.best(name, mode)
    theirs = best and measured.seconds(name, mode, best)
    return [_cell(1e3 * record["limit"], ".3g"), _cell(1e3 * ours, ".3g"),
            _cell(measured.share(name, mode, "neo")), TITLES.get(best, "-"),
            _over(theirs, ours)]


def by_hand(measured: Measured) -> Iterator[str]:
    yield from _head("case", "mode", "limit, ms", "C by hand, ms", "Neo, ms", "ratio")
    for (name, mode), record in measured.records.items():
        hand, ours = (measured.seconds(name, mode, key) for key in ("hand", "neo"))
        if hand and ours:
            times = (_cell(1e3 * s, ".3g") for s in (record["limit"], hand, ours))
            yield _line(name, mode, *times, _over(hand, ours))


def scaling(one: Measured, two: Measured) -> Iterator[str]:
    yield from _head("family", "operators", "two threads over one", "worst")
    for family in FAMILIES:
        found = {f"{name}, {mode}": one.seconds(name, mode, "neo") / spent
                 for name, mode in two.records if CASES[name].family == family
                 and (spent := two.seconds(name, mode, "neo"))
                 and _scales(one, name, mode)}
        if found:
            worst = min(found, key=found.__getitem__)
            yield _line(family, str(len(found)), _cell(_mean(found.values())),
                        f"{found[worst]:.2f} ({worst})")


def _scales(one: Measured, name: str, mode: str) -> bool:
    spent = one.seconds(name, mode, "neo")
    if spent is None or spent < 1e-3:
        return False
    speeds = Speeds(**one.records[name, mode]["speeds"][0])
    return speeds.bound(CASES[name], mode) == "operations"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("runs", type=Path, nargs="+",
                        help="folders that benchmarks/run.py wrote (--output)")
    options = parser.parse_args()
    for folder in options.runs:
        if not (folder / "measurements.json").exists():
            parser.error(f"there is no measurements.json in '{folder}': give what "
                         "benchmarks/run.py had as --output")
    one, two = Measured(options.runs), Measured(options.runs, 2)
    tables = [list(table(one)) for table in (families, sides, cases, by_hand)]
    for table in [*tables, list(scaling(one, two))]:
        if len(table) > 2:
            print(*table, "", sep="\n")


if __name__ == "__main__":
    main()
