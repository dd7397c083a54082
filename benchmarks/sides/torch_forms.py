# torch_forms.py - how to write each kind of operator in PyTorch
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Every idiomatic form that we know, by the operator's kind; the fastest counts."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from cases import Operator
from sides.layout import AS_IT_IS, Form, Layout

_CONV = {3: F.conv1d, 4: F.conv2d, 5: F.conv3d}
_TRANSPOSED = {3: F.conv_transpose1d, 4: F.conv_transpose2d,
               5: F.conv_transpose3d}


def product(operator: Operator) -> list[Form]:
    return [Form("a @ b", lambda a, b: a @ b)]


def scores(operator: Operator) -> list[Form]:
    return [Form("q @ k.mT", lambda q, k: q @ k.mT)]


def bilinear(operator: Operator) -> list[Form]:
    outputs, left, right = operator.shapes["W"]
    batch = operator.shapes["A"][0]
    return [
        Form("batched, left first",
             lambda a, w, b: (a @ w).mul(b).sum(-1).T),
        Form("batched, right first",
             lambda a, w, b: (w @ b.T).mul(a.T).sum(1).T),
        Form("one product",
             lambda a, w, b: (a @ w).view(batch, outputs, right)
             .mul(b[:, None]).sum(-1),
             (AS_IT_IS, Layout((1, 0, 2), (left, outputs * right)))),
        Form("one product, then one per item",
             lambda a, w, b: (a @ w).view(batch, outputs, right)
             .bmm(b[:, :, None])[:, :, 0],
             (AS_IT_IS, Layout((1, 0, 2), (left, outputs * right)))),
        Form("F.bilinear", lambda a, w, b: F.bilinear(a, b, w)),
    ]


def mttkrp(operator: Operator) -> list[Form]:
    return [
        Form("product, then sum", lambda a, b, d: (a @ d).mul(b).sum(1)),
        Form("Khatri-Rao",
             lambda a, b, d: a.flatten(1) @ (b[:, None] * d).flatten(0, 1)),
        Form("einsum", lambda a, b, d: torch.einsum("ikl,kj,lj->ij", a, b, d)),
    ]


def convolution(operator: Operator) -> list[Form]:
    function = _CONV[len(operator.shapes["A"])]
    forms = [Form("convolution",
                  lambda a, w: function(a, w, None, **operator.attributes))]
    taps, settings = operator.shapes["W"][2:], operator.attributes
    if set(taps) == {1} and settings["stride"] == settings["groups"] == 1:
        forms.append(Form("matrix product", lambda a, w: (
            w.flatten(1) @ a.flatten(2)).view(operator.result)))
    return forms


def depthwise(operator: Operator) -> list[Form]:
    outputs, kernel, _ = operator.shapes["W"]
    stride = operator.attributes["stride"]
    padding = operator.attributes["padding"]
    height, width = operator.result[2:]
    repeat = outputs // operator.shapes["A"][1]

    def shifted(a, w):
        a = F.pad(a, [padding] * 4)
        if repeat > 1:
            a = a.repeat_interleave(repeat, 1)
        return sum(a[:, :, r:r + stride * height - stride + 1:stride,
                     s:s + stride * width - stride + 1:stride]
                   * w[:, 0, r, s, None, None]
                   for r in range(kernel) for s in range(kernel))

    weights = Layout(shape=(outputs, 1, kernel, kernel))
    return [Form("convolution",
                 lambda a, w: F.conv2d(a, w, **operator.attributes),
                 (AS_IT_IS, weights)),
            Form("shifted products", shifted, (AS_IT_IS, weights))]


def transposed(operator: Operator) -> list[Form]:
    function = _TRANSPOSED[len(operator.shapes["A"])]
    return [Form("transposed convolution",
                 lambda a, w: function(a, w, **operator.attributes))]


def capsules(operator: Operator) -> list[Form]:
    """One convolution, the capsule's numbers folded into the channels."""
    outputs, channels, kernel, _, _, numbers = operator.shapes["W"]
    batch, _, height, width, _, _ = operator.result
    return [Form(
        "one convolution", lambda a, w: F.conv2d(a, w, **operator.attributes),
        (Layout(shape=operator.shapes["A"][:4]),
         Layout((0, 5, 1, 2, 3, 4), (outputs * numbers, channels, kernel, kernel))),
        Layout((0, 1, 5, 2, 3, 4), (batch, outputs * numbers, height, width)))]


