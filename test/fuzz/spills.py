# spills.py - random programs by NVIDIA's assembler
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Kernels of the fuzzer's programs by ptxas, which has to take them and to spill no
register.

    .venv/bin/python test/fuzz/spills.py --programs 300 --seed 7 --chip sm_90
"""

from __future__ import annotations

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]

import neo  # noqa: E402
from oracle import arrays, build  # noqa: E402
from program import DTYPES, Program, drawn  # noqa: E402
from test_gpu_ptxas import CHIPS, assemble  # noqa: E402


def ptx_of(program: Program, chip: str) -> str:
    """The kernels of a program and its derivatives."""
    dtype = DTYPES[program.dtype]
    function = neo.jit(build(program, dtype), strict=program.strict, device="cuda")
    return neo.ptx(function.ir(*arrays(program, dtype)), chip)


def spilled(program: Program, chip: str) -> int:
    """Bytes that these spill."""
    ptx = ptx_of(program, chip)
    return sum(assemble(ptx, chip)) if ptx else 0  # Some have no kernel.


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--chip", choices=CHIPS, default="sm_80")
    options = parser.parse_args()
    counts = {"assembled": 0, "spill": 0}
    for seed in range(options.seed, options.seed + options.programs):
        program = drawn(seed)
        if program is None:
            continue
        counts["assembled"] += 1
        if found := spilled(program, options.chip):
            counts["spill"] += 1
            print(f"seed {seed}: {found} bytes\n{program.source}", flush=True)
    print(f"{counts['assembled']} programs, {counts['spill']} spill")
    return 1 if counts["spill"] else 0


if __name__ == "__main__":
    sys.exit(main())
