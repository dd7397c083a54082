# plot.py - shares of the limit as a picture
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A panel for each mode and number of threads, a bar for Neo and a mark for the best
peer in each case. Needs matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cases import CASES, MODES
from measure import Row
from table import best_share, share


def draw(rows: Sequence[Row], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    rows = [r for r in rows if r.mode in MODES and r.limit]
    names = [n for n in CASES if any(r.case == n for r in rows)]
    keys = sorted({(MODES.index(r.mode), r.threads) for r in rows})
    figure, panels = plt.subplots(
        1, len(keys), sharey=True, squeeze=False, layout="constrained",
        figsize=(2.5 + 3 * len(keys), 1.5 + 0.17 * len(names)))
    for panel, (mode, threads) in zip(panels[0], keys):
        shown = {r.case: r for r in rows
                 if r.mode == MODES[mode] and r.threads == threads}
        _bars(panel, names, shown)
        panel.set_title(f"{MODES[mode]}, {threads} thread" + "s" * (threads > 1))
    figure.legend(*panels[0][0].get_legend_handles_labels(), ncols=2,
                  loc="outside upper center")
    figure.supxlabel("share of the limit")
    figure.savefig(path, dpi=150)
    plt.close(figure)


def _bars(panel, names: Sequence[str], shown: dict[str, Row]) -> None:
    places = [-n for n, name in enumerate(names) if name in shown]
    found = [shown[name] for name in names if name in shown]
    panel.barh(places, [share(r) or 0 for r in found], 0.7, color="tab:blue",
               label="Neo")
    panel.plot([best_share(r) for r in found], places, "|", color="tab:orange",
               markersize=7, markeredgewidth=2, label="best peer")
    panel.axvline(1.0, color="black", linewidth=0.8)
    panel.set_yticks([-n for n in range(len(names))], names, fontsize="x-small")
    panel.set_xlim(0, 1.2)
    panel.margins(y=0.01)
