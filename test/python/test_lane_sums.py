# test_lane_sums.py - sums over lanes, several at a time
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Tiles of every number of rows whose lanes are reduced, in f32 and f64."""

import numpy as np
import pytest
from kernel_programs import made_up_inputs, operator

import neo  # noqa: F401

core = pytest.importorskip("neo._core")


@pytest.mark.parametrize("element", ("f32", "f64"))
@pytest.mark.parametrize("lanes", (2, 4, 8, 16))
@pytest.mark.parametrize("rows", (2, 3, 4, 7, 8, 16, 19))
def test_rows_are_summed_in_their_order(rows, lanes, element):
    text = operator(f"[i: {rows}] sum [k: 37]", [("[i, k]", (rows, 37)),
                                                 ("[k]", (37,))],
                    (rows,), element)
    schedule = f"vector [k: {lanes}] tile [i: {rows}]"
    scheduled = text.replace(
        "\n     : (", f' {{neo.schedule = "{schedule}"}}\n     : (', 1)
    assert schedule in scheduled
    inputs = made_up_inputs(text, rows)
    want, = core.interpret(text, "main", inputs)
    got, = core.Program(scheduled, "main", 1).run(inputs)
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)
