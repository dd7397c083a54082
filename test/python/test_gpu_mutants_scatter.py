# test_gpu_mutants_scatter.py - sums at indices that are data, with an error
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The gradient of rows of a table, by three kernels: the first point of each list of
rows, the next one after each point, and the sums of the points of each row."""

from pathlib import Path

import neo
import pytest
from ptx_mutants import Kernel, kernels_of, survivors

pytestmark = pytest.mark.extended

ROWS, COLUMNS, POINTS = 300, 16, 40
#: Each is of the points of 30 rows.
LISTS = 10


def gradient(a, y, i):
    return neo.vjp(lambda a: neo.take(a, i, 0), a)[1](y)[0]


def make(folder: Path) -> tuple[list[Kernel], list[list[str]]]:
    """The kernels, and the buffers of each; those before the last one have run."""
    kernels = kernels_of(gradient, neo.spec((ROWS, COLUMNS), "float32"),
                         neo.spec((POINTS, COLUMNS), "float32"), neo.spec((POINTS,), "int64"))
    (folder / "indices").write_text(", ".join(
        str(point * 7 % 13 * 3) for point in range(POINTS)))  # Some lists are empty.
    indices = f"i64[{POINTS}]=file:{folder / 'indices'}"
    buffers = [[indices, f"i32[{LISTS}]=none"], [indices, f"i32[{POINTS}]=none"],
               [f"f32[{POINTS * COLUMNS}]=random:3", indices]]
    for kernel, given in zip(kernels, buffers[:2]):
        done = kernel.run(given, folder)
        assert done.returncode == 0, done.stderr
        name = folder / given[-1].split("[")[1]
        name.write_text(done.stdout)
        buffers[2].append(given[-1].replace("none", f"file:{name}"))
    buffers[2].append(f"f32[{ROWS * COLUMNS}]=none")
    return kernels, buffers


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("kind", ["guards", "places"])
def test_each_mutant_is_caught(number: int, kind: str, tmp_path: Path):
    kernels, buffers = make(tmp_path)
    assert not survivors(kernels[number], kind, buffers[number], tmp_path)
