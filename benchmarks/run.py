# run.py - Neo and PyTorch eager, measured side by side
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Prints a table of Neo's speed beside PyTorch's; see measure.py for the method.

    .venv/bin/python benchmarks/run.py
    .venv/bin/python benchmarks/run.py --cases gemm,c2 --threads 1 --rounds 11

Writes table.md, measurements.json and ratios.png. The exit status is 1 where a peer
failed or results differ.
"""

import argparse
import importlib.util
import os
import sys
import tempfile
from pathlib import Path

import operators
import report
from measure import Failure, measure, neo_peer, torch_peers


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def _options() -> argparse.Namespace:
    known = [case.name for case in operators.CASES]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", default=",".join(known),
                        help=f"comma-separated, of {', '.join(known)}")
    parser.add_argument("--threads", type=_numbers, default=[1, 2],
                        help="comma-separated numbers of threads")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--output", type=Path, default=Path("build/benchmarks"),
                        help="folder for the table, the numbers and the plot")
    parser.add_argument("--torch-python", default=sys.executable,
                        help="a Python that has PyTorch, if not this one")
    options = parser.parse_args()
    options.cases = options.cases.split(",")
    for name in options.cases:
        if name not in known:
            parser.error(f"there is no case '{name}': choose from "
                         f"{', '.join(known)}")
    cores = len(os.sched_getaffinity(0))
    if not all(1 <= n <= cores for n in options.threads):
        parser.error(f"--threads must lie in 1..{cores}, this machine's cores")
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    return options


def main() -> int:
    options = _options()
    if importlib.util.find_spec("neo") is None:
        print("neo cannot be imported: run scripts/setup.sh, then use "
              ".venv/bin/python", file=sys.stderr)
        return 1
    peers, rows = [neo_peer()], []
    with tempfile.TemporaryDirectory() as folder:
        try:
            peers += torch_peers(options.torch_python, Path(folder))
        except Failure as failure:
            print(failure, file=sys.stderr)
        print(report.heading(), flush=True)
        for threads in options.threads:
            for name in options.cases:
                row = measure(operators.find(name), peers, threads, options.rounds)
                rows.append(row)
                print(report.line(row), flush=True)
    report.write(rows, options.output)
    print("", *report.first_results(rows, peers), sep="\n")
    errors = [error for row in rows for error in row.errors]
    print(*errors, sep="\n", file=sys.stderr, end="\n" if errors else "")
    print(f"table, numbers and plot: {options.output}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
