# test_forms.py - what random programs do on a GPU is tested in the emulator
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each form of an instruction that random programs have has a unit test."""

import pathlib
import sys
from collections import Counter

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from spills import drawn, ptx_of  # noqa: E402

import emulated_forms  # noqa: E402
from libdevice import needs_functions  # noqa: E402


@needs_functions
def test_every_form_of_random_programs_is_tested():
    programs = [program for seed in range(52000, 52150) if (program := drawn(seed))]
    forms = sum((emulated_forms.forms_in(ptx_of(program, "sm_80"))
                 for program in programs), Counter())
    assert len(forms) > 150
    assert emulated_forms.untested(forms) == []
