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


@pytest.fixture
def fresh() -> None:
    """Dynamo has compiled nothing, and PyTorch draws the same numbers in each test."""
    torch = pytest.importorskip("torch")
    torch._dynamo.reset()
    torch.manual_seed(5)


#: How many cases of a test scripts/test.sh runs, about; --all runs them all.
CASES = 4


def stride_of(cases: int) -> int:
    """Every which of so many cases is run: a prime, which divides no number of values of
    an inner parameter unless it is that number, so that the sample meets all values."""
    stride = -(-cases // CASES)
    while any(stride % divisor == 0 for divisor in range(2, stride)):
        stride += 1
    return stride


@pytest.hookimpl(tryfirst=True) # before cases are selected by their markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the cases that a sample leaves out as extended: of tests marked sampled(n),
    whose cases take long, all but one in n; of others, what is beyond a few."""
    tests = [item.nodeid.partition("[")[0] for item in items]
    counts, seen = Counter(tests), Counter[str]()
    for item, test in zip(items, tests, strict=True):
        sampled = item.get_closest_marker("sampled")
        stride = sampled.args[0] if sampled else stride_of(counts[test])
        if seen[test] % stride != 0:
            item.add_marker(pytest.mark.extended)
        seen[test] += 1


def pytest_unconfigure() -> None:
    shutil.rmtree(_folder, ignore_errors=True)
