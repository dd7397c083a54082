# test_gpu_networks.py - small networks, a step of training on the stand-in driver
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Loss and parameters after a step of gradient descent are those of the CPU."""

import stand_in  # noqa: F401
import neo
import numpy as np
import pytest
from test_gpu import agree, draw

pytestmark = pytest.mark.extended


def descend(loss):
    def step(params, *data):
        value, slopes = neo.value_and_grad(loss)(params, *data)
        return {name: params[name] - 0.1 * slopes[name] for name in params}, value
    return step


def weights(**shapes: tuple[int, ...]) -> dict[str, np.ndarray]:
    return {name: draw(*shape) * np.float32(0.3) for name, shape in shapes.items()}


def one_hot(rows: int, classes: int) -> np.ndarray:
    return np.eye(classes, dtype="float32")[np.arange(rows) % classes]


def cross_entropy(logits, labels):
    return -(labels * neo.log(neo.softmax(logits, axis=-1))).sum() / labels.shape[0]


@pytest.mark.parametrize("dtype, tolerance", [("float32", 1e-4), ("float16", 1e-2)])
def test_two_layers(dtype: str, tolerance: float):
    def loss(params, x, labels):
        hidden = neo.gelu(x @ params["w"] + params["bias"])
        return cross_entropy(hidden @ params["v"], labels)

    cast = neo.jit(lambda params, x, labels: (
        {name: params[name].astype(dtype) for name in params}, x.astype(dtype),
        labels.astype(dtype)))
    arrays = cast(weights(w=(12, 40), bias=(40,), v=(40, 5)), draw(33, 12),
                  one_hot(33, 5))
    agree(descend(loss), *arrays, tolerance=tolerance)


first = neo.expr("C[b,k,p,q] += X[b,p+r,q+s] * W[k,r,s]; "
                 "Y[b,k,p,q] = tanh(C[b,k,p,q] + D[k])", p=8, q=8)
second = neo.expr("C[b,k,p,q] += X[b,c,p+r,q+s] * W[k,c,r,s]; "
                  "Y[b,k,p,q] = tanh(C[b,k,p,q] + D[k])", p=2, q=2)
pool = neo.expr("P[b,k,p,q] += 0.25 * X[b,k,2*p+i,2*q+j]", i=2, j=2, p=4, q=4)


def test_convolutions_and_pools():
    def loss(params, x, labels):
        x = pool(first(x, params["first"], params["a"]))
        x = second(x, params["second"], params["b"]).reshape(3, 24)
        return cross_entropy(x @ params["dense"], labels)

    params = weights(first=(4, 5, 5), a=(4,), second=(6, 4, 3, 3), b=(6,), dense=(24, 10))
    agree(descend(loss), params, draw(3, 12, 12), one_hot(3, 10), tolerance=1e-4)


def norm(x):
    x = x - x.mean(axis=-1, keepdims=True)
    return x / neo.sqrt((x * x).mean(axis=-1, keepdims=True) + 1e-5)


def test_block_of_a_transformer():
    def attend(params, x):
        q, k, v = ((x @ params[name]).reshape(2, 6, 2, 4).transpose(0, 2, 1, 3)
                   for name in "qkv")
        shares = neo.softmax(q @ k.transpose(0, 1, 3, 2) * 0.5, axis=-1)
        return (shares @ v).transpose(0, 2, 1, 3).reshape(2, 6, 8) @ params["out"]

    def loss(params, x, wanted):
        x = norm(x + attend(params, x))
        x = norm(x + neo.gelu(x @ params["up"]) @ params["down"])
        return ((x - wanted) ** 2).sum()

    params = weights(q=(8, 8), k=(8, 8), v=(8, 8), out=(8, 8), up=(8, 32), down=(32, 8))
    agree(descend(loss), params, draw(2, 6, 8), draw(2, 6, 8), tolerance=1e-4)


def test_lstm():
    def loss(params, xs, wanted):
        def cell(state, x):
            h, c = state
            gates = x @ params["x"] + h @ params["h"] + params["bias"]
            i, f, g, o = (gates[:, 8 * n:8 * n + 8] for n in range(4))
            c = neo.sigmoid(f) * c + neo.sigmoid(i) * neo.tanh(g)
            h = neo.sigmoid(o) * neo.tanh(c)
            return (h, c), h

        zeros = neo.zeros((3, 8), "float32")
        _, hs = neo.scan(cell, (zeros, zeros), xs)
        return ((hs - wanted) ** 2).sum()

    params = weights(x=(6, 32), h=(8, 32), bias=(32,))
    agree(descend(loss), params, draw(5, 3, 6), draw(5, 3, 8), tolerance=1e-4)
