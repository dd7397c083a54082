# learned.py - linear models, support vectors and scalers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What converters of scikit-learn write for models that are products: ai.onnx.ml's
LinearRegressor, LinearClassifier, SVMRegressor, Scaler, Normalizer and Imputer."""

from __future__ import annotations

from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import carrier
from neo.onnx.items import Item, traced
from neo.onnx.node import Node
from neo.onnx.operators.scores import (FLOAT, count_features, labelled, numbers, rows_of,
                                       transformed)
from neo.onnx.records import record

_ML = "ai.onnx.ml"


def _floats(node: Node, name: str, default: Any = ()) -> np.ndarray:
    return numbers(node, name, np.float32, default)


def _linear(node: Node, x: Item) -> Any:
    """Scores [rows, targets]: coefficients are one row of features after the other."""
    rows, slopes = rows_of(node, x), _floats(node, "coefficients")
    features = rows.shape[1]
    if not len(slopes) or not features or len(slopes) % features:
        node.wrong(f"{len(slopes)} coefficients are not whole rows of {features} features")
    scores = rows @ slopes.reshape(-1, features).T.copy()
    offsets = _floats(node, "intercepts")
    if len(offsets) not in (0, scores.shape[1]):
        node.wrong(f"{len(offsets)} intercepts for {scores.shape[1]} targets")
    return scores + offsets if len(offsets) else scores


@record("LinearRegressor", domain=_ML)
def linear_regressor(node: Node, x: Item) -> Item:
    scores = _linear(node, x)
    if (targets := node.attribute("targets", 1)) != scores.shape[1]:
        node.wrong(f"{targets} targets, but coefficients of {scores.shape[1]}")
    return traced(transformed(node, scores), FLOAT)


@record("LinearClassifier", domain=_ML)
def linear_classifier(node: Node, x: Item) -> list[Item]:
    scores = _linear(node, x)
    if scores.shape[1] == 1:
        node.refuse("one score stands for two classes")
    return labelled(node, scores)


@record("SVMRegressor", domain=_ML)
def svm_regressor(node: Node, x: Item) -> Item:
    """The sum of coefficients times kernels of the support vectors, and rho."""
    rows, vectors = rows_of(node, x), _floats(node, "support_vectors")
    factors, rho = _floats(node, "coefficients"), _floats(node, "rho", (0.0,))
    if node.attribute("one_class", 0) or not node.attribute("n_supports", 0):
        node.refuse("it is a detector of outliers, or linear")
    if vectors.size != len(factors) * rows.shape[1] or len(rho) != 1:
        node.wrong(f"{vectors.size} numbers are not {len(factors)} support vectors of "
                   f"{rows.shape[1]} features")
    kernels = _kernels(node, rows, vectors.reshape(len(factors), -1))
    return traced(transformed(node, kernels @ factors[:, None] + rho), FLOAT)


def _kernels(node: Node, rows: Any, vectors: np.ndarray) -> Any:
    """[rows, support vectors]."""
    gamma, offset, degree = (*_floats(node, "kernel_params"), 0.0, 0.0, 0.0)[:3]
    kind = node.attribute("kernel_type", "LINEAR")
    if kind == "RBF":
        apart = rows[:, None, :] - vectors
        return neo.exp(-gamma * neo.sum(apart * apart, 2))
    products = rows @ vectors.T.copy()
    if kind == "LINEAR":
        return products
    if kind == "POLY":
        return (gamma * products + offset) ** float(degree)
    if kind == "SIGMOID":
        return neo.tanh(gamma * products + offset)
    return node.refuse(f"its kernel is {kind}")


@record("Scaler", domain=_ML)
def scaler(node: Node, x: Item) -> Item:
    rows = rows_of(node, x)
    offset, scale = _floats(node, "offset", (0.0,)), _floats(node, "scale", (1.0,))
    for name, each in (("offset", offset), ("scale", scale)):
        if len(each) not in (1, rows.shape[1]):
            node.wrong(f"{name} has {len(each)} numbers for {rows.shape[1]} features")
    return traced((rows - offset) * scale, FLOAT)


@record("Normalizer", domain=_ML)
def normalizer(node: Node, x: Item) -> Item:
    """Rows over their norm; rows of zeros stay."""
    rows, norm = rows_of(node, x), node.attribute("norm", "MAX")
    if norm not in ("MAX", "L1", "L2"):
        node.wrong(f"norm is {norm}, not MAX, L1 or L2")
    size = {"MAX": lambda: neo.max(neo.abs(rows), 1), "L1": lambda: neo.sum(neo.abs(rows), 1),
            "L2": lambda: neo.sqrt(neo.sum(rows * rows, 1))}[norm]()[:, None]
    return traced(rows / neo.where(size == 0, 1.0, size), FLOAT)


@record("Imputer", domain=_ML)
def imputer(node: Node, x: Item) -> Item:
    """Values in place of those that are missing, which are NaN or `replaced_value`."""
    kind = "int64" if x.dtype.kind == "i" else "float"
    values = numbers(node, f"imputed_value_{kind}s", carrier(x.dtype))
    missing = node.attribute(f"replaced_value_{kind}", 0)
    if len(values) not in (1, features := count_features(node, x)):
        node.wrong(f"{len(values)} values for {features} features")
    is_missing = neo.isnan(x.x) if missing != missing else x.x == missing
    return traced(neo.where(is_missing, values, x.x), x.dtype)
