# encoding.py - categories as other numbers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""LabelEncoder and OneHotEncoder of ai.onnx.ml, of categories that are numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import carrier
from neo.onnx.items import Item, check_size, traced
from neo.onnx.node import Node
from neo.onnx.operators.scores import FLOAT, numbers
from neo.onnx.records import record

_ML = "ai.onnx.ml"
_KINDS = {"int64s": np.dtype(np.int64), "floats": FLOAT}


def _listed(node: Node, what: str) -> np.ndarray:
    """The keys, or the values, of whichever type the node has."""
    for kind, dtype in _KINDS.items():
        if node.attribute(f"{what}_{kind}") is not None:
            return numbers(node, f"{what}_{kind}", dtype)
    if (tensor := node.attribute(f"{what}_tensor")) is not None:
        return np.asarray(tensor).reshape(-1)
    return node.refuse(f"its {what} are strings, and tensors of neo are numbers")


def _default(node: Node, dtype: np.dtype) -> Any:
    """What stands for a category that is no key."""
    tensor = node.attribute("default_tensor")
    if tensor is not None and np.size(tensor) == 1:
        return np.asarray(tensor).reshape(())
    return node.attribute("default_int64", -1) if dtype.kind in "iu" else \
        node.attribute("default_float", -0.0)


@record("LabelEncoder", since=2, domain=_ML)
def label_encoder(node: Node, x: Item) -> Item:
    """The value of the key that equals each element, of repeated ones the last; NaN
    equals NaN."""
    keys, values = _listed(node, "keys"), _listed(node, "values")
    if len(keys) != len(values) or not len(keys):
        node.wrong(f"{len(keys)} keys for {len(values)} values")
    check_size((*x.shape, len(keys)))
    hits = x.x[..., None] == keys
    if keys.dtype.kind == "f" and np.isnan(keys).any():
        hits = hits | (neo.isnan(x.x)[..., None] & np.isnan(keys))
    place = neo.max(neo.where(hits, np.arange(len(keys)), -1), -1)
    found = neo.take(values.astype(carrier(values.dtype)), neo.maximum(place, 0), 0)
    return traced(neo.where(place >= 0, found, _default(node, values.dtype)), values.dtype)


@record("OneHotEncoder", domain=_ML)
def one_hot_encoder(node: Node, x: Item) -> Item:
    """1 where the element is the category, [..., categories]."""
    if not len(kinds := numbers(node, "cats_int64s")):
        node.refuse("its categories are strings, and tensors of neo are numbers")
    if not node.attribute("zeros", 1):
        node.refuse("an unknown category would be an error, which depends on the data")
    check_size((*x.shape, len(kinds)))
    whole = x.x if x.is_integer else x.x.astype(np.int64)
    return traced((whole[..., None] == kinds).astype(FLOAT), FLOAT)
