# creation.py - constants, ranges and random masks
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Constants, ranges and filled tensors: known, unless they are large."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import F32, I64, carrier
from neo.onnx.items import (MOST_KNOWN, Item, check_size, known, may_be_known,
                            traced)
from neo.onnx.node import Node
from neo.onnx.records import record


@record("Constant")
def constant(node: Node) -> Item:
    for name, dtype in (("value", None), ("value_float", F32), ("value_floats", F32),
                        ("value_int", I64), ("value_ints", I64)):
        found = node.attribute(name)
        if found is not None:
            return known(np.asarray(found, dtype))
    if node.attribute("sparse_value") is not None:
        node.refuse("its value is a sparse tensor: write a dense one")
    return node.refuse("its value is of strings, and tensors of neo are numbers")


def filled(shape: tuple[int, ...], value: Any, dtype: np.dtype) -> Item:
    """A tensor of one value."""
    check_size(shape)
    if may_be_known(shape):
        return known(np.full(shape, value, dtype))
    return traced(neo.broadcast_to(np.full((), value, carrier(dtype)), shape), dtype)


@record("ConstantOfShape", since=9)
def constant_of_shape(node: Node, shape: Item) -> Item:
    value = node.attribute("value", np.zeros(1, np.float32))
    if value.size != 1:
        node.wrong("its value is one number")
    return filled(node.integers(shape) or (), value.reshape(-1)[0], value.dtype)


@record("Range", since=11)
def numbers(node: Node, start: Item, limit: Item, delta: Item) -> Item:
    first, last, step = (node.value(i).reshape(-1)[0] for i in (start, limit, delta))
    if step == 0:
        node.wrong("its step is 0")
    count = max(math.ceil((float(last) - float(first)) / float(step)), 0)
    check_size((count,))
    return known((first + node.table(count) * step).astype(start.dtype))


@record("EyeLike", since=9)
def eye_like(node: Node, x: Item) -> Item:
    dtype = node.type("dtype", x.dtype)
    rows, columns = x.shape
    if x.size > MOST_KNOWN:
        node.refuse(f"{x.size} elements are more than {MOST_KNOWN}")
    return known(np.eye(rows, columns, node.attribute("k", 0), dtype=np.float32), dtype) \
        if dtype.kind == "V" else known(np.eye(rows, columns, node.attribute("k", 0)), dtype)


@record("Dropout")
def dropout(node: Node, x: Item, ratio: Item | None = None,
            training: Item | None = None) -> list[Item]:
    """The identity; in training, numbers of the seed decide what is kept."""
    is_training = training is not None and bool(node.value(training).all())
    rate = 0.5 if ratio is None else float(node.value(ratio).reshape(-1)[0])
    if not is_training or rate == 0:
        return [x, *([filled(x.shape, True, np.dtype(np.bool_))] * node.wants(1))]
    key = neo.random.key(int(node.attribute("seed", 0)))
    kept = neo.random.uniform(key, x.shape) >= rate
    found = neo.where(kept, x.x * (1 / (1 - rate)), 0.0)
    return [traced(found, x.dtype), traced(kept, np.dtype(np.bool_))]
