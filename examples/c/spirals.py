# spirals.py - exports a network and its training step, for train.c
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Two modules: `step.neo` takes weights, points and labels and gives the loss and new
weights; `predict.neo` takes weights and points and gives the odds of the second class.

    PYTHONPATH=build/python .venv/bin/python examples/c/spirals.py FOLDER [TARGET ...]
"""

import sys

import neo

POINTS, HIDDEN = 128, 32
WEIGHTS = {"w1": (2, HIDDEN), "b1": (HIDDEN,), "w2": (HIDDEN, HIDDEN),
           "b2": (HIDDEN,), "w3": (HIDDEN,)}


def logits(weights, points):
    hidden = neo.tanh(points @ weights["w1"] + weights["b1"])
    hidden = neo.tanh(hidden @ weights["w2"] + weights["b2"])
    return hidden @ weights["w3"]


def loss(weights, points, labels):
    odds = logits(weights, points)
    return neo.mean(neo.softplus(odds) - odds * labels)


def step(weights, points, labels):
    value, slopes = neo.value_and_grad(loss)(weights, points, labels)
    return value, neo.tree.map(lambda w, s: w - 0.5 * s, weights, slopes)


def predict(weights, points):
    return neo.sigmoid(logits(weights, points))


def main(folder: str, *targets: str) -> None:
    weights = {name: neo.spec(shape, "f32") for name, shape in WEIGHTS.items()}
    points, labels = neo.spec((POINTS, 2), "f32"), neo.spec(POINTS, "f32")
    inputs = list(WEIGHTS)
    neo.export(step, weights, points, labels, path=f"{folder}/step.neo",
               targets=targets, inputs=[*inputs, "points", "labels"],
               outputs=["loss", *(f"new_{name}" for name in inputs)])
    neo.export(predict, weights, points, path=f"{folder}/predict.neo", targets=targets,
               inputs=[*inputs, "points"], outputs=["odds"])


if __name__ == "__main__":
    main(*sys.argv[1:])
