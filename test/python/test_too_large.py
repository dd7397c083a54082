# test_too_large.py - results and intermediates for which there is no memory
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The error says how many bytes, and the user's line of the operator."""

import numpy as np
import pytest

import neo

X = np.ones(10_000_000, np.float32)
BYTES = str(4 * 10 ** 14)


def pairs(x):
    return x[:, None] * x[None, :]


def running(x):
    grown = neo.exp(pairs(x))
    return neo.cumsum(grown, 0)[:3, :3]


def refusal(function):
    with pytest.raises(neo.Error) as caught:
        function()
    return str(caught.value).split("\n")


@pytest.mark.parametrize("call", [
    neo.jit(pairs), neo.jit(lambda x, n: pairs(x), static="n"),
    lambda x, *_: neo.vjp(pairs, x)], ids=["jit", "static", "vjp"])
def test_a_result_names_the_line_that_makes_it(call):
    message, line = refusal(lambda: call(X, *[3] * (call.__name__ != "pairs")))
    assert f"float32[10000000, 10000000], which takes {BYTES} bytes" in message
    assert line.endswith("x[:, None] * x[None, :]")
    assert line.startswith("  test_too_large.py:")


@pytest.mark.parametrize("call", [
    neo.jit(running), neo.grad(lambda x: neo.sum(running(x)))], ids=["jit", "grad"])
def test_an_intermediate_names_the_line_that_makes_it(call):
    message, line = refusal(lambda: call(X))
    assert "bytes of memory at once" in message
    assert message.endswith(f"where the line below makes {BYTES} of them")
    assert line.endswith("grown = neo.exp(pairs(x))")
