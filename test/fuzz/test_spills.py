# test_spills.py - random programs spill no register
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A few of what spills.py draws."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import pytest  # noqa: E402
from spills import drawn, spilled  # noqa: E402
from libdevice import needs_functions  # noqa: E402
from test_gpu_ptxas import CHIPS, PTXAS  # noqa: E402


@needs_functions
@pytest.mark.skipif(not pathlib.Path(PTXAS).exists(), reason="ptxas is not installed")
@pytest.mark.parametrize("chip", CHIPS)
def test_no_register_is_spilled(chip: str):
    programs = [program for seed in range(4000, 4040) if (program := drawn(seed))]
    assert len(programs) > 30
    assert [p.source for p in programs if spilled(p, chip)] == []
