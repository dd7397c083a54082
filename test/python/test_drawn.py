# test_drawn.py - operators and schedules drawn at random
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What benchmarks/drawn.py draws, compares and decides, at tiny extents and without a
time: values of drawn schedules against the interpreter."""

import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

core = pytest.importorskip("neo._core")

import drawn  # noqa: E402
import drawn_shapes  # noqa: E402
import schedules  # noqa: E402

pytestmark = pytest.mark.extended


def run(*options: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, BENCHMARKS / "drawn.py", *options],
                          text=True, capture_output=True, timeout=300)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(3))
def test_drawn_schedules_compute_what_the_interpreter_computes(seed, capsys):
    options = argparse.Namespace(seed=seed, shapes=len(drawn_shapes.FAMILIES),
                                 drawn_values=3)
    assert drawn.check_values(options) == 0, capsys.readouterr().out


def test_a_seed_draws_the_same_shapes_again():
    first, again, other = ([case.parameters for case in
                            drawn_shapes.draw_cases(seed, 24, tiny=False)]
                           for seed in (1, 1, 2))
    assert first == again != other


def test_every_family_is_drawn_and_extents_are_odd():
    cases = list(drawn_shapes.draw_cases(4, len(drawn_shapes.FAMILIES), tiny=False))
    assert {case.name.split(".")[0] for case in cases} == set(drawn_shapes.FAMILIES)
    for case in cases:
        for name in {"rows", "columns", "inner"} & set(case.parameters):
            if case.name.startswith("rectangle"):
                continue
            extent = case.parameters[name]
            assert drawn_shapes._is_prime(extent) or bin(extent - 1).count("1") == 1


def test_a_kernel_that_computes_something_else_is_told(monkeypatch, capsys):
    monkeypatch.setattr(drawn, "compiled", lambda kernel, schedule: argparse.Namespace(
        run=lambda operands: [np.full(9, np.nan, np.float32)] * 3))
    monkeypatch.setattr(drawn._core, "interpret",
                        lambda *_: [np.ones(9, np.float32)] * 3)
    options = argparse.Namespace(seed=0, shapes=1, drawn_values=2)
    assert drawn.check_values(options) > 0
    assert "WRONG " in capsys.readouterr().out


@pytest.mark.parametrize("wrong, ratios, passes, said", [
    (0, [1.0, 1.21], True, "2 kernels within 1.100 of the best drawn (geometric mean), "
                           "the worst 1.21, 50% within 1.10: passed"),
    (0, [1.0, 1.0, 1.7], False, "FAILED, mean above 1.1, worst above 1.6"),
    (2, [], False, "values only: FAILED, 2 wrong"),
    (0, [], True, "seed 5: values only: passed"),
])
def test_the_verdict_says_by_which_figures(wrong, ratios, passes, said, capsys):
    options = argparse.Namespace(seed=5, mean=1.1001, worst=1.6, least=0.002)
    options.mean = 1.1 if not passes else 1.1001
    compared = [drawn.Compared(0.01, ratio) for ratio in ratios]
    assert drawn.verdict(wrong, compared, options) is passes
    assert said in capsys.readouterr().out


def test_a_kernel_that_is_mostly_its_call_is_not_the_worst(capsys):
    options = argparse.Namespace(seed=5, mean=1.5, worst=1.6, least=0.002)
    compared = [drawn.Compared(0.001, 1.7), drawn.Compared(0.01, 1.2)]
    assert drawn.verdict(0, compared, options)
    assert "the worst 1.20, 0% within 1.10: passed" in capsys.readouterr().out


def test_the_command_ends_with_its_verdict():
    done = run("--values", "--seed", "11", "--shapes", "2", "--drawn-values", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "seed 11"
    assert done.stdout.splitlines()[-1] == "seed 11: values only: passed"


def test_nothing_to_draw_is_an_error():
    done = run("--shapes", "0")
    assert done.returncode == 2 and "--shapes must be at least 1" in done.stderr


def test_a_kernel_is_taken_out_of_any_operator():
    case, = drawn_shapes.draw_cases(1, 1, tiny=True)
    kernels = schedules.kernels_of(case.name, case.operator)
    assert kernels and all(kernel.default in kernel.text for kernel in kernels)
