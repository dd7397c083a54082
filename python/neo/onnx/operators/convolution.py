# convolution.py - convolutions and their adjoints
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Conv is one sum of products over windows.

ConvTranspose and Col2Im are the adjoints of Conv and of the reads of windows: neo
derives them, residue class by residue class, without scattering and without zeros
between elements.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import neo
from neo.onnx.items import Item, check_size
from neo.onnx.node import Node
from neo.onnx.operators import quantised_pairs
from neo.onnx.operators.sampling import sampled
from neo.onnx.operators.window_products import check_groups, convolved
from neo.onnx.operators.windows import PADDINGS, Windows, expression, windows_of
from neo.onnx.records import record


def with_bias(y: Any, bias: Item | None) -> Any:
    if bias is None:
        return y
    return y + bias.x.reshape((-1, *[1] * (y.ndim - 2)))


@record("Conv")
def convolution(node: Node, x: Item, w: Item, bias: Item | None = None) -> Any:
    groups = check_groups(node, x, w, x.shape[1], w.shape[0])
    if w.shape[1] * groups != x.shape[1]:
        node.wrong(f"weights {w.shape} in {groups} groups for {x.shape[1]} channels")
    _check_kernel(node, w)
    whole = quantised_pairs.convolution(node, x, w, bias)
    if whole is not None:
        return whole
    return with_bias(convolved(x.x, w.x, windows_of(node, x, w.shape[2:]), groups), bias)


@record("ConvTranspose")
def transposed(node: Node, x: Item, w: Item, bias: Item | None = None) -> Any:
    groups = check_groups(node, x, w, x.shape[1], w.shape[0])
    if w.shape[0] != x.shape[1]:
        node.wrong(f"weights {w.shape} for {x.shape[1]} channels")
    _check_kernel(node, w)
    windows = _backwards(node, x, w.shape[2:])
    shape = (x.shape[0], w.shape[1] * groups, *windows.sizes)
    check_size(shape)
    start = neo.broadcast_to(neo.zeros_like(x.x.reshape(-1)[0]), shape)
    pull = neo.vjp(lambda y: convolved(y, w.x, windows, groups), start)[1]
    return with_bias(pull(x.x)[0], bias)


def _check_kernel(node: Node, w: Item) -> None:
    said = node.attribute("kernel_shape")
    if said is not None and said != w.shape[2:]:
        node.wrong(f"kernel_shape is {said}, but the weights are of {w.shape[2:]}")


def _backwards(node: Node, x: Item, kernel: tuple[int, ...]) -> Windows:
    """The windows over the output whose steps are the elements of x."""
    rank = x.ndim - 2
    strides = tuple(node.attribute("strides") or (1,) * rank)
    dilations = tuple(node.attribute("dilations") or (1,) * rank)
    more = tuple(node.attribute("output_padding") or (0,) * rank)
    wanted = node.attribute("output_shape")
    mode = node.choice("auto_pad", *PADDINGS)
    pads = tuple(node.attribute("pads") or (0,) * (2 * rank))
    if len(kernel) != rank or {len(strides), len(dilations), len(more)} != {rank} or \
            len(pads) != 2 * rank or min(*strides, *dilations) < 1:
        node.wrong("strides, dilations and pads have one number for each axis")
    sizes, before = [], []
    for n, size in enumerate(x.shape[2:]):
        full = strides[n] * (size - 1) + more[n] + (kernel[n] - 1) * dilations[n] + 1
        if wanted or mode.startswith("SAME"):
            target = wanted[-rank:][n] if wanted else size * strides[n]
            total = full - target
            first = total // 2 if mode == "SAME_UPPER" else total - total // 2
        else:
            first, target = pads[n], full - pads[n] - pads[n + rank]
        sizes.append(target)
        before.append(max(first, 0))
    return Windows(tuple(sizes), tuple(kernel), strides, dilations, tuple(before),
                   x.shape[2:])


@record("Col2Im", since=18)
def columns_to_image(node: Node, x: Item, image: Item, block: Item) -> Any:
    """The adjoint of reading all windows of an image."""
    sizes, kernel = node.integers(image) or (), node.integers(block) or ()
    n, channels = x.shape[0], x.shape[1] // math.prod(kernel)
    shape = (n, channels, *sizes)
    check_size(shape)
    like = Item(x.dtype, np.broadcast_to(np.zeros((), x.dtype), shape))
    windows = windows_of(node, like, kernel)
    loops = ",".join(["n", "c", *windows.names("r"), *windows.names("p")])
    read = expression(f"Y[{loops}] = {windows.read('X', 'n, c', '0')}",
                      windows.extents())
    start = neo.broadcast_to(neo.zeros_like(x.x.reshape(-1)[0]), shape)
    columns = x.x.reshape((n, channels, *kernel, *windows.outputs))
    return neo.vjp(read, start)[1](columns)[0]


@record("DeformConv", since=19)
def deformable(node: Node, x: Item, w: Item, offsets: Item, bias: Item | None = None,
               mask: Item | None = None) -> Any:
    """Each tap reads between elements, at its place and an offset that is data."""
    if x.ndim != 4:
        node.refuse(f"it is known for images, not for {x.ndim - 2} dimensions")
    windows = windows_of(node, x, w.shape[2:])
    n, (h, k) = x.shape[0], (windows.outputs, windows.kernel)
    parts = node.attribute("offset_group", 1)
    moves = offsets.x.reshape((n, parts, *k, 2, *h))
    places = [_grid(node, windows, axis) + moves[:, :, :, :, axis] for axis in (0, 1)]
    image = x.x.reshape((n * parts, -1, *x.shape[2:]))
    taps = sampled(image, [p.reshape((n * parts, -1)) for p in places])
    taps = taps.reshape((n, parts, -1, *k, *h))
    if mask is not None:
        taps = taps * mask.x.reshape((n, parts, 1, *k, *h))
    groups = node.attribute("group", 1)
    taps = taps.reshape((n, groups, -1, *k, *h))
    weights = w.x.reshape((groups, w.shape[0] // groups, *w.shape[1:]))
    y = neo.einsum("ngcrspq,gkcrs->ngkpq", taps, weights)
    return with_bias(y.reshape((n, w.shape[0], *h)), bias)


def _grid(node: Node, windows: Windows, axis: int) -> np.ndarray:
    """Where the taps of each window lie along an axis, [r, s, p, q]."""
    taps = node.table(windows.kernel[axis]) * windows.dilations[axis]
    steps = node.table(windows.outputs[axis]) * windows.strides[axis]
    found = taps[:, None] + steps[None, :] - windows.before[axis]
    shape = [1] * 4
    shape[axis], shape[2 + axis] = found.shape
    return found.reshape(shape).astype(np.float32)
