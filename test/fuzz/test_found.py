# test_found.py - programs that the fuzzer found, and the fuzzer itself
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Smallest programs that were wrong once, and how the fuzzer makes them small."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import numpy as np  # noqa: E402
import pytest  # noqa: E402
from agree import agree  # noqa: E402
from choices import Choices, shrink  # noqa: E402
from indices import Tensor  # noqa: E402
from oracle import Expected  # noqa: E402
from program import Program, TooLarge, make_program  # noqa: E402
from report import as_test  # noqa: E402


def one_line(line, shape, result, **options):
    """A program of one expression over A and its one result."""
    values = dict(dtype="float32", data="any", mode="forward", target="host")
    values.update(options)
    return Program([f"R0 = {line}"], [Tensor("R0", result)],
                   [Tensor("A", shape)], [], **values)


def test_guard_that_divides_strided_lanes():
    agree(one_line('neo.expr("T[i] = A[2*i] if i % 5 < 3 else 1", i=17)(A)',
                   (33,), (17,)))


@pytest.mark.parametrize("mode", ["vjp", "jvp", "all"])
def test_guard_in_derivatives(mode):
    agree(one_line('neo.expr("T[i] += (A[3*i+j] if (i+j) % 4 < 3 else 2)", '
                   'i=16, j=2)(A)', (48,), (16,), mode=mode))


def test_wrong_numbers_are_seen():
    program = one_line('neo.expr("T[i] = A[2*i] if i % 5 < 3 else 1", i=17)(A)',
                       (33,), (17,))
    expected = Expected(program)
    found = expected.exact[0].astype(np.float32)
    assert not expected.difference(0, found)
    found[4] += 1e-3
    assert "at [4]" in expected.difference(0, found)


def test_choices_make_the_same_program_again():
    made = 0
    for seed in range(40):
        choices = Choices(seed)
        try:
            program = make_program(choices)
        except TooLarge:
            continue
        again = make_program(Choices(replay=choices.taken))
        assert again.source == program.source
        assert eval(as_test(program).partition("agree(")[2].rpartition(")")[0],
                    {"Program": Program, "Tensor": Tensor}).source == \
            program.source
        made += 1
    assert made > 20


def test_shrinking_keeps_what_fails():
    def fails(choices):
        drawn = Choices(replay=choices)
        values = [drawn.below(100) for _ in range(drawn.below(20))]
        return any(value >= 37 for value in values)

    start = [15, *range(3, 90, 6)]
    assert fails(start)
    assert shrink(start, fails) == [1, 37]
