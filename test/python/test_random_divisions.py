# test_random_divisions.py - indices that divide the loops in the lanes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Rotations inside groups, repetitions, reversals and shifts by residue, long enough
to fill vectors: every kernel, by the default schedule and by drawn ones, computes
what the interpreter computes, bit for bit."""

import random

import numpy as np
import pytest

import neo
from kernel_programs import made_up_inputs, operator

core = pytest.importorskip("neo._core")


def reading(chance, group, groups):
    """An index over `j` and another loop `s`, of at most `group` steps, into
    `group * groups` columns; a guard, and by how much rows may be missed."""
    size = group * groups
    turn, offset = chance.choice([1, 1, 1, -1, 2, 3]), chance.randint(0, group)
    inside = chance.choice([
        f"(j + {turn} * s + {offset}) mod {group}",
        f"({group - 1} * j + s) mod {group}",
        f"{group - 1} - j mod {group}",
        f"(j mod {group}) floordiv {chance.randint(2, 4)}",
    ])
    column = f"{group} * (j floordiv {group}) + {inside}"
    kind = chance.random()
    if kind < 0.6:
        return column, "", 0
    if kind < 0.75:
        return f"{size - 1} - j", "", 0
    # Columns move by their residue, and rows with them.
    move = f"(j mod {group}) mod 3"
    row = f"i + {move} - 1"
    return "j", f"({row} >= 0, {row} < ROWS)", row


def make(seed):
    chance = random.Random(seed)
    element = chance.choice(["f32", "f32", "f32", "f64", "i32", "f16", "i64"])
    group = chance.choice([2, 3, 4, 5, 7, 8, 8, 9, 12, 16, 24, 32])
    groups, rows = chance.randint(1, 6), chance.randint(1, 9)
    column, guard, row = reading(chance, group, groups)
    guard = guard.replace("ROWS", str(rows))
    steps = chance.randint(1, group)
    zero = "0.0" if element[0] == "f" else "0"
    access = (f"[{row or 'i'}, s, {column}]"
              + (f" if {guard} else {zero}" if guard else ""))
    tensor = (rows, steps, group * groups)
    if chance.random() < 0.5:
        return operator(f"[i: {rows}, j: {group * groups}] sum [s: {steps}]",
                        [(access, tensor)], (rows, group * groups), element,
                        "%r = arith.add{0} %x0, %x0 : {1}")
    return operator(f"[i: {rows}, s: {steps}, j: {group * groups}]",
                    [(access, tensor)], (rows, steps, group * groups), element,
                    "%r = arith.add{0} %x0, %x0 : {1}")


def programs(text):
    """The text as it is compiled by default, and by two other schedules."""
    yield text
    for draw in (1, 2):
        yield neo.canonical(text, f"builtin.module(neo-schedule{{draw={draw}}})")


@pytest.mark.parametrize("target", ["", "avx2"])
@pytest.mark.parametrize("seed", range(40))
def test_divided_lanes(seed, target):
    text = make(seed)
    if target:
        text = f'module attributes {{neo.target = "{target}"}} {{\n{text}}}\n'
    inputs = made_up_inputs(text, seed)
    want, = core.interpret(text, "main", inputs)
    for scheduled in programs(text):
        for threads in (1, 2):
            got, = core.Program(scheduled, "main", threads).run(inputs)
            np.testing.assert_array_equal(
                got, want, err_msg=f"seed {seed}\n{scheduled}")
