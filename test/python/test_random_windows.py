# test_random_windows.py - random convolutions and gradients against NumPy
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Whichever schedule the extents lead to: dense, grouped and depthwise windows
with strides, dilation and padding, channels first and last, in three element
types. Small integers are exact in all of them."""

import random
from dataclasses import dataclass

import numpy as np
import pytest

import neo


@dataclass
class Window:
    """A convolution; `groups` is 0 if it is depthwise."""

    batch: int
    groups: int
    inputs: int
    outputs: int
    pixels: tuple[int, int]
    taps: tuple[int, int]
    stride: int
    dilation: int
    padding: int
    channels_last: bool
    dtype: type

    @property
    def plane(self):
        return [self.stride * (p - 1) + self.dilation * (t - 1) + 1
                - 2 * self.padding for p, t in zip(self.pixels, self.taps)]

    def text(self):
        rows, columns = (f"{self.stride}*{p} + {self.dilation}*{t} - {self.padding}"
                         for p, t in ("pr", "qs"))
        if self.groups == 0:
            loops, read, weight = "n, k", "n, k", "k"
        else:
            loops, read, weight = "n, g, k", "n, g, c", "g, k, c"
        result = self.placed(loops, "p, q")
        read = f"X[{self.placed(read, f'{rows}, {columns}')}]"
        if self.padding:
            height, width = self.plane
            read = (f"({read} if 0 <= {rows} < {height} and "
                    f"0 <= {columns} < {width} else 0)")
        return f"Y[{result}] += {read} * W[{weight}, r, s]"

    def placed(self, channels, pixels):
        first, *others = channels.split(", ")
        return ", ".join([first, pixels, *others] if self.channels_last
                         else [first, *others, pixels])

    def arrays(self, data):
        channels = [self.groups, self.inputs] if self.groups else [self.outputs]
        weight = ([self.groups, self.outputs, self.inputs] if self.groups
                  else [self.outputs])
        shape = ([self.batch, *self.plane, *channels] if self.channels_last
                 else [self.batch, *channels, *self.plane])
        return [data.integers(-2, 3, s).astype(self.dtype)
                for s in (shape, [*weight, *self.taps])]


def draw(chance):
    dilation, stride = chance.choice([(1, 1), (1, 1), (1, 2), (1, 3), (2, 1)])
    taps = chance.randint(1, 4), chance.randint(1, 4)
    padding = chance.choice([0, 0, 1])
    # The plane has an element left when its padding is taken away.
    pixels = tuple(chance.randint(3, 19) for _ in taps)
    return Window(chance.randint(1, 3), chance.choice([0, 0, 1, 1, 2]),
                  chance.randint(1, 20), chance.randint(1, 36), pixels, taps,
                  stride, dilation, padding, chance.random() < 0.3,
                  chance.choice([np.float32, np.float32, np.float64]))


def reference(window, x, w, cotangent):
    """Result and both gradients, tap by tap."""
    if window.channels_last:
        x, cotangent = (np.moveaxis(a, (1, 2), (-2, -1)) for a in (x, cotangent))
    equation = "nkpq,k->nkpq" if window.groups == 0 else "ngcpq,gkc->ngkpq"
    inputs, result = equation.split("->")
    reads, taps = inputs.split(",")
    border = [(0, 0)] * (x.ndim - 2) + [(window.padding, window.padding)] * 2
    x = np.pad(x.astype(float), border)
    y, dx, dw = np.zeros(cotangent.shape), np.zeros(x.shape), np.zeros(w.shape)
    for r, s in np.ndindex(*window.taps):
        region = (..., *(slice(window.dilation * tap,
                               window.dilation * tap + window.stride * (n - 1) + 1,
                               window.stride)
                         for tap, n in zip((r, s), window.pixels)))
        y += np.einsum(equation, x[region], w[..., r, s])
        dx[region] += np.einsum(f"{result},{taps}->{reads}", cotangent, w[..., r, s])
        dw[..., r, s] = np.einsum(f"{reads},{result}->{taps}", x[region], cotangent)
    p = window.padding
    dx = dx[..., p:dx.shape[-2] - p, p:dx.shape[-1] - p]
    if window.channels_last:
        y, dx = (np.moveaxis(a, (-2, -1), (1, 2)) for a in (y, dx))
    return y, dx, dw


@pytest.mark.parametrize("seed", range(40))
def test_random_window(seed):
    window = draw(random.Random(seed))
    data = np.random.default_rng(seed)
    x, w = window.arrays(data)
    p, q = window.pixels
    op = neo.expr(window.text(), p=p, q=q)
    y = op(x, w)
    cotangent = data.integers(-2, 3, y.shape).astype(window.dtype)
    wanted = reference(window, x, w, cotangent)
    for found, want in zip((y, *op.vjp((x, w), cotangent)), wanted, strict=True):
        np.testing.assert_array_equal(found, want, err_msg=str(window))
