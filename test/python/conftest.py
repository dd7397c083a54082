# conftest.py - what every test of the package needs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Tests compile into a cache of their own, which is empty when they begin."""

import os
import shutil
import tempfile

_folder = tempfile.mkdtemp(prefix="neo-test-cache-")
os.environ["NEO_CACHE_DIR"] = _folder
os.environ.pop("NEO_CACHE", None)
os.environ.pop("NEO_CACHE_MB", None)


def pytest_unconfigure() -> None:
    shutil.rmtree(_folder, ignore_errors=True)
