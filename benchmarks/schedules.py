# schedules.py - default schedules beside the best of many random ones
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""How much is lost by predicting schedules instead of searching for them.

    .venv/bin/python benchmarks/schedules.py [--draws 200] [--cases GEMM512,C6] [--fixed]

An operator and its gradients are optimised, and every kernel that takes a twentieth
of their time or more is taken out and stands alone: it is compiled by its default
schedule and by legal ones drawn at random from the space that the default is chosen
from (`--neo-schedule=draw=N`), half of them from the tenth of it that should compute
fastest. A draw must compute what the default computes. One that takes 1.3 times as long
is dropped after one run; the fastest are timed again in turns with the default, so that
a quiet moment of the machine is no merit. Time is that of the process, so that others on
its processor count for nothing.

A row is a kernel. *ratio* is the time of the default over that of the best, median of
the pairs: 1.00 is no loss. *tried* are different schedules among the draws, *near* the
share of them that takes at most twice as long as the default: if there were none, the
draws would prove nothing. With `--found FILE` the fastest draws are kept there and
only those are timed when the command is repeated, as it is said by `--search` first.

With `--fixed` the operator alone is taken, its weights as inference knows them: they
never change, and what depends on them alone is computed by the first run and left out.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

import neo
from cases import CASES, QUICK, Operator
from neo import _core

Arrays = list[np.ndarray]
Run = Callable[[], float]

WORD = re.compile(r'neo\.schedule = "([^"]*)"')
ALONE = re.compile(r"^    (%\S+) = (neo\.(?:compute|kernel) (?:.|\n)*?^    })$", re.M)
TENSOR = re.compile(r"tensor<([^>]*)>")
FIXED = re.compile(r"(%\w+): tensor<[^>]*> {neo\.fixed}")
SLOW, CONFIRMED, PAIRS = 1.3, 3, 9


@dataclass
class Found:
    """What the draws for one kernel came to: the fastest first."""

    tried: int = 0
    near: int = 0
    fastest: list[str] = field(default_factory=list)


@dataclass
class Kernel:
    """A module of one operator, and its default schedule."""

    name: str
    text: str
    default: str
    operands: Arrays

    def scheduled(self, schedule: str) -> str:
        return WORD.sub(f'neo.schedule = "{schedule}"', self.text)

    def bare(self) -> str:
        """Without a schedule."""
        bare = WORD.sub("", self.text).replace(", }", "}").replace(" {}", "")
        return bare.replace("module attributes {neo.scheduled}", "module")

    def draw(self, number: int) -> str:
        drawn = neo.canonical(
            self.bare(), f"builtin.module(neo-schedule{{draw={number}}})")
        return WORD.search(drawn)[1]


def _aligned(shape: tuple[int, ...], seed: int) -> np.ndarray:
    """Numbers that begin with a cache line, as tensors between kernels do."""
    numbers = np.random.default_rng(seed).standard_normal(shape, np.float32)
    room = np.empty(numbers.nbytes + 64, np.uint8)
    begin = -room.ctypes.data % 64
    array = room[begin:begin + numbers.nbytes].view(np.float32).reshape(shape)
    array[...] = numbers
    return array


def _operand(kernel: str) -> re.Pattern:
    """Where a neo.kernel, or a neo.compute, names what it reads."""
    return re.compile(r"(= )(%[\w#]+)" if kernel.startswith("neo.kernel")
                      else r"()(%[\w#]+)(?=\[)")


def _head(kernel: str) -> str:
    return kernel.split(" : (", 1)[0]


def _rename(head: str) -> str:
    """Operands are called in0, in1 and so on."""
    numbers = iter(range(len(head)))
    return _operand(head).sub(
        lambda found: f"{found[1]}%in{next(numbers)}", head)


