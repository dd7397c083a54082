# test_variables.py - every environment variable is documented
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""docs/Variables.md names those that the sources read."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READS = re.compile(r'(?:getenv|variable|environ(?:\.get)?)[(\[]\s*"(NEO_\w+)"')


def test_all_are_documented():
    sources = [path for folder in ("lib", "include", "python/neo")
               for path in (ROOT / folder).rglob("*")
               if path.suffix in (".cpp", ".h", ".py")]
    read = {name for path in sources for name in READS.findall(path.read_text())}
    page = (ROOT / "docs" / "Variables.md").read_text()
    assert len(read) >= 7
    assert read <= set(re.findall(r"`(NEO_\w+)`", page))
