# test_brute_force.py - the evaluator itself, against NumPy
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

from brute_force import adjoints, evaluate
from corpus import CORPUS

BY_NAME = {case.name: case for case in CORPUS}


def test_matmul_is_numpys():
    a, b = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)
    text = "C[i, j] += A[i, k] * B[k, j]"
    np.testing.assert_array_equal(evaluate(text, {"A": a, "B": b}, {}), a @ b)


@pytest.mark.parametrize("name", ["matmul", "gelu_tanh", "conv1d_s2_k3_p1",
                                  "reduce_prod_row", "maxpool_k3_s1"])
def test_adjoints_are_central_differences(name):
    case = BY_NAME[name]
    random = np.random.default_rng(1)
    arrays = {n: random.standard_normal(s) for n, s in case.shapes.items()}
    value = evaluate(case.text, arrays, case.extents)
    cotangent = random.standard_normal(value.shape)
    found = adjoints(case.text, arrays, case.extents, cotangent)
    for operand, array in arrays.items():
        index = tuple(n // 2 for n in array.shape)
        sides = []
        for step in (1e-6, -1e-6):
            moved = array.copy()
            moved[index] += step
            moved_value = evaluate(case.text, arrays | {operand: moved},
                                   case.extents)
            sides.append(np.sum(moved_value * cotangent))
        slope = (sides[0] - sides[1]) / 2e-6
        assert found[operand][index] == pytest.approx(slope, rel=1e-6, abs=1e-6)
