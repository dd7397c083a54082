# test_batch.py - one program for every batch size
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import pickle

import numpy as np
import pytest

import neo

SIZES = (1, 2, 3, 7, 64, 65)
RANDOM = np.random.default_rng(11)
CONVOLUTION = "C[b,k,p,q] += A[b,c,p+r,q+s] * W[k,c,r,s]"


def array(*shape, scale=1.0):
    return (RANDOM.standard_normal(shape) * scale).astype("float32")


def close(got, wanted):
    """Equal but for the order of sums."""
    (one, structure), (other, _) = neo.tree.flatten(got), \
        neo.tree.flatten(wanted)
    assert len(one) == len(other) and structure
    for a, b in zip(one, other):
        assert a.shape == b.shape and a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=2e-4, atol=2e-5)


def mlp_loss(p, x, y):
    h = neo.tanh(x @ p["w1"] + p["b1"])
    return neo.mean((h @ p["w2"] + p["b2"] - y) ** 2)


def mlp_step(p, x, y):
    loss, (dp, dx) = neo.value_and_grad(mlp_loss, argnums=(0, 1))(p, x, y)
    return loss, {k: p[k] - 0.1 * dp[k] for k in p}, dx


MLP = {"w1": array(20, 33, scale=.2), "b1": array(33), "b2": array(5),
       "w2": array(33, 5, scale=.2)}


def network_loss(p, x, y):
    h = neo.relu(neo.expr(CONVOLUTION, p=10, q=10)(x, p["w1"]) + p["b"])
    h = neo.expr("M[b,k,p,q] max= H[b,k,2*p+u,2*q+v]",
                 p=5, q=5, u=2, v=2)(h)
    h = neo.tanh(neo.expr("C[b,k,p,q] += A[b,c,2*p+r,2*q+s] * W[k,c,r,s]",
                          p=2, q=2)(h, p["w2"]))
    scores = h.reshape(h.shape[0], 24) @ p["w3"]
    scores = scores - neo.max(scores, axis=1, keepdims=True)
    logs = scores - neo.log(neo.sum(neo.exp(scores), axis=1, keepdims=True))
    return -neo.mean(neo.sum(logs * y, axis=1))


def network_step(p, x, y):
    return neo.value_and_grad(network_loss, argnums=(0, 1))(p, x, y)


NETWORK = {"w1": array(4, 3, 3, 3), "b": array(1, 4, 1, 1),
           "w2": array(6, 4, 3, 3, scale=.3), "w3": array(24, 10, scale=.3)}


def check(step, parameters, inputs, threads=0):
    """`step` for every size, by one program, as by one for each."""
    any_size = neo.jit(step, batch=("x", "y"), threads=threads)
    for items in (*SIZES, 2):
        x, y = inputs(items)
        close(any_size(parameters, x, y), neo.jit(step)(parameters, x, y))
    assert len(any_size._compiled) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("threads", [1, 2])
def test_training_step_of_a_perceptron(threads):
    check(mlp_step, MLP, lambda n: (array(n, 20), array(n, 5)), threads)


@pytest.mark.extended
@pytest.mark.parametrize("threads", [1, 2])
def test_training_step_of_a_convolution_net(threads):
    check(network_step, NETWORK, lambda n: (
        array(n, 3, 12, 12), np.eye(10, dtype="f4")[np.arange(n) % 10]),
        threads)


@pytest.mark.parametrize("dtype", ["float64", "float16", "int64", "bool"])
def test_element_types(dtype):
    def f(x, y):
        return neo.where(x > 0, x, y), neo.sum(x, axis=0), neo.argmax(y, axis=1)

    any_size = neo.jit(f, batch=("x", "y"))
    for items in (1, 5, 130):
        x, y = (RANDOM.integers(-1, 2, (items, 7)).astype(dtype)
                for _ in range(2))
        if dtype == "bool":
            x, y = x.astype("int64"), y.astype("int64")
        for a, b in zip(any_size(x, y), neo.jit(f)(x, y)):
            np.testing.assert_array_equal(a, b)


def strided(x):
    w = np.linspace(-1, 1, 8 * 3 * 5 * 5).reshape(8, 3, 5, 5).astype("f4")
    c = neo.expr(
        "C[b,k,p,q] += (A[b,c,2*p+r-2,2*q+s-2] if 2*p+r >= 2 and 2*p+r < 13 "
        "and 2*q+s >= 2 and 2*q+s < 13 else 0) * W[k,c,r,s]",
        p=6, q=6)(x.reshape(x.shape[0], 3, 11, 11), w)
    return neo.sum(neo.tanh(c * 0.1))


def normalised(x):
    d = x - neo.mean(x, axis=0)
    return neo.sum((d / neo.sqrt(neo.mean(d * d, axis=0) + 1e-2)) ** 3)


def recomputed(x):
    h = neo.checkpoint(lambda x: neo.tanh(x) * neo.amax(x, axis=1,
                                                        keepdims=True))(x)
    return neo.sum(h * h) + neo.sum(neo.amax(x, axis=0))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("function", [strided, normalised, recomputed])
def test_gradients_of(function):
    step = neo.value_and_grad(function)
    any_size = neo.jit(lambda x: step(x), batch="x")
    for items in (1, 2, 19):
        x = array(items, 363)
        close(any_size(x), neo.jit(step)(x))
    assert len(any_size._compiled) == 1


