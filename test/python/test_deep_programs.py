# test_deep_programs.py - IR that is nested deeper than a stack
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Is an error with the place, and not the end of the process."""

import neo
import numpy as np
import pytest

PROGRAM = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %y = neo.compute [i: 4] %x[{index}] : (tensor<4xf32>) -> tensor<4xf32> {{
  ^bb0(%v0: f32):
    {body}
    neo.yield %v{count} : f32
  }}
  return %y : tensor<4xf32>
}}
"""


def program(operations=0, parentheses=0):
    body = [f"%v{n + 1} = arith.addf %v{n}, %v0 : f32" for n in range(operations)]
    return PROGRAM.format(index="(" * parentheses + "i" + ")" * parentheses,
                          body="\n    ".join(body), count=operations)


def test_what_is_not_too_deep_runs():
    found, = neo.compile(program(300, 200))(np.array([1, 2, 3, 4], "float32"))
    assert found.tolist() == [301, 602, 903, 1204]


@pytest.mark.parametrize("operations", [2001, 100_000])
def test_a_body_of_operations_made_of_one_another(operations):
    with pytest.raises(neo.Error, match=rf"{operations} operations are made of one "
                                        r"another, more than 2000: .* \(C7\)"):
        neo.compile(program(operations))


def test_parentheses_in_parentheses():
    with pytest.raises(neo.Error, match="more than 256 parentheses in one another"):
        neo.compile(program(parentheses=100_000))
