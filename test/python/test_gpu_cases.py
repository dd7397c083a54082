# test_gpu_cases.py - every operator of benchmarks/cases on the emulator
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Values and adjoints in float32 by kernels for a GPU, with smaller extents and each
case's true structure, against benchmarks/reference.py in float64."""

import stand_in  # noqa: F401
import neo
import numpy as np
import pytest
from test_benchmark_cases import SMALL, near

from cases import Operator, inputs
from measure import reference_of

pytestmark = pytest.mark.extended


@pytest.fixture(params=SMALL.values(), ids=lambda case: case.name)
def operator(request) -> Operator:
    return request.param.small()


def test_values(operator: Operator):
    *operands, _ = inputs(operator).values()
    compiled = neo.jit(neo.expr(operator.text, **operator.extents), device="cuda")
    near(compiled(*operands), *reference_of(operator, "forward"))


def test_values_with_adjoints(operator: Operator):
    arrays = inputs(operator)
    expression = neo.expr(operator.text, **operator.extents)
    both = neo.jit(lambda *a: (expression(*a[:-1]), *expression.vjp(a[:-1], a[-1])),
                   device="cuda")
    found = both(*arrays.values())
    expected = reference_of(operator, "gradients")
    assert len(found) == len(expected)
    for one, other in zip(found, expected):
        near(np.asarray(one), other)
