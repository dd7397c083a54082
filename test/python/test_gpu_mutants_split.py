# test_gpu_mutants_split.py - products split between blocks, with an error
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Blocks sum some terms of each element, and a second kernel joins their sums: the
numbers of the first are what the second reads."""

from pathlib import Path

import neo
import pytest
from ptx_mutants import Kernel, kernels_of, survivors

pytestmark = pytest.mark.extended

M, N, K = 20, 30, 5000
#: The element type of a product, and the parts that its terms are split into.
PRODUCTS = {"float32": ("f32", 32), "float16": ("f16", 8)}


def make(dtype: str) -> tuple[list[Kernel], list[list[str]]]:
    """Both kernels, and the buffers of each."""
    kind, parts = PRODUCTS[dtype]
    kernels = kernels_of(neo.expr("C[i,j] += A[i,k] * B[k,j]"),
                         neo.spec((M, K), dtype), neo.spec((K, N), dtype))
    return kernels, [
        [f"{kind}[{M * K}]=random:1", f"{kind}[{K * N}]=random:2",
         f"f32[{parts * M * N}]=none"],
        [f"f32[{parts * M * N}]=file:sums", f"{kind}[{M * N}]=none"]]


def sum_parts(kernels: list[Kernel], buffers: list[list[str]], folder: Path) -> None:
    """Runs the first kernel, whose sums the second one reads."""
    done = kernels[0].run(buffers[0], folder)
    assert done.returncode == 0, done.stderr
    (folder / "sums").write_text(done.stdout)
    buffers[1][0] = buffers[1][0].replace("file:sums", f"file:{folder / 'sums'}")


@pytest.mark.parametrize("dtype", PRODUCTS)
@pytest.mark.parametrize("kind", ["barriers", "waits", "guards"])
def test_sums_of_a_block(dtype: str, kind: str, tmp_path: Path):
    kernels, buffers = make(dtype)
    assert not survivors(kernels[0], kind, buffers[0], tmp_path)


@pytest.mark.parametrize("dtype, kind", [("float32", "lanes"), ("float32", "places"),
                                         ("float16", "places"), ("float32", "guards"),
                                         ("float16", "guards")])
def test_join_of_blocks(dtype: str, kind: str, tmp_path: Path):
    kernels, buffers = make(dtype)
    sum_parts(kernels, buffers, tmp_path)
    assert not survivors(kernels[1], kind, buffers[1], tmp_path)
