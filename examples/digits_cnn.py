# digits_cnn.py - a convolutional network that learns to read digits
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Trains a convolutional network with batch norm and dropout on handwritten digits.

Batch norm (Ioffe and Szegedy, 2015) has the batch's mean and variance in training, and
their running averages in use: a second tree, which the loss returns beside its value.
"""

import sys
from pathlib import Path

import numpy as np

import neo

BATCH, MOMENTUM, CHANNELS = 64, 0.9, (1, 16, 32, 64)
WEIGHTS = Path(__file__).resolve().parents[1] / "build" / "demo" / "digits.safetensors"
adam = neo.optim.Adam(0.003)


def initial(key):
    """Random weights, and the running statistics of each layer's channels."""
    *keys, last = neo.random.split(key, len(CHANNELS))
    zeros, ones = np.zeros(CHANNELS[-1], np.float32), np.ones(CHANNELS[-1], np.float32)
    layers = [{"weights": neo.random.normal(k, (n, c, 3, 3)) * (2 / (9 * c)) ** 0.5,
               "scale": ones[:n], "shift": zeros[:n]}
              for k, c, n in zip(keys, CHANNELS, CHANNELS[1:])]
    statistics = [{"mean": zeros[:n], "var": ones[:n]} for n in CHANNELS[1:]]
    out = neo.random.glorot_uniform(last, (CHANNELS[-1], 10))
    return {"layers": layers, "out": out}, statistics


def convolved(x, w):
    """The 3 x 3 pixels of all channels around each one; outside are zeros."""
    size, padded = x.shape[-1], neo.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1)])
    return neo.expr("C[b,k,p,q] += A[b,c,p+r,q+s] * W[k,c,r,s]",
                    p=size, q=size)(padded, w)


def normalized(x, layer, running, key):
    """Each channel of `x` [b, k, p, q] normalised, and the new statistics."""
    used = running
    if key is not None:
        used = {"mean": neo.mean(x, (0, 2, 3)), "var": neo.var(x, (0, 2, 3))}
        running = {name: MOMENTUM * running[name] + (1 - MOMENTUM) * used[name]
                   for name in used}
    scale = layer["scale"] * neo.rsqrt(used["var"] + 1e-5)
    shift = layer["shift"] - used["mean"] * scale
    return x * scale[:, None, None] + shift[:, None, None], running


def network(params, statistics, x, key=None):
    """Logits [b, 10] of x [b, 1, 8, 8] and new statistics; who has a key trains."""
    found = []
    for layer, running in zip(params["layers"], statistics):
        x, running = normalized(convolved(x, layer["weights"]), layer, running, key)
        b, k, size, _ = x.shape
        x = neo.relu(x).reshape(b, k, size // 2, 2, size // 2, 2).max((3, 5))
        found.append(running)
    x = x[:, :, 0, 0] if key is None else neo.random.dropout(key, x[:, :, 0, 0], 0.3)
    return x @ params["out"], found


def loss(params, statistics, key, x, y):
    logits, statistics = network(params, statistics, x, key)
    return -neo.sum(neo.one_hot(y, 10) * neo.log_softmax(logits)) / len(x), statistics


@neo.jit
def step(params, statistics, state, key, x, y):
    """One step of Adam: the three trees, and the batch's loss."""
    (value, statistics), grads = neo.value_and_grad(loss, has_aux=True)(
        params, statistics, key, x, y)
    params, state = adam.update(params, grads, state)
    return params, statistics, state, value


@neo.jit
def accuracy(params, statistics, x, y):
    """The part of the pictures that the network names correctly."""
    return neo.mean(network(params, statistics, x)[0].argmax(-1) == y)


def load_pictures():
    """1,797 digits of 8 x 8 pixels in 0..1: x, x_test (20 %), y, y_test."""
    from sklearn.datasets import load_digits
    from sklearn.model_selection import train_test_split
    x, y = load_digits(return_X_y=True)
    x = (x / 16).astype(np.float32).reshape(-1, 1, 8, 8)
    return train_test_split(x, y, test_size=0.2, random_state=0, stratify=y)


def train(epochs, seed=0):
    """Weights and statistics, the loss of each step, the accuracy of each epoch."""
    x, x_test, y, y_test = load_pictures()
    key = neo.random.key(seed)
    params, statistics = initial(key)
    state, losses, accuracies = adam.init(params), [], []
    for epoch in range(epochs):
        key, order, drops = neo.random.split(key, 3)
        picked = neo.random.permutation(order, len(x))[:len(x) // BATCH * BATCH]
        for n, batch in enumerate(picked.reshape(-1, BATCH)):
            drop = neo.random.fold_in(drops, n)
            params, statistics, state, value = step(
                params, statistics, state, drop, x[batch], y[batch])
            losses.append(float(value))
        accuracies.append(float(accuracy(params, statistics, x_test, y_test)))
        print(f"epoch {epoch + 1:2}: loss {losses[-1]:.3f}, "
              f"test accuracy {100 * accuracies[-1]:.1f} %")
    return params, statistics, losses, accuracies


def main(epochs=8, path=WEIGHTS):
    params, statistics, losses, accuracies = train(epochs)
    path.parent.mkdir(parents=True, exist_ok=True)
    neo.save_tree(path, {"params": params, "statistics": statistics})
    if not (losses[-1] < losses[0] / 2 and accuracies[-1] > 0.5):
        sys.exit("training failed: most digits are not recognised")


if __name__ == "__main__":
    main()
