# jax_forms.py - how to write each kind of operator in JAX
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Every idiomatic form that we know, by the operator's kind; the fastest counts."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from cases import Operator
from sides.layout import AS_IT_IS, Form, Layout, reorder


def bilinear(operator: Operator) -> list[Form]:
    outputs, left, right = operator.shapes["W"]
    batch = operator.shapes["A"][0]
    return [
        Form("einsum", lambda a, w, b: jnp.einsum("bi,kij,bj->bk", a, w, b)),
        Form("batched, left first", lambda a, w, b: ((a @ w) * b).sum(-1).T),
        Form("one product",
             lambda a, w, b: ((a @ w).reshape(batch, outputs, right)
                              * b[:, None]).sum(-1),
             (AS_IT_IS, Layout((1, 0, 2), (left, outputs * right)))),
    ]


def mttkrp(operator: Operator) -> list[Form]:
    rows, columns = operator.result
    return [
        Form("product, then sum", lambda a, b, d: ((a @ d) * b).sum(1)),
        Form("Khatri-Rao", lambda a, b, d: a.reshape(rows, -1) @ (
            b[:, None] * d).reshape(-1, columns)),
        Form("einsum", lambda a, b, d: jnp.einsum("ikl,kj,lj->ij", a, b, d)),
    ]


_LETTERS = {1: "W", 2: "HW", 3: "DHW"}


def _layouts(dims: int) -> list[tuple[str, tuple[str, ...], Layout, Layout]]:
    """Channels first and last: the letters, pictures' and weights' orders."""
    space = _LETTERS[dims]
    places = tuple(range(2, 2 + dims))
    last = (f"N{space}C", f"{space}IO", f"N{space}C")
    return [("channels first", (f"NC{space}", f"OI{space}", f"NC{space}"),
             AS_IT_IS, AS_IT_IS),
            ("channels last", last, reorder(0, *places, 1), reorder(*places, 1, 0))]


def convolution(operator: Operator) -> list[Form]:
    settings, dims = operator.attributes, len(operator.shapes["A"]) - 2

    def form(name, letters, picture, weights) -> Form:
        return Form(name, lambda a, w: lax.conv_general_dilated(
            a, w, [settings["stride"]] * dims, [(settings["padding"],) * 2] * dims,
            rhs_dilation=[settings["dilation"]] * dims, dimension_numbers=letters,
            feature_group_count=settings["groups"]), (picture, weights), picture)

    forms = [form(*one) for one in _layouts(dims)]
    if set(operator.shapes["W"][2:]) == {1} and (
            settings["stride"] == settings["groups"] == 1):
        shape = operator.shapes["A"][1], -1
        forms.append(Form("matrix product", lambda a, w: (
            w.reshape(w.shape[:2]) @ a.reshape(shape)).reshape(operator.result)))
    return forms


def transposed(operator: Operator) -> list[Form]:
    """A convolution of a picture with zeros between its elements."""
    settings, dims = operator.attributes, len(operator.shapes["A"]) - 2
    kernel = operator.shapes["W"][-1]
    edge = kernel - 1 - settings["padding"]

    def form(name, letters, picture, weights) -> Form:
        spatial = [n for n, c in enumerate(letters[1]) if c not in "OI"]
        return Form(name, lambda a, w: lax.conv_general_dilated(
            a, jnp.flip(w, spatial), [1] * dims, [(edge, edge)] * dims,
            lhs_dilation=[settings["stride"]] * dims, dimension_numbers=letters),
            (picture, weights), picture)

    # Weights come as [c, k, ...], inputs first.
    swap = reorder(1, 0, *range(2, 2 + dims))
    last = reorder(*range(2, 2 + dims), 0, 1)
    (first, a, *_), (other, b, picture, _) = _layouts(dims)
    return [form(first, a, AS_IT_IS, swap), form(other, b, picture, last)]


def depthwise(operator: Operator) -> list[Form]:
    outputs, kernel, _ = operator.shapes["W"]
    stride = operator.attributes["stride"]
    padding = operator.attributes["padding"]
    height, width = operator.result[2:]
    repeat = outputs // operator.shapes["A"][1]
    edges = (padding, padding)

    def shifted(a, w, last: bool):
        rows, columns = (1, 2) if last else (2, 3)
        pads = [(0, 0)] * 4
        pads[rows] = pads[columns] = edges
        a = jnp.pad(a, pads)
        a = jnp.repeat(a, repeat, 3 if last else 1) if repeat > 1 else a

        def tap(r: int, s: int):
            start, end, step = [0] * 4, list(a.shape), [1] * 4
            for axis, at, size in ((rows, r, height), (columns, s, width)):
                start[axis], step[axis] = at, stride
                end[axis] = at + stride * (size - 1) + 1
            weight = w[r, s] if last else w[:, r, s][:, None, None]
            return lax.slice(a, start, end, step) * weight
        return sum(tap(r, s) for r in range(kernel) for s in range(kernel))

    channels_last = reorder(0, 2, 3, 1)
    return [
        Form("convolution", lambda a, w: lax.conv_general_dilated(
            a, w[:, None], (stride, stride), (edges, edges),
            feature_group_count=operator.attributes["groups"])),
        Form("shifted products", lambda a, w: shifted(a, w, False)),
        Form("shifted products, channels last", lambda a, w: shifted(a, w, True),
             (channels_last, reorder(1, 2, 0)), channels_last),
    ]


