# test_gpu_mutants.py - kernels with an error, and who finds it
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A product of matrices with a barrier dropped, a wait too short, rows in the place of
others or a mask lost: the emulator's checks, or the numbers, tell each from the right
one."""

import re
import subprocess
from pathlib import Path

import neo
import numpy as np
import pytest

pytestmark = pytest.mark.extended

_core = pytest.importorskip("neo._core")
RUN = Path(_core.__file__).parents[2] / "bin" / "neo-ptx-run"
M, N, K = 70, 50, 90


#: Terms of a product that take several stages, and no second kernel that joins sums.
STAGED = {"float32": 200, "float16": 500, "tf32": 300}


def make(dtype: str, terms: int = K) -> tuple[str, list[str]]:
    """The kernel of a product, and the options that launch it."""
    tf32, dtype = dtype == "tf32", "float32" if dtype == "tf32" else dtype
    specs = neo.spec((M, terms), dtype), neo.spec((terms, N), dtype)
    text = neo.jit(neo.expr("C[i,j] += A[i,k] * B[k,j]"), device="cuda",
                   allow_tf32=tf32).ir(*specs)
    launch = neo.canonical(
        text, "builtin.module(neo-optimize-for-gpu,neo-schedule-gpu,convert-neo-to-gpu)")
    blocks, threads, shared = re.search(
        r"blocks (\d+) threads (\d+) shared (\d+)", launch).groups()
    kind = "f16" if dtype == "float16" else "f32"
    return neo.ptx(text), [
        "--grid", blocks, "--block", threads, "--shared", shared,
        "--arg", f"{kind}[{M * terms}]=random:1", "--arg", f"{kind}[{terms * N}]=random:2",
        "--arg", f"{kind}[{M * N}]=none", "--print", "2"]


def run(ptx: str, options: list[str], folder: Path) -> subprocess.CompletedProcess:
    (file := folder / "kernel.ptx").write_text(ptx)
    return subprocess.run([RUN, file, *options], capture_output=True, text=True,
                          check=False)


def find_stages(ptx: str) -> tuple[str, str]:
    """The bytes from one pipeline stage to the next, and those of all stages, where the
    loop goes on to the next stage."""
    found = re.search(r"add\.s64 \t(%rd\d+), %rd\d+, (\d+);\n"
                      r"\tsetp\.\w+\.b64 \t%p\d+, \1, (\d+);", ptx)
    return found[2], found[3]


def drop_barrier(ptx: str, number: int) -> str:
    """Without the barrier that is `number` from the first one on, or the last one."""
    found = list(re.finditer(r"\tbar(rier)?\.sync \t0;\n", ptx))[number]
    return ptx[:found.start()] + ptx[found.end():]


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


@pytest.mark.skipif(not RUN.exists(), reason="neo-ptx-run is not built")
@pytest.mark.parametrize("dtype", ["float32", "float16", "tf32"])
def test_right_kernel_passes(dtype: str, tmp_path: Path):
    done = run(*make(dtype), tmp_path)
    assert done.returncode == 0, done.stderr
    assert np.isfinite(float(re.search(r"-?\d+\.\d+", done.stdout)[0]))


@pytest.mark.skipif(not RUN.exists(), reason="neo-ptx-run is not built")
@pytest.mark.parametrize("dtype", ["float32", "float16", "tf32"])
@pytest.mark.parametrize("name", MUTANTS)
def test_mutant_is_caught(name: str, dtype: str, tmp_path: Path):
    ptx, options = make(dtype)
    mutate, sentence = MUTANTS[name]
    mutant = mutate(ptx)
    assert mutant != ptx
    done = run(mutant, options, tmp_path)
    assert done.returncode == 1 and re.search(sentence, done.stderr), \
        done.stderr or done.stdout[:200]


@pytest.mark.skipif(not RUN.exists(), reason="neo-ptx-run is not built")
@pytest.mark.parametrize("dtype, load", [("float32", "ld.shared.v4.b32"),
                                         ("float16", "ldmatrix"),
                                         ("tf32", "ldmatrix"),
                                         ("tf32", "ld.shared.b32")])
def test_rows_read_elsewhere_give_other_numbers(dtype: str, load: str, tmp_path: Path):
    ptx, options = make(dtype)
    lines = ptx.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if load in line)
    # 16 bytes further: what a wrong pitch or swizzle does to one row.
    lines[at] = re.sub(r"\[(%rd\d+)(\+\d+)?\];",
                       lambda m: f"[{m[1]}+{int((m[2] or '+0')[1:]) + 16}];", lines[at])
    mutant = "".join(lines)
    assert mutant != ptx
    done, right = run(mutant, options, tmp_path), run(ptx, options, tmp_path)
    assert right.returncode == 0
    assert done.returncode == 1 or done.stdout != right.stdout


@pytest.mark.skipif(not RUN.exists(), reason="neo-ptx-run is not built")
@pytest.mark.parametrize("dtype", STAGED)
@pytest.mark.parametrize("error", ["one stage more", "offset of a window"])
def test_wrong_stages_are_caught(error: str, dtype: str, tmp_path: Path):
    # Several steps that copy, in one kernel: blocks do not share the terms.
    ptx, options = make(dtype, {"float32": 90, "float16": 500, "tf32": 250}[dtype])
    apart, all_stages = find_stages(ptx)
    assert int(all_stages) % int(apart) == 0
    old, new = ((f", {all_stages};", f", {int(all_stages) + int(apart)};")
                if error == "one stage more" else (f", {apart};", f", {int(apart) - 128};"))
    mutant = re.sub(rf"(\t(?:setp|add)\.\w+(?:\.b64)? \t%\w+, %rd\d+){old}",
                    rf"\g<1>{new}", ptx)
    assert mutant != ptx and run(ptx, options, tmp_path).returncode == 0
    done = run(mutant, options, tmp_path)
    assert done.returncode == 1 and re.search("shared|race|cp.async", done.stderr)


@pytest.mark.skipif(not RUN.exists(), reason="neo-ptx-run is not built")
@pytest.mark.parametrize("number", [-2, -1], ids=["before", "after"])
def test_barriers_around_the_window_of_a_result_matter(number: int, tmp_path: Path):
    # One step: the window of the result lies where its operands were.
    ptx, options = make("float16", 48)
    assert run(ptx, options, tmp_path).returncode == 0
    done = run(drop_barrier(ptx, number), options, tmp_path)
    assert done.returncode == 1 and re.search("race|never written", done.stderr)


def make_transpose() -> tuple[str, list[str]]:
    text = neo.expr("Y[i,j] = X[j,i] * 2").ir(neo.spec((70, 50), "float32"))
    launch = neo.canonical(
        text, "builtin.module(neo-optimize-for-gpu,neo-schedule-gpu,convert-neo-to-gpu)")
    blocks, threads, shared = re.search(
        r"blocks (\d+) threads (\d+) shared (\d+)", launch).groups()
    return neo.ptx(text), [
        "--grid", blocks, "--block", threads, "--shared", shared,
        "--arg", f"f32[{70 * 50}]=random:1", "--arg", f"f32[{70 * 50}]=none",
        "--print", "1"]


@pytest.mark.skipif(not RUN.exists(), reason="neo-ptx-run is not built")
@pytest.mark.parametrize("lost, sentence", [
    (r"\tbar(rier)?\.sync \t0;\n", "race|never written|cp.async"),
    (r"\tcp\.async\.wait_group\s+0;\n", "cp.async"),
    (r"\t@%p\d+ bra \t(\$L__BB0_\d+);\n(?=(?:(?!bra).)*st\.global)", "bytes at offset")],
    ids=["barrier", "wait", "mask"])
def test_mutants_of_transposes_are_caught(lost: str, sentence: str, tmp_path: Path):
    ptx, options = make_transpose()
    assert run(ptx, options, tmp_path).returncode == 0
    mutant = re.sub(lost, "", ptx, flags=re.DOTALL)
    assert mutant != ptx
    done = run(mutant, options, tmp_path)
    assert done.returncode == 1 and re.search(sentence, done.stderr), done.stderr
