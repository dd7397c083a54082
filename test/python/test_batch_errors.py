# test_batch_errors.py - what cannot be for every batch size
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A refusal speaks of the user's tensors, shows the expression as written, and
ends with the line it stands in."""
import re

import numpy as np
import pytest

import neo

E = neo.expr
X = np.ones((5, 4, 3), "f4")
T = np.ones((9, 3), "f4")
OUTSIDE = np.ones((5, 4, 3), "f4")


def refusal(function):
    with pytest.raises(neo.Error) as error:
        neo.jit(function, batch="x")(X)
    message = str(error.value)
    # One sentence, then what the user wrote, then where.
    assert "\n  test_batch_errors.py:" in message
    for word in ("neo.compute", "operand #", "tensor<127", "(B"):
        assert word not in message
    return message


READS = [
    (lambda x: x[-1], "index 0 of 'x' is 126 for 127 items and 130 for 131"),
    (lambda x: x[::-1], "index 0 of 'x' is 126 - d0 for 127 items"),
    (lambda x: x[2], "dimension 0 of 'x', the batch, is indexed by more than"),
    (lambda x: x.T[..., 2], "dimension 2 of a tensor, the batch, is indexed"),
    (lambda x: x[1:], "a dimension has 126 elements for 127 items and 130"),
    (lambda x: x.reshape(-1), "a dimension has 1524 elements for 127 items"),
    (lambda x: x[np.array([0, 0])], "data says which items of 'x'"),
    (lambda x: x[neo.arange(len(x)), 0], "for one element of each item "
     "write neo.take_along_axis(x, y[:, None], 1)[:, 0]"),
    (lambda x: x[np.arange(len(x)), x[:, 0, 0].astype(np.int64)],
     "for one element of each item write neo.take_along_axis(x, y[:, None], 1)[:, 0]"),
    (lambda x: x.reshape(2, -1, 4), r"127 stands for the size of the batch"),
    (lambda x: x + OUTSIDE, "127 stands for the size of the batch"),
    (lambda x: x.reshape(len(x), 1, -1) + x.reshape(1, len(x), -1),
     "the batch is more than one dimension of a tensor of shape (batch, batch, 12)"),
    (lambda x: neo.scan(lambda h, s: (h + s, None), x[0], x)[0],
     "its steps are the items of the batch"),
]


@pytest.mark.parametrize("function, message", READS)
def test_reads(function, message):
    assert message in refusal(function)


EXPRESSIONS = [
    ("Y[b,t,i] = X[b,t,i] * T[b%2,i]",
     "loop 'b' over the batch is in the index of dimension 0 of 'T'"),
    ("Y[b,t,i] = X[b,t,i] * T[b//200,i]", "dimension 0 of 'T', which is not"),
    ("Y[b,t,i] = X[b-1,t,i] if b >= 1 else 0", "dimension 0 of 'X', the batch"),
    ("Y[b,t,i] = X[b,t,i] if b < 5 else 0",
     "a condition compares loop 'b' over the batch with more than 0"),
    ("Y[b,t,i] = X[b,t,i] if b < 900 else 0", "a condition compares loop 'b'"),
    ("Y[b,t,i] = X[b,t,i] if b < 9000 else 0", "a condition compares loop 'b'"),
    ("S[b,c] += X[b,t,i] * X[c,t,i]",
     "the batch is more than one dimension of a tensor of shape (batch, batch)"),
]


@pytest.mark.parametrize("text, message", EXPRESSIONS)
def test_expressions(text, message):
    def function(x):
        operands = (x, T) if "T[" in text else (x,)
        extents = {} if "S[" in text else {"b": len(x)}
        return E(text, **extents)(*operands)

    found = refusal(function)
    assert message in found and f"\n  {text}\n" in found


@pytest.mark.parametrize("text, message", [
    ("Y[b,t,i] = X[(b+1)%N,t,i]", r"index 0 of 'X' is \(b \+ 1\) mod 127 for"),
    ("Y[b,t,i] = X[N-1-b,t,i]", "index 0 of 'X' is 126 - b for 127 items"),
    ("Y[b,t,i] = X[b,t,i] if b < N-1 else 0", "a condition on reading 'X'"),
])
def test_expressions_made_for_a_size(text, message):
    def function(x):
        return E(text.replace("N", str(len(x))), b=len(x))(x)

    found = refusal(function)
    assert re.search(message, found)
    assert f"\n  {text.replace('N', '127')}\n" in found


NUMBERS = [
    (lambda x: x / x.shape[0], "computes with 127.0 for 127 items and 131.0"),
    (lambda x: x * (1.0 / len(x)), "neo.mean divides by the number of items"),
    (lambda x: neo.sum(x) / x.size, "it computes with 1524.0 for 127 items"),
    (lambda x: x * (len(x) % 2), "it computes with 1.0 for 127 items"),
    (lambda x: x * (1.0 if len(x) < 100 else 2.0), "it computes with 2.0 for"),
    (lambda x: x * np.ones((len(x), 1, 1), "f4"), "array or number that the"),
    (lambda x: x * np.float32(len(x)), "array or number that the function"),
    (lambda x: x if len(x) < 100 else x * 2, "does other things for 127 items"),
    (lambda x: sum(x[n] for n in range(len(x))), "does other things for 127"),
    (lambda x: (x, len(x)), "the function returns something that depends"),
]


@pytest.mark.parametrize("function, message", NUMBERS)
def test_numbers(function, message):
    with pytest.raises(neo.UsageError, match="batch") as error:
        neo.jit(function, batch="x")(X)
    assert message in str(error.value)


def test_a_second_derivative_of_a_product():
    def once(x):
        return neo.grad(lambda x: neo.sum(neo.prod(x, axis=0)))(x)

    message = refusal(lambda x: neo.grad(lambda x: neo.sum(once(x) ** 2))(x))
    assert "its derivative is another one for 127 items than for 131" in message


def test_the_line_is_the_operators():
    def function(x):
        y = x * 2
        y = y[::-1]
        return y + 1

    assert refusal(function).endswith(": y = y[::-1]")
