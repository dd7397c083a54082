# arrays.py - writes the signatures in docs/Arrays.md from the package
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""    scripts/arrays.py [--check]

Each row of the page's tables begins with a function's name: what follows is written
from its signature and the first paragraph of its docstring. --check changes nothing and
fails, showing the difference, where the page is not what would be written.
"""

import difflib
import inspect
import pathlib
import re
import sys
from collections.abc import Callable, Iterator

import neo

PAGE = pathlib.Path(__file__).resolve().parents[1] / "docs" / "Arrays.md"
ROW = re.compile(r"^\| `((?:random\.)?\w+)(?=[`(]).*\|$", re.MULTILINE)


def signature(function: Callable) -> str:
    """The parameters without their types: (x, axis=None, *, where=None)."""
    shown = []
    kinds = inspect.Parameter
    starred = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is kinds.KEYWORD_ONLY and not starred:
            shown.append("*")
        starred |= parameter.kind in (kinds.KEYWORD_ONLY, kinds.VAR_POSITIONAL)
        mark = {kinds.VAR_POSITIONAL: "*", kinds.VAR_KEYWORD: "**"}.get(
            parameter.kind, "")
        default = parameter.default
        shown.append(mark + parameter.name + (
            "" if default is kinds.empty else
            f"={getattr(default, '__name__', repr(default))}"))
    return f"({', '.join(shown)})"


def row(name: str) -> str:
    """The row of the function `neo.name`."""
    function = neo
    for part in name.split("."):
        function = getattr(function, part)
    meaning = " ".join((function.__doc__ or "").split("\n\n")[0].split())
    others = [f"`{other}`" for other in getattr(function, "__spellings__", ())]
    more = f" Also: {', '.join(others)}." if others else ""
    return f"| `{name}{signature(function)}` | {meaning}{more} |"


def written(text: str) -> str:
    """The page with fresh rows."""
    return ROW.sub(lambda match: row(match[1]), text)


def named(text: str) -> Iterator[str]:
    """The functions that the page has rows for, in order."""
    return (match[1] for match in ROW.finditer(text))


def main() -> int:
    text = PAGE.read_text()
    fresh = written(text)
    if "--check" not in sys.argv:
        PAGE.write_text(fresh)
        return 0
    sys.stdout.writelines(difflib.unified_diff(
        text.splitlines(True), fresh.splitlines(True), "docs/Arrays.md", "fresh"))
    return int(text != fresh)


if __name__ == "__main__":
    sys.exit(main())
