# cache.py - compiled programs that outlive the process
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.cache`: the folder in which compiled programs and kernels are kept.

    neo.cache.info()["program_hits"]   # programs of this process found there
    neo.cache.clear()                  # everything in it is compiled again

NEO_CACHE_DIR names the folder (else XDG_CACHE_HOME/neo or ~/.cache/neo),
NEO_CACHE_MB the most it may hold (1024), NEO_CACHE=0 turns it off. See
docs/Cache.md.
"""

from __future__ import annotations

from typing import Any

from neo.native import core


def info() -> dict[str, Any]:
    """Where the cache is, what it holds, and what it was good for.

    `folder` (None where there is no cache), `limit`, `bytes` and `entries` are of the
    folder, whoever wrote it. `program_hits`, `program_misses`, `kernel_hits`,
    `kernel_misses`, `graph_hits`, `graph_misses`, `stored`, `damaged` (found, not
    trusted and compiled again) and `removed` (to keep the limit) count what this
    process did.
    """
    return core().cache_info()


def clear() -> None:
    """Removes every entry; programs that are in use go on."""
    core().cache_clear()
