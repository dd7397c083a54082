# test_onnx_trees.py - forests of scikit-learn, as converters write them
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""TreeEnsembleClassifier and TreeEnsembleRegressor, by a walk in Python."""

import numpy as np
import pytest

import neo
from test_onnx_learned import made

random = np.random.default_rng(11)
X = random.standard_normal((9, 4)).astype(np.float32)
MODES = {"BRANCH_LEQ": np.less_equal, "BRANCH_LT": np.less, "BRANCH_GTE": np.greater_equal,
         "BRANCH_GT": np.greater, "BRANCH_EQ": np.equal, "BRANCH_NEQ": np.not_equal}


class Grown:
    """Complete trees of depth 3; node n goes on to 2 n + 1 and 2 n + 2."""

    def __init__(self, trees: int, of: str, classes: int, mode: str = "BRANCH_LEQ",
                 track: int = 0, positive: bool = False):
        keys = [(t, n) for t in range(trees) for n in range(15)]
        leaves = [(t, n) for t, n in keys if n > 6]
        self.features = {key: int(random.integers(4)) for key in keys}
        self.splits = {key: float(np.float32(random.standard_normal())) for key in keys}
        self.weights = {(key, c): float(np.float32(abs(w) if positive else w))
                        for key in leaves for c in range(classes)
                        for w in [random.standard_normal()]}
        self.trees, self.mode, self.track, self.classes = trees, mode, track, classes
        put = list(self.weights)
        self.attributes = dict(
            nodes_treeids=[t for t, _ in keys], nodes_nodeids=[n for _, n in keys],
            nodes_featureids=[self.features[k] for k in keys],
            nodes_values=[self.splits[k] for k in keys],
            nodes_modes=["LEAF" if n > 6 else mode for _, n in keys],
            nodes_truenodeids=[2 * n + 1 if n < 7 else 0 for _, n in keys],
            nodes_falsenodeids=[2 * n + 2 if n < 7 else 0 for _, n in keys],
            nodes_missing_value_tracks_true=[track] * len(keys),
            **{f"{of}_treeids": [k[0] for k, _ in put], f"{of}_nodeids": [k[1] for k, _ in put],
               f"{of}_ids": [c for _, c in put],
               f"{of}_weights": [self.weights[p] for p in put]})

    def leaf(self, tree: int, row: np.ndarray) -> tuple[int, int]:
        n = 0
        while n < 7:
            value = row[self.features[tree, n]]
            holds = self.track if np.isnan(value) else \
                MODES[self.mode](value, np.float32(self.splits[tree, n]))
            n = 2 * n + (1 if holds else 2)
        return tree, n

    def walk(self, x: np.ndarray) -> np.ndarray:
        """[rows, trees, classes]."""
        return np.array([[[self.weights[self.leaf(t, row), c] for c in range(self.classes)]
                          for t in range(self.trees)] for row in x])


@pytest.mark.parametrize("how", ["SUM", "AVERAGE", "MIN", "MAX"])
def test_regressors(how: str):
    grown = Grown(5, "target", 2)
    got, = neo.onnx.load(made("TreeEnsembleRegressor", n_targets=2, aggregate_function=how,
                              base_values=[0.5, -0.5], **grown.attributes))(X)
    join = {"SUM": np.sum, "AVERAGE": np.mean, "MIN": np.min, "MAX": np.max}[how]
    np.testing.assert_allclose(np.asarray(got), join(grown.walk(X), 1) + [0.5, -0.5], rtol=1e-5,
                               atol=1e-6)


@pytest.mark.parametrize("mode", MODES)
def test_branches(mode: str):
    grown = Grown(2, "target", 1, mode)
    x = X.copy()
    x[0] = [grown.splits[0, n] for n in range(4)]
    got, = neo.onnx.load(made("TreeEnsembleRegressor", **grown.attributes))(x)
    np.testing.assert_allclose(np.asarray(got), grown.walk(x).sum(1), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("track", [0, 1])
def test_missing_values_go_the_way_that_the_node_says(track: int):
    grown, x = Grown(3, "target", 1, track=track), X.copy()
    x[::2, 1] = x[1::3, 2] = np.nan
    got, = neo.onnx.load(made("TreeEnsembleRegressor", **grown.attributes))(x)
    np.testing.assert_allclose(np.asarray(got), grown.walk(x).sum(1), rtol=1e-5, atol=1e-6)


def test_classifier_of_three():
    grown = Grown(4, "class", 3)
    label, scores = neo.onnx.load(made(
        "TreeEnsembleClassifier", ("label", "y"), classlabels_int64s=[4, 8, 6],
        **grown.attributes))(X)
    want = grown.walk(X).sum(1)
    np.testing.assert_allclose(np.asarray(scores), want, rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(np.asarray(label), np.array([4, 8, 6])[want.argmax(1)])


@pytest.mark.parametrize("positive", [False, True])
def test_one_weight_tells_two_classes_apart(positive: bool):
    # Shares of 1 where no weight is negative, else the sign.
    grown = Grown(3, "class", 1, positive=positive)
    label, scores = neo.onnx.load(made(
        "TreeEnsembleClassifier", ("label", "y"), classlabels_int64s=[0, 1],
        **grown.attributes))(X)
    want = grown.walk(X).sum(1)
    other = 1 - want if positive else -want
    np.testing.assert_allclose(np.asarray(scores), np.hstack([other, want]), rtol=1e-5,
                               atol=1e-6)
    np.testing.assert_array_equal(np.asarray(label), (want > positive / 2).astype(int)[:, 0])


@pytest.mark.parametrize("change, wrong", [
    (dict(nodes_truenodeids=[99] * 15), "a node that does not exist"),
    (dict(nodes_modes=["LEAF"] * 14), "do not fit together"),
    (dict(nodes_modes=["BRANCH"] * 7 + ["LEAF"] * 8), "not those of branches"),
    (dict(nodes_featureids=[9] * 15), "feature 9 does not exist"),
    (dict(nodes_featureids=[-1] * 15), "feature -1 does not exist"),
    (dict(nodes_truenodeids=[2, *range(3, 14, 2), *[0] * 8]), "one root each"),
    (dict(target_ids=[5] * 8), "weights are not those of its leaves")])
def test_trees_that_are_none(change: dict, wrong: str):
    attributes = Grown(1, "target", 1).attributes | change
    with pytest.raises(neo.onnx.ModelError, match=wrong):
        neo.onnx.load(made("TreeEnsembleRegressor", **attributes))(X)


def test_sizes_are_looked_at_before_they_are_allocated():
    attributes = Grown(1, "target", 1).attributes | dict(n_targets=2**60)
    with pytest.raises(neo.onnx.UnsupportedError, match="more than 4096 targets"):
        neo.onnx.load(made("TreeEnsembleRegressor", **attributes))(X)
