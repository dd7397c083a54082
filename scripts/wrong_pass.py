# wrong_pass.py - which pass, or which kernel, makes a result wrong
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Finds the first pass after which a program computes something else.

    .venv/bin/python scripts/wrong_pass.py f.mlir
    .venv/bin/python scripts/wrong_pass.py f.mlir --pipeline="--neo-optimize" --rtol=1e-5
    .venv/bin/python scripts/wrong_pass.py f.mlir --kernels

The reference interpreter runs the program as it is, and after growing prefixes of the
pipeline (`neo-run --check-pipeline`); a binary search takes the first prefix that
differs, so a result that is wrong has to stay wrong. Declared derivatives are derived
first, since the interpreter cannot run a declaration.

Passes that rewrite sums change the last bits: `--rtol` says how much of the largest
element is no difference, `0` shows where the bits change.

`--kernels` looks behind the passes: every tensor of the optimised program is compared
between the interpreter and machine code, and the first kernel that differs is shown.

The exit status is 1 where something differs, 2 where the program cannot be run.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

BIN = Path(__file__).resolve().parents[1] / "build" / "bin"
DERIVE = "builtin.module(neo-autodiff{declared-only})"
RESULT = re.compile(r"^    (%\w+)(?::(\d+))? = neo\.\S+ .* -> (.+?) \{$", re.MULTILINE)


class Refused(Exception):
    """The program, or the command line, cannot be used; says why."""


def printed(*command: object) -> str:
    """What a tool prints; messages too, as `--dump-pass-pipeline` does."""
    ran = subprocess.run([str(word) for word in command], capture_output=True,
                         text=True)
    if ran.returncode != 0:
        raise Refused(ran.stderr.strip())
    return ran.stdout + ran.stderr


def elements(text: str) -> Iterator[str]:
    """What stands between the commas of a pipeline, nested ones as one."""
    depth, start = 0, 0
    for place, letter in enumerate(text):
        depth += letter in "({<"
        depth -= letter in ")}>"
        if letter == "," and depth == 0:
            yield text[start:place].strip()
            start = place + 1
    yield text[start:].strip()


