# test_gpu_check.py - the check of GPUs, rehearsed on the stand-in driver
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""All groups of the benchmark at small extents; nothing is timed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import stand_in

pytestmark = pytest.mark.extended

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "gpu_check.sh"


def check(*arguments: str, script: Path = SCRIPT, **variables: str
          ) -> subprocess.CompletedProcess:
    environment = {**os.environ, "NEO_CUDA_CHECK": "0", **variables}
    return subprocess.run([script, *arguments], capture_output=True, text=True,
                          env=environment, check=False)


@pytest.mark.extended
def test_rehearsal_finds_all_results_as_expected():
    done = check("--rehearse")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "a stand-in that emulates kernels, sm_80: nothing is timed" in done.stdout
    for group in ("products", "convolutions", "capsules", "memory", "training"):
        assert f"\n{group}: " in done.stdout
    assert done.stdout.endswith("all results are as expected\n")
    assert not re.search(r"\d us|TFLOP|TB/s", done.stdout)
    # Of another rounding than the next line, which is float32.
    assert re.search(r"tf32 64 +\de-04\n +f32 64 +(0e\+00|\de-0[678])\n", done.stdout)


def test_wrong_result_fails():
    program = """
import sys
sys.argv[1:] = ["--small", "memory"]
import gpu.groups as groups, gpu_check, numpy as np
from gpu.entry import Entry
x = np.ones(5, np.float32)
groups.GROUPS["memory"] = lambda small: iter([
    Entry("right", lambda x: x + 1, lambda: (x,), expected=lambda: [x + 1]),
    Entry("wrong", lambda x: x + 1, lambda: (x,), expected=lambda: [x])])
sys.exit(gpu_check.main())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          check=False, cwd=ROOT / "benchmarks",
                          env={**os.environ, "NEO_CUDA_DRIVER": str(stand_in.LIBRARY)})
    assert done.returncode == 1, done.stderr
    assert re.search(r"right +0e\+00\n +wrong +WRONG: 1.0e\+00 from what is expected",
                     done.stdout)


def test_unknown_names_are_refused(tmp_path: Path):
    done = check("--everything")
    assert done.returncode == 1 and "unknown option '--everything'" in done.stderr
    done = check("--rehearse", "conv")
    assert done.returncode == 2 and "there is no group 'conv': products" in done.stderr


def test_bundle_runs_its_own_python_and_the_machines_pytorch(tmp_path: Path):
    (tmp_path / "scripts").mkdir()
    (tmp_path / "site").mkdir()
    python = tmp_path / "python" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$PYTHONHOME $NEO_TORCH_PYTHON $*"\n')
    python.chmod(0o755)
    shutil.copy(SCRIPT, tmp_path / "scripts")
    done = check("memory", script=tmp_path / "scripts" / "gpu_check.sh")
    assert done.returncode == 0, done.stderr
    tests, benchmark = done.stdout.splitlines()[1:]
    assert tests.startswith(f"{tmp_path}/python python3 -m pytest")
    assert benchmark == (f"{tmp_path}/python python3 "
                         f"{tmp_path}/benchmarks/gpu_check.py memory")


def test_missing_pytorch_is_told(tmp_path: Path):
    done = check("--rehearse", "memory", NEO_TORCH_PYTHON="/nowhere/python")
    assert done.returncode == 0, done.stderr
    assert "/nowhere/python: Neo is measured alone" in done.stdout
