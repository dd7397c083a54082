# test_short_rows.py - rows that share a vector, with holes between them
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Rows of some pixels, several of which share a vector: windows with
any stride, dilation and padding, forwards and turned round, their extrema, and
rows that are only copied, against the interpreter, by schedules drawn at random."""

import platform
import random
from dataclasses import dataclass

import numpy as np
import pytest
from kernel_programs import depthwise, made_up_inputs, operator

core = pytest.importorskip("neo._core")


@dataclass
class Rows:
    """`width` pixels in a row of the result, of `channels` planes of some rows."""

    channels: int
    height: int
    width: int
    taps: int
    stride: int
    dilation: int
    padding: int
    turned: bool
    shared: bool  # all channels read one plane
    kind: str
    element: str

    @property
    def reach(self):
        return self.dilation * (self.taps - 1)

    def place(self, pixel, tap):
        if self.kind == "rows":
            return f"{self.stride} * {pixel} - {self.padding}"
        moved = (f"{self.reach} - {self.dilation} * {tap}" if self.turned
                 else f"{self.dilation} * {tap}")
        return f"{self.stride} * {pixel} + {moved} - {self.padding}"

    def read(self):
        """The access of the plane, its guard and its shape."""
        ends = [self.place("p", "r"), self.place("q", "s")]
        sizes = [max(self.stride * (n - 1) + self.reach + 1 - 2 * self.padding, 1)
                 for n in (self.height, self.width)]
        pad = "-7" if self.kind == "max" else "0"
        pad += ".0" if self.element[0] == "f" else ""
        bounds = ", ".join(f"{end} >= 0, {end} < {size}"
                           for end, size in zip(ends, sizes, strict=True))
        guard = f" if ({bounds}) else {pad}" if self.padding else ""
        if self.shared:
            return f"[{', '.join(ends)}]{guard}", tuple(sizes)
        return f"[k, {', '.join(ends)}]{guard}", (self.channels, *sizes)

    def text(self):
        result = (self.channels, self.height, self.width)
        header = f"[k: {self.channels}, p: {self.height}, q: {self.width}]"
        if self.kind == "rows":
            return operator(header, [self.read(), ("[k]", (self.channels,))], result,
                            self.element)
        weights = ("[k, r, s]", (self.channels, self.taps, self.taps))
        return operator(f"{header} {self.kind} [r: {self.taps}, s: {self.taps}]",
                        [self.read(), weights], result, self.element)

    def draw_schedule(self, chance):
        inner = chance.choice([n for n in (4, 8, 16) if n >= self.width])
        outer = chance.choice([n for n in (2, 4, 8) if n * inner <= 32])
        steps = -(-self.channels // outer)
        words = [f"vector [k: {outer}, q: {inner}]",
                 f"tile [k: {chance.randint(1, min(steps, 2))}, "
                 f"p: {chance.randint(1, self.height)}]"]
        words.append(f"order [{', '.join(chance.sample('kpq', 3))}]")
        taps = [loop for loop in "rs" if self.taps > 1 and self.kind != "rows"]
        if unrolled := chance.choice([taps, taps, taps[1:], []]):
            words.append(f"unroll [{', '.join(unrolled)}]{chance.choice(['', ' apart'])}")
        return " ".join(words)


def draw(chance):
    rows = Rows(chance.randint(2, 9), chance.randint(2, 8), chance.randint(2, 8),
                chance.randint(1, 4), chance.choice([1, 1, 2, 3]),
                chance.choice([1, 1, 2]), chance.randint(0, 2), chance.random() < 0.3,
                chance.random() < 0.2, chance.choice(["sum", "sum", "max", "rows"]),
                chance.choice(["f32", "f32", "f64", "i32", "f16"]))
    # Rows without a border are one long row.
    if rows.kind == "rows" or rows.taps == 1:
        rows.padding = max(rows.padding, 1)
    return rows


def scheduled(text, schedule):
    """`text` as it stands, its only neo.compute with `schedule`."""
    marked = text.replace("\n     : (", f' {{neo.schedule = "{schedule}"}}\n     : (')
    return f"module attributes {{neo.scheduled}} {{\n{marked}}}\n"


@pytest.mark.parametrize("seed", range(150))
def test_rows_that_share_a_vector(seed):
    chance = random.Random(seed)
    rows = draw(chance)
    text, schedule = rows.text(), rows.draw_schedule(chance)
    inputs = made_up_inputs(text, seed)
    want, = core.interpret(text, "main", inputs)
    got, = core.Program(scheduled(text, schedule), "main", 1).run(inputs)
    np.testing.assert_array_equal(got, want, err_msg=f"{rows}: {schedule}")


@pytest.mark.skipif(platform.machine() != "x86_64", reason="needs AVX2")
@pytest.mark.parametrize("seed", [7, 10, 25, 30, 41, 103, 144])
def test_registers_whose_lanes_are_all_off(seed):
    """LLVM reads such a part of a masked load, unless it is left out before."""
    chance = random.Random(seed)
    rows = draw(chance)
    text, schedule = rows.text(), rows.draw_schedule(chance)
    inputs = made_up_inputs(text, seed)
    want, = core.interpret(text, "main", inputs)
    narrow = scheduled(text, schedule).replace(
        "{neo.scheduled}", '{neo.scheduled, neo.target = "avx2"}', 1)
    got, = core.Program(narrow, "main", 1).run(inputs)
    np.testing.assert_array_equal(got, want, err_msg=f"{rows}: {schedule}")


@pytest.mark.parametrize("channels", [1, 2, 3, 8])
@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("size", range(1, 15))
def test_small_pictures(size, stride, channels):
    text = depthwise(channels, size, stride=stride)
    inputs = made_up_inputs(text, size)
    want, = core.interpret(text, "main", inputs)
    got, = core.Program(text, "main", 2).run(inputs)
    np.testing.assert_array_equal(got, want)
