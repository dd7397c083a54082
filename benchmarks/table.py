# table.py - measurements as Markdown and JSON
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One line per case, mode and number of threads; a line per family below."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path

import steps
from cases import CASES, FAMILIES, MODES
from limits import Speeds
from measure import Measurement, Row
from peers import NO_PEERS, Peer


def share(row: Row, key: str = "neo") -> float | None:
    """Of the limit; may exceed 1 where the copy that is the limit is beaten."""
    if row.limit is None or key not in row.peers:
        return None
    return row.limit / row.peers[key].median


def streamed(row: Row) -> float | None:
    """Of the time that moving the bytes takes; only where bytes are the limit."""
    if row.streaming is None or "neo" not in row.peers:
        return None
    return row.streaming / row.peers["neo"].median


def best_peer(row: Row) -> str | None:
    others = [key for key in row.peers if key not in NO_PEERS]
    return min(others, key=lambda key: row.peers[key].median, default=None)


def ratio(row: Row) -> float | None:
    """How many times faster Neo is than the best peer."""
    best = best_peer(row)
    if best is None or "neo" not in row.peers:
        return None
    return row.peers[best].median / row.peers["neo"].median


def geomean(values: Iterable[float | None]) -> float | None:
    logs = [math.log(v) for v in values if v]
    return math.exp(sum(logs) / len(logs)) if logs else None


def number(value: float | None, form: str = ".2f", unit: str = "") -> str:
    return "-" if value is None else format(value, form) + unit


def milliseconds(value: float | None) -> str:
    return "-" if value is None else f"{1e3 * value:.3g}"


def line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def headed(headings: Sequence[str], texts: int = 1) -> str:
    rules = ["---"] * texts + ["---:"] * (len(headings) - texts)
    return f"{line(headings)}\n|{'|'.join(rules)}|"


def heading(peers: Sequence[Peer]) -> str:
    return headed(["case", "mode", "threads", "limit, ms",
                   *(f"{p.title}, ms" for p in peers), "share of limit",
                   "of streaming", "best peer", "ratio"], 2)


def row_line(row: Row, peers: Sequence[Peer]) -> str:
    times = [row.peers[p.key].median if p.key in row.peers else None for p in peers]
    name = steps.STEPS[row.case].title if row.mode == "step" else row.case
    shares = (number(value) for value in (share(row), streamed(row)))
    return line([name, row.mode, str(row.threads), milliseconds(row.limit),
                 *map(milliseconds, times), *shares, best_peer(row) or "-",
                 number(ratio(row), unit="x")])


def best_share(row: Row) -> float | None:
    best = best_peer(row)
    return share(row, best) if best else None


def families(rows: Sequence[Row], threads: int) -> str:
    """Geometric means by family, and the families' own, each weighted equally."""
    columns = ("share", "best peer's", "ratio", "worst case")
    table = [headed(["family", *(f"{mode}: {column}" for mode in MODES
                                 for column in columns)])]
    for family in (*FAMILIES, "odd"):
        part = [r for r in rows if r.threads == threads and r.mode in MODES
                and CASES[r.case].family == family]
        if part:
            cells = [_summary([r for r in part if r.mode == mode]) for mode in MODES]
            table.append(line([family, *chain.from_iterable(cells)]))
    means = [_means(rows, threads, mode) for mode in MODES]
    return "\n".join([*table, line(["**families**", *chain.from_iterable(means)])])


def _means(rows: Sequence[Row], threads: int, mode: str) -> list[str]:
    """Below the families' shares, ratios and worst cases; no case is worst."""
    shares = [number(families_mean(rows, threads, mode, value))
              for value in (share, best_share)]
    return [*shares, number(families_mean(rows, threads, mode, ratio), unit="x"), ""]


def families_mean(rows: Sequence[Row], threads: int, mode: str,
                  value=share) -> float | None:
    chosen = [r for r in rows if r.threads == threads and r.mode == mode]
    return geomean(geomean(value(r) for r in chosen if CASES[r.case].family == f)
                   for f in FAMILIES)


def _summary(rows: Sequence[Row]) -> list[str]:
    shares = [(share(r), r.case) for r in rows if share(r)]
    worst = min(shares, default=None)
    return [number(geomean(map(share, rows))),
            number(geomean(map(best_share, rows))),
            number(geomean(map(ratio, rows)), unit="x"),
            f"{worst[1]} {worst[0]:.2f}" if worst else "-"]


def write(rows: Sequence[Row], path: Path) -> None:
    """All that was measured, as JSON."""
    records = [{**asdict(row), "limit": row.limit, "share": share(row),
                "streamed": streamed(row), "best_peer": best_peer(row),
                "ratio": ratio(row)} for row in rows]
    path.write_text(json.dumps(records, indent=1) + "\n")


def read(path: Path) -> list[Row]:
    """What `write` wrote."""
    return [Row(r["case"], r["mode"], r["threads"],
                {key: Measurement(**m) for key, m in r["peers"].items()},
                [Speeds(**s) for s in r["speeds"]], r["errors"])
            for r in json.loads(path.read_text())]
