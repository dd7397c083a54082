# spectral.py - Fourier transforms
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""DFT and STFT as products with matrices of cosines and sines.

They are computed in float64: what cancels to 0 beside sums of hundreds is 0 within
1e-13 then. A transform of n elements takes n**2 products.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import F32, F64
from neo.onnx.items import MOST_KNOWN, Item, known, traced
from neo.onnx.node import Node
from neo.onnx.operators.windows import expression
from neo.onnx.records import record


def waves(node: Node, size: int, count: int, inverse: bool) -> tuple[np.ndarray, np.ndarray]:
    """Cosines and sines of angle 2 pi k t / size for frequencies k and times t."""
    if size * count > MOST_KNOWN:
        node.refuse(f"{size} by {count} elements of its matrix are more than {MOST_KNOWN}")
    angle = np.outer(np.arange(size), np.arange(count)) % size * (2 * np.pi / size)
    return np.cos(angle), np.sin(angle) if inverse else -np.sin(angle)


def transformed(node: Node, x: Any, count: int, inverse: bool = False) -> Any:
    """Traced x [..., time, 1 or 2] to [..., count frequencies, 2], both in f64."""
    size = x.shape[-2]
    cos, sin = waves(node, size, count, inverse)
    real = x[..., 0]
    if x.shape[-1] == 1:
        parts = [real @ cos, real @ sin]
    else:
        other = x[..., 1]
        parts = [real @ cos - other @ sin, real @ sin + other @ cos]
    found = neo.stack(parts, len(x.shape) - 1)
    return found * (1 / size) if inverse else found


@record("DFT", since=17)
def dft(node: Node, x: Item, length: Item | None = None, axis: Item | None = None
        ) -> Item:
    inverse, one_sided = (bool(node.attribute(n, 0)) for n in ("inverse", "onesided"))
    place = node.attribute("axis", 1) if node.opset < 20 else \
        (node.integers(axis) or (-2,))[0]
    place = node.counted(place, x.ndim)
    tensor = x.x.astype(F64)
    tensor = neo.moveaxis(tensor, place, x.ndim - 2)
    have = x.shape[place]
    size = (node.integers(length) or (
        2 * (have - 1) if inverse and one_sided else have,))[0]
    bins = size
    if inverse and one_sided:
        tensor = _completed(tensor, size)
    elif one_sided:
        bins = size // 2 + 1
    have = tensor.shape[-2]
    if have > size:
        tensor = tensor[..., :size, :]
    elif have < size:
        tensor = neo.pad(tensor, [(0, 0)] * (x.ndim - 2) + [(0, size - have), (0, 0)])
    found = transformed(node, tensor, bins, inverse)
    if inverse and one_sided:
        found = found[..., :1]
    return traced(neo.moveaxis(found, x.ndim - 2, place), x.dtype)


def _completed(x: Any, size: int) -> Any:
    """The other half of the spectrum of a real signal, which is conjugate."""
    rest = size - x.shape[-2]
    if rest <= 0:
        return x
    mirror = x[..., 1:rest + 1, :][..., ::-1, :]
    signs = np.array([1.0, -1.0])
    return neo.concatenate([x, mirror * signs], len(x.shape) - 2)


@record("STFT", since=17)
def stft(node: Node, x: Item, step: Item, window: Item | None = None,
         length: Item | None = None) -> Item:
    hop = (node.integers(step) or (1,))[0]
    size = window.size if length is None and window is not None else \
        (node.integers(length) or (0,))[0]
    signal = x.x.astype(F64)
    signal = signal if x.ndim == 3 else signal[:, :, None]
    if size < 1 or hop < 1 or size > signal.shape[1]:
        node.wrong(f"frames of {size} every {hop} of {signal.shape[1]} elements")
    count = (signal.shape[1] - size) // hop + 1
    frames = expression(f"F[b,f,t,c] = X[b,f*{hop} + t,c]",
                        {"f": count, "t": size})(signal)
    if window is not None:
        frames = frames * window.x.astype(F64)[:, None]
    bins = size // 2 + 1 if node.attribute("onesided", 1) else size
    return traced(transformed(node, frames, bins), x.dtype)


@record("MelWeightMatrix", since=17)
def mel_weights(node: Node, *inputs: Item) -> Item:
    """Triangles over the frequencies of a spectrum, evenly spaced in mels."""
    bins, length, rate, low, high = (node.value(i).reshape(-1)[0].item() for i in inputs)
    columns = int(length) // 2 + 1
    if int(bins) * columns > MOST_KNOWN or bins < 1:
        node.wrong(f"{bins} bins of {columns} frequencies")
    step = (_mels(high) - _mels(low)) / (int(bins) + 2)
    edges = _mels(low) + np.arange(int(bins) + 2) * step
    hertz = 700 * (10 ** (edges / 2595) - 1)
    places = np.floor((length + 1) * hertz / rate).astype(np.int64)
    found = np.zeros((columns, int(bins)))
    for n in range(int(bins)):
        first, top, last = (int(p) for p in places[n:n + 3])
        if top == first:
            found[top, n] = 1
        for k in range(first, top + 1 if top > first else top):
            found[k, n] = (k - first) / (top - first)
        for k in range(top, last):
            found[k, n] = (last - k) / (last - top)
    return known(found, node.type("output_datatype", F32))


def _mels(hertz: float) -> float:
    return 2595 * math.log10(1 + hertz / 700)
