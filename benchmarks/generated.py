# generated.py - the IR of every operator of the benchmark, before and after a change
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Shows that a change leaves generated code alone.

    .venv/bin/python benchmarks/generated.py before        # then change and build
    .venv/bin/python benchmarks/generated.py after --against before

Every operator, and every operator with its gradients, becomes for each target one file
with three stages: after `neo-optimize`, with the schedules of its kernels, and as scf
and vector after `neo-to-vector`. The text is a function of the compiler alone: neither
this machine's processor nor what `neo.calibrate` measured goes into it.

With `--against` files that differ are named, with the first line that does, and the
command fails; so it does where the older folder lacks a file. A name that the change
gives to an attribute is said by `--renamed neo.old=neo.new`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

import numpy as np

import neo
from cases import CASES, MODES

STAGES = ("neo-optimize", "neo-schedule", "neo-to-vector")
TARGETS = ("avx2", "znver5")


def written(name: str, mode: str) -> str:
    """The module that Python hands on for a case, forward or with its gradients."""
    operator = CASES[name].operator
    expression = neo.expr(operator.text, **operator.extents)
    arrays = [np.empty(shape, np.float32) for shape in operator.shapes.values()]
    if mode == "forward":
        return neo.jit(expression).ir(*arrays)
    both = neo.jit(lambda seed, *a: (expression(*a), *expression.vjp(a, seed)))
    return both.ir(np.empty(operator.result, np.float32), *arrays)


def stages(text: str, target: str) -> Iterator[tuple[str, str]]:
    """Each pipeline with what it makes of the text before. `neo-to-vector` chooses
    the schedules that `neo-schedule` writes down, and starts where that does."""
    text = text.replace(
        "module {", f'module attributes {{neo.target = "{target}"}} {{', 1)
    optimized = neo.canonical(text, f"builtin.module({STAGES[0]})")
    yield STAGES[0], optimized
    for stage in STAGES[1:]:
        yield stage, neo.canonical(optimized, f"builtin.module({stage})")


def write(folder: Path, names: Sequence[str], targets: Sequence[str]) -> list[Path]:
    """A file per case, mode and target, in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name in names:
        for mode in MODES:
            text = written(name, mode)
            for target in targets:
                file = folder / f"{name}.{mode}.{target}.mlir"
                file.write_text("".join(f"// {stage}\n{made}\n"
                                        for stage, made in stages(text, target)))
                files.append(file)
    return files


def difference(old: Path, new: Path, renamed: Sequence[tuple[str, str]] = ()) -> str:
    """Where two files differ, as a sentence; empty if they do not."""
    if not old.exists():
        return f"{old} is not there"
    text = old.read_text()
    for before, after in renamed:
        text = text.replace(before, after)
    lines = zip_longest(text.split("\n"), new.read_text().split("\n"))
    for number, (before, after) in enumerate(lines, 1):
        if before != after:
            return (f"{new}:{number}: differs\n  before: {before or ''}\n"
                    f"  after:  {after or ''}")
    return ""


def _listed(known: Sequence[str], what: str):
    def parse(text: str) -> list[str]:
        names = text.split(",")
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(
                    f"there is no {what} '{name}'; known: {', '.join(known)}")
        return names
    return parse


def _renaming(text: str) -> tuple[str, str]:
    before, equals, after = text.partition("=")
    if not (before and equals and after):
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form OLD=NEW")
    return before, after


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the files go")
    parser.add_argument("--against", type=Path, help="a folder written before")
    parser.add_argument("--cases", type=_listed(list(CASES), "case"),
                        default=list(CASES), help="some of them, with commas between")
    parser.add_argument("--targets", type=_listed(TARGETS, "target"),
                        default=list(TARGETS))
    parser.add_argument("--renamed", type=_renaming, action="append", default=[],
                        metavar="OLD=NEW", help="a name in the older folder")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    options = arguments(words)
    files = write(options.folder, options.cases, options.targets)
    if not options.against:
        print(f"{len(files)} files are in {options.folder}")
        return 0
    found = [reason for file in files
             if (reason := difference(options.against / file.name, file,
                                    options.renamed))]
    print(*found, f"{len(files) - len(found)} of {len(files)} files are equal",
          sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
