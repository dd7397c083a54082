# gpu_tiles.py - products by tiles that the cost model would not take
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""    python benchmarks/gpu_tiles.py [--ranks N] [--compile CHIP] [KIND SIZE ...]

Of each product the tiles at the first places in the order of modelled costs, and at
some far behind, are timed on an NVIDIA GPU: where a later one is faster, the model is
wrong. A line has the place, the tile as the schedule's axes, and microseconds.

With --compile they are compiled for a chip that need not be there, as many at a time as
there are processors, and counted. One that LLVM or ptxas fails on is named.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import neo
import numpy as np
from neo import _core

from gpu.clock import seconds_of
from gpu.groups import DTYPES

PRODUCTS = [(kind, size) for kind in ("f16", "tf32", "f32")
            for size in (1024, 2048, 4096)]


def places(count: int) -> Iterator[int]:
    """0, 1, 2, 3, 4, 6, 8, 12, 16, 24, ..."""
    yield 0
    step = 1
    place = 1
    while count > 1:
        yield place
        if place >= 4 * step:
            step *= 2
        place += step
        count -= 1


def scheduled(kind: str, size: int, rank: int, chip: str) -> str:
    spec = neo.spec((size, size), DTYPES[kind])
    text = neo.jit(lambda a, b: a @ b).ir(spec, spec)
    module = neo.canonical(text, "builtin.module(neo-optimize-for-gpu,neo-schedule-gpu"
                                 f"{{chip={chip} rank={rank} "
                                 f"allow-tf32={str(kind == 'tf32').lower()}}})")
    return module.replace("module {", "module attributes {neo.optimized} {", 1)


def axes_of(module: str) -> str:
    """The splits of rows, columns and terms, and what else makes a tile."""
    found = re.search(r"axes\[(.*?)\] reads", module)[1]
    join = re.search(r"join <parts (\d+)", module)
    units = {"lane": "l", "register": "r", "warp": "w", "vector": "v", "step": "s",
             "block": "b"}
    splits = re.sub(r"(\w+) (\d+)", lambda m: units[m[1]] + m[2], found)
    return re.sub(r"[<>]", "", splits) + (f" parts {join[1]}" if join else "")


def load(module: str) -> None:
    """Has the driver compile it, which keeps the code for other processes."""
    _core.DeviceProgram(module, "main")


def measure(kind: str, size: int, ranks: int, chip: str) -> None:
    random = np.random.default_rng(7)
    arrays = neo.to_device([random.standard_normal((size, size), np.float32)
                            .astype(DTYPES[kind]) for _ in range(2)])
    modules = {rank: scheduled(kind, size, rank, chip) for rank in places(ranks)}
    modules = {rank: module for number, (rank, module) in enumerate(modules.items())
               if module not in list(modules.values())[:number]}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        list(pool.map(load, modules.values()))
    expected = None
    for rank, module in modules.items():
        program = _core.DeviceProgram(module, "main")
        found = np.asarray(program.run(arrays)[0]).astype(np.float32)
        expected = found if expected is None else expected
        far = np.abs(found - expected).max() / np.abs(expected).max()
        # The stand-in driver of the tests takes no time.
        took = seconds_of(program, arrays) or np.inf
        print(f"{kind} {size:5} {rank:4} {took * 1e6:9.1f} us "
              f"{2 * size ** 3 / took / 1e12:7.1f} TFLOP/s  {far:.0e}  {axes_of(module)}",
              flush=True)


def build(job: tuple[str, str]) -> tuple[str, float]:
    """Compiles a module for a chip; gives what went wrong, if anything did, and the
    seconds of a processor that it took."""
    before, error = sum(os.times()[:4]), ""
    try:
        _core.cubins(job[0], "main", job[1])
    except neo.Error as refusal:
        error = str(refusal)
    return error, sum(os.times()[:4]) - before


def compile_apart(kind: str, size: int, ranks: int, chip: str) -> None:
    modules = {scheduled(kind, size, rank, chip): rank
               for rank in reversed(list(places(ranks)))}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        list(pool.map(int, range(64)))  # The processes have started.
        start = time.perf_counter()
        built = list(pool.map(build, [(module, chip) for module in modules]))
        seconds = time.perf_counter() - start
    said, took = zip(*built)
    for rank, error in sorted(zip(modules.values(), said)):
        if error:
            print(f"{kind} {size:5} {rank:4} {error}")
    print(f"{kind} {size:5} {chip} {said.count('')} of {len(modules)} candidates "
          f"compiled in {seconds:.1f} s, {len(modules) / seconds:.1f} a second; "
          f"each took a processor {sum(took) / len(took):.2f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("products", nargs="*", metavar="KIND SIZE")
    parser.add_argument("--ranks", type=int, default=16, help="places to time, each")
    parser.add_argument("--compile", metavar="CHIP", help="compile alone")
    asked = parser.parse_args()
    chip = asked.compile or _core.device_info()["chip"]
    chosen = list(zip(asked.products[::2], map(int, asked.products[1::2])))
    for kind, size in chosen or PRODUCTS:
        (compile_apart if asked.compile else measure)(kind, size, asked.ranks, chip)


if __name__ == "__main__":
    main()
