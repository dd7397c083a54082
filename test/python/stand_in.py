# stand_in.py - a CUDA driver for tests
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Programs with device="cuda" on a machine without a GPU.

The library of test/cuda takes the driver's place and runs kernels on the PTX emulator,
which checks bounds, alignment, races, barriers and uninitialised reads. A module of
tests that imports this one is skipped where it was not built, or where the functions of
NVIDIA's libdevice are missing.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("neo._core")
from libdevice import REASON, has_functions  # noqa: E402
from neo import _core  # noqa: E402

LIBRARY = Path(_core.__file__).parents[2] / "lib" / "NeoCudaStandIn.so"
ON_DEVICE = os.environ.get("NEO_TEST_DEVICE") == "1"
if ON_DEVICE:
    os.environ.setdefault("NEO_CUDA_DRIVER", "libcuda.so.1")
elif not LIBRARY.exists():
    pytest.skip("the stand-in driver is not built: ninja -C build NeoCudaStandIn",
                allow_module_level=True)
else:
    os.environ["NEO_CUDA_DRIVER"] = str(LIBRARY)
    os.environ["NEO_CUDA_CHECK"] = "1"

if not has_functions():
    pytest.skip(REASON, allow_module_level=True)


def run_apart(program: str, **variables: str) -> subprocess.CompletedProcess:
    """`program` in a process of its own, with the stand-in and `variables`."""
    if ON_DEVICE and any(name.startswith("NEO_STAND_IN") for name in variables):
        pytest.skip("asks the stand-in driver")
    return subprocess.run(
        [sys.executable, "-c", "import numpy as np, neo\n" + program],
        capture_output=True, text=True, check=False,
        env={**os.environ, "NEO_CUDA_CHECK": "0", **variables})
