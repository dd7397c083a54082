# test_gpu_mutants_joins.py - rows and joined sums with an error, and who finds it
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Threads join what each has summed by shuffles in a warp, by shared memory between
warps, and by a second kernel between blocks. Each barrier dropped, each shuffle from
another lane and each guard lost is told by the emulator's checks, or by the numbers."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import neo
import numpy as np
import pytest

pytestmark = pytest.mark.extended

_core = pytest.importorskip("neo._core")
RUN = Path(_core.__file__).parents[2] / "bin" / "neo-ptx-run"
if not RUN.exists():
    pytest.skip("neo-ptx-run is not built", allow_module_level=True)

#: Functions, the shape of their argument, and buffers of each kernel: numbers of
#: elements that are read, and those that are written.
PROGRAMS = {
    "softmax": (lambda x: neo.softmax(x, 1), (5, 3000), [([15000], 15000)]),
    "columns": (lambda x: x.sum(axis=0), (3000, 17), [([51000], 17)]),
    "positions": (lambda x: x.argmax(axis=1), (5, 3000), [([15000], 5)]),
    "all": (lambda x: x.sum(), (300, 170), [([51000], 2), ([2], 1)]),
}
KERNELS = [(name, n) for name, (_, _, kernels) in PROGRAMS.items()
           for n in range(len(kernels))]
#: Kernels with something to lose. Without their guard all threads store the same
#: number, but those of softmax, which store elements, and those behind the last term.
FAULTS = [("softmax", 0, "barriers"), ("softmax", 0, "lanes"), ("softmax", 0, "guards"),
          ("columns", 0, "barriers"), ("columns", 0, "lanes"),
          ("positions", 0, "barriers"), ("all", 0, "barriers"), ("all", 0, "lanes"),
          ("all", 1, "places")]


def make(name: str, number: int) -> tuple[str, list[str]]:
    """The PTX of a kernel of a program, and the options that launch it."""
    function, shape, kernels = PROGRAMS[name]
    text = neo.jit(function, device="cuda").ir(neo.spec(shape, "float32"))
    ptx = neo.ptx(text)
    launch = neo.canonical(
        text, "builtin.module(neo-optimize-for-gpu,neo-schedule-gpu,convert-neo-to-gpu)")
    blocks, threads, shared = re.findall(
        r"blocks (\d+) threads (\d+) shared (\d+)", launch)[number]
    head, *entries = re.split(r"(?=\.visible \.entry)", ptx)
    reads, written = kernels[number]
    kind = "i64" if name == "positions" else "f32"
    buffers = [f"f32[{n}]=random:{seed}" for seed, n in enumerate(reads)]
    return head + entries[number], [
        "--grid", blocks, "--block", threads, "--shared", shared,
        *(part for buffer in [*buffers, f"{kind}[{written}]=none"]
          for part in ("--arg", buffer)), "--print", str(len(reads))]


def run(ptx: str, options: list[str], folder: Path) -> subprocess.CompletedProcess:
    (file := folder / "kernel.ptx").write_text(ptx)
    return subprocess.run([RUN, file, *options], capture_output=True, text=True,
                          check=False)


def without_each(pattern: str, ptx: str) -> Iterator[str]:
    for found in re.finditer(pattern, ptx):
        yield ptx[:found.start()] + ptx[found.end():]


def from_other_lanes(ptx: str) -> Iterator[str]:
    """With each butterfly between lanes twice, or half, as far apart."""
    for found in re.finditer(r"(shfl\.sync\.bfly\.b32 \t[^,]+, [^,]+, )(\d+)", ptx):
        other = 8 if found[2] == "16" else 2 * int(found[2])
        yield ptx[:found.start()] + found[1] + str(other) + ptx[found.end():]


def of_next_elements(ptx: str) -> Iterator[str]:
    """With each read of a buffer 4 bytes further."""
    for found in re.finditer(r"(ld\.global\S* \t[^\[]*\[%rd\d+)(\+\d+)?\]", ptx):
        place = int((found[2] or "+0")[1:]) + 4
        yield f"{ptx[:found.start()]}{found[1]}+{place}]{ptx[found.end():]}"


MUTANTS = {"barriers": lambda ptx: without_each(r"\tbar(?:rier)?\.sync \t0;\n", ptx),
           "lanes": from_other_lanes, "places": of_next_elements,
           "guards": lambda ptx: without_each(r"\t@%p\d+ bra \t\$L\w+;\n", ptx)}


@pytest.mark.parametrize("name, number", KERNELS)
def test_right_kernel_passes(name: str, number: int, tmp_path: Path):
    done = run(*make(name, number), tmp_path)
    assert done.returncode == 0, done.stderr
    assert np.isfinite(float(re.search(r"-?\d+(\.\d+)?", done.stdout)[0]))


@pytest.mark.parametrize("name, number, kind", FAULTS)
def test_each_mutant_is_caught(name: str, number: int, kind: str, tmp_path: Path):
    ptx, options = make(name, number)
    right, mutants = run(ptx, options, tmp_path), list(MUTANTS[kind](ptx))
    assert mutants
    for place, mutant in enumerate(mutants):
        done = run(mutant, options, tmp_path)
        assert done.returncode == 1 or done.stdout != right.stdout, place