def capsules(operator: Operator) -> list[Form]:
    outputs, channels, kernel, _, _, numbers = operator.shapes["W"]
    batch, _, height, width, _, _ = operator.result
    stride = [operator.attributes["stride"]] * 2
    first = Form("one convolution", lambda a, w: lax.conv_general_dilated(
        a, w, stride, "VALID"),
        (Layout(shape=operator.shapes["A"][:4]),
         Layout((0, 5, 1, 2, 3, 4), (outputs * numbers, channels, kernel, kernel))),
        Layout((0, 1, 5, 2, 3, 4), (batch, outputs * numbers, height, width)))
    _, size, _ = operator.shapes["A"][1:4]
    last = Form("one convolution, channels last",
                lambda a, w: lax.conv_general_dilated(
                    a, w, stride, "VALID",
                    dimension_numbers=("NHWC", "HWIO", "NHWC")),
                (Layout((0, 2, 3, 1, 4, 5), (batch, size, size, channels)),
                 Layout((2, 3, 1, 4, 0, 5),
                        (kernel, kernel, channels, outputs * numbers))),
                Layout((0, 2, 3, 4, 1, 5),
                       (batch, height, width, outputs * numbers)))
    return [first, last]


def circulant(operator: Operator) -> list[Form]:
    rows, columns = operator.result
    n = operator.attributes["block"]
    step = np.arange(n)

    def rolled(x):
        blocks = x.reshape(rows // n, n, columns // n, n)
        mean = sum(jnp.roll(blocks[:, k], -k, -1) for k in range(n)) / n
        return jnp.stack([jnp.roll(mean, i, -1) for i in range(n)], 1).reshape(
            x.shape)

    def indexed(x):
        blocks = x.reshape(rows // n, n, columns // n, n)
        moved = jnp.take_along_axis(
            blocks, ((step[:, None] + step) % n)[None, :, None], -1)
        mean = moved.mean(1, keepdims=True)
        spread = jnp.take_along_axis(
            jnp.broadcast_to(mean, blocks.shape),
            ((step - step[:, None]) % n)[None, :, None], -1)
        return spread.reshape(x.shape)

    turn = ((step - step[:, None]) % n).reshape(-1, 1)
    projection = (turn == turn.T).astype(np.float32) / n

    def projected(x):
        blocks = x.reshape(rows // n, n, columns // n, n).swapaxes(1, 2)
        flat = blocks.reshape(-1, n * n) @ projection
        return flat.reshape(blocks.shape).swapaxes(1, 2).reshape(x.shape)

    return [Form("rolled", rolled), Form("indexed", indexed),
            Form("projection", projected)]


def shift(operator: Operator) -> list[Form]:
    _, height, width, channels = operator.result
    turn = np.arange(channels) % 9

    def selected(x):
        padded = jnp.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
        return sum(jnp.where(turn == t, padded[:, y:y + height, z:z + width], 0)
                   for t in range(9) for y, z in [divmod(t, 3)])
    return [Form("selected", selected)]


def mish(operator: Operator) -> list[Form]:
    def one_exponential(x):
        e = jnp.exp(jnp.minimum(x, 20.0))
        n = e * (e + 2)
        return x * n / (n + 2)
    return [Form("jax.nn.mish", jax.nn.mish),
            Form("one exponential", one_exponential)]


def _norm(axes: tuple[int, ...], scales) -> list[Form]:
    """`scales` puts the axes of g and h where those of x are."""
    def centred(x, g, h):
        m = x.mean(axes, keepdims=True)
        v = ((x - m) ** 2).mean(axes, keepdims=True)
        return (x - m) * lax.rsqrt(v + 1e-5) * scales(g) + scales(h)

    def moments(x, g, h):
        m = x.mean(axes, keepdims=True)
        v = (x * x).mean(axes, keepdims=True) - m * m
        return (x - m) * lax.rsqrt(v + 1e-5) * scales(g) + scales(h)
    return [Form("centred", centred), Form("moments", moments)]


def layer_norm(operator: Operator) -> list[Form]:
    return _norm((-1,), lambda a: a)


def batch_norm(operator: Operator) -> list[Form]:
    if len(operator.result) == 2:
        return _norm((0,), lambda a: a)
    return _norm((0, 2), lambda a: a[:, None])


def group_norm(operator: Operator) -> list[Form]:
    return _norm((2, 3), lambda a: a[:, :, None])


def _only(name: str, function):
    return lambda operator: [Form(name, function)]


FORMS = {
    "product": _only("a @ b", lambda a, b: a @ b),
    "matrix_vector": _only("a @ x", lambda a, x: a @ x),
    "scores": _only("q @ k.mT", lambda q, k: q @ k.mT),
    "bilinear": bilinear, "mttkrp": mttkrp, "convolution": convolution,
    "depthwise": depthwise, "transposed": transposed, "capsules": capsules,
    "circulant": circulant, "shift": shift, "mish": mish, "layer_norm": layer_norm,
    "batch_norm": batch_norm, "group_norm": group_norm,
    "softmax": _only("softmax", lambda x: jax.nn.softmax(x, -1)),
    "gelu": lambda operator: [
        Form("gelu", lambda x: jax.nn.gelu(x, approximate=False)),
        Form("with erf", lambda x: 0.5 * x * (1 + lax.erf(x * 0.5 ** 0.5)))],
    "bias_relu": _only("relu", lambda x, g: jnp.maximum(x + g, 0)),
    "row_sum": lambda operator: [
        Form("sum", lambda x: x.sum(-1)),
        Form("product", lambda x: x @ jnp.ones(x.shape[1]))],
    "column_sum": lambda operator: [
        Form("sum", lambda x: x.sum(0)),
        Form("product", lambda x: jnp.ones(x.shape[0]) @ x)],
    "row_max": _only("max", lambda x: x.max(-1)),
}
