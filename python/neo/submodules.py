# submodules.py - modules of the package are no names of neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A package whose attributes are its public names alone.

Python enters every module that is imported as an attribute of its package, so that
neo.trace would be python/neo/trace.py, and `neo.trace(x)` an error about modules where
the user of NumPy is to learn what to write. Such entries are left out, also those of
modules that are imported later. `from neo.trace import ...` and `from neo import trace`
find modules without them, in sys.modules.
"""

from __future__ import annotations

from collections.abc import Collection
from types import ModuleType
from typing import Any


class Package(ModuleType):
    """A package that takes no module as an attribute but those that are public."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not _is_private(name, value, vars(self)["_MODULES"]):
            super().__setattr__(name, value)


def hide(package: ModuleType, public: Collection[str]) -> None:
    """Takes the modules out of the attributes of `package`, but for the `public`."""
    for name, value in list(vars(package).items()):
        if _is_private(name, value, public):
            delattr(package, name)
    vars(package)["_MODULES"] = frozenset(public)
    package.__class__ = Package


def _is_private(name: str, value: Any, public: Collection[str]) -> bool:
    return isinstance(value, ModuleType) and not name.startswith("_") and \
        name not in public
