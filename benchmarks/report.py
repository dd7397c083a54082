# report.py - the table and the plot
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Measurements as a Markdown table, as JSON and as a picture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from measure import Peer, Row

HEADINGS = ["operator", "threads", "Neo, ms", "GFLOP/s",
            "PyTorch as installed, ms", "ratio", "PyTorch tuned, ms", "ratio"]


def ratio(row: Row, key: str) -> float | None:
    """How many times faster Neo is than the peer."""
    if "neo" not in row.peers or key not in row.peers:
        return None
    return row.peers[key].median / row.peers["neo"].median


def _cells(row: Row) -> list[str]:
    def time(key: str) -> str:
        return f"{1e3 * row.peers[key].median:.3g}" if key in row.peers else "-"

    def factor(key: str) -> str:
        value = ratio(row, key)
        return "-" if value is None else f"{value:.2f}x"

    rate = "-"
    if row.case.flops and "neo" in row.peers:
        rate = f"{row.case.flops / row.peers['neo'].median / 1e9:.0f}"
    return [row.case.title, str(row.threads), time("neo"), rate, time("torch"),
            factor("torch"), time("tuned"), factor("tuned")]


def line(row: Row) -> str:
    return "| " + " | ".join(_cells(row)) + " |"


def heading() -> str:
    rule = ["---"] + ["---:"] * (len(HEADINGS) - 1)
    return f"| {' | '.join(HEADINGS)} |\n|{'|'.join(rule)}|"


def write(rows: Sequence[Row], folder: Path) -> None:
    """table.md, measurements.json and ratios.png in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [heading(), *map(line, rows)]
    (folder / "table.md").write_text("\n".join(lines) + "\n")
    records = [{"case": row.case.name, "threads": row.threads,
                "errors": row.errors,
                "peers": {key: {"seconds": m.seconds, "form": m.form,
                                "first_result": m.first}
                          for key, m in row.peers.items()}} for row in rows]
    (folder / "measurements.json").write_text(json.dumps(records, indent=1) + "\n")
    if any(ratio(row, key) for row in rows for key in ("torch", "tuned")):
        draw(rows, folder / "ratios.png")


def draw(rows: Sequence[Row], path: Path) -> None:
    """Neo's speed relative to PyTorch, one panel per number of threads."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    counts = sorted({row.threads for row in rows})
    figure, panels = plt.subplots(
        1, len(counts), sharey=True, squeeze=False, layout="constrained",
        figsize=(3.5 + 3 * len(counts), 1.5 + 0.55 * len(rows) / len(counts)))
    for panel, count in zip(panels[0], counts):
        shown = [row for row in rows if row.threads == count]
        _bars(panel, shown)
        panel.set_title(f"{count} thread" + "s" * (count > 1))
    figure.legend(*panels[0][0].get_legend_handles_labels(), ncols=2,
                  loc="outside upper center")
    figure.supxlabel("times PyTorch's speed")
    figure.savefig(path, dpi=150)


def _bars(panel, rows: Sequence[Row]) -> None:
    places = range(len(rows))
    for key, title, offset, color in (
            ("torch", "against PyTorch as installed", 0.2, "tab:gray"),
            ("tuned", "against PyTorch tuned", -0.2, "tab:blue")):
        values = [ratio(row, key) or 0.0 for row in rows]
        bars = panel.barh([-p + offset for p in places], values, 0.38,
                          label=title, color=color)
        panel.bar_label(bars, [f"{v:.2f}" if v else "" for v in values],
                        padding=2, fontsize="small")
    panel.axvline(1.0, color="black", linewidth=0.8)
    panel.set_yticks([-p for p in places], [row.case.title for row in rows])
    panel.margins(x=0.15, y=0.01)


def first_results(rows: Sequence[Row], peers: Sequence[Peer]) -> list[str]:
    """Seconds from starting Python to a training step's first result."""
    return [f"{row.case.title}: first result of {peer.title} after "
            f"{row.peers[peer.key].first:.1f} s (import, compilation, one step)"
            for row in rows for peer in peers
            if row.case.name in ("capsnet", "milstm") and peer.key in row.peers
            and row.threads == min(r.threads for r in rows)]
