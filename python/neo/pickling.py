# pickling.py - compiled functions in other processes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""How compiled functions are pickled: by name where that leads to them, as Python's
functions are. Programs stay in their process."""

from __future__ import annotations

import sys
from typing import Any


def path_of(value: Any) -> str | None:
    """The path in its module under which `value` is found; None if it is not."""
    found: Any = sys.modules.get(value.__module__)
    path = getattr(value, "__qualname__", "")
    for name in path.split("."):
        found = getattr(found, name, None)
    return path if found is value else None
