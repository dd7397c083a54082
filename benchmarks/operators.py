# operators.py - what is measured, on which inputs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The cases of the benchmark: names, shapes and inputs, for every peer alike.

Inputs are NumPy arrays in the layout of the index expression beside each case;
a peer that wants another layout changes it before the clock starts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Case:
    """One row of the table; `tolerance` is relative to the largest value."""

    name: str
    title: str
    inputs: Callable[[np.random.Generator], Arrays]
    flops: float = 0
    tolerance: float = 1e-3


def _normal(random: np.random.Generator, *shape: int,
            scale: float = 1.0) -> np.ndarray:
    return (scale * random.standard_normal(shape)).astype(np.float32)


# C[i,j] += A[i,k] * B[k,j]

def _gemm(random: np.random.Generator) -> Arrays:
    return {"a": _normal(random, 1024, 1024), "b": _normal(random, 1024, 1024)}


# C[b,k,p,q] += A[b,c,p+r-1,q+s-1] * W[k,c,r,s], zero outside A ("SAME")

def _convolution(channels: int, size: int
                 ) -> Callable[[np.random.Generator], Arrays]:
    def inputs(random: np.random.Generator) -> Arrays:
        return {"a": _normal(random, 1, channels, size, size),
                "w": _normal(random, channels, channels, 3, 3)}
    return inputs


def _convolution_flops(channels: int, size: int) -> float:
    """Multiplications and additions, those on the padding included."""
    return 2.0 * channels * channels * 9 * size * size


# C[b,k,p,q,i,j] += A[b,c,2*p+r,2*q+s,i,m] * W[k,c,r,s,m,j]; D is C's cotangent

def _capsules(random: np.random.Generator) -> Arrays:
    return {"a": _normal(random, 1, 64, 28, 28, 1, 1),
            "w": _normal(random, 256, 64, 9, 9, 1, 8),
            "d": _normal(random, 1, 256, 10, 10, 1, 8)}


_CAPSULES_FLOPS = 2.0 * 256 * 8 * 10 * 10 * 64 * 9 * 9


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

CASES = [
    Case("capsnet", "capsule network, training step, batch 64",
         _capsule_network, tolerance=5e-3),
    Case("caps", "capsule convolution 64 -> 256 x 8, 28x28, 9x9/2",
         _capsules, _CAPSULES_FLOPS),
    Case("caps_grad", "the same, forward + gradients",
         _capsules, 3 * _CAPSULES_FLOPS),
    Case("milstm", "MI-LSTM 784 -> 1024, training step, batch 64",
         _milstm, tolerance=5e-3),
    Case("gemm", "GEMM 1024", _gemm, 2.0 * 1024 ** 3),
    Case("c2", "convolution C2: 64 -> 64, 56x56, 3x3",
         _convolution(64, 56), _convolution_flops(64, 56)),
    Case("c6", "convolution C6: 128 -> 128, 28x28, 3x3",
         _convolution(128, 28), _convolution_flops(128, 28)),
]


def find(name: str) -> Case:
    return next(case for case in CASES if case.name == name)


def inputs(case: Case) -> Arrays:
    """The case's inputs: the same arrays in every process."""
    return case.inputs(np.random.default_rng(7))
