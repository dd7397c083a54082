# conftest.py - what every test of the package needs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Tests compile into a cache of their own, which is empty when they begin."""

import os
import shutil
import tempfile

import pytest

_folder = tempfile.mkdtemp(prefix="neo-test-cache-")
os.environ["NEO_CACHE_DIR"] = _folder
os.environ.pop("NEO_CACHE", None)
os.environ.pop("NEO_CACHE_MB", None)


@pytest.fixture(scope="session")
def float_lanes() -> int:
    """How many float32 a vector register of this machine holds."""
    from kernel_programs import operator

    core = pytest.importorskip("neo._core")
    code = core.assembly(operator("[i: 64]", [("[i]", (64,)), ("[i]", (64,))], (64,)),
                         "main")
    return 16 if "zmm" in code else 8 if "ymm" in code else 4


def pytest_unconfigure() -> None:
    shutil.rmtree(_folder, ignore_errors=True)
