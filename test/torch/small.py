# small.py - small networks of kinds that libraries of models leave out
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Recurrent, graph, recommendation, implicit and other networks, each for the operators
that it has and others have not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn
from torch.nn import functional as F
from zoo import Made, tokens

Function = Callable[..., torch.Tensor]


class Net(nn.Module):
    """Layers by name, and a function of the network and its inputs."""

    def __init__(self, function: Function, **layers: Any):
        super().__init__()
        self.function = function
        for name, layer in layers.items():
            setattr(self, name, nn.Parameter(layer) if isinstance(layer, torch.Tensor)
                    else layer)

    def forward(self, *inputs: torch.Tensor) -> torch.Tensor:
        return self.function(self, *inputs)


def recurrent(kind: str, **options: Any) -> Callable[[], Made]:
    def make() -> Made:
        layer = getattr(nn, kind)(16, 20, 2, **options)
        width = layer(torch.randn(3, 2, 16))[0].shape[-1]
        return Net(lambda n, x: n.head(n.layer(n.words(x))[0]), layer=layer,
                   words=nn.Embedding(64, 16), head=nn.Linear(width, 64)), (tokens(5, 3),)

    return make


def cells() -> Made:
    def run(net: Any, x: torch.Tensor) -> torch.Tensor:
        h = c = torch.zeros(x.shape[1], 12, dtype=x.dtype)
        found = []
        for row in x:
            h, c = net.cell(row, (h, c))
            found.append(h)
        return torch.stack(found)

    return Net(run, cell=nn.LSTMCell(8, 12)), (torch.randn(7, 3, 8),)


def unet() -> Made:
    def block(a: int, b: int) -> nn.Module:
        return nn.Sequential(nn.Conv2d(a, b, 3, 1, 1), nn.GroupNorm(4, b), nn.SiLU(),
                             nn.Conv2d(b, b, 3, 1, 1), nn.InstanceNorm2d(b, affine=True),
                             nn.LeakyReLU(0.1))

    def run(net: Any, x: torch.Tensor) -> torch.Tensor:
        one = net.one(x)
        two = net.two(F.max_pool2d(one, 2))
        up = net.up(torch.cat([net.raised(net.three(F.avg_pool2d(two, 2))), two], 1))
        return net.last(torch.cat([net.larger(up), one], 1))

    return Net(run, one=block(3, 8), two=block(8, 16), three=block(16, 32),
               raised=nn.ConvTranspose2d(32, 16, 2, 2), up=block(32, 16),
               larger=nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True),
               last=nn.Conv2d(24, 4, 1)), (torch.randn(2, 3, 28, 20),)


def spatial() -> Made:
    """A spatial transformer (Jaderberg et al., 2015)."""
    def run(net: Any, x: torch.Tensor) -> torch.Tensor:
        theta = net.where(x.flatten(1)).view(-1, 2, 3) * 0.1
        grid = F.affine_grid(theta + torch.eye(2, 3, dtype=x.dtype), x.shape,
                             align_corners=False)
        return net.conv(F.grid_sample(x, grid, padding_mode="border",
                                      align_corners=False))

    return Net(run, where=nn.Linear(432, 6), conv=nn.Conv2d(3, 4, 5)), \
        (torch.randn(2, 3, 12, 12),)


def upscaling() -> Made:
    model = nn.Sequential(
        nn.Conv2d(1, 16, 5, padding=2, padding_mode="reflect"), nn.PReLU(16),
        nn.Conv2d(16, 16, 3, padding=1, padding_mode="circular"), nn.Hardswish(),
        nn.Conv2d(16, 9, 3, padding=1, padding_mode="replicate"), nn.PixelShuffle(3))
    return model, (torch.randn(2, 1, 11, 13),)


def edges() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(10, 8), torch.randint(0, 10, (2, 30))


