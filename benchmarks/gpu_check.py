# gpu_check.py - Neo beside PyTorch on an NVIDIA GPU
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""    python benchmarks/gpu_check.py [--small] [GROUP ...]

Each line is checked before it is timed. Groups are products (cuBLAS), convolutions and
capsules (cuDNN), memory (torch.compile, and the bandwidth of a copy) and training (a
step as a CUDA graph). NEO_TORCH_PYTHON names the Python whose PyTorch takes part, if
it is another one. Without PyTorch there are Neo's times alone; on the stand-in
driver of the tests results are checked, and nothing is timed. Exits with 1 where a
result is wrong. scripts/gpu_check.sh runs the tests before.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import neo
import numpy as np
from neo import _core

from gpu.clock import Compiled
from gpu.entry import Entry
from gpu.groups import GROUPS
from gpu.torch_process import Answer, Torch, find_torch
from measure import Failure


def distance(found: Sequence[np.ndarray], expected: Sequence[np.ndarray]) -> float:
    """The largest, relative to the largest value of its array."""
    worst = 0.0
    for one, other in zip(found, expected, strict=True):
        one, other = (np.asarray(a, np.float64) for a in (one, other))
        scale = max(np.abs(other).max(initial=0), 1e-30)
        worst = max(worst, float(np.abs(one - other).max(initial=0) / scale))
    return worst


def check(entry: Entry, compiled: Compiled, answer: Answer | None) -> str:
    """How far the results are from PyTorch's, or from a reference; raises where too
    far."""
    expected = (answer.results if answer else None) or None
    if expected is None and entry.expected is not None:
        expected = entry.expected()
    if expected is None:
        return "not checked"
    far = distance(compiled.results(), expected)
    if not far <= entry.tolerance:
        raise ArithmeticError(f"WRONG: {far:.1e} from what is expected")
    return f"{far:.0e}"


def rate(entry: Entry, seconds: float) -> str:
    if entry.operations:
        return f"{entry.operations / seconds / 1e12:7.1f} TFLOP/s"
    return f"{entry.bytes / seconds / 1e12:7.2f} TB/s" if entry.bytes else ""


def measure(entry: Entry, compiled: Compiled, answer: Answer | None) -> str:
    ours = compiled.seconds()
    line = f"{ours * 1e6:10.1f} us {rate(entry, ours)}"
    if not answer or not answer.times:
        return line
    best, name, word = min(answer.times)
    line += f"   PyTorch {best * 1e6:10.1f} us {rate(entry, best)}  {name} {word}".rstrip()
    return line + f"   {best / ours:5.2f} of its speed"


def run(entry: Entry, torch: Torch | None, timed: bool) -> tuple[str, bool]:
    """The line of an entry, and whether it is as it should be."""
    try:
        answer = torch.answer(entry.question, timed) if torch and entry.question else None
        compiled = Compiled(entry.function, entry.arguments(), entry.allow_tf32)
        checked = check(entry, compiled, answer)
        return (f"{checked:>12}" + (measure(entry, compiled, answer) if timed else ""),
                True)
    except (neo.Error, ArithmeticError, RuntimeError, Failure) as error:
        return str(error).splitlines()[0], False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("groups", nargs="*", metavar="GROUP",
                        help=" ".join(GROUPS) + "; all if none is named")
    parser.add_argument("--small", action="store_true",
                        help="extents that an emulator can run")
    asked = parser.parse_args()
    for group in asked.groups:
        if group not in GROUPS:
            parser.error(f"there is no group '{group}': {' '.join(GROUPS)}")
    info = _core.device_info()
    timed = bool(info["version"])
    print(f"{info['name']}, {info['chip']}" + "" if timed else
          f"{info['name']}, {info['chip']}: nothing is timed")
    torch = find_torch(timed)
    wrong = 0
    for group in asked.groups or GROUPS:
        print(f"\n{group}: {GROUPS[group].__doc__}")
        for entry in GROUPS[group](asked.small):
            line, fine = run(entry, torch, timed)
            wrong += not fine
            print(f"  {entry.name:24}{line}", flush=True)
    print(f"\n{wrong} lines are wrong" if wrong else "\nall results are as expected")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
