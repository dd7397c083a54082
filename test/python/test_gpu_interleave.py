# test_gpu_interleave.py - copies whose rows lie apart
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Lanes that copy adjacent rows of a window, or interleaved ones, copy the same window;
where rows are padded, only the latter meet in no bank of shared memory."""

import re
import subprocess
from pathlib import Path

import neo
import pytest

pytestmark = pytest.mark.extended

_core = pytest.importorskip("neo._core")
RUN = Path(_core.__file__).parents[2] / "bin" / "neo-ptx-run"
SCHEDULE = "builtin.module(neo-optimize-for-gpu,neo-schedule-gpu)"
# Rows, and terms, that tiles do not divide: some copies are masked.
M, N, K = 70, 50, 90


def run(text: str, folder: Path) -> str:
    """What a kernel of a product writes, and what it counts."""
    blocks, threads, shared = re.search(
        r'blocks (\d+) threads (\d+) shared (\d+)', text).groups()
    (file := folder / "kernel.ptx").write_text(neo.ptx(text))
    arguments = (f"f32[{M * K}]=random:1", f"f32[{K * N}]=random:2", f"f32[{M * N}]=none")
    done = subprocess.run(
        [RUN, file, "--grid", blocks, "--block", threads, "--shared", shared,
         *(part for it in arguments for part in ("--arg", it)), "--print", "2", "--stats"],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(not RUN.exists(), reason="neo-ptx-run is not built")
def test_rows_apart_meet_in_no_bank(tmp_path: Path):
    specs = neo.spec((M, K), "float32"), neo.spec((K, N), "float32")
    product = neo.jit(neo.expr("C[i,j] += A[i,k] * B[k,j]"), device="cuda")
    text = neo.canonical(product.ir(*specs), SCHEDULE)
    assert (apart := int(re.search(r"interleave (\d+)", text)[1])) > 1
    outputs = {rows: run(re.sub(r"interleave \d+", f"interleave {rows}", text), tmp_path)
               for rows in (1, 2, apart, 8)}
    numbers = {rows: re.findall(r"-?\d+\.\d{4,}", output)
               for rows, output in outputs.items()}
    assert len(numbers[apart]) >= 2
    assert all(found == numbers[apart] for found in numbers.values())
    ways = {rows: float(re.search(r"conflicts ([\d.]+)-way", output)[1])
            for rows, output in outputs.items()}
    assert ways[apart] == 1 < ways[1]
