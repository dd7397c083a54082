# scores.py - what models of ai.onnx.ml make of the scores of classes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The attribute `post_transform`, the label of the highest score, and rows of features."""

from __future__ import annotations

from typing import Any

import numpy as np

import neo
from neo.onnx.items import Item, traced
from neo.onnx.node import Node


FLOAT = np.dtype(np.float32)


def numbers(node: Node, name: str, dtype: Any = np.int64, default: Any = ()) -> np.ndarray:
    """A list of numbers among the attributes."""
    return np.array(node.attribute(name, default), dtype)


def count_features(node: Node, x: Item) -> int:
    """Features of a row; the input is a matrix of rows, or one row."""
    if x.ndim not in (1, 2):
        node.wrong(f"its input has rank {x.ndim}, and is no matrix of rows")
    return x.shape[-1]


def rows_of(node: Node, x: Item) -> Any:
    """The input as float32 [rows, features]."""
    rows = x.x if x.dtype == FLOAT else x.x.astype(np.float32)
    return rows.reshape((-1, count_features(node, x))) if x.ndim != 2 else rows


def transformed(node: Node, scores: Any) -> Any:
    """Scores [rows, classes] as `post_transform` wants them."""
    how = node.attribute("post_transform", "NONE")
    if how == "NONE":
        return scores
    if how == "LOGISTIC":
        return neo.sigmoid(scores)
    if how == "SOFTMAX":
        return neo.softmax(scores, 1)
    if how == "SOFTMAX_ZERO":  # Scores of 0 stay 0.
        powers = neo.where(scores == 0, 0.0, neo.exp(scores - neo.max(scores, 1)[:, None]))
        return powers / neo.sum(powers, 1)[:, None]
    return node.refuse(f"post_transform is {how}")


def labels(node: Node) -> np.ndarray:
    """The classes' labels, which are integers."""
    for name in ("classlabels_ints", "classlabels_int64s"):
        if (found := node.attribute(name)) is not None:
            return np.array(found, np.int64)
    return node.refuse("its labels are strings, and tensors of neo are numbers")


def labelled(node: Node, scores: Any, best: Any = None) -> list[Item]:
    """The outputs of a classifier: the label of class `best` of each row, that of the
    highest score if not given; and the scores, transformed."""
    names = labels(node)
    if scores.shape[1] != len(names):
        node.wrong(f"{scores.shape[1]} scores for {len(names)} labels")
    best = neo.argmax(scores, 1) if best is None else best
    return [traced(neo.take(names, best, 0), np.dtype(np.int64)),
            traced(transformed(node, scores), FLOAT)]
