# test_gpu_unit_dimensions.py - products with a dimension of one element
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One that lies innermost, in an operand or the result, says nothing against accesses of
several elements along the next, by the one who chooses them and by the verifier."""

import stand_in  # noqa: F401
import neo
import numpy as np
import pytest
from test_gpu import agree

EXTENTS = {"m": 33, "i": 9, "a": 1, "v": 64}


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("letters", ["ima,vai->mav", "mia,iva->mav", "ami,aiv->mva"])
def test_a_shared_dimension_of_one_element(letters: str, dtype: str):
    random = np.random.default_rng(3)
    operands = [random.integers(-3, 4, [EXTENTS[c] for c in side]).astype(dtype)
                for side in letters.split("->")[0].split(",")]
    agree(lambda a, b: neo.einsum(letters, a, b), *operands, tolerance=0)


def test_a_window_of_one_element():
    random = np.random.default_rng(4)
    x, w = (random.integers(-3, 4, s).astype("float32") for s in ((2, 17, 4), (33, 4, 1)))
    agree(neo.expr("C[n,p,k] += (X[n,p+r-1,c] if 0 <= p+r-1 < 17 else 0) * W[k,c,r]",
                   p=18, r=1), x, w, tolerance=0)
