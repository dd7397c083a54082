# learned.py - classifiers of scikit-learn as models of ONNX
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Fitted here to the digits that scikit-learn ships, and written as converters write
them: products and activations, or trees of ai.onnx.ml."""

from __future__ import annotations

from typing import Any

import numpy as np
from zoo import Made


def _digits() -> tuple[np.ndarray, np.ndarray]:
    from sklearn.datasets import load_digits
    x, y = load_digits(return_X_y=True)
    return (x / 16).astype(np.float32), y


def _model(nodes: list[Any], weights: dict[str, np.ndarray], x: np.ndarray,
           output: str) -> Made:
    from onnx import TensorProto, helper, numpy_helper
    graph = helper.make_graph(
        nodes, "classifier",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["N", x.shape[1]])],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["N", 10])],
        [numpy_helper.from_array(a.astype(np.float32), n) for n, a in weights.items()])
    return helper.make_model(graph, ir_version=10, opset_imports=[
        helper.make_opsetid("", 17), helper.make_opsetid("ai.onnx.ml", 3)]), {"x": x}


def perceptron() -> Made:
    """Two hidden layers."""
    from onnx import helper
    from sklearn.neural_network import MLPClassifier
    x, y = _digits()
    fitted = MLPClassifier((64, 32), max_iter=40, random_state=0).fit(x, y)
    nodes, weights, last = [], {}, "x"
    for n, (w, b) in enumerate(zip(fitted.coefs_, fitted.intercepts_)):
        weights |= {f"w{n}": w, f"b{n}": b}
        nodes += [helper.make_node("MatMul", [last, f"w{n}"], [f"p{n}"]),
                  helper.make_node("Add", [f"p{n}", f"b{n}"], [f"s{n}"])]
        is_last = n == len(fitted.coefs_) - 1
        last = "y" if is_last else f"h{n}"
        nodes.append(helper.make_node("Softmax", [f"s{n}"], [last], axis=1) if is_last
                     else helper.make_node("Relu", [f"s{n}"], [last]))
    return _model(nodes, weights, x[:256], "y")


def logistic() -> Made:
    from onnx import helper
    from sklearn.linear_model import LogisticRegression
    x, y = _digits()
    fitted = LogisticRegression(max_iter=200).fit(x, y)
    nodes = [helper.make_node("Gemm", ["x", "w", "b"], ["s"], transB=1),
             helper.make_node("Softmax", ["s"], ["y"], axis=1)]
    return _model(nodes, {"w": fitted.coef_, "b": fitted.intercept_}, x[:256], "y")


MODELS = {"sklearn perceptron": perceptron, "sklearn logistic": logistic}
