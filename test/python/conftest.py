# conftest.py - what every test of the package needs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Tests compile into a cache of their own, which is empty when they begin."""

import os
import shutil
import tempfile
from collections import Counter

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


@pytest.hookimpl(tryfirst=True) # before cases are selected by their markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks cases as extended, of a test marked sampled(n) all but one in n.

    Where a test has several parameters, an n that divides no number of values of the
    inner ones meets each value.
    """
    seen: Counter[str] = Counter()
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled is None:
            continue
        test = item.nodeid.partition("[")[0]
        if seen[test] % sampled.args[0] != 0:
            item.add_marker(pytest.mark.extended)
        seen[test] += 1


def pytest_unconfigure() -> None:
    shutil.rmtree(_folder, ignore_errors=True)
