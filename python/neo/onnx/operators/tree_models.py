# tree_models.py - forests of scikit-learn
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""TreeEnsembleClassifier and TreeEnsembleRegressor of ai.onnx.ml.

Nodes are named by their tree and a number; leaves have weights for classes or targets,
which are added over the trees. Rows walk all trees at once (trees.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

import neo
from neo.onnx.items import Item, traced
from neo.onnx.node import Node
from neo.onnx.operators.scores import FLOAT, labelled, labels, numbers, rows_of, transformed
from neo.onnx.operators.trees import Branches
from neo.onnx.records import record

_ML = "ai.onnx.ml"
MOST_TARGETS = 4096  # Each node has a weight for each of them.
_MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ")


class Ensemble:
    """The nodes of all trees, numbered through."""

    def __init__(self, node: Node):
        self.node = node
        trees, keys = numbers(node, "nodes_treeids"), numbers(node, "nodes_nodeids")
        self.places = {key: n for n, key in enumerate(zip(trees.tolist(), keys.tolist()))}
        modes = node.attribute("nodes_modes", ())
        features = numbers(node, "nodes_featureids")
        ways = [numbers(node, f"nodes_{which}nodeids") for which in ("true", "false")]
        sizes = {len(a) for a in (trees, keys, modes, features, *ways, self.places)}
        if len(sizes) != 1 or not len(trees):
            node.wrong("its nodes do not fit together")
        if bad := {m for m in modes if m != "LEAF"} - set(_MODES):
            node.wrong(f"its modes are not those of branches: {', '.join(sorted(bad))}")
        self.is_leaf = np.array([mode == "LEAF" for mode in modes])
        yes, no = (self._ways(trees, way) for way in ways)
        self.branches = Branches(
            np.where(self.is_leaf, 0, features), self._splits(len(trees)),
            np.array([0 if m == "LEAF" else _MODES.index(m) for m in modes]), yes, no,
            self._roots(trees, yes, no), missing=self._missing(len(trees)))

    def _ways(self, trees: np.ndarray, keys: np.ndarray) -> np.ndarray:
        """The nodes where branches go on; leaves stay where they are."""
        found = [n if leaf else self.places.get((tree, key), -1) for n, (leaf, tree, key)
                 in enumerate(zip(self.is_leaf, trees.tolist(), keys.tolist()))]
        if min(found) < 0:
            self.node.wrong("a branch leads to a node that does not exist")
        return np.array(found)

    def _splits(self, count: int) -> np.ndarray:
        values = numbers(self.node, "nodes_values", np.float32)
        if len(values) != count:
            self.node.wrong(f"{len(values)} values for {count} nodes")
        return values

    def _missing(self, count: int) -> np.ndarray | None:
        found = numbers(self.node, "nodes_missing_value_tracks_true")
        if len(found) not in (0, count):
            self.node.wrong(f"{len(found)} ways of missing values for {count} nodes")
        return found if len(found) else None

    def _roots(self, trees: np.ndarray, yes: np.ndarray, no: np.ndarray) -> np.ndarray:
        """The node of each tree that no branch leads to."""
        inner = np.concatenate([yes[~self.is_leaf], no[~self.is_leaf]])
        roots = np.setdiff1d(np.arange(len(trees)), inner)
        if len(roots) != len(np.unique(trees)) or \
                len(np.unique(trees[roots])) != len(roots):
            self.node.wrong("its trees do not have one root each")
        return roots

    def weights(self, of: str, count: int) -> np.ndarray:
        """Of each node for each class or target, [nodes, count]."""
        node = self.node
        ids, values = numbers(node, f"{of}_ids"), numbers(node, f"{of}_weights", np.float32)
        trees, keys = numbers(node, f"{of}_treeids"), numbers(node, f"{of}_nodeids")
        places = [self.places.get(key, -1) for key in zip(trees.tolist(), keys.tolist())]
        if {len(places), len(ids)} != {len(values)} or not places or min(places) < 0 \
                or not 0 <= ids.min() <= ids.max() < count:
            node.wrong("weights are not those of its leaves and of what it tells apart")
        if count > MOST_TARGETS:
            node.refuse(f"more than {MOST_TARGETS} targets")
        found = np.zeros((len(self.is_leaf), count), np.float32)
        np.add.at(found, (places, ids), values)
        return found

    def leaves(self, x: Item, weights: np.ndarray) -> Any:
        """The weights of the leaves where rows are, [rows, trees, count]."""
        rows, features = rows_of(self.node, x), self.branches.features
        if bad := set(features.tolist()) - set(range(rows.shape[1])):
            self.node.wrong(f"feature {min(bad)} does not exist: there are {rows.shape[1]}")
        return neo.take(weights, self.branches.walk(rows, self.branches.depth(self.node)), 0)

    def base(self, count: int) -> np.ndarray:
        values = numbers(self.node, "base_values", np.float32)
        if len(values) not in (0, 1, count):
            self.node.wrong(f"{len(values)} base values for {count}")
        return values if len(values) else np.zeros(1, np.float32)


@record("TreeEnsembleRegressor", domain=_ML)
def tree_regressor(node: Node, x: Item) -> Item:
    ensemble, count = Ensemble(node), node.attribute("n_targets", 1)
    found = ensemble.leaves(x, ensemble.weights("target", count))
    how = node.attribute("aggregate_function", "SUM")
    if how not in ("SUM", "AVERAGE", "MIN", "MAX"):
        node.wrong(f"its trees are put together by {how}")
    if how in ("MIN", "MAX"):
        total = (neo.min if how == "MIN" else neo.max)(found, 1)
    else:
        total = neo.sum(found, 1)
        total = total / len(ensemble.branches.roots) if how == "AVERAGE" else total
    return traced(transformed(node, total + ensemble.base(count)), FLOAT)


@record("TreeEnsembleClassifier", domain=_ML)
def tree_classifier(node: Node, x: Item) -> list[Item]:
    ensemble, names = Ensemble(node), labels(node)
    ids = np.unique(numbers(node, "class_ids"))
    if len(names) == 2 and len(ids) == 1:
        return _of_two(node, x, ensemble, ids)
    found = ensemble.leaves(x, ensemble.weights("class", len(names)))
    return labelled(node, neo.sum(found, 1) + ensemble.base(len(names)))


def _of_two(node: Node, x: Item, ensemble: Ensemble, ids: np.ndarray) -> list[Item]:
    """Weights of one of two classes. Where none is negative they are its probability, and
    the other class has what is left of 1; else the other's score is the opposite."""
    weights = ensemble.weights("class", 2)[:, ids]
    score = neo.sum(ensemble.leaves(x, weights), 1) + ensemble.base(1)
    if node.attribute("post_transform", "NONE") not in ("NONE", "LOGISTIC"):
        node.refuse("one score stands for two classes, and is transformed")
    is_share = weights.min() >= 0 and len(numbers(node, "base_values")) == 0
    scores = neo.concatenate([1.0 - score if is_share else -score, score], 1)
    threshold = 0.5 if is_share else 0.0
    return labelled(node, scores, (score > threshold)[:, 0].astype(np.int64))
