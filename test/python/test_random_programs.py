# test_random_programs.py - one meaning for text, passes and linalg
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Random programs mean the same in text, after every pass, and in linalg."""

import os
import pathlib
import shutil
import subprocess

import pytest
from random_programs import make_program

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("NEO_BIN", ROOT / "build" / "bin"))
LLVM_CONFIG = shutil.which("llvm-config-22")
LOOPS = """--one-shot-bufferize=bufferize-function-boundaries
  --convert-linalg-to-loops --lower-affine --convert-scf-to-cf
  --expand-strided-metadata --lower-affine --convert-math-to-libm
  --convert-math-to-llvm --arith-expand --finalize-memref-to-llvm
  --convert-to-llvm --reconcile-unrealized-casts""".split()
SEEDS = range(16)

pytestmark = pytest.mark.skipif(
    not (BIN / "neo-run").exists(), reason="neo-run is not built")


def run(tool, *options, text):
    done = subprocess.run([str(tool), *options], input=text, timeout=120,
                          capture_output=True, text=True)
    assert done.returncode == 0, f"{text}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("seed", SEEDS)
def test_text_keeps_the_meaning(seed):
    program = make_program(seed)
    printed = run(BIN / "neo-opt", text=program)
    assert run(BIN / "neo-run", text=program) == run(BIN / "neo-run",
                                                     text=printed)


@pytest.mark.parametrize("seed", SEEDS)
def test_simplification_keeps_the_meaning(seed):
    pipeline = "--check-pipeline=builtin.module(canonicalize,cse)"
    assert "equal" in run(BIN / "neo-run", pipeline, text=make_program(seed))


@pytest.fixture(scope="module")
def llvm():
    """Where the distribution keeps LLVM and MLIR."""
    if LLVM_CONFIG is None:
        pytest.skip("llvm-config-22 is not installed: run scripts/setup.sh")
    prefix = subprocess.run([LLVM_CONFIG, "--prefix"], capture_output=True,
                            text=True, check=True).stdout.strip()
    if not (pathlib.Path(prefix) / "bin" / "mlir-runner").exists():
        pytest.skip("mlir-runner is not installed: run scripts/setup.sh")
    return pathlib.Path(prefix)


@pytest.mark.parametrize("seed", SEEDS)
def test_linalg_computes_the_same(seed, llvm):
    text = run(BIN / "neo-run", "--self-check", "--rtol=1e-5",
               text=make_program(seed))
    text = run(BIN / "neo-opt", "--convert-neo-to-linalg", text=text)
    text = run(llvm / "bin" / "mlir-opt", *LOOPS, text=text)
    wrong = run(llvm / "bin" / "mlir-runner", "-e", "neo_check",
                "--entry-point-result=i32",
                f"--shared-libs={llvm}/lib/libmlir_c_runner_utils.so", text=text)
    assert wrong.strip() == "0"
