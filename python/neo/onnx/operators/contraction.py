# contraction.py - sums of products
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""MatMul, Gemm, Einsum, and the determinant."""

from __future__ import annotations

import re
from operator import attrgetter
from typing import Any

import numpy as np

import neo
from neo.onnx.items import Item, all_known, known, traced
from neo.onnx.node import Node
from neo.onnx.operators import quantised_pairs
from neo.onnx.operators.normalisation import wide
from neo.onnx.records import record


@record("MatMul")
def matmul(node: Node, a: Item, b: Item) -> Item:
    if all_known([a, b]) and a.size * b.shape[-1] < 65536:
        return known(a.raw @ b.raw, a.dtype)
    whole = quantised_pairs.matmul(node, a, b)
    return traced(neo.matmul(a.x, b.x), a.dtype) if whole is None else whole


@record("Gemm", since=6)
def gemm(node: Node, a: Item, b: Item, c: Item | None = None) -> Item:
    if a.ndim != 2 or b.ndim != 2:
        node.wrong(f"matrices have two dimensions, not {a.shape} and {b.shape}")
    left = a.turned if node.attribute("transA", 0) else a
    right = b.turned if node.attribute("transB", 0) else b
    alpha, beta = node.attribute("alpha", 1.0), node.attribute("beta", 1.0)
    is_plain = alpha == 1 and (c is None or beta == 1)
    whole = quantised_pairs.matmul(node, left, right, c if is_plain else None)
    if whole is not None and is_plain:
        return whole
    # A product is rounded after its factor, and after its sum.
    value = wide if whole is None else attrgetter("x")
    product = neo.matmul(value(left), value(right)) if whole is None else whole.x
    found = scaled(product, alpha, a)
    return traced(found if c is None else found + scaled(value(c), beta, a), a.dtype)


def scaled(x: Any, factor: float, like: Item) -> Any:
    """x * factor, also of integers."""
    if factor == 1:
        return x
    return x * factor if like.is_float else x * int(factor)


@record("Einsum", since=12)
def einsum(node: Node, *items: Item) -> Any:
    text = node.attribute("equation", "").replace(" ", "")
    return traced(neo.einsum(without_dots(text, items), *(i.x for i in items)),
                  items[0].dtype)


def without_dots(text: str, items: Any) -> str:
    """The equation with a letter for each dimension that '...' stands for."""
    if "..." not in text:
        return text
    spare = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in text]
    left, _, right = text.partition("->")
    parts, most = [], 0
    for part, item in zip(left.split(","), items):
        count = item.ndim - len(part.replace("...", "")) if "..." in part else 0
        most = max(most, count)
        parts.append((part, count))
    names = "".join(spare[:most])
    inputs = ",".join(p.replace("...", names[most - n:]) for p, n in parts)
    if "->" not in text:
        letters = re.sub(r"[^a-zA-Z]", "", left)
        right = "..." + "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    return f"{inputs}->{right.replace('...', names)}"


@record("Det", since=11)
def determinant(node: Node, x: Item) -> Any:
    """By Gaussian elimination, with the largest element of each column as its pivot."""
    size = x.shape[-1]
    if x.ndim < 2 or x.shape[-2] != size:
        node.wrong(f"a determinant is of square matrices, not of {x.shape}")
    rows = x.x.reshape((-1, size, size))
    found = neo.ones((rows.shape[0],), np.float32).astype(x.dtype)
    for _ in range(size):
        at = neo.argmax(neo.abs(rows[:, :, 0]), 1)
        left = rows.shape[1]
        is_pivot = at[:, None] == np.arange(left)
        pivot = neo.sum(neo.where(is_pivot[:, :, None], rows, 0.0), 1)
        sign = neo.where(at == 0, 1.0, -1.0).astype(x.dtype)
        found = found * pivot[:, 0] * sign
        if left == 1:
            break
        # The first row takes the pivot's place.
        rows = neo.where(is_pivot[:, :, None], rows[:, 0:1], rows)[:, 1:]
        top = pivot[:, 0]
        safe = neo.where(top == 0, 1.0, top)
        factors = rows[:, :, 0] / safe[:, None]
        rows = (rows - factors[:, :, None] * pivot[:, None])[:, :, 1:]
    return found.reshape(x.shape[:-2])
