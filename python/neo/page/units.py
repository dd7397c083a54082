# units.py - seconds and rates in three digits
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Times as a person reads them."""

from __future__ import annotations


def in_seconds(seconds: float) -> str:
    """12.3 µs, 4.56 ms, 1.2 s."""
    for factor, unit in ((1e9, "ns"), (1e6, "µs"), (1e3, "ms")):
        if seconds * factor < 999.5:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"
