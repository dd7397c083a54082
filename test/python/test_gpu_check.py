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
    assert re.search("tf32 64 +tf32 is not supported", done.stdout)


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


def test_missing_python_of_a_bundle_is_told(tmp_path: Path):
    (tmp_path / "scripts").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "bin").mkdir()
    shutil.copy(SCRIPT, tmp_path / "scripts")
    for tool in ("bash", "dirname", "env"):
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool))
    done = check(script=tmp_path / "scripts" / "gpu_check.sh", PATH=str(tmp_path / "bin"),
                 PYTHON="")
    assert done.returncode == 1
    assert done.stderr == "gpu_check: the bundle is for Python 3.11: let PYTHON name one\n"
