# test_exported.py - random programs give the same as modules
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A few of what exported.py draws, here and on AArch64 under QEMU."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import pytest  # noqa: E402
from exported import check  # noqa: E402


@pytest.mark.parametrize("machine, count", [("here", 25), ("aarch64", 15)])
def test_modules_are_right(machine: str, count: int):
    assert check(count, 4000, machine) == []
