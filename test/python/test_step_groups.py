# test_step_groups.py - reductions that are unrolled by some steps
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Weight gradients whose lanes are pixels: groups, edges and ends of rows.

Rows of every length around a vector, strides, and groups that do not divide
the rows; what is in memory beyond the end of a row never counts.
"""

import numpy as np
import pytest
from kernel_programs import made_up_inputs, operator

import neo

core = pytest.importorskip("neo._core")


def weight_gradient(size, stride=1, element="f32"):
    p, q = (f"{stride} * {o} + {r} - 1" for o, r in (("p", "r"), ("q", "s")))
    out = (size - 1) // stride + 1
    return operator(
        f"[k: 3, r: 3, s: 3] sum [p: {out}, q: {out}]",
        [(f"[k, {p}, {q}] if ({p} >= 0, {p} < {size}, {q} >= 0, "
          f"{q} < {size}) else 0.0", (3, size, size)),
         ("[k, p, q]", (3, out, out))], (3, 3, 3), element)


def with_schedule(text, schedule):
    optimised = neo.canonical(text, "builtin.module(neo-optimize)")
    assert optimised.count("{neo.nonzero = ") == 1
    return optimised.replace(
        "{neo.nonzero = ", f'{{neo.schedule = "{schedule}", neo.nonzero = ')


@pytest.mark.parametrize("size", (7, 14, 17, 28, 33))
@pytest.mark.parametrize("stride", (1, 2))
@pytest.mark.parametrize("group", (2, 3, 4))
def test_groups_compute_the_same(size, stride, group):
    text = weight_gradient(size, stride)
    inputs = made_up_inputs(text, size)
    want, = core.interpret(text, "main", inputs)
    for tile in ("r: 3, s: 3", "k: 3, s: 3"):
        scheduled = with_schedule(
            text, f"vector [q: 8] tile [{tile}] group [p: {group}]")
        got, = core.Program(scheduled, "main", 1).run(inputs)
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("stride", (1, 2))
def test_numbers_past_the_end_of_a_row_do_not_count(stride):
    text = weight_gradient(14, stride)
    image, slope = made_up_inputs(text, 1)
    image[1, 5, 0] = np.inf
    slope[2, 3, 1] = np.nan
    want, = core.interpret(text, "main", [image, slope])
    got, = core.Program(text, "main", 1).run([image, slope])
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-4)
    assert np.isfinite(got[0]).all()


def test_groups_are_the_default_where_rows_are_shared():
    text = neo.canonical(weight_gradient(56),
                         "builtin.module(neo-optimize,neo-schedule)")
    assert "group [p: 4]" in text


def test_lanes_of_two_loops_walk_alone():
    """Rows of 4 in two pictures fill eight lanes: their steps are not grouped."""
    gradient = neo.expr("G[k,c,r,s] += A[b,c,p+r,q+s] * D[b,k,p,q]", r=3, s=3)
    random = np.random.default_rng(5)
    a, d = random.standard_normal((2, 3, 6, 6)), random.standard_normal((2, 4, 4, 4))
    windows = np.lib.stride_tricks.sliding_window_view(a, (3, 3), axis=(2, 3))
    wanted = np.einsum("bcpqrs,bkpq->kcrs", windows, d)
    np.testing.assert_allclose(gradient(a, d), wanted, rtol=1e-12, atol=1e-12)
