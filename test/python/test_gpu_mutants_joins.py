# test_gpu_mutants_joins.py - rows and joined sums with an error, and who finds it
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Threads join what each has summed by shuffles in a warp, by shared memory between
warps, and by a second kernel between blocks. Each barrier dropped, each shuffle from
another lane and each guard lost is told by the emulator's checks, or by the numbers."""

import re
from pathlib import Path

import neo
import numpy as np
import pytest
from ptx_mutants import Kernel, kernels_of, survivors

pytestmark = pytest.mark.extended

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


def make(name: str, number: int) -> tuple[Kernel, list[str]]:
    """A kernel of a program, and its buffers."""
    function, shape, kernels = PROGRAMS[name]
    reads, written = kernels[number]
    kind = "i64" if name == "positions" else "f32"
    buffers = [f"f32[{n}]=random:{seed}" for seed, n in enumerate(reads)]
    return (kernels_of(function, neo.spec(shape, "float32"))[number],
            [*buffers, f"{kind}[{written}]=none"])


@pytest.mark.parametrize("name, number", KERNELS)
def test_right_kernel_passes(name: str, number: int, tmp_path: Path):
    kernel, buffers = make(name, number)
    done = kernel.run(buffers, tmp_path)
    assert done.returncode == 0, done.stderr
    assert np.isfinite(float(re.search(r"-?\d+(\.\d+)?", done.stdout)[0]))


@pytest.mark.parametrize("name, number, kind", FAULTS)
def test_each_mutant_is_caught(name: str, number: int, kind: str, tmp_path: Path):
    kernel, buffers = make(name, number)
    assert not survivors(kernel, kind, buffers, tmp_path)
