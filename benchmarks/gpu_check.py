# gpu_check.py - Neo beside PyTorch on an NVIDIA GPU
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""    python benchmarks/gpu_check.py [--small] [GROUP ...]

Each line is checked before it is timed. Groups are products (cuBLAS), convolutions and
capsules (cuDNN), memory (torch.compile, and the bandwidth of a copy) and training (a
step as a CUDA graph). Without PyTorch there are Neo's times alone; on the stand-in
driver of the tests results are checked, and nothing is timed. Exits with 1 where a
result is wrong. scripts/gpu_check.sh runs the tests before.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

import neo
import numpy as np
from neo import _core

from gpu.clock import Compiled, torch_seconds
from gpu.entry import Entry, Peer
from gpu.groups import GROUPS


def find_torch(info: dict) -> bool:
    """Whether PyTorch takes part; says so where it does not."""
    try:
        import torch
    except ImportError:
        print("PyTorch is not installed: Neo is measured alone")
        return False
    if info["version"] and not torch.cuda.is_available():
        print("PyTorch sees no GPU: Neo is measured alone")
        return False
    if info["version"]:
        os.environ["NEO_BENCHMARK_DEVICE"] = "cuda"
    print(f"PyTorch {torch.__version__}")
    return True


def distance(found: Sequence[np.ndarray], expected: Sequence[np.ndarray]) -> float:
    """The largest, relative to the largest value of its array."""
    worst = 0.0
    for one, other in zip(found, expected, strict=True):
        one, other = (np.asarray(a, np.float64) for a in (one, other))
        scale = max(np.abs(other).max(initial=0), 1e-30)
        worst = max(worst, float(np.abs(one - other).max(initial=0) / scale))
    return worst


def check(entry: Entry, compiled: Compiled, peers: list[Peer]) -> str:
    """How far the results are from PyTorch's, or from a reference; raises where too
    far."""
    expected = next((found for peer in peers if (found := peer.check())), None)
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


def measure(entry: Entry, compiled: Compiled | None, peers: list[Peer]) -> str:
    ours = compiled.seconds() if compiled else None
    line = f"{ours * 1e6:10.1f} us {rate(entry, ours)}" if ours else " " * 13
    if not peers:
        return line
    best, word, name = min((*torch_seconds(peer.run), peer.name) for peer in peers)
    line += f"   PyTorch {best * 1e6:10.1f} us {rate(entry, best)}  {name} {word}".rstrip()
    return line + (f"   {best / ours:5.2f} of its speed" if ours else "")


def run(entry: Entry, with_torch: bool, timed: bool) -> tuple[str, bool]:
    """The line of an entry, and whether it is as it should be."""
    try:
        peers = entry.peers() if with_torch else []
        if entry.missing:
            return entry.missing + (measure(entry, None, peers) if timed else ""), True
        compiled = Compiled(entry.function, entry.arguments())
        checked = check(entry, compiled, peers)
        return (f"{checked:>12}" + (measure(entry, compiled, peers) if timed else ""),
                True)
    except (neo.Error, ArithmeticError, RuntimeError) as error:
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
    with_torch = find_torch(info)
    wrong = 0
    for group in asked.groups or GROUPS:
        print(f"\n{group}: {GROUPS[group].__doc__}")
        for entry in GROUPS[group](asked.small):
            line, fine = run(entry, with_torch, timed)
            wrong += not fine
            print(f"  {entry.name:24}{line}", flush=True)
    print(f"\n{wrong} lines are wrong" if wrong else "\nall results are as expected")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
