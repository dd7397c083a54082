# language_model.py - an LSTM that learns to write like Neo's documentation
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Trains a language model on the pages of docs/, character by character.

A long short-term memory (Hochreiter and Schmidhuber, 1997), a `neo.scan` over letters.
"""

import sys
from pathlib import Path

import numpy as np

import neo

DOCS = Path(__file__).resolve().parents[1] / "docs"
TEXT = "\n".join(page.read_text("utf-8") for page in sorted(DOCS.glob("*.md")))
LETTERS = sorted(set(TEXT))
WIDTH, LENGTH, BATCH = 96, 48, 32
adam = neo.optim.Adam()


def initial(key):
    """Random weights. Each letter has a row of its own for each of the four gates."""
    letters, hidden, out = neo.random.split(key, 3)
    gates = neo.random.glorot_uniform(letters, (len(LETTERS), 4, WIDTH))
    gates[:, 1] += 1    # Who begins forgets nothing.
    return {"letters": gates,
            "hidden": neo.random.normal(hidden, (WIDTH, 4, WIDTH)) / WIDTH ** 0.5,
            "out": neo.random.glorot_uniform(out, (WIDTH, len(LETTERS)))}


def cell(w, state, letter):
    """A step for letters [b]: the state after them, and what is known of it."""
    hidden, memory = state
    gates = w["letters"][letter] + neo.einsum("bi,igj->bgj", hidden, w["hidden"])
    enter, forget, leave = (neo.sigmoid(gates[:, n]) for n in range(3))
    memory = forget * memory + enter * neo.tanh(gates[:, 3])
    hidden = leave * neo.tanh(memory)
    return (hidden, memory), hidden


def empty(batch):
    """The state before the first letter."""
    return (neo.zeros((batch, WIDTH), np.float32),) * 2


def loss(w, text):
    """Mean of -log P(letter | before) of text [time, b], and the part guessed right."""
    _, hidden = neo.scan(lambda state, letter: cell(w, state, letter),
                         empty(text.shape[1]), text[:-1])
    logits, wanted = hidden @ w["out"], text[1:]
    picked = neo.one_hot(wanted, len(LETTERS)) * neo.log_softmax(logits)
    hits = neo.where(neo.argmax(logits, -1) == wanted, 1.0, 0.0)
    return -neo.sum(picked) / wanted.size, neo.mean(hits)


@neo.jit
def step(w, state, rate, text):
    """One step of Adam: the weights, the state, the batch's loss and accuracy."""
    (value, hits), grads = neo.value_and_grad(loss, has_aux=True)(w, text)
    w, state = adam.update(w, grads, state, rate)
    return w, state, value, hits


@neo.jit(static="count")
def written(w, key, count):
    """`count` letters [time, 1], each drawn from those that the model expects."""
    def draw(carry, n):
        state, hidden = cell(w, *carry)
        letter = neo.random.categorical(neo.random.fold_in(key, n),
                                        hidden @ w["out"] / 0.7)
        return (state, letter), letter
    return neo.scan(draw, (empty(1), neo.zeros(1, np.int64)), neo.arange(count))[1]


def train(steps, seed=0):
    """Weights after so many steps, the losses and the accuracies."""
    random, w = np.random.default_rng(seed), initial(neo.random.key(seed))
    text = np.array([LETTERS.index(letter) for letter in TEXT])
    state, losses, accuracies = adam.init(w), [], []
    for n in range(steps):
        starts = random.integers(0, len(text) - LENGTH, BATCH)
        pieces = text[starts + np.arange(LENGTH + 1)[:, None]]
        w, state, value, hits = step(w, state, 0.02 * (1 - n / steps), pieces)
        losses.append(float(value))
        accuracies.append(float(hits))
        if n % 50 == 0 or n == steps - 1:
            print(f"step {n:3}: loss {losses[-1]:.3f}, {100 * hits:.1f} % guessed")
    return w, losses, accuracies


def main(steps=400):
    w, losses, accuracies = train(steps)
    print("".join(LETTERS[n] for n in written(w, neo.random.key(1), 300)[:, 0]))
    if not (losses[-1] < 0.8 * losses[0] and accuracies[-1] > 0.15):
        sys.exit("training failed: the model expects nothing that comes")


if __name__ == "__main__":
    main()
