# ready.py - seconds until the first result
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A fresh process imports Neo, compiles a case and runs it once; then another one,
with what the first left in the cache of compiled programs. The cache is a new folder
each time, so that nothing of the user's is used or touched. Inputs count no time."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from measure import Failure, Process
from peers import NEO


def wait(name: str, mode: str) -> dict:
    """{"case", "cold", "again"}, or {"case", "error"}."""
    found = {"case": f"{name} {mode}"}
    with tempfile.TemporaryDirectory() as folder:
        peer = replace(NEO, environment={"NEO_CACHE_DIR": str(Path(folder, "cache"))})
        for key in ("cold", "again"):
            with Process(peer, 1, "wall") as process:
                try:
                    found[key] = process.ask(
                        open=name, mode=mode,
                        results=str(Path(folder, "r.npz")))["first"]
                except Failure as failure:
                    return {"case": found["case"], "error": str(failure)}
    return found


def lines(waits: Sequence[dict]) -> list[str]:
    """A table of seconds."""
    table = ["| case | first result, cold, s | from the cache, s |", "|---|---:|---:|"]
    return table + [f"| {w['case']} | {w['error']} | |" if "error" in w else
                    f"| {w['case']} | {w['cold']:.2f} | {w['again']:.2f} |"
                    for w in waits]
