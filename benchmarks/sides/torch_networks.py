# torch_networks.py - the two networks of the benchmark in PyTorch eager
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The capsule network in three forms, which differ in how the votes lie in memory,
and the MI-LSTM cell. Votes are [part, batch, digit, j], [batch, digit, part, j] or
[digit, part, batch, j]; the capsules' arithmetic is examples/capsule_network.py's.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F


def _squash(s: torch.Tensor) -> torch.Tensor:
    n = (s * s).sum(-1, keepdim=True)
    return s * (torch.sqrt(n + 1e-9) / (1 + n))


def _parts(p, x: torch.Tensor) -> torch.Tensor:
    """The first layer's capsules as [part, batch, m]."""
    maps = F.relu(F.conv2d(x, p["features"], p["bias"]))
    capsules = F.conv2d(maps, p["parts"]).view(64, 4, 8, 16)
    return _squash(capsules.permute(1, 3, 0, 2)).reshape(64, 64, 8)


def _lengths(s: torch.Tensor) -> torch.Tensor:
    n = (s * s).sum(-1)
    return n / (1 + n)


def _routed(poll, agreement, gather, digits: int) -> torch.Tensor:
    """Three rounds of routing over a layout's own three operators."""
    so_far = _squash(poll())
    for last in (False, True):
        weight = torch.softmax(agreement(so_far), digits)
        s = gather(weight)
        so_far = s if last else so_far + _squash(s)
    return _lengths(so_far)


def _parts_first(p, x):
    v = torch.bmm(_parts(p, x), p["digits"]).view(64, 64, 10, 16)
    return _routed(lambda: v.sum(0) * 0.1,
                   lambda t: (v * t).sum(-1),
                   lambda w: (v * w[..., None]).sum(0), 2)


def _batch_first(p, x):
    v = torch.bmm(_parts(p, x), p["digits"]).view(64, 64, 10, 16)
    v = v.permute(1, 2, 0, 3).contiguous()
    return _routed(lambda: v.sum(2) * 0.1,
                   lambda t: torch.matmul(v, t[..., None])[..., 0],
                   lambda w: torch.matmul(w[:, :, None], v)[:, :, 0], 1)


def _digits_first(p, x):
    weights = p["digits"].view(64, 8, 10, 16).permute(2, 0, 1, 3)
    v = torch.matmul(_parts(p, x)[None], weights)
    return _routed(lambda: v.sum(1) * 0.1,
                   lambda t: (v * t[:, None]).sum(-1),
                   lambda w: (v * w[..., None]).sum(1), 0).t()


CAPSULE_NETWORKS = {"parts first": _parts_first, "batch first": _batch_first,
                    "digits first": _digits_first}


def capsule_loss(lengths: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    miss = F.relu(torch.where(right, 0.9 - lengths, lengths - 0.1))
    return (torch.where(right, 1.0, 0.5) * miss * miss).sum() / 64


def milstm_loss(p, x, y, h, c) -> torch.Tensor:
    i = F.linear(x, p["wx"], p["bx"])
    k = F.linear(h, p["wh"], p["bh"])
    gates = p["alpha"] * i * k + p["beta"] * i + p["gamma"] * k
    write, keep, read, fresh = gates.chunk(4, 1)
    c = torch.sigmoid(keep) * c + torch.sigmoid(write) * torch.tanh(fresh)
    h = torch.sigmoid(read) * torch.tanh(c)
    return F.cross_entropy(F.linear(h, p["v"], p["bv"]), y)
