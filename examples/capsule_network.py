# capsule_network.py - a capsule network, written down and trained with Neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Trains a capsule network on handwritten digits.

A capsule is a small vector: its direction says how a part of the picture looks,
its length (between 0 and 1) how sure the network is that the part is there. The
network has two layers of capsule convolution; between them, three rounds of
dynamic routing let every capsule of the first decide which digits of the second
it votes for (Sabour, Frosst and Hinton, Dynamic routing between capsules, 2017).

Every operator is an index expression; Neo derives the gradients and compiles the
training step. NumPy only batches the pictures.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from safetensors.numpy import save as serialized
from tqdm import tqdm

import neo

BATCH = 64

# Tensors of capsules are [batch, channel, row, column, i, j]: a capsule is an i x j
# matrix, and a picture is one channel of 1 x 1 capsules.
CAPSULE_CONVOLUTION = "C[b,k,p,q,i,j] += A[b,c,p+r,q+s,i,m] * W[k,c,r,s,m,j]"

# 8 x 8 pixels become 32 channels of 6 x 6 features.
features = neo.expr(f"""
    {CAPSULE_CONVOLUTION}
    F[b,k,p,q,i,j] = relu(C[b,k,p,q,i,j] + bias[k])
""", p=6, q=6)

# First capsule layer: 4 channels of 4 x 4 capsules of 8 numbers.
parts = neo.expr(CAPSULE_CONVOLUTION, p=4, q=4)

# Second capsule layer, a capsule of 16 numbers per digit: the capsule convolution
# with a 4 x 4 kernel, its terms (votes) kept apart for routing to weigh.
votes = neo.expr("V[b,k,c,r,s,j] += A[b,c,r,s,0,m] * W[k,c,r,s,m,j]")

# The first round weighs all votes alike: this is the plain capsule convolution.
poll = neo.expr("S[b,k,j] += V[b,k,c,r,s,j] / 10")

# A later round weighs each vote by a softmax over the digits of its agreement with
# the output so far (T, the sum of the earlier rounds' outputs).
route = neo.expr("""
    agreement[b,k,c,r,s] += V[b,k,c,r,s,j] * T[b,k,j]
    top[b,c,r,s] max= agreement[b,k,c,r,s]
    e[b,k,c,r,s] = exp(agreement[b,k,c,r,s] - top[b,c,r,s])
    total[b,c,r,s] += e[b,k,c,r,s]
    weight[b,k,c,r,s] = e[b,k,c,r,s] / total[b,c,r,s]
    S[b,k,j] += weight[b,k,c,r,s] * V[b,k,c,r,s,j]
""")


def squash(loops):
    """Keeps a capsule's direction and makes its length n^2 / (1 + n^2)."""
    return neo.expr(f"""
        N[{loops}] += S[{loops},j] * S[{loops},j]
        U[{loops},j] = S[{loops},j] * sqrt(N[{loops}] + 1e-9) / (1 + N[{loops}])
    """)


squash_parts, squash_digits = squash("b,k,p,q,i"), squash("b,k")
add = neo.expr("T[b,k,j] = A[b,k,j] + B[b,k,j]")

# The length that squash gives a digit's capsule: how sure the network is.
length = neo.expr("""
    N[b,k] += S[b,k,j] * S[b,k,j]
    L[b,k] = N[b,k] / (1 + N[b,k])
""")

# The right digit's length should exceed 0.9, the others' stay below 0.1.
margin_loss = neo.expr(f"""
    miss[b,k] = relu(where(Y[b] == k, 0.9 - L[b,k], L[b,k] - 0.1))
    J[] += where(Y[b] == k, 1.0, 0.5) * miss[b,k] * miss[b,k] / {BATCH}
""")

adam = neo.optim.Adam()
# The learning rate falls from 0.008 to 0 like a cosine.
rate = neo.expr("R[] = 0.004 * (1 + cos(3.14159265 * progress))")

hits = neo.expr("""
    guess[b] argmax= L[b,k]
    H[] += where(guess[b] == Y[b], 1.0, 0.0)
""")


def network(params, x):
    """Lengths [b, 10] of the digits' capsules for pictures [b, 1, 8, 8, 1, 1]."""
    x = features(x, params["features"], params["bias"])
    x = squash_parts(parts(x, params["parts"]))
    cast = votes(x, params["digits"])
    first = squash_digits(poll(cast))
    second = squash_digits(route(cast, first))
    return length(route(cast, add(first, second)))


