# manifest.py - the manifest of a module
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`manifest.json`: written here, read by lib/Runtime/Module/Manifest.cpp, which
describes its fields. Its last line is the checksum of the text before it.

Containers are serialised as JSON, so that `neo.load` returns what the function
returned: dicts, lists, tuples (named ones as plain ones) and None.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from neo import tree
from neo.errors import Error, UsageError, describe
from neo.native import core

NAME = "manifest.json"
# Of the architecture, and what code needs of a processor, as the runtime asks for it.
TARGETS = {
    "znver5": ("x86-64", ("x86-64-v4", "avx512vnni", "avx512bf16", "znver5")),
    "avx512-bf16": ("x86-64", ("x86-64-v4", "avx512vnni", "avx512bf16")),
    "avx512": ("x86-64", ("x86-64-v4",)),
    "avx2": ("x86-64", ("x86-64-v3",)),
    "neon": ("aarch64", ("neon",)),
}


def manifest_text(fields: dict[str, Any]) -> str:
    """The text of a manifest with these fields."""
    lines = [f"{_json(name)}: {_lines(value)},\n" for name, value in
             {"format": "neo module", "version": 1, **fields}.items()]
    text = "{" + " ".join(lines) + " "
    return f'{text}"checksum": "{core().checksum(text.encode())}"}}\n'


def read(path: str | os.PathLike) -> dict[str, Any]:
    """The manifest of the module in the folder `path`, unchecked."""
    return json.loads(Path(path, NAME).read_text(encoding="utf-8"))


def _lines(value: Any) -> str:
    """JSON, where a list has a line for each of its objects."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(map(_json, value)) + "]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def said(structure: Any) -> Any:
    """A structure of neo.tree as JSON."""
    kind = structure[0]
    if kind == "leaf":
        return "leaf"
    if kind == "none":
        return None
    if kind == "dict":
        for key in structure[1]:
            if not isinstance(key, (str, int)) or isinstance(key, bool):
                raise UsageError(describe(
                    f"a key of a dict is {key!r}: those of an exported function are "
                    "strings and integers"))
        return {"dict": [[key, said(part)]
                         for key, part in zip(structure[1], structure[2])]}
    name = "list" if issubclass(kind, list) else "tuple"
    return {name: [said(part) for part in structure[1]]}


def structure_of(text: Any) -> Any:
    """What `said` was told."""
    if text == "leaf":
        return ("leaf",)
    if text is None:
        return ("none",)
    (kind, parts), = text.items()
    if kind == "dict":
        return ("dict", tuple(key for key, _ in parts),
                tuple(structure_of(part) for _, part in parts))
    return ({"list": list, "tuple": tuple}[kind],
            tuple(structure_of(part) for part in parts))


def containers(manifest: dict[str, Any], field: str, count: int) -> Any:
    """The structure that `field` tells, of `count` leaves. Raises neo.Error."""
    try:
        found = structure_of(manifest[field])
        if len(tree.names(found, field)) == count:
            return found
    except (TypeError, ValueError, AttributeError, LookupError, RecursionError):
        pass
    raise Error(describe(
        f"{NAME}: {field} tells no containers of {count} arrays: the file is damaged, or "
        "was changed"))


def plain(structure: Any) -> Any:
    """A structure with named tuples as plain ones, to be compared."""
    return structure_of(said(structure))
