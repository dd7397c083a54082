# test_gpu_training.py - a network of capsules, trained on the stand-in driver
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Whole training steps, each one CUDA graph, beside the same steps on the CPU.

The network is small and has what makes capsules hard for libraries: a convolution into
capsules, votes by a matrix for each pair of capsules, and two rounds of routing by
agreement (Sabour et al., NeurIPS 2017), differentiated through.
"""

import os

import stand_in  # noqa: F401
import neo
import numpy as np
import pytest

pytestmark = pytest.mark.extended

BATCH, SIZE, CHANNELS, TYPES, DEPTH, CLASSES, OUT = 3, 10, 6, 4, 4, 5, 6
POINTS = 4  # of 2 x 2 positions

first = neo.expr("H[b,c,p,q] += X[b,p+r,q+s] * W[c,r,s]; R[b,c,p,q] = relu(H[b,c,p,q])",
                p=8, q=8)
capsules = neo.expr("U[b,t,d,p,q] += H[b,c,2*p+r,2*q+s] * W[t,d,c,r,s]", p=2, q=2)
vote = neo.expr("V[b,i,j,e] += U[b,i,d] * W[i,j,d,e]")
gather = neo.expr("S[b,j,e] += C[b,i,j] * V[b,i,j,e]")
agree = neo.expr("A[b,i,j] += V[b,i,j,e] * S[b,j,e]")


def squash(x):
    norm = (x * x).sum(axis=-1, keepdims=True)
    return x * norm / ((1 + norm) * neo.sqrt(norm + 1e-7))


def network(params, images):
    hidden = first(images, params["first"])
    units = capsules(hidden, params["capsules"])
    units = squash(units.transpose(0, 1, 3, 4, 2).reshape(
        BATCH, TYPES * POINTS, DEPTH))
    votes = vote(units, params["votes"])
    logits = neo.zeros((BATCH, TYPES * POINTS, CLASSES), "float32")
    for _ in range(2):
        out = squash(gather(neo.softmax(logits, axis=2), votes))
        logits = logits + agree(votes, out)
    return squash(gather(neo.softmax(logits, axis=2), votes))


def loss(params, images, labels):
    lengths = neo.sqrt((network(params, images) ** 2).sum(axis=2) + 1e-7)
    present = neo.maximum(0.9 - lengths, 0) ** 2
    absent = neo.maximum(lengths - 0.1, 0) ** 2
    return (labels * present + 0.5 * (1 - labels) * absent).sum() / BATCH


optimizer = neo.optim.Adam(0.01)


def step(params, state, images, labels):
    value, grads = neo.value_and_grad(loss)(params, images, labels)
    params, state = optimizer.update(params, grads, state)
    return params, state, value


@pytest.mark.extended
@pytest.mark.parametrize("check", ["0", "1"])
def test_training_steps_equal_those_of_the_cpu(check: str, monkeypatch):
    monkeypatch.setitem(os.environ, "NEO_CUDA_CHECK", check)
    random = np.random.default_rng(5)

    def draw(*shape):
        return (random.standard_normal(shape) * 0.3).astype("float32")

    params = {"first": draw(CHANNELS, 3, 3),
              "capsules": draw(TYPES, DEPTH, CHANNELS, 5, 5),
              "votes": draw(TYPES * POINTS, CLASSES, DEPTH, OUT)}
    images = draw(BATCH, SIZE, SIZE)
    labels = np.eye(CLASSES, dtype="float32")[[0, 2, 4]]
    results = []
    for device in ("cpu", "cuda"):
        run = neo.jit(step, device=device)
        here, state, values = params, optimizer.init(params), []
        for _ in range(3):
            here, state, value = run(here, state, images, labels)
            values.append(float(value))
        results.append((here, values))
    (expected, values), (found, other) = results
    assert values[2] < values[0]
    np.testing.assert_allclose(other, values, rtol=1e-5)
    for name in params:
        np.testing.assert_allclose(found[name], expected[name], atol=2e-4)
