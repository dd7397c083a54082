# test_readme.py - what the README says is so
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Runs the README's Python and console blocks and compares what they print.

A block of Python may be followed by a block of what it prints, and a line
`$ COMMAND` by what the command prints; `...` stands for the rest. Spaces and line
breaks do not count. After a deliberate change of what is printed:

    .venv/bin/python test/python/test_readme.py --update
"""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import neo
import pytest

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
# The build under test: this package lies in its python/neo.
BUILD = os.path.relpath(Path(neo.__file__).parents[2], ROOT)
WIDTH = 80
TOOLS_ARE_BUILT = (ROOT / BUILD / "bin" / "neo-opt").exists()

# Between code and output there may be a line of prose.
CODE_AND_OUTPUT = re.compile(
    r"```python\n(.*?)```\n(?:\n(?:[^`\n]+\n\n)?```mlir\n(.*?)```)?", re.DOTALL)
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def printed(code: str, names: dict) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, str(README), "exec"), names)
    return out.getvalue()


def wrapped(text: str) -> str:
    """`text` in lines that fit a page, broken where an operation has parts."""
    lines = []
    for line in text.strip("\n").splitlines():
        indent = " " * (len(line) - len(line.lstrip()) + 7)
        start, *parts = re.split(r" (?=%|where |: \(|-> )", line)
        for part in parts:
            if len(start) + len(part) >= WIDTH:
                lines.append(start)
                start = indent + part
            else:
                start += " " + part
        lines.append(start)
    return "\n".join(lines) + "\n"


def test_python_blocks():
    names: dict = {}
    blocks = CODE_AND_OUTPUT.findall(README.read_text())
    assert len(blocks) == 3
    for code, expected in blocks:
        assert printed(code, names).split() == expected.split(), (
            "if this is meant: test/python/test_readme.py --update")


def commands() -> list[tuple[str, str]]:
    sessions = "".join(CONSOLE.findall(README.read_text()))
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", sessions, re.MULTILINE)


@pytest.mark.parametrize("command, expected", commands(),
                         ids=[command[:60] for command, _ in commands()])
def test_console_blocks(command: str, expected: str):
    if not TOOLS_ARE_BUILT or shutil.which(command.split()[0]) is None and \
            not command.startswith("build/"):
        pytest.skip(f"{command.split()[0]} is not there: run scripts/setup.sh")
    ran = subprocess.run(command.replace("build/", f"{BUILD}/"), shell=True,
                         cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    start, rest, _ = expected.partition("...")
    assert ran.stdout.split()[:len(start.split())] == start.split()
    assert rest or ran.stdout.split() == start.split()


def test_links_lead_somewhere():
    targets = re.findall(r"\]\(([^)#]+)", README.read_text())
    assert [t for t in targets if not (ROOT / t).exists()] == []


def test_folders_exist():
    table = README.read_text().partition("## What lies where")[2]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    folders = [name for row in rows for name in re.findall(r"`(.*?)`", row)]
    assert len(folders) > 10
    assert [f for f in folders if not (ROOT / f).is_dir()] == []


def update() -> None:
    names: dict = {}

    def fresh(match: re.Match) -> str:
        output = printed(match[1], names)
        if match[2] is None:
            return match[0]
        start = match.start(2) - match.start()
        return f"{match[0][:start]}{wrapped(output)}```"

    README.write_text(CODE_AND_OUTPUT.sub(fresh, README.read_text()))


if __name__ == "__main__" and sys.argv[1:] == ["--update"]:
    update()