def graph_convolution() -> Made:
    def run(net: Any, x: torch.Tensor, e: torch.Tensor) -> torch.Tensor:
        ones = torch.ones(e.shape[1], dtype=x.dtype)
        degree = torch.zeros(x.shape[0], dtype=x.dtype).index_add(0, e[1], ones)
        for layer in (net.one, net.two):
            h = layer(x)
            total = torch.zeros_like(h).index_add(0, e[1], h[e[0]])
            x = torch.relu(total / degree.clamp(min=1)[:, None])
        return x

    return Net(run, one=nn.Linear(8, 16), two=nn.Linear(16, 4)), edges()


def graph_attention() -> Made:
    def run(net: Any, x: torch.Tensor, e: torch.Tensor) -> torch.Tensor:
        h, nodes = net.layer(x), x.shape[0]
        score = F.leaky_relu((torch.cat([h[e[0]], h[e[1]]], 1) * net.a).sum(1), 0.2)
        most = torch.full((nodes,), -1e30, dtype=x.dtype).scatter_reduce(
            0, e[1], score, "amax")
        weight = (score - most[e[1]]).exp()
        total = torch.zeros(nodes, dtype=x.dtype).scatter_add(0, e[1], weight)
        part = h[e[0]] * (weight / total[e[1]])[:, None]
        return F.elu(torch.zeros_like(h).index_add(0, e[1], part))

    return Net(run, layer=nn.Linear(8, 16), a=torch.randn(32)), edges()


