# derive.py - what deriving a backward graph costs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Prints the time and memory of `neo-opt --neo-autodiff` on whole networks, and the
time per operator at growing extents.

    .venv/bin/python benchmarks/derive.py

A network is derived by a process of its own: reading the IR, deriving, proving and
printing are all in its time, and its peak of memory is the system's figure. Medians.
"""

import argparse
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import neo
from neo import _core
from networks import bert, resnet

ROOT = Path(__file__).resolve().parent.parent

#: Expression, shapes of its operands and extents, grown by a factor s.
OPERATORS = {
    "matrix product": lambda s: (
        "C[i,j] += A[i,k] * B[k,j]", [(8 * s, 4 * s), (4 * s, 6 * s)], {}),
    "convolution, stride 2": lambda s: (
        "C[k,p] += A[c,2*p+r] * W[k,c,r]",
        [(4 * s, 16 * s + 1), (8 * s, 4 * s, 3)], {"p": 8 * s}),
    "depth to space": lambda s: (
        "Y[c,h] = X[2*c+h%2,h//2]", [(8 * s, 6 * s)], {"c": 4 * s, "h": 12 * s}),
    "roll": lambda s: (
        f"Y[i] = X[(i+3)%{12 * s}]", [(12 * s,)], {"i": 12 * s}),
    "average pooling": lambda s: (
        "Y[c,p] += X[c,3*p+r]", [(4 * s, 24 * s)], {"p": 8 * s, "r": 3}),
}


def gradient_ir(network: Any) -> str:
    """The IR of loss and gradient at batch 1, before differentiation."""
    params = {name: neo.spec(shape, "float32")
              for name, shape in network.shapes().items()}
    data = [neo.spec(shape, "float32") for shape in network.data(1)]
    return neo.jit(neo.value_and_grad(network.loss)).ir(params, *data)


def derive(tool: Path, text: str, rounds: int) -> tuple[float, float, int]:
    """Median seconds, peak MiB, and how many operators come out."""
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder) / "in.mlir", Path(folder) / "out.mlir"
        source.write_text(text)
        seconds = []
        for _ in range(rounds):
            start = time.perf_counter()
            process = subprocess.Popen(
                [tool, "--neo-autodiff", source, "-o", result])
            _, status, usage = os.wait4(process.pid, 0)
            seconds.append(time.perf_counter() - start)
            if status:
                raise SystemExit(f"{tool} failed on {source}")
        return (statistics.median(seconds), usage.ru_maxrss / 1024,
                result.read_text().count("neo.compute"))


def networks_table(tool: Path, rounds: int) -> None:
    print("| network | operators before | after | seconds | peak MiB |")
    print("|---|---:|---:|---:|---:|")
    for name, network in (("ResNet-50", resnet), ("BERT-base encoder", bert)):
        text = gradient_ir(network)
        seconds, memory, after = derive(tool, text, rounds)
        print(f"| {name} | {text.count('neo.compute')} | {after} | {seconds:.2f} | "
              f"{memory:.0f} |")


def derivation_time(text: str, rounds: int) -> float:
    """Median milliseconds of the pass, reading and printing subtracted."""
    def run(pipeline: str) -> float:
        start = time.perf_counter()
        _core.canonical(text, pipeline)
        return time.perf_counter() - start

    passes = [run("builtin.module(neo-autodiff)") for _ in range(rounds)]
    plain = [run("builtin.module()") for _ in range(rounds)]
    return 1e3 * (statistics.median(passes) - statistics.median(plain))


def extents_table(rounds: int) -> None:
    factors = (1, 100, 10_000)
    print("| operator | " + " | ".join(f"{f}x, ms" for f in factors) + " |")
    print("|---|" + "---:|" * len(factors))
    for name, grown in OPERATORS.items():
        cells = []
        for factor in factors:
            text, shapes, extents = grown(factor)
            specs = [neo.spec(shape, "float32") for shape in shapes]
            ir = neo.expr(text, **extents).ir(*specs)
            cells.append(f"{derivation_time(ir, rounds):.2f}")
        print(f"| {name} | " + " | ".join(cells) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--neo-opt", type=Path,
                        default=ROOT / "build" / "bin" / "neo-opt")
    options = parser.parse_args()
    networks_table(options.neo_opt, options.rounds)
    print()
    extents_table(options.rounds)


if __name__ == "__main__":
    main()