def passes_of(options: str) -> list[str]:
    """The passes that options of neo-opt run, each as a pipeline's text."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as empty:
        dump = printed(BIN / "neo-opt", empty.name, *options.split(),
                       "--dump-pass-pipeline", "-o", "/dev/null")
    inside = dump.partition("builtin.module(")[2].strip().removesuffix(")")
    # What has no name checks and changes nothing.
    return [re.sub(r"\s*([(){}])\s*", r"\1", re.sub(r"\s+", " ", one))
            for one in elements(inside) if one and not one.startswith("unknown<")]


def difference(file: Path, passes: list[str], options: argparse.Namespace) -> str:
    """What neo-run says of the program after `passes`; "" if it is equal."""
    command = [BIN / "neo-run", file, f"--rtol={options.rtol}",
               f"--seed={options.seed}",
               f"--check-pipeline=builtin.module({','.join(passes)})"]
    if options.entry:
        command.append(f"--entry={options.entry}")
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode == 0:
        return ""
    lines = [line for line in ran.stderr.splitlines() if "error:" in line]
    return lines[0].partition("error: ")[2] if lines else ran.stderr.strip()


def first_wrong(file: Path, passes: list[str], options: argparse.Namespace
                ) -> tuple[int, str] | None:
    """The pass after which results differ, and how; None if none does."""
    how = difference(file, passes, options)
    if not how:
        return None
    right, wrong = 0, len(passes)
    while wrong - right > 1:
        middle = (right + wrong) // 2
        found = difference(file, passes[:middle], options)
        if found:
            wrong, how = middle, found
        else:
            right = middle
    return wrong - 1, how


def returning_all(optimised: str) -> tuple[str, list[tuple[str, str]]]:
    """The program with the results of all its operators, and their names."""
    head, body, rest = re.fullmatch(
        r"((?:.|\n)*func\.func @\w+\([^\n]*?\) -> )[^\n]* \{\n((?:.|\n)*?)"
        r"    return [^\n]*\n((?:.|\n)*)", optimised).groups()
    values: list[tuple[str, str]] = []
    for name, count, types in RESULT.findall(body):
        names = [f"{name}#{n}" for n in range(int(count))] if count else [name]
        values += zip(names, re.findall(r"tensor<[^>]*>", types), strict=True)
    types = ", ".join(kind for _, kind in values)
    returned = ", ".join(name for name, _ in values)
    return (f"{head}({types}) {{\n{body}    return {returned} : {types}\n{rest}",
            values)


def marked(optimised: str) -> str:
    """The program, so marked that it is compiled as it stands."""
    old, new = (("module attributes {", "module attributes {neo.optimized, ")
                if "module attributes {" in optimised else
                ("module {", "module attributes {neo.optimized} {"))
    return optimised.replace(old, new, 1)


def made_up(text: str, seed: int) -> tuple[str, list]:
    """The function of a program, and numbers at random for its arguments."""
    import numpy as np

    name, taken = re.search(r"func\.func @(\w+)\(([^\n]*?)\) ->", text).groups()
    shapes = re.findall(r": tensor<((?:\d+x)*)f(32|64)>", taken)
    if len(shapes) != taken.count("tensor<"):
        raise Refused("--kernels makes up inputs of f32 and f64 alone")
    random = np.random.default_rng(seed)
    return name, [random.standard_normal([int(n) for n in shape.split("x") if n])
                  .astype(f"f{int(bits) // 8}") for shape, bits in shapes]


def wrong_kernel(derived: Path, options: argparse.Namespace) -> str:
    """The operator whose machine code differs from the interpreter; "" if none."""
    sys.path.insert(0, str(BIN.parent / "python"))
    import neo
    import numpy as np

    try:
        text, values = returning_all(marked(neo.canonical(
            derived.read_text(), "builtin.module(neo-optimize)")))
        entry, inputs = made_up(text, options.seed)
        wanted = neo.interpret(text, *inputs, function=entry)
        found = neo.compile(text, entry)(*inputs)
    except neo.Error as reason:
        raise Refused(str(reason)) from None
    for (name, kind), one, other in zip(values, wanted, found, strict=True):
        bound = options.rtol * max(float(np.abs(one).max(initial=0)), 1e-30)
        if not np.allclose(other, one, rtol=0, atol=bound, equal_nan=True):
            line = re.search(rf"^    {name.split('#')[0]}(?::\d+)? = .*$", text,
                             re.MULTILINE)[0].strip()
            return f"{name}: {kind} is not what the interpreter gives: {line}"
    return ""


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--pipeline", default="--neo-optimize",
                        help="options of neo-opt; usually --neo-optimize")
    parser.add_argument("--entry", help="function to run, if several are public")
    parser.add_argument("--rtol", type=float, default=1e-5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kernels", action="store_true",
                        help="compare machine code with the interpreter")
    return parser.parse_args(words)


def report(options: argparse.Namespace, derived: Path) -> int:
    derived.write_text(printed(BIN / "neo-opt", options.file,
                               f"--pass-pipeline={DERIVE}"))
    if options.kernels:
        how = wrong_kernel(derived, options)
        print(how or "equal: machine code and interpreter, of every kernel")
        return 1 if how else 0
    passes = passes_of(options.pipeline)
    # That the program runs at all is not the fault of a pass.
    broken = difference(derived, [], options)
    if broken:
        raise Refused(broken)
    found = first_wrong(derived, passes, options)
    if found is None:
        print(f"equal: after each of {len(passes)} passes")
        return 0
    number, how = found
    print(f"pass {number + 1} of {len(passes)}: {passes[number]}")
    print(how)
    print("before: neo-opt FILE --pass-pipeline="
          f"'builtin.module({','.join(passes[:number])})'")
    return 1


def main(words: list[str] | None = None) -> int:
    options = arguments(words)
    with tempfile.TemporaryDirectory() as folder:
        try:
            return report(options, Path(folder) / "derived.mlir")
        except (Refused, OSError) as reason:
            print(f"wrong_pass: {reason}", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main())
