# test_emulated_forms.py - what kernels do is tested, instruction by instruction
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each form of an instruction that Neo emits has a unit test in the emulator."""

import emulated_forms
import pytest
import stand_in  # noqa: F401


def test_forms_are_read_with_their_modifiers():
    forms = emulated_forms.forms_in("""
    .reg .b32 %r<9>;
$L__BB0_1:
    @%p1 bra.uni $L__BB0_1;
    { fma.rn.bf16x2 %r1, %r2, %r3, %r4; }
    ld.global.nc.L1::no_allocate.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+16];
    @!%p2 ret;
""")
    assert set(forms) == {"bra", "fma.rn.bf16x2", "ld.global.v4.f32", "ret"}


@pytest.mark.extended
def test_every_form_that_is_emitted_is_tested():
    forms = emulated_forms.emitted()
    assert len(forms) > 150
    assert emulated_forms.untested(forms) == []
