# test_broadcast_exponentials.py - sums of one exponential for several elements
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""An exponential that does not depend on a loop of the result has no place for the
maximum that is subtracted in a softmax. These programs were compiled without an end."""

import neo
import numpy as np
import pytest

PROGRAMS = {
    "an expression": lambda x: neo.expr("Z[i] += exp(X[j]); Y[i] = log(Z[i])", i=3)(x),
    "a new dimension": lambda x: neo.log(neo.sum(neo.exp(x)[None], axis=1)),
    "a product with ones": lambda x: neo.log(neo.ones((3, 4)) @ neo.exp(x)),
}


@pytest.mark.parametrize("size", [1.0, 50.0])
@pytest.mark.parametrize("program", PROGRAMS)
def test_logarithms(program, size):
    found = neo.jit(PROGRAMS[program])(np.full(4, size))
    np.testing.assert_allclose(found, size + np.log(4))


def test_quotients():
    found = neo.jit(lambda x: neo.exp(x) / neo.sum(neo.ones((4, 4)) * neo.exp(x), axis=1))(
        np.ones(4))
    np.testing.assert_allclose(found, 0.25)
