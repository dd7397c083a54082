# exported.py - random programs as modules
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Programs of the fuzzer, exported and run as modules: in this process, and in
examples/c/run on this machine or on AArch64 under QEMU.

    .venv/bin/python test/fuzz/exported.py --programs 300 --seed 7
    .venv/bin/python test/fuzz/exported.py --machine aarch64 --programs 100
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import tempfile
from collections.abc import Callable, Sequence

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]

import exported_programs  # noqa: E402
import neo  # noqa: E402
import numpy as np  # noqa: E402
from neo.native import core  # noqa: E402
from oracle import Expected, arrays, build  # noqa: E402
from program import DTYPES, Program, drawn  # noqa: E402

Runs = Callable[[pathlib.Path, Sequence[np.ndarray]], Sequence[np.ndarray]]


def wrong(program: Program, runs: Runs, target: str, folder: pathlib.Path) -> str:
    """What is wrong with the module of a program; nothing if it is right."""
    expected = Expected(program)
    dtype = DTYPES[program.dtype]
    inputs = arrays(program, dtype)
    function = neo.jit(build(program, dtype), strict=program.strict)
    module = neo.export(function, *inputs, path=folder / "m.neo", targets=[target],
                        threads=program.threads)
    found = runs(module, inputs)
    return next(filter(None, (expected.difference(number, array)
                              for number, array in enumerate(found))), "")


def loaded(module: pathlib.Path, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Run in this process."""
    return neo.tree.leaves(neo.load(module)(*inputs))


def on(machine: exported_programs.Machine, folder: pathlib.Path) -> Runs:
    """Run by the program in C, which is compiled into `folder`."""
    machine.make("run", out=folder)
    return lambda module, inputs: machine.outputs(folder / "run", module, inputs)


def check(count: int, seed: int, machine: str) -> list[str]:
    """The programs that are wrong, of `count` that are drawn from `seed` on."""
    failed = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        target, runs = core().best_target(), loaded
        if machine == "c":
            runs = on(exported_programs.here(), folder)
        elif machine == "aarch64":
            other = exported_programs.aarch64(folder / "runtime")
            target, runs = other.target, on(other, folder)
        for number in range(seed, seed + count):
            program = drawn(number)
            said = program and wrong(program, runs, target, folder)
            if said:
                failed.append(f"seed {number}: {said}\n{program.source}")
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--machine", choices=("here", "c", "aarch64"), default="here")
    options = parser.parse_args()
    failed = check(options.programs, options.seed, options.machine)
    print("\n".join(failed))
    print(f"{options.programs} modules, {len(failed)} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
