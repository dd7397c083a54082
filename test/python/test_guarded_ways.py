# test_guarded_ways.py - every way of reading lanes keeps to the guard
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""An operand's lanes are read in one of the ways of AccessPlan.h. Each is forced here by
a schedule, once without a guard and under guards that all lanes share, that differ from
lane to lane, and that divide; the pad is a number that no operand holds. The unit tests
of AccessPlan say that these schedules are read in these ways."""
from dataclasses import dataclass

import numpy as np
import pytest

from neo import _core as core


@dataclass(frozen=True)
class Way:
    """A read of %A under a schedule: `inside` is the guard that keeps it in bounds."""

    shape: tuple[int, ...]
    result: tuple[int, ...]
    loops: str
    access: str
    schedule: str
    inside: tuple[str, ...] = ()


WAYS = {
    "broadcast": Way((41,), (41, 32), "[i: 41, j: 32]", "i", "vector [j: 8]"),
    "one run": Way((41, 33), (41, 41), "[i: 41, j: 41]", "i, j - 4", "vector [j: 8]",
                   ("j - 4 >= 0", "36 - j >= 0")),
    "short runs": Way((9, 100), (8, 4), "[i: 8, j: 4]", "i + 1, j",
                      "vector [i: 2, j: 4]"),
    "every second": Way((41, 70), (41, 32), "[i: 41, j: 32]", "i, 2 * j",
                        "vector [j: 8]"),
    "every second, padded": Way(
        (41, 70), (41, 32), "[i: 41, j: 32] sum [k: 3]", "i, 2 * j + k - 1",
        "vector [j: 8] tile [j: 4] unroll [k]", ("2 * j + k - 1 >= 0",)),
    "short rows": Way((5, 9, 8), (5, 6, 7), "[i: 5, b: 6, j: 7] sum [k: 3]",
                      "i, b, j + k - 1", "vector [b: 2, j: 8] unroll [k]",
                      ("j + k - 1 >= 0", "8 - j - k >= 0")),
    "short rows of one element": Way(
        (5, 9, 7), (5, 6, 7), "[i: 5, b: 6, j: 7] sum [k: 3]", "i, b, 2 * k",
        "vector [b: 2, j: 8] unroll [k]"),
    "a window": Way((41, 32), (41, 32), "[i: 41, j: 32]", "i, 31 - j",
                    "vector [j: 8] tile [i: 2]"),
    "a window of divided lanes": Way(
        (41, 16), (41, 31), "[i: 41, j: 31]", "i, j floordiv 2",
        "vector [j: 8] tile [j: 4]"),
    "shifted parts": Way((44, 32), (41, 32), "[i: 41, j: 32]", "i + (j mod 3), j",
                         "vector [j: 8] tile [j: 4]"),
    "a transposed square": Way((31, 34), (34, 31), "[i: 34, j: 31]", "j, i",
                               "vector [j: 8] tile [i: 8]"),
    "one by one": Way((32, 410), (41, 32), "[i: 41, j: 32] sum [k: 10]", "j, 10 * i + k",
                      "vector [j: 8]"),
}

GUARDS = {
    "none": (),
    "shared": ("i - 3 >= 0",),
    "of rows": ("j - 2 >= 0",),
    "of lanes": ("i + j - 5 >= 0",),
    "remainder": ("(i + 2 * j) mod 5 - 2 >= 0",),
    "remainder of lanes": ("j mod 3 - 1 >= 0",),
    "quotient": ("j floordiv 3 - 1 >= 0",),
    "equation": ("j mod 3 == 0",),
}


def program(way: Way, guard: tuple[str, ...]) -> str:
    def tensor(shape: tuple[int, ...]) -> str:
        return f"tensor<{'x'.join(map(str, shape))}xf32>"

    conditions = way.inside + guard
    condition = f"if ({', '.join(conditions)}) else 77.5" if conditions else ""
    return f"""
func.func @main(%A: {tensor(way.shape)}) -> {tensor(way.result)} {{
  %r = neo.compute {way.loops} %A[{way.access}] {condition}
      {{neo.schedule = "{way.schedule}"}}
      : ({tensor(way.shape)}) -> {tensor(way.result)} {{
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }}
  return %r : {tensor(way.result)}
}}"""


@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.parametrize("name", WAYS)
def test_a_way_keeps_to_the_guard(name, guard):
    way = WAYS[name]
    text = program(way, GUARDS[guard])
    random = np.random.default_rng(5)
    values = random.integers(-9, 10, way.shape).astype(np.float32) / 4
    wanted, = core.interpret(text, "main", [values])
    if guard != "none":
        assert (np.abs(wanted) > 70).any()
    got, = core.Program(text, "main", 1).run([values])
    np.testing.assert_array_equal(got, wanted)