def _alone(name: str, text: str, sets: str) -> Kernel | None:
    """The module of one operator of another module; none if it has integers."""
    head, takes, gives, body = re.fullmatch(
        r"(.*?) : \(([^()]*)\) -> (tensor<\S+>|\(.*?\))( \{\n(?:.|\n)*)",
        text).groups()
    kinds = [TENSOR.findall(part) for part in (takes, gives)]
    if any(not kind.endswith("xf32") for part in kinds for kind in part):
        return None
    written = WORD.search(text)
    if not written:
        return None  # its statements run one after another
    arguments = ", ".join(f"%in{i}: tensor<{kind}>" for i, kind in enumerate(kinds[0]))
    count = len(kinds[1])
    out = [f"%out#{i}" for i in range(count)]
    module = (f"{sets}module attributes {{neo.scheduled}} {{\n"
              f"  func.func @main({arguments}) -> {gives} {{\n"
              f"    %out:{count} = {_rename(head)} : ({takes}) -> {gives}{body}\n"
              f"    return {', '.join(out)} : {gives.strip('()')}\n  }}\n}}\n")
    shapes = [tuple(map(int, re.findall(r"(\d+)x", kind))) for kind in kinds[0]]
    return Kernel(name, module, written[1],
                  [_aligned(shape, i) for i, shape in enumerate(shapes)])


def _fix_weights(ir: str, operator: Operator) -> str:
    for number in operator.weights:
        name = list(operator.shapes)[number]
        ir = re.sub(rf"(%{name}: tensor<[^>]*>)(?=[,)])", r"\1 {neo.fixed}", ir,
                    count=1)
    return ir


def _operators(operator: Operator, fixed: bool) -> Iterator[tuple[str, str]]:
    """Every kernel of an operator and of its gradients, with the sets it refers to."""
    expression = neo.expr(operator.text, **operator.extents)
    arrays = [np.empty(shape, np.float32) for shape in operator.shapes.values()]
    irs = ([_fix_weights(expression.ir(*arrays), operator)] if fixed else
           [expression.ir(*arrays), expression.vjp_ir(*arrays)])
    for ir in irs:
        text = neo.canonical(ir, "builtin.module(neo-optimize,neo-schedule)")
        sets = "".join(re.findall(r"^#set.*\n", text, re.M))
        known = set(FIXED.findall(text))
        for result, kernel in ALONE.findall(text):
            reads = [read.split("#")[0]
                     for _, read in _operand(kernel).findall(_head(kernel))]
            if reads and known.issuperset(reads):
                known.add(result.split(":")[0])
            else:
                yield kernel, sets


def kernels_of(name: str, operator: Operator, fixed: bool = False) -> list[Kernel]:
    """The kernels of an operator and its gradients, each once."""
    alone = {}
    for number, (text, sets) in enumerate(_operators(operator, fixed)):
        kernel = _alone(f"{name}{'.fixed' if fixed else ''}.{number}", text, sets)
        if kernel and kernel.text not in alone:
            alone[kernel.text] = kernel
    return list(alone.values())


def kernels(name: str, fixed: bool = False) -> list[Kernel]:
    """Those of a case of the benchmark."""
    return kernels_of(name, CASES[name].operator, fixed)


def timer(kernel: Kernel, program: _core.Program) -> Run:
    def milliseconds(calls: int) -> float:
        begin = time.process_time()
        for _ in range(calls):
            program.run(kernel.operands)
        return 1e3 * (time.process_time() - begin) / calls
    once = min(milliseconds(1), milliseconds(1))
    calls = max(1, min(500, int(2 / max(once, 1e-3))))
    return lambda: milliseconds(calls)


def compiled(kernel: Kernel, schedule: str) -> _core.Program:
    return _core.Program(kernel.scheduled(schedule), "main", 1)