def circulant(operator: Operator) -> list[Form]:
    rows, columns = operator.result
    n = operator.attributes["block"]
    step = torch.arange(n)
    forward = (step[:, None] + step) % n    # [k, d] -> k + d
    back = (step - step[:, None]) % n       # [i, j] -> j - i

    def rolled(x):
        blocks = x.view(rows // n, n, columns // n, n)
        mean = sum(blocks[:, k].roll(-k, -1) for k in range(n)) / n
        return torch.stack([mean.roll(i, -1) for i in range(n)], 1).view(x.shape)

    def gathered(x):
        blocks = x.view(rows // n, n, columns // n, n)
        moved = blocks.gather(-1, forward[:, None].expand(blocks.shape))
        mean = moved.mean(1, keepdim=True).expand(blocks.shape)
        return mean.gather(-1, back[:, None].expand(blocks.shape)).view(x.shape)

    def indexed(x):
        blocks = x.view(rows // n, n, columns // n, n)
        mean = blocks[:, step[:, None], :, forward].mean(0)  # [d, a, c]
        return mean[back].permute(2, 0, 3, 1).reshape(x.shape)

    turn = back.reshape(-1, 1)
    projection = (turn == turn.T) / n

    def projected(x):
        blocks = x.view(rows // n, n, columns // n, n).transpose(1, 2)
        flat = blocks.reshape(-1, n * n) @ projection
        return flat.view(blocks.shape).transpose(1, 2).reshape(x.shape)

    return [Form("rolled", rolled), Form("gathered", gathered),
            Form("indexed", indexed), Form("projection", projected)]


def shift(operator: Operator) -> list[Form]:
    _, height, width, channels = operator.result
    one_hot = torch.zeros(channels, 1, 3, 3)
    for c in range(channels):
        one_hot[c, 0, c % 9 // 3, c % 3] = 1

    def sliced(x):
        padded = F.pad(x, (0, 0, 1, 1, 1, 1))
        result = torch.empty_like(x)
        for t in range(9):
            y, z = divmod(t, 3)
            result[..., t::9] = padded[:, y:y + height, z:z + width, t::9]
        return result

    def convolved(x):
        moved = F.conv2d(x.permute(0, 3, 1, 2), one_hot, padding=1, groups=channels)
        return moved.permute(0, 2, 3, 1)

    return [Form("slices", sliced), Form("convolution", convolved)]


def mish(operator: Operator) -> list[Form]:
    def one_exponential(x):
        e = torch.exp(torch.clamp_max(x, 20.0))
        n = e * (e + 2)
        return x * n / (n + 2)
    return [Form("F.mish", F.mish), Form("one exponential", one_exponential)]


def column_sum(operator: Operator) -> list[Form]:
    ones = torch.ones(operator.shapes["X"][0])
    return [Form("sum", lambda x: x.sum(0)), Form("product", lambda x: ones @ x)]


def row_sum(operator: Operator) -> list[Form]:
    ones = torch.ones(operator.shapes["X"][1])
    return [Form("sum", lambda x: x.sum(-1)), Form("product", lambda x: x @ ones)]


def batch_norm(operator: Operator) -> list[Form]:
    return [Form("F.batch_norm", lambda x, g, h: F.batch_norm(
        x, None, None, g, h, training=True))]


def group_norm(operator: Operator) -> list[Form]:
    batch, groups, depth, pixels = operator.result
    flat = Layout(shape=(groups * depth,))
    merged = Layout(shape=(batch, groups * depth, pixels))
    return [Form("F.group_norm", lambda x, g, h: F.group_norm(x, groups, g, h),
                 (merged, flat, flat), merged)]


def _only(name: str, function):
    return lambda operator: [Form(name, function)]


FORMS = {
    "product": product, "matrix_vector": product, "scores": scores,
    "bilinear": bilinear, "mttkrp": mttkrp,
    "convolution": convolution, "depthwise": depthwise, "transposed": transposed,
    "capsules": capsules, "circulant": circulant, "shift": shift, "mish": mish,
    "column_sum": column_sum, "row_sum": row_sum,
    "softmax": _only("softmax", lambda x: torch.softmax(x, -1)),
    "layer_norm": _only("F.layer_norm",
                        lambda x, g, h: F.layer_norm(x, x.shape[-1:], g, h)),
    "batch_norm": batch_norm, "group_norm": group_norm,
    "gelu": _only("F.gelu", F.gelu),
    "bias_relu": lambda operator: [
        Form("relu(x + g)", lambda x, g: torch.relu(x + g)),
        Form("relu_(x + g)", lambda x, g: torch.relu_(x + g))],
    "row_max": lambda operator: [
        Form("amax", lambda x: x.amax(-1)),
        Form("max", lambda x: x.max(-1).values)],
}
