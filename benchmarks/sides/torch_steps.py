# torch_steps.py - training steps in PyTorch eager
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each step in every idiomatic form that we know; the fastest one counts. Capsules
are folded into channels."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F

from sides.torch_device import DEVICE, array
from sides.torch_device import tensor as _tensor
from sides.torch_networks import CAPSULE_NETWORKS, capsule_loss, milstm_loss
from steps import MILSTM_DATA, RATE, Arrays
from worker import STEPS, Formulation


def _training(name: str, loss, optimiser, params, restore) -> Formulation:
    def run():
        optimiser.zero_grad()
        value = loss()
        value.backward()
        optimiser.step()
        return value

    def check():
        before = [p.detach().clone() for p in params.values()]
        for _ in range(STEPS):
            run()
        changes = (p.detach() - b for p, b in zip(params.values(), before))
        return [restore(n, array(c)) for n, c in zip(params, changes)]

    return Formulation(name, run, check)


def capsnet(inputs: Arrays) -> list[Formulation]:
    x = _tensor(inputs["x"][..., 0, 0])
    y = F.one_hot(_tensor(inputs["y"]), 10).bool()

    def restore(name: str, change: np.ndarray) -> np.ndarray:
        if name == "parts":
            shaped = change.reshape(4, 8, 32, 3, 3).transpose(0, 2, 3, 4, 1)
            return shaped[:, :, :, :, None]
        if name == "digits":
            shaped = change.reshape(4, 4, 4, 8, 10, 16)
            return shaped.transpose(4, 0, 1, 2, 3, 5)
        return change[..., None, None] if name == "features" else change

    def form(name: str) -> Formulation:
        parts = inputs["parts"][:, :, :, :, 0].transpose(0, 4, 1, 2, 3)
        digits = inputs["digits"].transpose(1, 2, 3, 4, 0, 5)
        params = {"features": _tensor(inputs["features"][..., 0, 0]),
                  "bias": _tensor(inputs["bias"].copy()),
                  "parts": _tensor(parts).reshape(32, 32, 3, 3),
                  "digits": _tensor(digits).reshape(64, 8, 160)}
        params = {n: p.clone().requires_grad_() for n, p in params.items()}
        adam = torch.optim.Adam(params.values(), lr=0.008, fused=True,
                                capturable=DEVICE == "cuda")
        network = CAPSULE_NETWORKS[name]
        return _training(name, lambda: capsule_loss(network(params, x), y),
                         adam, params, restore)
    return [form(name) for name in CAPSULE_NETWORKS]


def milstm(inputs: Arrays) -> list[Formulation]:
    data = [_tensor(inputs[name]) for name in MILSTM_DATA]
    params = {n: a.copy() for n, a in inputs.items() if n not in MILSTM_DATA}
    for name in ("wx", "wh"):
        params[name] = params[name].transpose(0, 2, 1).reshape(4096, -1)
    params["v"] = params["v"].T
    params = {n: _tensor(a if a.shape[0] != 4 else a.reshape(-1))
              .clone().requires_grad_() for n, a in params.items()}
    sgd = torch.optim.SGD(params.values(), lr=RATE, fused=True)

    def restore(name: str, change: np.ndarray) -> np.ndarray:
        if name in ("wx", "wh"):
            return change.reshape(4, 1024, -1).transpose(0, 2, 1)
        return change.T if name == "v" else change.reshape(inputs[name].shape)

    return [_training("one product for four gates",
                      lambda: milstm_loss(params, *data), sgd, params, restore)]


def training(name: str, inputs: Arrays) -> list[Formulation]:
    return {"capsnet": capsnet, "milstm": milstm}[name](inputs)
