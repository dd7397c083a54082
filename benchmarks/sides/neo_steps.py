# neo_steps.py - training steps in Neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each step as one function of index expressions, compiled by `neo.jit`."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import neo
from steps import CAPSULE_DATA, MILSTM_DATA, RATE, Arrays
from worker import STEPS, Formulation

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))


def _training(step, params: Arrays, state, data) -> list[Formulation]:
    """`step(params, state, *data)` gives new ones and the loss."""
    at = [params, state]

    def run():
        at[0], at[1], value = step(at[0], at[1], *data)
        return value

    def check():
        before = at[0]
        for _ in range(STEPS):
            run()
        return [at[0][name] - before[name] for name in params]

    return [Formulation("one function", run, check)]


def capsnet(inputs: Arrays) -> list[Formulation]:
    import capsule_network as example

    params = {n: a for n, a in inputs.items() if n not in CAPSULE_DATA}
    # Progress 0: the learning rate stays where it starts.
    data = (0.0, inputs["x"], inputs["y"])
    return _training(example.step, params, example.adam.init(params), data)


_gates = neo.expr("""
    I[b,g,n] += x[b,d] * wx[g,d,n]
    H[b,g,n] += h[b,d] * wh[g,d,n]
    J[b,g,n] = I[b,g,n] + bx[g,n]
    K[b,g,n] = H[b,g,n] + bh[g,n]
    G[b,g,n] = (alpha[g,n] * K[b,g,n] + beta[g,n]) * J[b,g,n] + gamma[g,n] * K[b,g,n]
""")
_cell = neo.expr("""
    C[b,n] = sigmoid(G[b,1,n]) * c[b,n] + sigmoid(G[b,0,n]) * tanh(G[b,3,n])
    H[b,n] = sigmoid(G[b,2,n]) * tanh(C[b,n])
""")
_cross_entropy = neo.expr("""
    L[b,k] += h[b,n] * v[n,k]
    Z[b,k] = L[b,k] + bv[k]
    M[b] max= Z[b,k]
    S[b] += exp(Z[b,k] - M[b])
    J[] += where(y[b] == k, log(S[b]) + M[b] - Z[b,k], 0.0) / 64
""")


def _milstm_loss(p, x, y, h, c):
    gates = _gates(x, p["wx"], h, p["wh"], p["bx"], p["bh"], p["alpha"],
                   p["beta"], p["gamma"])
    return _cross_entropy(_cell(gates, c), p["v"], p["bv"], y)


def milstm(inputs: Arrays) -> list[Formulation]:
    sgd = neo.optim.SGD(RATE)

    @neo.jit
    def step(params, state, *data):
        value, grads = neo.value_and_grad(_milstm_loss)(params, *data)
        params, state = sgd.update(params, grads, state)
        return params, state, value

    params = {n: a for n, a in inputs.items() if n not in MILSTM_DATA}
    data = [inputs[name] for name in MILSTM_DATA]
    return _training(step, params, sgd.init(params), data)


def training(name: str, inputs: Arrays) -> list[Formulation]:
    return {"capsnet": capsnet, "milstm": milstm}[name](inputs)
