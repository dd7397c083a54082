# test_batch_programs.py - programs that serve every batch size
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each program, compiled once for any batch, as interpreted for a size, or as
compiled for it where the interpreter would take long."""
import numpy as np
import pytest

import neo

SIZES = (1, 2, 3, 7, 64, 97)
RANDOM = np.random.default_rng(5)
W, U = (RANDOM.standard_normal((4, 4)) * .3 for _ in range(2))
TABLE = RANDOM.standard_normal((11, 4))
E = neo.expr


def tied(*shape):
    """Numbers of which many are equal, 0 among them."""
    return RANDOM.integers(-3, 4, shape) / 2


def interpreted(function, inputs):
    exact = neo.jit(function)
    text = neo.canonical(exact.ir(*inputs),
                         "builtin.module(neo-autodiff{declared-only=true})")
    return neo.interpret(text, *inputs, *exact.captured(*inputs))


def check(function, arguments, batch, sizes=SIZES):
    any_size = neo.jit(function, batch=batch)
    for items in sizes:
        inputs = arguments(items)
        got, _ = neo.tree.flatten(any_size(*inputs))
        wanted = interpreted(function, inputs) if items < 8 else \
            neo.tree.flatten(neo.jit(function)(*inputs))[0]
        assert len(got) == len(wanted) > 0
        for a, b in zip(got, wanted):
            assert a.shape == b.shape and a.dtype == b.dtype
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)
    assert len(any_size._compiled) == 1


def slope(function):
    return lambda *x: neo.value_and_grad(function)(*x)


def cell(h, x):
    h = neo.tanh(h @ W + x @ U)
    return h, h


def unrolled(x, reverse=False):
    return neo.scan(cell, x[:, 0] * 0.5, x.transpose(1, 0, 2), reverse=reverse)


def repeated(x):
    return neo.scan(lambda h, _: (neo.tanh(h @ W + x[:, 0]), None), x[:, 1],
                    None, length=3)[0]


def two_states(x):
    def step(state, t):
        a, b = state
        return (neo.tanh(t @ W + a), a + b), (a * b, t)
    return neo.scan(step, (x[:, 0], x[:, 1]), x.transpose(1, 0, 2))


SCANS = {
    "forward": unrolled,
    "reverse": lambda x: unrolled(x, reverse=True),
    "two states": two_states,
    "captured": repeated,
    "no steps": lambda x: neo.scan(lambda h, _: (h * 2, h), x, length=0)[0],
    "gradient of the outputs": slope(lambda x: neo.sum(unrolled(x)[1] ** 3)),
    "gradient of the state": slope(lambda x: neo.mean(unrolled(x)[0] ** 2)),
    "gradient, captured": slope(lambda x: neo.sum(repeated(x) ** 2)),
    "gradient, checkpoint": slope(lambda x: neo.sum(neo.checkpoint(
        lambda x: unrolled(x)[1])(x) ** 2)),
    "forward mode": lambda x: neo.jvp(lambda x: unrolled(x)[1], (x,), (x,)),
}

REDUCTIONS = {
    "max": slope(lambda x: neo.sum(neo.max(x, axis=0) ** 3)),
    "min": slope(lambda x: neo.sum(neo.min(x, axis=0) ** 3)),
    "max of all": slope(lambda x: neo.max(x) * 3),
    "max, batch last": slope(lambda x: neo.max(x.T) * 3),
    "max, batch second": slope(lambda x: neo.sum(
        neo.max(x.transpose(1, 0, 2), axis=(0, 1)) ** 3)),
    "max of others": slope(lambda x: neo.sum(neo.max(x, axis=(1, 2)) ** 3)),
    "max of pairs": slope(lambda x: neo.sum(
        E("S[b] max= X[b,t,i] * X[c,t,i]")(x))),
    "amax": slope(lambda x: neo.sum(neo.amax(x, axis=0) ** 3)),
    "amax, batch last": slope(lambda x: neo.amax(x.T) * 3),
    "positions": lambda x: (neo.argmax(x, axis=0), neo.argmin(x),
                            neo.argmax(x.T), neo.argmax(x, axis=2)),
    "positions, batch second": lambda x: E("P[i] argmax= X[t,b,i]")(
        x.transpose(1, 0, 2)),
    "prod": slope(lambda x: neo.sum(neo.prod(x, axis=0))),
    "prod of all": slope(neo.prod),
    "prod, batch last": slope(lambda x: neo.prod(x.T)),
    "prod of others": slope(lambda x: neo.sum(neo.prod(x, axis=(1, 2)))),
    "prod, second text": slope(lambda x: neo.sum(E("P[i] *= X[b,t,i]")(x))),
    "prod, forward mode": lambda x: neo.jvp(
        lambda x: neo.prod(x, axis=0), (x,), (x * 2,)),
    "mean": slope(lambda x: neo.mean(x.T) ** 2 + neo.mean(x) ** 2),
    "pairs": slope(lambda x: E("S[] += (X[b,t,i] - X[c,t,i]) ** 2")(x)),
    "softmax over the batch": lambda x: neo.exp(x) / neo.sum(neo.exp(x),
                                                             axis=0),
}


def normalised(x):
    d = x - neo.mean(x, axis=0)
    return d / neo.sqrt(neo.mean(d * d, axis=0) + 1e-2)


LAYOUTS = {
    "one step": lambda x: (x[:, 0], x[..., 3], x[:, 1:3], x[:, ::-1]),
    "first item": slope(lambda x: neo.sum(x[0] ** 3) + neo.sum(x[:1] * x)),
    "against the first": slope(lambda x: neo.sum((x - x[0]) ** 4)),
    "first of the transposed": lambda x: x.T[..., 0] * 2,
    "transposed": slope(lambda x: neo.sum(x.T ** 3)),
    "transposed result": lambda x: (x.T, x.T[0] * 2, x.transpose(1, 2, 0) * 2),
    "reshaped": lambda x: (x.reshape(x.shape[0], -1), x.reshape(-1, 2, 10),
                           x.reshape(-1, 20) @ np.ones((20, 3))),
    "reshaped, batch last": slope(lambda x: neo.sum(
        x.transpose(1, 2, 0).reshape(20, -1)[3:9] ** 3)),
    "product, batch second": slope(lambda x: neo.sum(
        neo.tanh(x.transpose(1, 0, 2) @ W) ** 2)),
    "product over the batch": slope(lambda x: neo.sum(
        x.transpose(1, 2, 0) @ x.transpose(1, 0, 2))),
    "batch norm": slope(lambda x: neo.sum(normalised(x) ** 3)),
    "order": slope(lambda x: neo.sum(
        E("Y[b,t,i] += X[c,t,i] if c <= b else 0", b=len(x))(x) ** 2)),
    "number of the item": slope(lambda x: E("Y[] += X[b,t,i] ** 2 * b")(x)),
    "every second item": lambda x: E("Y[b,t,i] = X[b,t,i] * (b % 2)")(x),
    "outer loop": lambda x: E("Y[t,b,i] = 2 * X[b,t,i]")(x),
    "comparison": lambda x: (x > 0).T,
}


@pytest.mark.parametrize("name", [*SCANS, *REDUCTIONS, *LAYOUTS])
def test_one_argument(name):
    check({**SCANS, **REDUCTIONS, **LAYOUTS}[name],
          lambda n: (tied(n, 5, 4),), "x")


def bag(table, words):
    return E("S[b,c] += T[W[b,t],c]")(table, words)


def entropy(w, x, labels):
    scores = x @ w
    top = neo.max(scores, axis=1, keepdims=True)
    logs = scores - top - neo.log(neo.sum(neo.exp(scores - top), axis=1,
                                          keepdims=True))
    return -neo.mean(E("P[b] = L[b,Y[b]]")(logs, labels))


def words(*shape):
    return RANDOM.integers(0, 11, shape)


EMBEDDINGS = {
    "bag": lambda t, w: neo.mean(neo.tanh(bag(t, w)) ** 2),
    "rows": lambda t, w: neo.sum(neo.tanh(t[w]) ** 2),
    "one word": lambda t, w: neo.sum(neo.tanh(t[w[:, 0]]) ** 2),
    "words first": lambda t, w: neo.sum(neo.tanh(t[w.T]) ** 2),
    "summed over the batch": lambda t, w: neo.sum(
        neo.tanh(neo.sum(t[w], axis=0)) ** 2),
    "recurrent": lambda t, w: neo.sum(unrolled(t[w])[1] ** 2),
}


@pytest.mark.parametrize("name", EMBEDDINGS)
def test_gradient_of_an_embedding(name):
    def step(table, words):
        return neo.value_and_grad(EMBEDDINGS[name])(table, words)

    check(step, lambda n: (TABLE, words(n, 3)), "words")


def test_elements_at_indices_of_the_same_batch():
    def loss(x, at):
        return neo.sum(E("Y[k,b] = X[I[k,b],b]")(x.T, at.T) ** 2)

    check(lambda x, at: neo.value_and_grad(loss)(x, at),
          lambda n: (tied(n, 11), words(n, 3)), ("x", "at"))


def test_cross_entropy():
    def step(w, x, labels):
        return neo.value_and_grad(entropy)(w, x, labels)

    weights = RANDOM.standard_normal((4, 11))
    check(step, lambda n: (weights, tied(n, 4), words(n)), ("x", "labels"))


def test_gradient_of_weights_through_a_maximum_and_a_product():
    def loss(w, x):
        y = neo.tanh(x @ w)
        return neo.mean(neo.max(y, axis=0)) + neo.sum(neo.prod(y, axis=0))

    check(lambda w, x: neo.value_and_grad(loss)(w, x),
          lambda n: (W, tied(n, 4)), "x")


def test_single_numbers():
    check(slope(lambda x: neo.max(x) * neo.prod(x) + neo.mean(x)),
          lambda n: (tied(n),), "x")


def test_wide_items():
    """Threads share other loops than the batch, and vectors lie along them."""
    check(lambda x: (x.T * 2, neo.sum(x.T, axis=1), neo.max(x, axis=0)),
          lambda n: (tied(n, 700),), "x", (1, 7, 300))


@pytest.mark.parametrize("threads", [1, 2])
def test_the_batch_is_a_later_dimension(threads):
    """As recurrent networks take it: time, batch, features."""
    def step(x, y):
        def loss(x):
            h, hs = neo.scan(cell, x[0], x)
            return neo.mean((hs - y) ** 2)
        return neo.value_and_grad(loss)(x)

    any_size = neo.jit(step, batch={"x": 1, "y": 1}, threads=threads)
    for items in SIZES:
        x, y = tied(3, items, 4), tied(3, items, 4)
        for a, b in zip(any_size(x, y), neo.jit(step)(x, y)):
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)
    assert len(any_size._compiled) == 1


def test_dimensions_that_differ():
    check(lambda x, y: (x @ y, neo.value_and_grad(
        lambda x: neo.sum((x @ y) ** 2))(x)),
        lambda n: (tied(3, n), tied(n, 4)), {"x": 1, "y": 0})


@pytest.mark.parametrize("dtype", ["float32", "float16", "int64", "int32"])
def test_element_types(dtype):
    function = neo.jit(lambda x: (x.T, neo.max(x.T), neo.argmax(x.T, axis=1),
                                  x[0] + x), batch="x")
    for items in SIZES:
        x = RANDOM.integers(-2, 3, (items, 5)).astype(dtype)
        wanted = (x.T, x.max(), x.argmax(0), x[0] + x)
        for a, b in zip(function(x), wanted):
            np.testing.assert_array_equal(a, b)


def test_scan_against_numpy():
    run = neo.jit(unrolled, batch="x")
    for items in SIZES:
        x = tied(items, 5, 4)
        h = x[:, 0] * 0.5
        for t in range(5):
            h = np.tanh(h @ W + x[:, t] @ U)
            np.testing.assert_allclose(run(x)[1][t], h, atol=1e-12)
        np.testing.assert_allclose(run(x)[0], h, atol=1e-12)
