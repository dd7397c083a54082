# corpus_accesses.py - how the corpus' operands are read
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The accesses of the corpus, as neo-autodiff explains them.

unittests/Analysis/corpus.txt holds them for the tests of the analysis, and with
each the most iterations per element that its gradient may take, divided by the
terms of the element that has most: 1.000 is the least that a fixed number of
iterations can be. To list the accesses after a change of the corpus, in the
file's order and without the numbers:

    PYTHONPATH=build/python python test/python/corpus_accesses.py
"""

from __future__ import annotations

import pathlib
import re
import subprocess

import neo
from corpus import CORPUS, Case

ROOT = pathlib.Path(__file__).parents[2]
NEO_OPT = ROOT / "build" / "bin" / "neo-opt"
LIST = ROOT / "unittests" / "Analysis" / "corpus.txt"


def function(case: Case) -> str:
    """The IR of a case, as one function of its name."""
    specs = [neo.spec(shape, "float64") for shape in case.shapes.values()]
    text = neo.expr(case.text, **case.extents).ir(*specs)
    body = "\n".join(text.splitlines()[1:-1])
    return body.replace("@main", f"@{case.name}")


def listed() -> list[str]:
    """The accesses in corpus.txt, without their numbers."""
    lines = LIST.read_text().splitlines()
    return [line.split(" ", 1)[1] for line in lines if line[:1] != "#"]


def explained() -> list[str]:
    """`case #operand: access` for every operand that has a gradient."""
    text = "\n".join(map(function, CORPUS))
    done = subprocess.run([NEO_OPT, "--neo-autodiff=explain", "-o", "/dev/null"],
                          input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    names: list[str] = []
    for line in text.splitlines():
        found = re.search(r"func\.func @(\w+)", line)
        names.append(found[1] if found else names[-1])
    remark = re.compile(r":(\d+):\d+: remark: operand #(\d+) is read by (.*)")
    return [f"{names[int(line) - 1]} #{operand}: {access}"
            for line, operand, access in remark.findall(done.stderr)]


if __name__ == "__main__":
    print("\n".join(explained()))