def loss(params, x, y):
    return margin_loss(y, network(params, x))


@neo.jit
def step(params, state, progress, x, y):
    """One step of Adam: its weights, its state and the batch's loss."""
    value, grads = neo.value_and_grad(loss)(params, x, y)
    params, state = adam.update(params, grads, state, rate(progress))
    return params, state, value


@neo.jit
def accuracy(params, x, y):
    """Percent of the pictures x that the network names correctly."""
    return hits(network(params, x), y) * (100 / x.shape[0])


def initial(seed):
    """Random weights that keep the size of what passes through them."""
    random = np.random.default_rng(seed)

    def normal(scale, *shape):
        return (scale * random.standard_normal(shape)).astype(np.float32)

    return {
        "features": normal(1 / 3 * 2**0.5, 32, 1, 3, 3, 1, 1),
        "bias": np.zeros(32, np.float32),
        "parts": normal(1 / (32 * 9) ** 0.5, 4, 32, 3, 3, 1, 8),
        "digits": normal(0.1, 10, 4, 4, 4, 8, 16),
    }


def load_pictures(seed):
    """1,797 digits as 8 x 8 pixels in 0..1: x, x_test (20 %), y, y_test."""
    from sklearn.datasets import load_digits
    from sklearn.model_selection import train_test_split
    x, y = load_digits(return_X_y=True)
    x = (x / 16).astype(np.float32).reshape(-1, 1, 8, 8, 1, 1)
    return train_test_split(x, y, test_size=0.2, random_state=seed, stratify=y)


def train(epochs, seed):
    """Weights after `epochs` passes, the loss per step, test accuracy per epoch."""
    x, x_test, y, y_test = load_pictures(seed)
    steps = epochs * (len(x) // BATCH)
    params = initial(seed)
    state = adam.init(params)
    losses, accuracies = [], [float(accuracy(params, x_test, y_test))]
    bar = tqdm(total=steps * BATCH, unit=" images", desc="training")
    for epoch in range(epochs):
        order = np.random.default_rng((seed, epoch)).permutation(len(x))
        for batch in order[:len(x) // BATCH * BATCH].reshape(-1, BATCH):
            params, state, value = step(
                params, state, len(losses) / steps, x[batch], y[batch])
            losses.append(float(value))
            bar.set_postfix_str(f"loss {losses[-1]:.4f}, test accuracy "
                                f"{accuracies[-1]:.1f} %", refresh=False)
            bar.update(BATCH)
        accuracies.append(float(accuracy(params, x_test, y_test)))
    bar.close()
    return params, losses, accuracies


def draw(losses, accuracies, path):
    """Loss and accuracy over the epochs, one above the other."""
    from matplotlib import pyplot as plt
    plt.rcParams.update({"axes.grid": True, "grid.alpha": 0.3})
    figure, (upper, lower) = plt.subplots(2, sharex=True, layout="constrained")
    epochs = np.linspace(0, len(accuracies) - 1, len(losses))
    upper.semilogy(epochs, losses, linewidth=0.8)
    upper.set(title="Capsule network on handwritten digits", ylabel="margin loss")
    lower.plot(accuracies, "o-", markersize=3, color="tab:green")
    lower.set(xlabel="epoch", ylabel="test accuracy, %", ylim=(85, 100.5))
    figure.savefig(path, dpi=150)


def save(params, path):
    """Writes the weights; a file of that name is replaced at once, or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(serialized(params))
    part.replace(path)


def at_least(least):
    """The type of an option that is an integer from `least` on."""
    def convert(text):
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} is less than {least}")
        return int(text)
    convert.__name__ = "integer"
    return convert


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=at_least(1), default=20)
    parser.add_argument("--seed", type=at_least(0), default=0)
    parser.add_argument("--output", type=Path, default=Path("build/demo"))
    options = parser.parse_args()
    try:
        options.output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"no folder can be made at {options.output}: {error.strerror}")
    curves = options.output / "curves.png"
    weights = options.output / "weights.safetensors"

    print(f"capsule network: {options.epochs} epochs in batches of {BATCH}", flush=True)
    start = time.perf_counter()
    params, losses, accuracies = train(options.epochs, options.seed)
    seconds = time.perf_counter() - start
    draw(losses, accuracies, curves)
    save(params, weights)
    print(f"test accuracy {accuracies[-1]:.1f} %, {seconds:.0f} s, "
          f"curves: {curves}, weights: {weights}")


if __name__ == "__main__":
    main()
