# steps.py - whole training steps: names and inputs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Two networks, for every peer alike. They are no single operators, so they have no
limit; peers are compared by the change of the parameters after some steps.

Inputs are NumPy arrays in the layout of the index expression beside each case;
a peer that wants another layout changes it before the clock starts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Step:
    """`tolerance` is relative to the largest value."""

    name: str
    title: str
    inputs: Callable[[np.random.Generator], Arrays]
    tolerance: float = 5e-3


def _normal(random: np.random.Generator, *shape: int,
            scale: float = 1.0) -> np.ndarray:
    return (scale * random.standard_normal(shape)).astype(np.float32)


# See examples/capsule_network.py

def _capsule_network(random: np.random.Generator) -> Arrays:
    return {"x": random.random((64, 1, 8, 8, 1, 1), np.float32),
            "y": random.integers(0, 10, 64),
            "features": _normal(random, 32, 1, 3, 3, 1, 1, scale=0.47),
            "bias": np.zeros(32, np.float32),
            "parts": _normal(random, 4, 32, 3, 3, 1, 8, scale=0.06),
            "digits": _normal(random, 10, 4, 4, 4, 8, 16, scale=0.1)}


# MI-LSTM (Wu et al., NIPS 2016), one step of the cell with a classifier:
#   I[b,g,n] = Wx[g,d,n] x[b,d] + bx[g,n]      H[b,g,n] = Wh[g,d,n] h[b,d] + bh[g,n]
#   gate = act(alpha I H + beta I + gamma H)   logits[b,k] = V[n,k] h'[b,n] + v[k]

INPUT, HIDDEN, CLASSES, RATE = 784, 1024, 10, 0.002


def _milstm(random: np.random.Generator) -> Arrays:
    gate = (4, HIDDEN)
    return {"x": random.random((64, INPUT), np.float32),
            "y": random.integers(0, CLASSES, 64),
            "h": _normal(random, 64, HIDDEN, scale=0.1),
            "c": _normal(random, 64, HIDDEN, scale=0.1),
            "wx": _normal(random, 4, INPUT, HIDDEN, scale=INPUT ** -0.5),
            "wh": _normal(random, 4, HIDDEN, HIDDEN, scale=HIDDEN ** -0.5),
            "bx": _normal(random, *gate, scale=0.1),
            "bh": _normal(random, *gate, scale=0.1),
            "alpha": np.ones(gate, np.float32),
            "beta": np.full(gate, 0.5, np.float32),
            "gamma": np.full(gate, 0.5, np.float32),
            "v": _normal(random, HIDDEN, CLASSES, scale=HIDDEN ** -0.5),
            "bv": np.zeros(CLASSES, np.float32)}


MILSTM_DATA = ("x", "y", "h", "c")
CAPSULE_DATA = ("x", "y")

STEPS = {step.name: step for step in (
    Step("capsnet", "capsule network, training step, batch 64", _capsule_network),
    Step("milstm", "MI-LSTM 784 -> 1024, training step, batch 64", _milstm))}


def inputs(name: str) -> Arrays:
    """The step's inputs: the same arrays in every process."""
    return STEPS[name].inputs(np.random.default_rng(7))
