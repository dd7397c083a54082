# test_gpu_traffic.py - what kernels ask of the memories, by the emulator's counts
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Sectors of device memory and conflicts of shared memory, in a block or two of kernels
at the extents of benchmarks."""

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import neo
import pytest

_core = pytest.importorskip("neo._core")
RUN = Path(_core.__file__).parents[2] / "bin" / "neo-ptx-run"
pytestmark = [pytest.mark.extended,
              pytest.mark.skipif(not RUN.exists(), reason="neo-ptx-run is not built")]


class Traffic(NamedTuple):
    sectors: int
    ideal: int
    ways: float


def count_elements(shape: str) -> tuple[str, int]:
    *sizes, kind = shape.split("x")
    elements = 1
    for size in sizes:
        elements *= int(size)
    return kind, elements


def traffic_of(text: str, folder: Path, chip: str = "sm_90", blocks: int = 2) -> Traffic:
    """What `blocks` blocks of the first kernel of `text` move."""
    launch = neo.canonical(
        text, "builtin.module(neo-optimize-for-gpu,"
        f"neo-schedule-gpu{{chip={chip}}},convert-neo-to-gpu)")
    name, threads, shared, tensors = re.search(
        r"gpu_launch @kernels::@(\w+)\(.*?\) blocks \d+ threads (\d+) shared (\d+) : "
        r"(.*)", launch).groups()
    *inputs, result = map(count_elements, re.findall(r"tensor<([^>]*)>", tensors))
    buffers = [f"{kind}[{n}]=random:{i}" for i, (kind, n) in enumerate(inputs)]
    buffers.append("{}[{}]=none".format(*result))
    (file := folder / "kernel.ptx").write_text(neo.ptx(text, chip))
    done = subprocess.run(
        [RUN, file, "--entry", name, "--grid", str(blocks), "--block", threads,
         "--shared", shared, "--stats", *(part for b in buffers for part in ("--arg", b))],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    sectors, ideal = re.search(r"(\d+) sectors of an ideal (\d+)", done.stdout).groups()
    ways = re.search(r"conflicts ([\d.]+)-way", done.stdout)
    return Traffic(int(sectors), int(ideal), float(ways[1]) if ways else 1.0)


def product(dtype: str, index: str = "C[i,j]") -> str:
    specs = neo.spec((4096, 256), dtype), neo.spec((256, 4096), dtype)
    return neo.expr(index + " += A[i,k] * B[k,j]").ir(*specs)


@pytest.mark.parametrize("chip", ["sm_80", "sm_90"])
@pytest.mark.parametrize("index", ["C[i,j]", "C[j,i]"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_matrix_products_waste_nothing(dtype: str, index: str, chip: str, tmp_path: Path):
    traffic = traffic_of(product(dtype, index), tmp_path, chip)
    assert traffic.sectors == traffic.ideal and traffic.ways <= 1.1


@pytest.mark.parametrize("text, shape", [
    ("Y[i,j] = X[j,i] * 2", (512, 384)), ("Y[n,h,w,c] = X[n,c,h,w] + 1", (3, 64, 16, 24)),
    ("Y[n,c,h,w] = X[n,h,w,c] + 1", (3, 16, 24, 64))])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_transposes_are_coalesced_on_both_sides(text: str, shape: tuple[int, ...],
                                                dtype: str, tmp_path: Path):
    traffic = traffic_of(neo.expr(text).ir(neo.spec(shape, dtype)), tmp_path)
    assert traffic.sectors == traffic.ideal and traffic.ways <= 1.1
