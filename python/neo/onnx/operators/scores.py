# scores.py - what models of ai.onnx.ml make of the scores of classes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The attribute `post_transform`, the label of the highest score, and rows of features."""

from __future__ import annotations

from typing import Any

import numpy as np

import neo
from neo.onnx.items import Item, traced
from neo.onnx.node import Node


def rows_of(node: Node, x: Item) -> Any:
    """The input as float32 [rows, features]; one row may stand alone."""
    if x.ndim not in (1, 2):
        node.wrong(f"its input has rank {x.ndim}, and is no matrix of rows")
    rows = x.x if x.dtype == np.float32 else x.x.astype(np.float32)
    return rows if x.ndim == 2 else rows.reshape((1, -1))


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


def labelled(node: Node, scores: Any, dtype: np.dtype, hits: Any = None) -> list[Item]:
    """The outputs of a classifier: the label of the highest of `hits`, else of the
    scores; and the scores, transformed."""
    names = labels(node)
    if scores.shape[1] != len(names):
        node.wrong(f"{scores.shape[1]} scores for {len(names)} labels")
    best = neo.argmax(scores if hits is None else hits, 1)
    return [traced(neo.take(names, best, 0), np.dtype(np.int64)),
            traced(transformed(node, scores), dtype)]
