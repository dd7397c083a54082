# random.py - draws that follow from a seed
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Random tensors by neo.random. A model without a seed draws the same numbers in each
run, as every function of neo does; for others, set the `seed` of the nodes."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import F32, I32
from neo.onnx.items import Item, check_size, traced
from neo.onnx.node import Node
from neo.onnx.records import record


def key_of(node: Node) -> Any:
    """The key of the node's seed, or else of its name."""
    seed = node.attribute("seed")
    number = zlib.crc32(node.name.encode()) if seed is None else \
        int(np.float32(seed).view(np.int32))
    return neo.random.key(number)


def _shape(node: Node, like: Item | None) -> tuple[int, ...]:
    shape = like.shape if like is not None else tuple(node.attribute("shape") or ())
    check_size(shape)
    return shape


@record("RandomNormal", "RandomNormalLike")
def normal(node: Node, like: Item | None = None) -> Item:
    dtype = node.type("dtype", like.dtype if like is not None else F32)
    found = neo.random.normal(key_of(node), _shape(node, like), np.float32)
    return traced(found * node.attribute("scale", 1.0) + node.attribute("mean", 0.0), dtype)


@record("RandomUniform", "RandomUniformLike")
def uniform(node: Node, like: Item | None = None) -> Item:
    dtype = node.type("dtype", like.dtype if like is not None else F32)
    low, high = node.attribute("low", 0.0), node.attribute("high", 1.0)
    return traced(neo.random.uniform(key_of(node), _shape(node, like), np.float32,
                                     low, high), dtype)


@record("Bernoulli", since=15)
def bernoulli(node: Node, x: Item) -> Item:
    dtype = node.type("dtype", x.dtype)
    drawn = neo.random.uniform(key_of(node), x.shape, np.float32)
    return traced(drawn < x.x.astype(np.float32), dtype)


@record("Multinomial", since=7)
def multinomial(node: Node, logits: Item) -> Item:
    count = node.attribute("sample_size", 1)
    draws = [neo.random.categorical(neo.random.fold_in(key_of(node), n), logits.x)
             for n in range(count)]
    return traced(neo.stack(draws, 1), node.type("dtype", I32))
