# test_gpu_mutants.py - kernels with an error, and who finds it
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A product of matrices with a barrier dropped, a wait too short, rows in the place of
others or a mask lost: the emulator's checks, or the numbers, tell each from the right
one."""

import re
from pathlib import Path

import neo
import numpy as np
import pytest
from ptx_mutants import MUTANTS as EACH
from ptx_mutants import Kernel, kernels_of

pytestmark = pytest.mark.extended

M, N, K = 70, 50, 90


#: Terms of a product that take several stages, and no second kernel that joins sums.
STAGED = {"float32": 90, "float16": 500, "tf32": 250}


def make(dtype: str, terms: int = K) -> tuple[Kernel, list[str]]:
    """The kernel of a product, and its buffers."""
    tf32, dtype = dtype == "tf32", "float32" if dtype == "tf32" else dtype
    [kernel] = kernels_of(neo.expr("C[i,j] += A[i,k] * B[k,j]"), neo.spec((M, terms), dtype),
                          neo.spec((terms, N), dtype), allow_tf32=tf32)
    kind = "f16" if dtype == "float16" else "f32"
    return kernel, [f"{kind}[{M * terms}]=random:1", f"{kind}[{terms * N}]=random:2",
                    f"{kind}[{M * N}]=none"]


def find_stages(ptx: str) -> tuple[str, str]:
    """The bytes from one pipeline stage to the next, and those of all stages, where the
    loop goes on to the next stage."""
    found = re.search(r"add\.s64 \t(%rd\d+), %rd\d+, (\d+);\n"
                      r"\tsetp\.\w+\.b64 \t%p\d+, \1, (\d+);", ptx)
    return found[2], found[3]


MUTANTS = {
    "barrier dropped": (
        lambda ptx: re.sub(r"\tbar\.sync \t0;\n|\tbarrier\.sync \t0;\n", "", ptx),
        "race|still copied|cp.async"),
    "wait for one group less": (
        lambda ptx: re.sub(r"cp\.async\.wait_group\s+(\d)",
                           lambda m: f"cp.async.wait_group {int(m[1]) + 1}", ptx),
        "cp.async"),
    "no wait at all": (
        lambda ptx: re.sub(r"\tcp\.async\.wait_group\s+\d;\n", "", ptx), "cp.async"),
    "mask of the store lost": (
        lambda ptx: re.sub(r"\t@%p\d+ bra \t(\$L__BB0_\d+);\n(?=(?:(?!bra).)*st\.global)",
                           "", ptx, flags=re.DOTALL), "writes .* bytes at offset|global"),
}


@pytest.mark.parametrize("dtype", ["float32", "float16", "tf32"])
def test_right_kernel_passes(dtype: str, tmp_path: Path):
    kernel, buffers = make(dtype)
    done = kernel.run(buffers, tmp_path)
    assert done.returncode == 0, done.stderr
    assert np.isfinite(float(re.search(r"-?\d+\.\d+", done.stdout)[0]))


@pytest.mark.parametrize("dtype", ["float32", "float16", "tf32"])
@pytest.mark.parametrize("name", MUTANTS)
def test_mutant_is_caught(name: str, dtype: str, tmp_path: Path):
    kernel, buffers = make(dtype)
    mutate, sentence = MUTANTS[name]
    done = kernel.spoiled(mutate(kernel.ptx)).run(buffers, tmp_path)
    assert done.returncode == 1 and re.search(sentence, done.stderr), \
        done.stderr or done.stdout[:200]


@pytest.mark.parametrize("dtype, load", [("float32", "ld.shared.v4.b32"),
                                         ("float16", "ldmatrix"),
                                         ("tf32", "ldmatrix"),
                                         ("tf32", "ld.shared.b32")])
def test_rows_read_elsewhere_give_other_numbers(dtype: str, load: str, tmp_path: Path):
    kernel, buffers = make(dtype)
    lines = kernel.ptx.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if load in line)
    # 16 bytes further: what a wrong pitch or swizzle does to one row.
    lines[at] = re.sub(r"\[(%rd\d+)(\+\d+)?\];",
                       lambda m: f"[{m[1]}+{int((m[2] or '+0')[1:]) + 16}];", lines[at])
    done, right = (each.run(buffers, tmp_path)
                   for each in (kernel.spoiled("".join(lines)), kernel))
    assert right.returncode == 0
    assert done.returncode == 1 or done.stdout != right.stdout


@pytest.mark.parametrize("dtype", STAGED)
@pytest.mark.parametrize("error", ["one stage more", "offset of a window"])
def test_wrong_stages_are_caught(error: str, dtype: str, tmp_path: Path):
    # Several steps that copy, in one kernel: blocks do not share the terms.
    kernel, buffers = make(dtype, STAGED[dtype])
    apart, all_stages = find_stages(kernel.ptx)
    assert int(all_stages) % int(apart) == 0
    old, new = ((f", {all_stages};", f", {int(all_stages) + int(apart)};")
                if error == "one stage more" else (f", {apart};", f", {int(apart) - 128};"))
    mutant = re.sub(rf"(\t(?:setp|add)\.\w+(?:\.b64)? \t%\w+, %rd\d+){old}",
                    rf"\g<1>{new}", kernel.ptx)
    assert kernel.run(buffers, tmp_path).returncode == 0
    done = kernel.spoiled(mutant).run(buffers, tmp_path)
    assert done.returncode == 1 and re.search("shared|race|cp.async", done.stderr)


@pytest.mark.parametrize("number", [-2, -1], ids=["before", "after"])
def test_barriers_around_the_window_of_a_result_matter(number: int, tmp_path: Path):
    # One step: the window of the result lies where its operands were.
    kernel, buffers = make("float16", 48)
    assert kernel.run(buffers, tmp_path).returncode == 0
    done = kernel.spoiled(list(EACH["barriers"](kernel.ptx))[number]).run(buffers, tmp_path)
    assert done.returncode == 1 and re.search("race|never written", done.stderr)


@pytest.mark.parametrize("lost, sentence", [
    (r"\tbar(rier)?\.sync \t0;\n", "race|never written|cp.async"),
    (r"\tcp\.async\.wait_group\s+0;\n", "cp.async"),
    (r"\t@%p\d+ bra \t(\$L__BB0_\d+);\n(?=(?:(?!bra).)*st\.global)", "bytes at offset")],
    ids=["barrier", "wait", "mask"])
def test_mutants_of_transposes_are_caught(lost: str, sentence: str, tmp_path: Path):
    [kernel] = kernels_of(neo.expr("Y[i,j] = X[j,i] * 2"), neo.spec((70, 50), "float32"))
    buffers = [f"f32[{70 * 50}]=random:1", f"f32[{70 * 50}]=none"]
    assert kernel.run(buffers, tmp_path).returncode == 0
    mutant = kernel.spoiled(re.sub(lost, "", kernel.ptx, flags=re.DOTALL))
    done = mutant.run(buffers, tmp_path)
    assert done.returncode == 1 and re.search(sentence, done.stderr), done.stderr
