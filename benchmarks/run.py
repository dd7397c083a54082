# run.py - every operator against its limit and against the peers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Prints a table of Neo's speed, its share of the machine's limit and its ratio to the
best peer; see measure.py for the method and cases/case.py for the limit.

    .venv/bin/python benchmarks/run.py --quick
    .venv/bin/python benchmarks/run.py --cases GEMM1024,C2 --threads 1 --rounds 11
    .venv/bin/python benchmarks/run.py --families norm,pointwise --peers torch,jax

Writes table.md, measurements.json and shares.png. The exit status is 1 where a peer
failed or results differ.
"""

import argparse
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import bars
import limits
import peers
import ready
import table
from cases import CASES, FAMILIES, MODES, ODD, QUICK
from measure import Contest, Row, reference
from steps import STEPS

KNOWN = [*CASES, *STEPS]
USUAL = [name for name in KNOWN if name not in ODD]


def _listed(known) -> Callable[[str], list]:
    """The type of an option that takes some of `known`, in any case."""
    by_name = {str(name).lower(): name for name in known}

    def parse(text: str) -> list:
        names = [part.lower() for part in text.split(",")]
        wrong = [name for name in names if name not in by_name]
        if wrong:
            raise argparse.ArgumentTypeError(
                f"there is no '{wrong[0]}': choose from {', '.join(map(str, known))}")
        return [by_name[name] for name in names]
    return parse


def _options() -> argparse.Namespace:
    cores = range(1, len(os.sched_getaffinity(0)) + 1)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--cases", type=_listed(KNOWN), default=USUAL,
                       help=f"comma-separated, of {', '.join(KNOWN)}")
    which.add_argument("--families", type=_listed([*FAMILIES, "odd"]),
                       help=f"comma-separated, of {', '.join(FAMILIES)}, odd")
    which.add_argument("--quick", action="store_true",
                       help="a case or two of each family")
    parser.add_argument("--modes", type=_listed(MODES), default=list(MODES),
                        help="of forward, gradients (forward and all gradients)")
    parser.add_argument("--threads", type=_listed(cores),
                        help="comma-separated numbers of threads; 1,2 unless asked")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--peers", default=list(peers.USUAL),
                        type=_listed([p.key for p in peers.OTHERS] + ["none"]),
                        help=f"of {', '.join(p.key for p in peers.OTHERS)}, or none; "
                             f"usually {','.join(peers.USUAL)}")
    parser.add_argument("--peers-python", default=sys.executable,
                        help="a Python that has the peers, if not this one")
    parser.add_argument("--clock", choices=["wall", "processor"], default="wall",
                        help="processor: time on the processor alone, for one thread "
                             "on a machine that others use too")
    parser.add_argument("--ready", action="store_true",
                        help="also seconds to the first result in a fresh process")
    parser.add_argument("--output", type=Path, default=Path("build/benchmarks"),
                        help="folder for the table, the numbers and the plot")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    options.threads = options.threads or (
        [1] if options.clock == "processor" else list(cores[:2]))
    if options.clock == "processor" and options.threads != [1]:
        parser.error("--clock processor adds up all threads: it needs --threads 1")
    return options


def _chosen(options: argparse.Namespace) -> list[str]:
    if options.quick:
        return [*QUICK, *STEPS]
    if options.families:
        return [n for n, case in CASES.items() if case.family in options.families]
    return options.cases


def _told(make, *arguments):
    """What `make` gives, or None after telling why not."""
    try:
        return make(*arguments)
    except (peers.Missing, limits.NoLimits) as reason:
        print(reason, file=sys.stderr)
        return None


def _rows(options: argparse.Namespace, taking_part: list[peers.Peer],
          program: Path | None) -> Iterator[Row]:
    for threads in options.threads:
        with Contest(taking_part, program, threads, options.clock) as contest:
            for name in _chosen(options):
                modes = ["step"] if name in STEPS else options.modes
                expected = reference(name, modes[-1])
                for mode in modes:
                    yield contest.measure(name, mode, options.rounds,
                                          expected and (expected[:1] if mode ==
                                                        "forward" else expected))


def _report(rows: list[Row], waits: list[dict], taking_part, options) -> None:
    parts = ["\n".join([table.heading(taking_part),
                        *(table.row_line(row, taking_part) for row in rows)])]
    if any(row.limit for row in rows):
        parts += [f"{n} thread(s):\n\n{table.families(rows, n)}"
                  for n in options.threads]
    parts += ["\n".join(ready.lines(waits))] if waits else []
    parts += ["\n".join(map(str, bars.bars(rows, waits)))]
    print("", *parts[1:], sep="\n\n")
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "table.md").write_text("\n\n".join(parts) + "\n")
    table.write(rows, options.output / "measurements.json")
    if importlib.util.find_spec("matplotlib") is None:
        print("there is no plot: matplotlib is not installed", file=sys.stderr)
    elif any(row.limit for row in rows):
        import plot

        plot.draw(rows, options.output / "shares.png")


def main() -> int:
    options = _options()
    if importlib.util.find_spec("neo") is None:
        print("neo cannot be imported: run scripts/setup.sh, then use "
              ".venv/bin/python", file=sys.stderr)
        return 1
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        others = [_told(peers.found, key, options.peers_python, Path(folder))
                  for key in options.peers if key != "none"]
        taking_part = [peers.NEO, *filter(None, others)]
        program = _told(limits.build, Path(folder))
        print(table.heading(taking_part), flush=True)
        for row in _rows(options, taking_part, program):
            rows.append(row)
            print(table.row_line(row, taking_part), flush=True)
        waits = [ready.wait(name, mode) for name in _chosen(options)
                 for mode in (["step"] if name in STEPS else options.modes)
                 ] if options.ready else []
    _report(rows, waits, taking_part, options)
    errors = [error for row in rows for error in row.errors]
    print(*errors, sep="\n", file=sys.stderr, end="\n" if errors else "")
    print(f"table, numbers and plot: {options.output}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