def recommendation() -> Made:
    """Tables of categories, and their products (DLRM, Naumov et al., 2019)."""
    def run(net: Any, x: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
        first = net.bottom(x)
        rows = torch.stack([first, *(table(index[:, n])
                                     for n, table in enumerate(net.tables))], 1)
        a, b = torch.tril_indices(4, 4, -1)
        pairs = (rows @ rows.transpose(1, 2))[:, a, b]
        return torch.sigmoid(net.top(torch.cat([first, pairs], 1)))

    tables = nn.ModuleList(nn.EmbeddingBag(20, 8, mode="sum") for _ in range(3))
    return Net(run, tables=tables, top=nn.Linear(14, 1),
               bottom=nn.Sequential(nn.Linear(5, 8), nn.ReLU())), \
        (torch.randn(6, 5), torch.randint(0, 20, (6, 3, 4)))


def experts() -> Made:
    def run(net: Any, x: torch.Tensor) -> torch.Tensor:
        share, which = torch.softmax(net.gate(x), -1).topk(2, -1)
        share = share / share.sum(-1, keepdim=True)
        found = torch.einsum("nd,nkde->nke", x, net.w[which])
        return torch.einsum("nk,nkd->nd", share, found)

    return Net(run, gate=nn.Linear(8, 4), w=torch.randn(4, 8, 8)), (torch.randn(6, 8),)


def points() -> Made:
    def run(net: Any, x: torch.Tensor) -> torch.Tensor:
        turned = torch.bmm(net.turn(net.each(x).amax(2)).view(-1, 3, 3), x)
        return F.log_softmax(net.head(net.each(turned).max(2).values), 1)

    each = nn.Sequential(nn.Conv1d(3, 16, 1), nn.BatchNorm1d(16), nn.ReLU(),
                         nn.Conv1d(16, 32, 1))
    return Net(run, each=each, turn=nn.Linear(32, 9), head=nn.Linear(32, 5)), \
        (torch.randn(3, 3, 20),)


def radiance() -> Made:
    """Colours along rays (NeRF, Mildenhall et al., 2020)."""
    def run(net: Any, x: torch.Tensor) -> torch.Tensor:
        waves = (x[..., None] * 2.0 ** torch.arange(4, dtype=x.dtype)).flatten(-2)
        found = net.layers(torch.cat([waves.sin(), waves.cos()], -1))
        opaque = 1 - torch.exp(-F.relu(found[..., 3]) * 0.1)
        light = torch.cumprod(1 - opaque + 1e-10, -1)
        return ((opaque * light)[..., None] * torch.sigmoid(found[..., :3])).sum(-2)

    layers = nn.Sequential(nn.Linear(24, 32), nn.Softplus(), nn.Linear(32, 4))
    return Net(run, layers=layers), (torch.randn(5, 12, 3),)


def spectrum() -> Made:
    """A layer of a Fourier neural operator (Li et al., 2021)."""
    def run(net: Any, x: torch.Tensor) -> torch.Tensor:
        waves = torch.fft.rfft(x)
        mixed = torch.einsum("bik,iok->bok", waves[..., :5], torch.view_as_complex(net.w))
        found = torch.zeros_like(waves)
        found[..., :5] = mixed
        return F.gelu(torch.fft.irfft(found, n=x.shape[-1]) + net.skip(x))

    return Net(run, w=torch.randn(4, 4, 5, 2), skip=nn.Conv1d(4, 4, 1)), \
        (torch.randn(2, 4, 16),)


def alignment() -> Made:
    def run(net: Any, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return F.ctc_loss(net.layer(x).log_softmax(-1), y, torch.full((2,), 12),
                          torch.full((2,), 4))

    return Net(run, layer=nn.Linear(6, 9)), \
        (torch.randn(12, 2, 6), torch.randint(1, 9, (2, 4)))


def codes() -> Made:
    """The nearest row of a codebook (van den Oord et al., 2017)."""
    def run(net: Any, x: torch.Tensor) -> torch.Tensor:
        z = net.encode(x)
        q = net.book(torch.cdist(z, net.book.weight).argmin(1))
        return net.decode(z + (q - z).detach()) + ((q - z.detach()) ** 2).mean()

    return Net(run, encode=nn.Linear(6, 8), book=nn.Embedding(12, 8),
               decode=nn.Linear(8, 6)), (torch.randn(9, 6),)


def volumes() -> Made:
    model = nn.Sequential(
        nn.Conv3d(1, 4, 3, padding=1), nn.BatchNorm3d(4), nn.GELU(), nn.MaxPool3d(2),
        nn.ConvTranspose3d(4, 2, 3, 2, 1, 1), nn.AdaptiveAvgPool3d((2, 3, 2)),
        nn.Flatten(), nn.Linear(24, 3))
    return model, (torch.randn(2, 1, 8, 10, 6),)


def sounds() -> Made:
    from torch.nn.utils.parametrizations import weight_norm
    model = nn.Sequential(
        nn.ConstantPad1d((4, 0), 0.0), weight_norm(nn.Conv1d(3, 8, 3, dilation=2)),
        nn.Softsign(), nn.LPPool1d(2, 2), nn.Conv1d(8, 8, 3, groups=4), nn.GLU(1),
        nn.AdaptiveMaxPool1d(3))
    return model, (torch.randn(2, 3, 20),)


def linear_attention() -> Made:
    def run(net: Any, x: torch.Tensor) -> torch.Tensor:
        q, k, v = net.layer(x).chunk(3, -1)
        q, k = F.elu(q) + 1, F.elu(k) + 1
        sums = torch.cumsum(k[..., :, None] * v[..., None, :], 1)
        scale = (q * torch.cumsum(k, 1)).sum(-1, keepdim=True)
        return torch.einsum("btd,btde->bte", q, sums) / scale

    return Net(run, layer=nn.Linear(8, 24)), (torch.randn(2, 9, 8),)


SMALL: dict[str, Callable[[], Made]] = {
    "GRU, both ways": recurrent("GRU", bidirectional=True),
    "LSTM, projected": recurrent("LSTM", bidirectional=True, proj_size=12),
    "RNN": recurrent("RNN"), "LSTM cells": cells, "U-Net": unet,
    "spatial transformer": spatial, "upscaling": upscaling, "GCN": graph_convolution,
    "GAT": graph_attention, "DLRM": recommendation, "experts": experts,
    "PointNet": points, "NeRF": radiance, "FNO": spectrum, "CTC": alignment,
    "VQ": codes, "3-D convolutions": volumes, "1-D convolutions": sounds,
    "linear attention": linear_attention}