def labelled_step(table, words, labels):
    def loss(table):
        scores = neo.expr("S[b,c] += T[W[b,t],c]")(table, words)
        scores = neo.tanh(scores)
        chosen = neo.expr("P[b] = S[b,L[b]]")(scores, labels)
        return neo.mean(neo.log(neo.sum(neo.exp(scores), axis=1)) - chosen)

    return neo.value_and_grad(loss)(table)


@pytest.mark.parametrize("threads", [1, 2])
def test_indices_from_data(threads):
    """An embedding and labels, read and added to at every item."""
    any_size = neo.jit(labelled_step, batch=("words", "labels"),
                       threads=threads)
    table = array(50, 9)
    for items in SIZES:
        words = RANDOM.integers(0, 50, (items, 4))
        labels = RANDOM.integers(0, 9, items).astype("int32")
        close(any_size(table, words, labels),
              neo.jit(labelled_step)(table, words, labels))
    assert len(any_size._compiled) == 1
    labels[-1] = 9
    with pytest.raises(neo.IndexError, match=r"index 9 at \[64\] of .*0\.\.8"):
        any_size(table, words, labels)


def test_results_without_a_kernel():
    f = neo.jit(lambda x, y: (x, y, neo.mean(x, axis=0), x), batch="x")
    for items in (3, 200):
        x = array(items, 4)
        results = f(x, x[0])
        np.testing.assert_array_equal(results[0], x)
        np.testing.assert_array_equal(results[1], x[0])
        np.testing.assert_allclose(results[2], x.mean(0), atol=1e-5)


def test_mean_counts_the_items():
    f = neo.jit(lambda x: (neo.mean(x), neo.mean(x, axis=(0, 2)),
                           neo.mean(x, axis=1)), batch="x")
    for items in (1, 10):
        x = array(items, 4, 3)
        for got, wanted in zip(f(x), (x.mean(), x.mean((0, 2)), x.mean(1))):
            np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-6)


def test_containers_methods_and_decorator():
    class Model:
        def __init__(self):
            self.w = array(4, 2)

        @neo.jit(batch=("inputs",))
        def predict(self, inputs):
            return inputs["a"] @ self.w + inputs["b"]

    model = Model()
    for items in (1, 9):
        a, b = array(items, 4), array(items, 2)
        np.testing.assert_allclose(model.predict({"a": a, "b": b}),
                                   a @ model.w + b, rtol=1e-4, atol=1e-5)


def test_other_shapes_are_other_programs():
    f = neo.jit(lambda x: x * 2, batch="x")
    for shape in ((3, 2), (4, 2), (3, 5), (8, 5)):
        f(array(*shape))
    assert len(f._compiled) == 2


def test_an_empty_batch_has_its_own_program():
    f = neo.jit(lambda x: (x + 1, neo.sum(x, axis=0)), batch="x")
    assert f(array(3, 2))[0].shape == (3, 2)
    rows, total = f(array(0, 2))
    assert rows.shape == (0, 2) and not total.any()


@pytest.mark.parametrize("extent", [127, 131])
def test_extents_that_are_stand_ins_are_no_batch(extent):
    """127 and 131 stand for the batch, unless they are extents."""
    w = array(extent, 137, scale=.1)
    f = neo.jit(lambda x, w: neo.tanh(x @ w), batch="x")
    for items in (5, 127, 131, 137):
        x = array(items, extent)
        np.testing.assert_allclose(f(x, w), np.tanh(x @ w), atol=1e-4)


def test_pickled():
    assert pickle.loads(pickle.dumps(PICKLED))._options.batch == {"x": 0}


def _double(x):
    return x * 2


PICKLED = neo.jit(_double, batch="x")
X = array(5, 4)


@pytest.mark.parametrize("batch", [3, ("x", 3), None, {"x": -1},
                                   {3: 0}, {"x": "0"}])
def test_batch_is_names(batch):
    with pytest.raises(neo.UsageError, match="name of an argument"):
        neo.jit(_double, batch=batch)


def test_arguments_with_a_batch():
    f = neo.jit(lambda x, y: x * 2, batch=("x", "y"))
    with pytest.raises(neo.ShapeError, match="5 items in 'x' and 4 in 'y'"):
        f(X, X[:4])
    with pytest.raises(neo.ShapeError, match="'y' has a batch, but is a num"):
        f(X, 3.0)
    g = neo.jit(lambda x, y: x * 2, batch={"x": 1, "y": 2})
    with pytest.raises(neo.ShapeError, match="'y' has a batch, but has rank 2"):
        g(X, X)
    with pytest.raises(neo.UsageError, match="batch names 'z'"):
        neo.jit(_double, batch="z")(X)


def test_numbers_in_names_are_no_sizes():
    def chained(x, w):
        for _ in range(200):  # Values are named %0 to %199 in the program's text.
            x = neo.maximum(x * w, w)
        return x

    any_size = neo.jit(chained, batch="x")
    for items in (3, 5):
        x, w = array(items, 2), array(2)
        close(any_size(x, w), neo.jit(chained)(x, w))
    assert len(any_size._compiled) == 1
