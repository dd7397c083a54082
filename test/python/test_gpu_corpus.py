# test_gpu_corpus.py - index expressions of every kind on the emulator
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Results and adjoints in float64 by kernels for a GPU, against brute force."""

import stand_in  # noqa: F401
import neo
import pytest
from brute_force import adjoints, evaluate
from corpus import CORPUS
from test_corpus import close, generator, operands

pytestmark = pytest.mark.extended


@pytest.mark.parametrize("case", CORPUS, ids=str)
def test_results_and_adjoints(case):
    draw = generator(case).standard_normal
    arrays = operands(case, draw)
    op = neo.expr(case.text, **case.extents)
    expected = evaluate(case.text, arrays, case.extents)
    cotangent = draw(expected.shape)
    both = neo.jit(lambda *a: (op(*a[:-1]), op.vjp(a[:-1], a[-1])), device="cuda")
    result, found = both(*arrays.values(), cotangent)
    close(result, expected)
    wanted = adjoints(case.text, arrays, case.extents, cotangent)
    for name, adjoint in zip(arrays, found, strict=True):
        if name not in case.constant:
            close(adjoint, wanted[name])
