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
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from bars import scaling
from cases import CASES, FAMILIES, MODES
from measure import Row
from peers import NEO, OTHERS
from table import (best_peer, best_share, families_mean, geomean, headed, line,
                   milliseconds, number, ratio, read, share)

TITLES = {peer.key: peer.title for peer in [NEO, *OTHERS] if peer.key != "hand"}


def gathered(folders: Iterable[Path]) -> list[Row]:
    """The rows that have a limit, each case, mode and number of threads once."""
    rows = {(row.case, row.mode, row.threads): row for folder in folders
            for row in read(folder / "measurements.json") if row.limit}
    return list(rows.values())


def families(rows: Sequence[Row]) -> Iterator[str]:
    yield headed(["family", "forward: Neo", "best", "ratio",
                  "gradients: Neo", "best", "ratio"])
    for family in FAMILIES:
        part = [row for row in rows if CASES[row.case].family == family]
        if part:
            yield _family(family, part)
    yield _family("**all**", rows)


def _family(title: str, rows: Sequence[Row]) -> str:
    means = [partial(families_mean, rows, 1, mode) for mode in MODES]
    return line([title, *(cell for mean in means for cell in (
        number(mean()), number(mean(best_share)), number(mean(ratio), unit="x")))])


def sides(rows: Sequence[Row]) -> Iterator[str]:
    yield headed(["side", *MODES])
    for key, title in TITLES.items():
        means = [families_mean(rows, 1, mode, partial(share, key=key))
                 for mode in MODES]
        if any(means):
            yield line([title, *map(number, means)])


def cases(rows: Sequence[Row]) -> Iterator[str]:
    columns = ["limit, ms", "Neo, ms", "share", "best peer", "ratio"]
    yield headed(["case", *(f"{mode}: {c}" if c == columns[0] else c
                            for mode in MODES for c in columns)])
    found = {(row.case, row.mode): row for row in rows if "neo" in row.peers}
    for case in dict.fromkeys(row.case for row in rows):
        yield line([case, *(cell for mode in MODES
                            for cell in _case(found.get((case, mode))))])


def _case(row: Row | None) -> list[str]:
    if row is None:
        return ["-"] * 5
    return [milliseconds(row.limit), milliseconds(row.peers["neo"].median),
            number(share(row)), TITLES.get(best_peer(row), "-"),
            number(ratio(row), unit="x")]


def by_hand(rows: Sequence[Row]) -> Iterator[str]:
    yield headed(["case", "mode", "limit, ms", "C by hand, ms", "Neo, ms", "ratio"],
                 2)
    for row in rows:
        if {"hand", "neo"} <= row.peers.keys():
            hand, ours = (row.peers[key].median for key in ("hand", "neo"))
            yield line([row.case, row.mode,
                        *map(milliseconds, (row.limit, hand, ours)),
                        number(hand / ours, unit="x")])


def two_threads(rows: Sequence[Row]) -> Iterator[str]:
    yield headed(["family", "operators", "two threads over one", "worst"])
    for family in FAMILIES:
        found = [(times, f"{row.case}, {row.mode}") for row, times in scaling(rows)
                 if CASES[row.case].family == family]
        if found:
            worst, case = min(found)
            yield line([family, str(len(found)),
                        number(geomean(times for times, _ in found)),
                        f"{number(worst)} ({case})"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("runs", type=Path, nargs="+",
                        help="folders that benchmarks/run.py wrote (--output)")
    options = parser.parse_args()
    for folder in options.runs:
        if not (folder / "measurements.json").exists():
            parser.error(f"there is no measurements.json in '{folder}': give what "
                         "benchmarks/run.py had as --output")
    rows = gathered(options.runs)
    one = [row for row in rows if row.threads == 1]
    tables = [*(table(one) for table in (families, sides, cases, by_hand)),
              two_threads(rows)]
    for heading, *lines in tables:
        if lines:
            print(heading, *lines, "", sep="\n")


if __name__ == "__main__":
    main()
