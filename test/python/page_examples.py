# page_examples.py - the examples of a page, and whether they print what it shows
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Pages show commands and programs with what they print, abridged.

A block of `console` holds lines `$ COMMAND`, each followed by what the command prints,
messages included. A block of `python` may be followed, after at most one paragraph, by
a block of `text`, `mlir` or `asm` with what it prints. Where `...` stands in what is
shown, anything may be printed, and at the end of a word any rest of it; what stands
between is printed so, one piece after the other, but for spaces and line breaks.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import neo

ROOT = Path(__file__).resolve().parents[2]
# The build under test: this package lies in its python/neo.
BUILD = Path(neo.__file__).parents[2]

CODE_AND_OUTPUT = re.compile(
    r"```python\n(.*?)```\n"
    r"(?:\n(?:[^`\n][^\n]*\n)*\n?```(?:text|mlir|asm)\n(.*?)```)?", re.DOTALL)
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def commands(page: str) -> list[tuple[str, str]]:
    """The commands of a page, and what it shows that each prints."""
    sessions = "".join(CONSOLE.findall(page))
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", sessions, re.MULTILINE)


def programs(page: str) -> list[tuple[str, str]]:
    """The blocks of Python of a page, and what it shows that each prints."""
    return CODE_AND_OUTPUT.findall(page)


def pieces(shown: str) -> list[list[str]]:
    """What stands between the dots, in words."""
    found: list[list[str]] = [[]]
    for word in shown.split():
        if word == "...":
            found.append([])
        else:
            found[-1].append(word)
    return found


def is_word(shown: str, printed: str) -> bool:
    """Is this the word; of `begins...`, does it begin so?"""
    if shown.endswith("..."):
        return printed.startswith(shown.removesuffix("..."))
    return printed == shown


def place_of(piece: list[str], words: list[str], start: int) -> int | None:
    """Where `piece` stands in `words` from `start` on; None if it does not."""
    for place in range(start, len(words) - len(piece) + 1):
        if all(map(is_word, piece, words[place:])):
            return place
    return None


def missing(shown: str, printed: str) -> str:
    """The first piece of `shown` that was not printed where it should; or ''."""
    words, place = printed.split(), 0
    parts = pieces(shown)
    for number, piece in enumerate(parts):
        found = place_of(piece, words, place)
        if found is None or (number == 0 and found > 0):
            return " ".join(piece)
        place = found + len(piece)
    # Without dots at its end, nothing follows.
    return " ".join(words[place:]) if parts[-1] and place < len(words) else ""


def run_command(command: str, **paths: Path) -> str:
    """What a command of a page prints; names in `paths` stand for folders."""
    places = {"build": BUILD, **paths}
    for name, path in places.items():
        command = re.sub(rf"(?<![\w/]){name}/", f"{path}/", command)
    command = command.replace(".venv/bin/python", sys.executable)
    ran = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=ROOT,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         env={**os.environ, "PYTHONPATH": str(BUILD / "python")})
    return ran.stdout


def run_program(code: str, names: dict) -> str:
    """What a program prints; its names are kept in `names` for the next."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "page", "exec"), names)
    return out.getvalue()
