# digits_cnn.py - a convolutional network that learns to read digits
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Trains a convolutional network with batch norm and dropout on handwritten digits.

Batch norm (Ioffe and Szegedy, 2015) has running statistics: a tree beside the weights.
"""

import numpy as np

import neo

BATCH, MOMENTUM, CHANNELS = 64, 0.9, (1, 16, 32, 64)
adam = neo.optim.Adam(0.003)


def initial(key):
    """Random weights, the running statistics of each layer's channels, Adam's state."""
    *keys, last = neo.random.split(key, len(CHANNELS))
    layers = [{"weights": neo.random.normal(k, (n, c, 3, 3)) * (2 / (9 * c)) ** 0.5,
               "scale": np.ones(n, np.float32), "shift": np.zeros(n, np.float32)}
              for k, c, n in zip(keys, CHANNELS, CHANNELS[1:])]
    statistics = [{"mean": w["shift"], "var": w["scale"]} for w in layers]
    out = neo.random.glorot_uniform(last, (CHANNELS[-1], 10))
    params = {"layers": layers, "out": out}
    return {"params": params, "statistics": statistics, "adam": adam.init(params)}


def halved(x, w):
    """Every second of the 3 x 3 windows around the pixels, with zeros outside."""
    size, padded = x.shape[-1] // 2, neo.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1)])
    return neo.expr("C[b,k,p,q] += A[b,c,2*p+r,2*q+s] * W[k,c,r,s]",
                    p=size, q=size)(padded, w)


def normalized(x, layer, running, key):
    """relu of `x` [b, k, p, q], each channel normalised, and the new statistics."""
    used = running
    if key is not None:
        used = {"mean": neo.mean(x, (0, 2, 3)), "var": neo.var(x, (0, 2, 3))}
        running = {n: MOMENTUM * running[n] + (1 - MOMENTUM) * used[n] for n in used}
    scale = layer["scale"] * neo.rsqrt(used["var"] + 1e-5)
    shift = layer["shift"] - used["mean"] * scale
    return neo.relu(x * scale[:, None, None] + shift[:, None, None]), running


def network(params, statistics, x, key=None):
    """Logits [b, 10] of x [b, 1, 8, 8] and new statistics; who has a key trains."""
    found = []
    for layer, running in zip(params["layers"], statistics):
        x, running = normalized(halved(x, layer["weights"]), layer, running, key)
        found.append(running)
    x = x.mean((2, 3)) if key is None else neo.random.dropout(key, x.mean((2, 3)), 0.3)
    return x @ params["out"], found


def loss(params, statistics, key, x, y):
    logits, statistics = network(params, statistics, x, key)
    return -neo.sum(neo.one_hot(y, 10) * neo.log_softmax(logits)) / len(x), statistics


@neo.jit
def step(model, key, x, y):
    """One step of Adam, and the loss of the batch."""
    (value, statistics), grads = neo.value_and_grad(loss, has_aux=True)(
        model["params"], model["statistics"], key, x, y)
    params, state = adam.update(model["params"], grads, model["adam"])
    return {"params": params, "statistics": statistics, "adam": state}, value


@neo.jit
def accuracy(params, statistics, x, y):
    return neo.mean(network(params, statistics, x)[0].argmax(-1) == y)


def load_pictures():
    """1,797 digits of 8 x 8 pixels in 0..1: x, x_test (20 %), y, y_test."""
    from sklearn import datasets, model_selection
    x, y = datasets.load_digits(return_X_y=True)
    x = (x / 16).astype(np.float32).reshape(-1, 1, 8, 8)
    return model_selection.train_test_split(x, y, test_size=0.2, random_state=0)


def main(epochs=8, path="build/digits.safetensors"):
    """Trains, and writes all of the model to a file."""
    x, x_test, y, y_test = load_pictures()
    key, model = neo.random.key(0), initial(neo.random.key(1))
    for epoch in range(epochs):
        key, order, drops = neo.random.split(key, 3)
        picked = neo.random.permutation(order, len(x))[:len(x) // BATCH * BATCH]
        for n, batch in enumerate(picked.reshape(-1, BATCH)):
            model, value = step(model, neo.random.fold_in(drops, n), x[batch], y[batch])
        right = accuracy(model["params"], model["statistics"], x_test, y_test)
        print(f"epoch {epoch + 1:2}: loss {value:.3f}, {100 * right:.1f} % of the test")
    neo.save_tree(path, model)
    if not right > 0.5:
        raise SystemExit("training failed: most digits are not recognised")


if __name__ == "__main__":
    main()
