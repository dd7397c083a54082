# test_onnx_save_corpus.py - index expressions and their gradients, saved as ONNX
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

pytest.importorskip("onnx", reason="pip install onnx, as in requirements.txt")
pytest.importorskip("neo._core")

from corpus import CORPUS
from onnx_saved import check

import neo


def arrays_of(case):
    """Quarters, so that ties and zeros are among them."""
    rng = np.random.default_rng(1)
    return [(np.round(rng.normal(size=shape) * 4) / 4).astype(np.float32)
            for shape in case.shapes.values()]


@pytest.mark.parametrize("case", CORPUS, ids=str)
def test_expressions(case):
    expression = neo.expr(case.text, **case.extents)

    def function(*arrays):
        known = dict(zip(case.shapes, arrays))
        return expression(*(known[name] for name in expression.operands))

    def gradients(*arrays):
        value, pull = neo.vjp(function, *arrays)
        return pull(value)

    check(function, *arrays_of(case), tolerance=1e-4)
    if not case.constant:
        check(gradients, *arrays_of(case), tolerance=1e-4)
