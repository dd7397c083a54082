# test_gpu_traffic.py - what kernels ask of the memories, by the emulator's counts
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Sectors of device memory, conflicts of shared memory and the issue slots of the inner
loop, in a block or two of kernels at the extents of benchmarks."""

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import neo
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from cases import CASES  # noqa: E402

_core = pytest.importorskip("neo._core")
RUN = Path(_core.__file__).parents[2] / "bin" / "neo-ptx-run"
pytestmark = [pytest.mark.extended,
              pytest.mark.skipif(not RUN.exists(), reason="neo-ptx-run is not built")]


class Traffic(NamedTuple):
    sectors: int
    ideal: int
    ways: float
    products: float
    """Percent of the instructions of the hot loop that are mma or fma."""


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
    products = re.search(r"hot loop: .* ([\d.]+) % mma, ([\d.]+) % fma", done.stdout)
    return Traffic(int(sectors), int(ideal), float(ways[1]) if ways else 1.0,
                   sum(map(float, products.groups())) if products else 0.0)


def text_of(expression: neo.expr, dtype: str, *shapes: tuple[int, ...]) -> str:
    """The IR for operands of `dtype`, of which "tf32" is float32."""
    allow = dtype == "tf32"
    specs = [neo.spec(shape, "float32" if allow else dtype) for shape in shapes]
    return neo.jit(expression, device="cuda", allow_tf32=allow).ir(*specs)


def product(dtype: str, index: str = "C[i,j]") -> str:
    # Of a hot loop, the steps that copy for later ones: five here at least.
    return text_of(neo.expr(index + " += A[i,k] * B[k,j]"), dtype,
                   (4096, 512), (512, 4096))


def convolution(dtype: str, channels: int = 128) -> str:
    # 432 tiles: four for each multiprocessor of sm_80.
    image, filters = (27, 32, 32, channels), (3, 3, channels, 128)
    return text_of(neo.expr(
        "Y[n,h,w,o] += (X[n,h+r-1,w+s-1,c] if 0 <= h+r-1 < 32 and 0 <= w+s-1 < 32 "
        "else 0) * W[r,s,c,o]", h=32, w=32), dtype, image, filters)


@pytest.mark.parametrize("chip", ["sm_80", "sm_90"])
@pytest.mark.parametrize("index", ["C[i,j]", "C[j,i]"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_matrix_products_waste_nothing(dtype: str, index: str, chip: str, tmp_path: Path):
    traffic = traffic_of(product(dtype, index), tmp_path, chip)
    assert traffic.sectors == traffic.ideal and traffic.ways <= 1.1
    assert traffic.products >= (90 if dtype == "float32" else 65)


@pytest.mark.parametrize("chip", ["sm_80", "sm_90"])
@pytest.mark.parametrize("index", ["C[i,j]", "C[j,i]"])
@pytest.mark.parametrize("read, shapes", [
    ("A[i,k] * B[j,k]", ((4096, 512), (4096, 512))),
    ("A[k,i] * B[k,j]", ((512, 4096), (512, 4096))),
    ("A[k,i] * B[j,k]", ((512, 4096), (4096, 512)))])
def test_transposed_products_waste_nothing(read: str, shapes: tuple, index: str,
                                           chip: str, tmp_path: Path):
    traffic = traffic_of(text_of(neo.expr(f"{index} += {read}"), "float32", *shapes),
                         tmp_path, chip)
    assert traffic.sectors == traffic.ideal and traffic.ways <= 1.1
    assert traffic.products >= 90


@pytest.mark.parametrize("chip", ["sm_80", "sm_90"])
@pytest.mark.parametrize("read, shapes, least", [
    ("A[i,k] * B[k,j]", ((4096, 512), (512, 4096)), 32),
    ("A[i,k] * B[j,k]", ((4096, 512), (4096, 512)), 39),
    ("A[k,i] * B[k,j]", ((512, 4096), (512, 4096)), 29),
    ("A[k,i] * B[j,k]", ((512, 4096), (4096, 512)), 33)])
def test_products_of_tf32_waste_nothing(read: str, shapes: tuple, least: float, chip: str,
                                        tmp_path: Path):
    # Beside each mma.sync stand a rounding and, of rows along a side, loads of words.
    traffic = traffic_of(text_of(neo.expr(f"C[i,j] += {read}"), "tf32", *shapes),
                         tmp_path, chip)
    assert traffic.sectors == traffic.ideal and traffic.ways <= 1.1
    assert traffic.products >= least


@pytest.mark.parametrize("dtype, channels, least", [
    ("float16", 64, 40), ("float16", 128, 50), ("float32", 64, 70), ("float32", 128, 89),
    ("tf32", 64, 28), ("tf32", 128, 28)])
def test_convolutions_copy_whole_vectors(dtype: str, channels: int, least: float,
                                         tmp_path: Path):
    # 128 channels are two steps of 64 terms: the taps differ from step to step.
    traffic = traffic_of(convolution(dtype, channels), tmp_path, "sm_80")
    assert traffic.sectors == traffic.ideal and traffic.ways <= 1.1
    assert traffic.products >= least


@pytest.mark.parametrize("text, shape", [
    ("Y[i,j] = X[j,i] * 2", (512, 384)), ("Y[n,h,w,c] = X[n,c,h,w] + 1", (3, 64, 16, 24)),
    ("Y[n,c,h,w] = X[n,h,w,c] + 1", (3, 16, 24, 64))])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_transposes_are_coalesced_on_both_sides(text: str, shape: tuple[int, ...],
                                                dtype: str, tmp_path: Path):
    traffic = traffic_of(neo.expr(text).ir(neo.spec(shape, dtype)), tmp_path)
    assert traffic.sectors == traffic.ideal and traffic.ways <= 1.1


def test_rows_before_a_last_dimension_of_one_are_coalesced(tmp_path: Path):
    rows = neo.jit(lambda x: x.sum(axis=1)).ir(neo.spec((4096, 512, 1), "float32"))
    traffic = traffic_of(rows, tmp_path)
    assert traffic.sectors == traffic.ideal == 1040


def test_columns_with_an_epilogue_are_coalesced(tmp_path: Path):
    columns = neo.jit(lambda x: neo.exp(-x.sum(axis=1)), device="cuda")
    traffic = traffic_of(columns.ir(neo.spec((128, 256, 64), "float32")), tmp_path)
    assert traffic.sectors == traffic.ideal


@pytest.mark.parametrize("name", ["MTTKRP1", "MTTKRP2", "BIL2"])
def test_large_steps_of_halves_are_those_of_tensor_cores(name: str, tmp_path: Path):
    operator = CASES[name].operator
    text = text_of(neo.expr(operator.text, **operator.extents), "float16",
                   *operator.shapes.values())
    traffic = traffic_of(text, tmp_path)
    assert traffic.sectors == traffic.ideal and traffic.products >= 60


@pytest.mark.parametrize("name, most", [
    # Filters of 3 x 3 and more, which are contiguous along r and s alone.
    ("T1D_k9a", 1.8), ("T2D_Y4", 1.6), ("T3D_28", 1.6), ("T3D_14", 1.7), ("C4", 1.1),
    # Few terms, of which an element each is better than a lane each.
    ("D1", 1.2), ("DEP_112", 1.2), ("GRP_Y4", 1.3), ("BCM1", 1.0)])
def test_cases_are_coalesced(name: str, most: float, tmp_path: Path):
    operator = CASES[name].operator
    text = text_of(neo.expr(operator.text, **operator.extents), "float32",
                   *operator.shapes.values())
    traffic = traffic_of(text, tmp_path)
    assert traffic.sectors <= most * traffic.ideal and traffic.ways <= 1.1


def test_neighbours_that_are_read_one_by_one_are_those_of_lanes(tmp_path: Path):
    shifted = neo.expr("Y[i,j] = X[i,j+1]", i=4096, j=512)
    traffic = traffic_of(shifted.ir(neo.spec((4096, 513), "float32")), tmp_path)
    assert traffic.sectors <= 1.2 * traffic.ideal