def _check(kernel: Kernel, schedule: str, results: Arrays, wanted: Arrays) -> None:
    if "neo.nonzero" in kernel.text:
        return  # which says where operands are zero, and numbers at random are not
    for got, want in zip(results, wanted, strict=True):
        some = slice(None, None, want.size // 10**6 | 1)
        got, want = got.ravel()[some], want.ravel()[some]
        bound = 1e-4 * max(np.abs(want).max(), 1)
        if not np.allclose(got, want, rtol=0, atol=bound, equal_nan=True):
            raise SystemExit(f"{kernel.name}: '{schedule}' computes something else")


def _try(kernel: Kernel, schedule: str, wanted: Arrays, usual: float) -> float:
    """Milliseconds, of one run where that says enough."""
    program = compiled(kernel, schedule)
    begin = time.process_time()
    results = program.run(kernel.operands)
    first = 1e3 * (time.process_time() - begin)
    _check(kernel, schedule, results, wanted)
    if first > 2 * usual + 3:
        return first
    run = timer(kernel, program)
    once = run()
    return once if once > SLOW * usual else min(once, run(), run())


def search(kernel: Kernel, draws: int) -> Found:
    """Times every draw that is worth it against the default."""
    program = compiled(kernel, kernel.default)
    wanted = program.run(kernel.operands)
    usual = min(timer(kernel, program)() for _ in range(5))
    times: dict[str, float] = {}
    for number in range(draws):
        schedule = kernel.draw(number)
        if schedule not in times:
            times[schedule] = _try(kernel, schedule, wanted, usual)
    fastest = sorted(times, key=times.__getitem__)
    near = sum(1 for once in times.values() if once <= 2 * usual)
    worth = sum(1 for once in times.values() if once < SLOW * usual)
    return Found(len(times), near, fastest[:min(max(worth, 1), CONFIRMED)])


def confirm(kernel: Kernel, found: Found) -> tuple[float, float, str]:
    """Milliseconds of the default and of the best, and which that is."""
    usual = timer(kernel, compiled(kernel, kernel.default))
    best = (usual(), math.inf, "none")
    for schedule in found.fastest:
        run = timer(kernel, compiled(kernel, schedule))
        pairs = [(usual(), run()) for _ in range(PAIRS)]
        ours, theirs = (statistics.median(side)
                        for side in zip(*pairs, strict=True))
        if theirs / ours < best[1] / best[0]:
            best = (ours, theirs, schedule)
    return best


def worth(every: list[Kernel]) -> list[Kernel]:
    """The kernels that take a twentieth of their time or more."""
    times = [timer(kernel, compiled(kernel, kernel.default))()
             for kernel in every]
    return [kernel for kernel, once in zip(every, times, strict=True)
            if once >= 0.05 * sum(times)]


def _row(kernel: Kernel, found: Found, ours: float, theirs: float,
         best: str) -> str:
    share = found.near / max(found.tried, 1)
    return (f"| {kernel.name} | {ours:.4f} | {theirs:.4f} | {ours / theirs:.2f} "
            f"| {found.tried} | {share:.2f} | {best} | {kernel.default} |")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--draws", type=int, default=200)
    parser.add_argument("--cases", help="of the benchmarks, with commas between")
    parser.add_argument("--found", type=Path, help="keeps the fastest draws")
    parser.add_argument("--fixed", action="store_true",
                        help="the operator alone, its weights never change")
    parser.add_argument("--search", action="store_true",
                        help="draws, and leaves the pairs to another run")
    options = parser.parse_args()
    options.cases = (options.cases.split(",") if options.cases else
                     [name for name in QUICK
                      if not options.fixed or CASES[name].operator.weights])
    for name in options.cases:
        if name not in CASES:
            parser.error(f"there is no case '{name}'; the cases are "
                         + ", ".join(CASES))
        if options.fixed and not CASES[name].operator.weights:
            parser.error(f"'{name}' has no weights that could be fixed")
    return options


class Draws:
    """What was found for each kernel, kept in a file if there is one."""

    def __init__(self, draws: int, path: Path | None):
        self.draws, self.path, self.kept = draws, path, {}
        if path and path.exists():
            self.kept = json.loads(path.read_text())

    def of(self, kernel: Kernel) -> Found:
        if kernel.name not in self.kept:
            self.kept[kernel.name] = asdict(search(kernel, self.draws))
            if self.path:
                self.path.write_text(json.dumps(self.kept, indent=1))
        return Found(**self.kept[kernel.name])


def main() -> None:
    options = _options()
    draws = Draws(options.draws, options.found)
    ratios = []
    print("| kernel | default, ms | best drawn, ms | ratio | tried | near | best "
          "| default |\n|---|---:|---:|---:|---:|---:|---|---|")
    for kernel in (k for name in options.cases
                   for k in worth(kernels(name, options.fixed))):
        found = draws.of(kernel)
        if options.search:
            continue
        row = confirm(kernel, found)
        ratios.append(max(row[0] / row[1], 1))
        print(_row(kernel, found, *row), flush=True)
    if ratios:
        print(f"worst {max(ratios):.2f}, geometric mean "
              f"{statistics.geometric_mean(ratios):.3f}")


if __name__ == "__main__":
    main()
