# test_schedule_search.py - the command that compares schedules
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What benchmarks/schedules.py takes apart, keeps and prints, not how fast it is."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

core = pytest.importorskip("neo._core")

import schedules  # noqa: E402

pytestmark = pytest.mark.extended


def run(*options: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, BENCHMARKS / "schedules.py", *options],
                          text=True, capture_output=True, timeout=120)


def test_kernels_of_an_operator_and_its_gradients_stand_alone():
    weights = [kernel for kernel in schedules.kernels("D9")
               if "sum [p: 7, q: 7]" in kernel.text]
    assert len(weights) == 1
    kernel, = weights
    assert kernel.default in kernel.text
    want, = core.interpret(kernel.text, "main", kernel.operands)
    got, = schedules.compiled(kernel, kernel.draw(3)).run(kernel.operands)
    np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-4)


def test_kernels_of_rows_stand_alone_with_all_they_give():
    kernel, = (kernel for kernel in schedules.kernels("layernorm_768")
               if " chunk " in kernel.default)
    program = schedules.compiled(kernel, "rows 4 vectors 1 stages 1 chunk 32")
    got = program.run(kernel.operands)
    assert len(got) == 3
    wanted = schedules.compiled(kernel, kernel.default).run(kernel.operands)
    schedules._check(kernel, "that", got, wanted)


def test_what_fixed_weights_become_is_left_out():
    every = schedules.kernels("C2")
    fixed = schedules.kernels("C2", fixed=True)
    assert not [kernel for kernel in fixed if "%in0: tensor<64x64x3x3xf32>" in kernel.text]
    assert [kernel for kernel in every if "%in0: tensor<64x64x3x3xf32>" in kernel.text]
    assert [kernel for kernel in fixed if "sum [c: 64, r: 3, s: 3]" in kernel.text]
    assert all(".fixed." in kernel.name for kernel in fixed)


def test_fixed_needs_weights():
    done = run("--fixed", "--cases", "GEMM512")
    assert done.returncode == 2
    assert "'GEMM512' has no weights that could be fixed" in done.stderr


def test_draws_differ_from_each_other_and_repeat():
    kernel = schedules.kernels("C8")[0]
    drawn = [kernel.draw(number) for number in range(6)]
    assert len(set(drawn)) > 3
    assert drawn == [kernel.draw(number) for number in range(6)]


def test_a_draw_that_computes_something_else_is_told():
    plain, padded = schedules.kernels("C8")[0], schedules.kernels("D9")[0]
    ones = np.ones(4, np.float32)
    with pytest.raises(SystemExit, match="'that' computes something else"):
        schedules._check(plain, "that", [ones], [2 * ones])
    assert "neo.nonzero" in padded.text  # of operands that are zero elsewhere
    schedules._check(padded, "that", [ones], [2 * ones])


def test_the_fastest_draws_are_kept_for_the_pairs(tmp_path):
    found = tmp_path / "found.json"
    options = ("--cases", "D9", "--draws", "2", "--found", str(found))
    done = run(*options, "--search")
    assert done.returncode == 0, done.stderr
    kept = json.loads(found.read_text())
    assert kept and all(1 <= one["tried"] <= 2 for one in kept.values())
    done = run(*options)
    assert done.returncode == 0, done.stderr
    for name in kept:
        assert f"| {name} |" in done.stdout
    assert re.search(r"worst \d\.\d\d, geometric mean \d\.\d", done.stdout)


def test_an_unknown_case_is_named():
    done = run("--cases", "C99")
    assert done.returncode == 2
    assert "there is no case 'C99'" in done.stderr
