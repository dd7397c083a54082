# test_too_large.py - results and intermediates for which there is no memory
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The error says how many bytes, and the user's line of the operator."""

import time

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


def blank(x):
    empty = neo.zeros((10**6, 10**6))
    return empty


def walked(x):
    empty = neo.full((10**6, 10**6), 2.0, np.float32)
    return neo.scan(lambda h, row: (neo.tanh(h + neo.sum(row)), h), x[0], empty)[0]


@pytest.mark.parametrize("function, size, line", [
    (blank, 4 * 10**12, "empty = neo.zeros((10**6, 10**6))"),
    (walked, 4 * 10**12, "empty = neo.full((10**6, 10**6), 2.0, np.float32)")])
def test_a_constant_is_refused_before_it_is_made(function, size, line):
    began = time.monotonic()
    message, place = refusal(lambda: neo.jit(function)(X))
    assert time.monotonic() - began < 20
    assert "bytes of memory at once" in message
    assert message.endswith(f"where the line below makes {size} of them")
    assert place.endswith(line)


def test_constants_that_no_kernel_reads_do_not_count():
    def folded(x):
        return x + neo.sum(neo.zeros((10**6, 10**6)), 0)[:3]
    np.testing.assert_array_equal(neo.jit(folded)(X[:3]), 1)

    def added(x):
        empty = neo.full((10**6, 10**6), 2.0, np.float32)
        return neo.scan(lambda h, row: (h + neo.sum(row), h), x[0], empty)[0]
    np.testing.assert_allclose(neo.jit(added)(X), 2e12, rtol=1e-6)


@pytest.mark.parametrize("call", [
    neo.jit(running), neo.grad(lambda x: neo.sum(running(x)))], ids=["jit", "grad"])
def test_an_intermediate_names_the_line_that_makes_it(call):
    message, line = refusal(lambda: call(X))
    assert "bytes of memory at once" in message
    assert message.endswith(f"where the line below makes {BYTES} of them")
    assert line.endswith("grown = neo.exp(pairs(x))")


def test_positions_are_counted_without_being_made():
    began = time.monotonic()
    message, line = refusal(lambda: neo.jit(lambda x: neo.arange(10**13) + 1)(X[:3]))
    assert time.monotonic() - began < 20
    assert f"int64[{10**13}], which takes {8 * 10**13} bytes" in message
    assert "neo.arange(10**13) + 1" in line


@pytest.mark.parametrize("ends", [
    (7,), (2, 9), (2, 9, 3), (9, 2, -3), (9, 2), (0, 1, 0.1), (1, 0, -0.25), (0.5, 3.2),
    (0,), (-3,), (5, 5), (0, 0.3, 0.1), (1, 2, 0.3)])
def test_as_many_positions_as_numpy_has(ends):
    found = neo.jit(lambda x: neo.arange(*ends) + x)(np.zeros(1))
    np.testing.assert_allclose(found, np.arange(*ends), rtol=1e-12)


@pytest.mark.parametrize("ends, said", [
    ((0, 3, 0), "steps other than 0"), (("a",), "takes numbers, not 'a'"),
    (([1, 2],), "takes numbers, not [1, 2]")])
def test_positions_of_what_is_no_number(ends, said):
    for call in (lambda: neo.arange(*ends), neo.jit(lambda: neo.arange(*ends))):
        with pytest.raises(neo.UsageError) as caught:
            call()
        assert said in str(caught.value)
