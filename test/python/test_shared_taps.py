# test_shared_taps.py - strided windows whose taps share what they read
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Rows in whole tiles, whose first taps are summed a lane apart and shifted, and
weight gradients whose sums begin at their first term: every length of a row
around a vector, windows of 2 to 5 taps, strides 2 and 3. Input gradients, whose
residues alternate in a tile."""

import re

import numpy as np
import pytest
from kernel_programs import made_up_inputs, operator

import neo

core = pytest.importorskip("neo._core")


def window(size, stride, taps, padding):
    out = (size + 2 * padding - taps) // stride + 1
    p, q = (f"{stride} * {o} + {r} - {padding}" for o, r in (("p", "r"), ("q", "s")))
    image = (f"[k, {p}, {q}] if ({p} >= 0, {p} < {size}, {q} >= 0, {q} < {size}) "
             "else 0.0", (2, size, size))
    return image, out


def with_schedule(text, schedule):
    optimised = neo.canonical(text, "builtin.module(neo-optimize)")
    assert optimised.count("{neo.nonzero = ") == 1
    return optimised.replace(
        "{neo.nonzero = ", f'{{neo.schedule = "{schedule}", neo.nonzero = ')


def check(text, schedule):
    inputs = made_up_inputs(text, 3)
    want, = core.interpret(text, "main", inputs)
    got, = core.Program(with_schedule(text, schedule), "main", 1).run(inputs)
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("size", (9, 14, 15, 16, 17, 32, 33, 34, 47))
@pytest.mark.parametrize("stride, taps, padding",
                         [(2, 3, 1), (2, 2, 1), (2, 4, 1), (2, 5, 2), (3, 4, 1),
                          (3, 3, 1), (2, 3, 0), (2, 4, 2)])
@pytest.mark.parametrize("element", ("f32", "f64"))
def test_rows_in_whole_tiles(size, stride, taps, padding, element):
    image, out = window(size, stride, taps, padding)
    text = operator(f"[k: 2, p: {out}, q: {out}] sum [r: {taps}, s: {taps}]",
                    [image, ("[k, r, s]", (2, taps, taps))], (2, out, out), element)
    vectors, rows = -(-out // 8), min(out, 3)
    if "neo.nonzero" not in neo.canonical(text, "builtin.module(neo-optimize)"):
        return
    check(text, f"vector [q: 8] tile [p: {rows}, q: {vectors}] unroll [r, s]")


@pytest.mark.parametrize("size", (9, 14, 15, 16, 17, 32, 33, 34, 47))
@pytest.mark.parametrize("stride, taps, padding",
                         [(2, 3, 1), (2, 4, 1), (2, 5, 2), (3, 4, 1), (2, 4, 2)])
def test_sums_begin_where_their_terms_do(size, stride, taps, padding):
    image, out = window(size, stride, taps, padding)
    text = operator(f"[k: 2, r: {taps}, s: {taps}] sum [p: {out}, q: {out}]",
                    [image, ("[k, p, q]", (2, out, out))], (2, taps, taps))
    check(text, f"vector [q: 8] tile [s: {taps}] group [p: 2]")


@pytest.mark.parametrize("size", (8, 14, 16, 18, 30, 32, 34, 66))
@pytest.mark.parametrize("stride, taps, padding",
                         [(2, 3, 1), (2, 2, 0), (2, 4, 1), (2, 5, 2), (3, 4, 1)])
@pytest.mark.parametrize("tile", ("y_inner: S, x_outer: V, x_inner: S",
                                  "y_outer: 2, y_inner: S, x_inner: S",
                                  "y_outer: 3, x_inner: S", "x_inner: S",
                                  "y_inner: S, x_outer: V"))
def test_alternating_residues(size, stride, taps, padding, tile):
    if size % stride:
        size += 1
    p, q = (f"{stride}*{o}+{r}-{padding}" for o, r in (("p", "r"), ("q", "s")))
    out = (size + 2 * padding - taps) // stride + 1
    expression = neo.expr(
        f"C[k,p,q] += (A[k,{p},{q}] if 0 <= {p} < {size} and 0 <= {q} < {size} "
        "else 0) * W[k,r,s]", p=out, q=out)
    shapes = (2, size, size), (2, taps, taps)
    text = neo.canonical(
        expression.vjp_ir(*(neo.spec(shape, "float32") for shape in shapes)),
        "builtin.module(neo-optimize)")
    vectors = -(-(size // stride) // 8)
    for short, name in (("y_", "z1_"), ("x_", "z2_"), ("S", str(stride)),
                        ("V", str(vectors))):
        tile = tile.replace(short, name)
    whole = re.search(r"z1: \d+, z2: \d+\] sum \[t0[^}]*neo.nonzero", text)
    if not whole:
        return  # computed in pieces, or nothing is padding
    head, tail = text[:whole.start()], text[whole.start():]
    scheduled = head + tail.replace(
        "{neo.nonzero = ", f'{{neo.schedule = "vector [z2_outer: 8] tile [{tile}] '
        'unroll [t0, t1]", neo.nonzero = ', 1)
    inputs = made_up_inputs(text, 3)
    want = core.interpret(text, "main", inputs)
    got = core.Program(scheduled, "main", 1).run(inputs)
    for one, other in zip(got, want):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-4)


def test_padding_adds_nothing_to_a_shifted_sum():
    """The lane before the first pixel is padding, and what lies there in memory,
    the end of the row before, does not count."""
    image, out = window(16, 2, 3, 1)
    text = operator(f"[k: 2, p: {out}, q: {out}] sum [r: 3, s: 3]",
                    [image, ("[k, r, s]", (2, 3, 3))], (2, out, out))
    x, w = made_up_inputs(text, 1)
    x[0, 4, 15] = np.inf
    want, = core.interpret(text, "main", [x, w])
    scheduled = with_schedule(text, "vector [q: 8] tile [p: 4] unroll [r, s]")
    got, = core.Program(scheduled, "main", 1).run([x, w])
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-4)
    assert np.isfinite(got[0, :, 0]).all()
