# attention.py - a transformer that learns to sort
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Trains a transformer of two blocks to sort ten digits.

Each position of the result asks by attention (Vaswani et al., 2017) which digits the
sequence holds. Nothing in the network knows of sorting: it follows from the examples.
"""

import sys

import numpy as np

import neo

DIGITS, LENGTH, WIDTH, HEADS, BLOCKS, BATCH = 10, 10, 64, 4, 2, 64
adam = neo.optim.Adam()


def initial(key):
    """Random weights: the embeddings, a dict for each block, the output."""
    keys = iter(neo.random.split(key, 3 + 4 * BLOCKS))

    def dense(*shape):
        return neo.random.glorot_uniform(next(keys), shape)

    def block():
        return {"qkv": dense(WIDTH, 3 * WIDTH), "mix": dense(WIDTH, WIDTH),
                "up": dense(WIDTH, 4 * WIDTH), "down": dense(4 * WIDTH, WIDTH),
                "scale": np.ones((2, WIDTH), np.float32)}

    return {"digits": dense(DIGITS, WIDTH), "places": dense(LENGTH, WIDTH),
            "blocks": [block() for _ in range(BLOCKS)], "out": dense(WIDTH, DIGITS)}


def normalized(x, scale):
    """Vectors of mean 0 and variance 1, times `scale`."""
    x = x - neo.mean(x, axis=-1, keepdims=True)
    return x * neo.rsqrt(neo.var(x, axis=-1, keepdims=True) + 1e-5) * scale


def attention(w, x):
    """Each position [b, i] takes from each head a mean over the positions [b, j]."""
    parts = (x @ w["qkv"]).reshape(*x.shape[:2], 3, HEADS, WIDTH // HEADS)
    q, k, v = (parts[:, :, n] for n in range(3))
    scores = neo.einsum("bihd,bjhd->bhij", q, k) / (WIDTH // HEADS) ** 0.5
    mixed = neo.einsum("bhij,bjhd->bihd", neo.softmax(scores), v)
    return mixed.reshape(x.shape) @ w["mix"]


def network(params, digits):
    """Logits [b, place, digit] of the sorted sequences of `digits` [b, place]."""
    x = params["digits"][digits] + params["places"]
    for w in params["blocks"]:
        x = x + attention(w, normalized(x, w["scale"][0]))
        x = x + neo.gelu(normalized(x, w["scale"][1]) @ w["up"]) @ w["down"]
    return x @ params["out"]


def loss(params, digits, ordered):
    """Mean cross-entropy, and the part of the places that have the right digit."""
    logits = network(params, digits)
    picked = neo.log_softmax(logits) * neo.one_hot(ordered, DIGITS)
    hits = neo.where(neo.argmax(logits, -1) == ordered, 1.0, 0.0)
    return -neo.sum(picked) / ordered.size, neo.mean(hits)


@neo.jit
def step(params, state, rate, digits, ordered):
    """One step of Adam: weights, state, and the batch's loss and accuracy."""
    (value, hits), grads = neo.value_and_grad(loss, has_aux=True)(
        params, digits, ordered)
    params, state = adam.update(params, grads, state, rate)
    return params, state, value, hits


def train(steps, seed=0):
    """Weights after so many steps, the losses and the accuracies."""
    random, params = np.random.default_rng(seed), initial(neo.random.key(seed))
    state, losses, accuracies = adam.init(params), [], []
    for n in range(steps):
        digits = random.integers(0, DIGITS, (BATCH, LENGTH))    # new in every step
        params, state, value, hits = step(
            params, state, 0.002 * (1 - n / steps), digits, np.sort(digits))
        losses.append(float(value))
        accuracies.append(float(hits))
        if n % 50 == 0 or n == steps - 1:
            print(f"step {n:3}: loss {losses[-1]:.3f}, {100 * hits:.1f} % right")
    return params, losses, accuracies


def main(steps=300):
    params, losses, accuracies = train(steps)
    digits = np.array([[3, 1, 4, 1, 5, 9, 2, 6, 5, 3]])
    print(digits[0], "->", neo.jit(network)(params, digits).argmax(-1)[0])
    if not (losses[-1] < losses[0] / 2 and accuracies[-1] > 0.5):
        sys.exit("training failed: most digits are still in the wrong place")


if __name__ == "__main__":
    main()
