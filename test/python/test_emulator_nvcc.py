# test_emulator_nvcc.py - the emulator runs what nvcc compiles
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The kernels of test/Emulator/cuda, compiled for both chips, against NumPy; under
several interleavings of their warps."""

import ast
import functools
import math
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.extended

pytest.importorskip("neo._core")
from neo import _core  # noqa: E402

SOURCE = Path(__file__).resolve().parents[1] / "Emulator" / "cuda" / "kernels.cu"
RUN = Path(_core.__file__).parents[2] / "bin" / "neo-ptx-run"
FOLDER = os.environ.get("CUDA_ROOT") or os.environ.get("CUDA_HOME") or "/usr/local/cuda"
NVCC = shutil.which("nvcc") or f"{FOLDER}/bin/nvcc"
CHIPS = ("sm_80", "sm_90")
SEEDS = (0, 1, 2)
N = 300

pytestmark = [
    pytest.mark.skipif(not RUN.exists(), reason="neo-ptx-run is not built"),
    pytest.mark.skipif(not Path(NVCC).exists(), reason="nvcc of the CUDA toolkit is not "
                       "installed")]


@functools.cache
def compiled(chip: str) -> str:
    """The PTX of the kernels."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "kernels.ptx")
        done = subprocess.run([NVCC, "-ptx", f"-arch={chip}", SOURCE, "-o", file],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return file.read_text()


@pytest.fixture(params=[(chip, seed) for chip in CHIPS for seed in SEEDS],
                ids=lambda p: f"{p[0]}-{p[1]}", name="run")
def runner(request, tmp_path: Path):
    """Runs a kernel and gives its buffers."""
    chip, seed = request.param
    file = tmp_path / "kernels.ptx"
    file.write_text(compiled(chip))

    def run(entry: str, grid: int, block: int, *arguments: str) -> list[np.ndarray]:
        buffers = [i for i, a in enumerate(arguments) if "[" in a]
        done = subprocess.run(
            [RUN, file, "--entry", entry, "--grid", str(grid), "--block", str(block),
             "--schedule-seed", str(seed),
             *(word for a in arguments for word in ("--arg", a)),
             *(word for i in buffers for word in ("--print", str(i)))],
            capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return [np.array(ast.literal_eval(line)) for line in done.stdout.splitlines()]

    return run


COUNTS = np.bincount(np.arange(N) % 16)


def test_histogram_by_atomics(run):
    _, counts = run("histogram", 2, 64, f"i32[{N}]=iota", "i32[16]=0", f"i32={N}")
    np.testing.assert_equal(counts, COUNTS)


def test_histogram_by_matches(run):
    _, counts = run("matched", 5, 64, f"i32[{N}]=iota", "i32[16]=0", f"i32={N}")
    np.testing.assert_equal(counts, COUNTS)


def test_sum_and_extrema(run):
    x, total, most, least = run("extrema", 5, 64, f"f32[{N}]=random:3", "f32[1]=0",
                                "f32[1]=-5", "i32[1]=1000", f"i32={N}")
    np.testing.assert_allclose(total, x.sum(), rtol=1e-5)
    np.testing.assert_allclose(most, x.max(), rtol=1e-7)
    assert least == math.floor(x.min() * 100)


def test_scan_by_shuffles(run):
    x, y = run("scan", 1, 128, "i32[128]=iota", "i32[128]=none")
    np.testing.assert_equal(y, np.cumsum(x))


def test_softmax(run):
    x, y = run("softmax", 2, 32, "f32[140]=random:3", "f32[140]=none", "i32=70")
    e = np.exp(x.reshape(2, 70))
    np.testing.assert_allclose(y.reshape(2, 70), e / e.sum(1, keepdims=True), rtol=1e-5)


def test_functions_of_the_mathematical_library(run):
    x, y = run("functions", 1, 64, "f32[64]=random:3", "f32[64]=none")
    v = np.float32(x) * np.float32(30)
    wide = np.float64(v)
    expected = (np.sin(wide) + np.cos(np.float64(v * np.float32(1000))) + np.tanh(x)
                + np.log(abs(wide) + 1) + np.sqrt(abs(wide))
                + np.vectorize(math.erf)(x) + abs(x) ** 1.5 + np.sin(wide))
    np.testing.assert_allclose(y, expected, atol=2e-6 * 10)


def test_votes_and_barriers_that_count(run):
    x, y = run("votes", 1, 64, "i32[64]=iota", "i32[64]=none")
    sums = np.repeat([x[:32].sum(), x[32:].sum()], 32)
    np.testing.assert_equal(y, 32 + 2000 + 16000 + 32000 * 16 + sums)


def test_asynchronous_copies(run):
    x, y = run("pipeline", 1, 32, "f32[640]=iota", "f32[640]=none", "i32=5")
    np.testing.assert_equal(y, 2 * x)


def test_atomics_of_halves(run):
    _, total, turn = run("halves", 1, 64, "f16[128]=1", "f16[2]=0", "i32[1]=0")
    np.testing.assert_equal(total, [64, 64])
    assert turn == 64 % 5


@pytest.mark.parametrize("chip", CHIPS)
def test_lost_barrier_is_found(chip: str, tmp_path: Path):
    text = compiled(chip)
    begin = text.index(".entry histogram")
    barrier = text.index("bar.sync", begin)
    file = tmp_path / "mutant.ptx"
    file.write_text(text[:barrier] + "//" + text[barrier:])
    done = subprocess.run(
        [RUN, file, "--entry", "histogram", "--block", "64", "--arg", f"i32[{N}]=iota",
         "--arg", "i32[16]=0", "--arg", f"i32={N}"],
        capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "with no barrier between them" in done.stderr, done.stderr
