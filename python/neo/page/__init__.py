# __init__.py - what became of a program, as a page for a browser
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.explain(f, x, html="f.html")`: one file with everything in it, no script, nothing
from elsewhere.

For each text that is explained: the graph with kernels as boxes, what each is predicted
to take and took, what became one kernel and why not more, schedules, and the memory that
is held while it runs. Sections follow the text that `neo.explain` returns, and say the
same in the same words.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from pathlib import Path

from neo.destinations import written_to
from neo.page.report import Report
from neo.page.sections import section
from neo.page.style import STYLE


def write(path: str | os.PathLike, reports: Sequence[Report]) -> None:
    """Writes the page of some reports. Raises OSError."""
    title = escape(reports[0].title) if reports else "neo"
    body = "\n".join(part for number, report in enumerate(reports)
                     for part in section(report, f"p{number}"))
    text = (f"<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>"
            f"<meta name=viewport content='width=device-width'>"
            f"<title>{title}</title><style>{STYLE}</style></head>\n"
            f"<body>\n{body}\n</body></html>\n")
    with written_to(path):
        Path(path).write_text(text, encoding="utf-8")


__all__ = ["Report", "write"]
