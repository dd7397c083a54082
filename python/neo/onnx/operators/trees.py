# trees.py - tree ensembles
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""TreeEnsemble and Binarizer of ai.onnx.ml.

All rows traverse all trees at once. A row is at one node of each tree; in each step the
node's feature is read and compared, which selects a child. After as many steps as the
deepest tree has, every row is at a leaf.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import carrier
from neo.onnx.items import Item, traced
from neo.onnx.node import Node
from neo.onnx.records import record

_ML = "ai.onnx.ml"
MOST_DEPTH = 64
MEMBER = 6  # The mode that asks whether a feature is in a set.


@record("Binarizer", domain=_ML)
def binarizer(node: Node, x: Item) -> Item:
    return traced(x.x > node.attribute("threshold", 0.0), x.dtype)


class Forest:
    """The nodes of all trees: a feature, a split and two ways on; then the leaves."""

    def __init__(self, node: Node):
        def numbers(name: str) -> np.ndarray:
            return np.array(node.attribute(name, ()), np.int64)

        self.count = len(numbers("nodes_featureids"))
        self.features = numbers("nodes_featureids")
        self.splits = np.asarray(node.attribute("nodes_splits"))
        self.modes = np.asarray(node.attribute("nodes_modes"), np.int64)
        self.roots = numbers("tree_roots")
        self.yes = numbers("nodes_trueleafs") * self.count + numbers("nodes_truenodeids")
        self.no = numbers("nodes_falseleafs") * self.count + numbers("nodes_falsenodeids")
        self.targets = numbers("leaf_targetids")
        self.weights = np.asarray(node.attribute("leaf_weights"))
        sizes = {len(a) for a in (self.features, self.splits, self.modes, self.yes, self.no)}
        total = self.count + len(self.targets)
        ways = np.concatenate([self.yes, self.no, self.roots])
        if len(sizes) != 1 or not self.count or len(self.targets) != len(self.weights) \
                or ways.min() < 0 or ways.max() >= total:
            node.wrong("its nodes and leaves do not fit together")
        if not 0 <= self.modes.min() <= self.modes.max() <= MEMBER:
            node.wrong(f"its modes are not 0 to {MEMBER}")
        self.members = self._members(node)

    def _members(self, node: Node) -> np.ndarray:
        """The set of each node, [nodes, of the largest]; NaN, which equals nothing, is in
        the places that are left. The file has one after the other, with NaN between."""
        listed = np.asarray(node.attribute("membership_values", ()), np.float64)
        places, = np.nonzero(self.modes == MEMBER)
        sets = [part[~np.isnan(part)] for part in
                np.split(listed, np.nonzero(np.isnan(listed))[0])]
        if len(sets) < len(places):
            node.wrong(f"{len(places)} of its nodes ask for sets, but it has {len(sets)}")
        found = np.full((self.count, max(map(len, sets)) if len(places) else 0), np.nan)
        for place, members in zip(places, sets):
            found[place, :len(members)] = members
        return found


@record("TreeEnsemble", since=5, domain=_ML)
def tree_ensemble(node: Node, x: Item) -> Item:
    forest = Forest(node)
    leaves = len(forest.targets)
    kind = carrier(x.dtype)
    # At a leaf both ways lead to itself.
    own = np.arange(forest.count, forest.count + leaves)
    pad = np.zeros(leaves, np.int64)
    branches = Branches(
        np.append(forest.features, pad), np.append(forest.splits, pad).astype(kind),
        np.append(forest.modes, pad), np.append(forest.yes, own),
        np.append(forest.no, own), forest.roots,
        np.pad(forest.members.astype(kind), ((0, leaves), (0, 0))))
    at = branches.walk(x.x, branches.depth(node))
    return traced(_summed(node, forest, at - forest.count, kind), x.dtype)


@dataclass
class Branches:
    """What a walk reads at each node, and where it goes on. `sets` has a row of members
    for each node, `missing` whether NaN goes the way of yes."""

    features: np.ndarray
    splits: np.ndarray
    modes: np.ndarray
    yes: np.ndarray
    no: np.ndarray
    roots: np.ndarray
    sets: np.ndarray | None = None
    missing: np.ndarray | None = None

    def depth(self, node: Node) -> int:
        """The steps to the deepest leaf; at a leaf both ways lead to itself."""
        level, steps = set(self.roots.tolist()), 0
        while level := {way for n in level for way in (int(self.yes[n]), int(self.no[n]))
                        if way != n}:
            steps += 1
            if steps > MOST_DEPTH:
                node.refuse(f"its trees are deeper than {MOST_DEPTH}, or have a cycle")
        return steps

    def walk(self, x: Any, steps: int) -> Any:
        """The node of each tree where each row is after `steps`, [rows, trees]."""
        at = neo.broadcast_to(neo.take(self.roots, np.arange(len(self.roots)), 0)[None],
                              (x.shape[0], len(self.roots)))
        for _ in range(steps):
            at = neo.where(self._holds(x, at), neo.take(self.yes, at, 0),
                           neo.take(self.no, at, 0))
        return at

    def _holds(self, x: Any, at: Any) -> Any:
        value = neo.take_along_axis(x, neo.take(self.features, at, 0), 1)
        split = neo.take(self.splits, at, 0)
        if not self.modes.any():
            holds = value <= split
        else:
            mode = neo.take(self.modes, at, 0)
            holds = _compared(value, split, mode)
            if self.sets is not None and self.sets.shape[1]:
                is_in = neo.any(neo.take(self.sets, at, 0) == value[:, :, None], 2)
                holds = holds | (is_in & (mode == MEMBER))
        if self.missing is not None and self.missing.any():
            holds = holds | (neo.isnan(value) & (neo.take(self.missing, at, 0) != 0))
        return holds


def _compared(value: Any, split: Any, mode: Any) -> Any:
    """Whether the branch holds; modes are <=, <, >=, >, == and !=."""
    tests = [value <= split, value < split, value >= split, value > split,
             value == split, value != split]
    found = tests[0] & (mode == 0)
    for number, test in enumerate(tests[1:], 1):
        found = found | (test & (mode == number))
    return found


def _summed(node: Node, forest: Forest, leaf: Any, kind: np.dtype) -> Any:
    """The leaves' weights, put together for each target."""
    count = node.attribute("n_targets", 1)
    method = node.attribute("aggregate_function", 1)
    if method not in (0, 1) or node.attribute("post_transform", 0):
        node.refuse("its trees are put together by no sum or mean, or transformed")
    weights = neo.take(forest.weights.astype(kind), leaf, 0)
    hits = neo.take(forest.targets, leaf, 0)[:, :, None] == np.arange(count)
    total = neo.sum(neo.where(hits, weights[:, :, None], 0.0), 1)
    return total if method else total / len(forest.roots)
