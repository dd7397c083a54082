# test_onnx_learned.py - models of scikit-learn, as converters write them
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Linear models, scalers and support vectors of ai.onnx.ml, by ONNX's own evaluator."""

import numpy as np
import pytest

import neo

onnx = pytest.importorskip("onnx")
from onnx import TensorProto, helper  # noqa: E402
from onnx.reference import ReferenceEvaluator  # noqa: E402

X = np.random.default_rng(5).standard_normal((7, 4)).astype(np.float32)


def made(operator: str, outputs: tuple[str, ...] = ("y",), **attributes) -> bytes:
    node = helper.make_node(operator, ["x"], outputs, domain="ai.onnx.ml", **attributes)
    kinds = {"label": TensorProto.INT64}
    graph = helper.make_graph(
        [node], "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, 4])],
        [helper.make_tensor_value_info(o, kinds.get(o, TensorProto.FLOAT), None)
         for o in outputs])
    return helper.make_model(graph, ir_version=8, opset_imports=[
        helper.make_opsetid("", 17), helper.make_opsetid("ai.onnx.ml", 3)
    ]).SerializeToString()


def agree(model: bytes, x: np.ndarray = X) -> None:
    want = ReferenceEvaluator(model).run(None, {"x": x})
    for got, expected in zip(neo.onnx.load(model)(x), want, strict=True):
        np.testing.assert_allclose(np.asarray(got), expected, rtol=2e-6, atol=1e-6)


def test_linear_regressor():
    agree(made("LinearRegressor", coefficients=X[:3].ravel().tolist(), targets=3,
               intercepts=[1.0, 2.0, 3.0]))


@pytest.mark.parametrize("post", ["NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"])
def test_linear_classifier(post: str):
    slopes = X[:3].ravel().tolist()
    agree(made("LinearClassifier", ("label", "y"), coefficients=slopes, multi_class=1,
               intercepts=[0.5, 0.0, -0.5], classlabels_ints=[7, 3, 9], post_transform=post))


@pytest.mark.parametrize("kernel", ["LINEAR", "POLY", "RBF", "SIGMOID"])
def test_support_vectors(kernel: str):
    agree(made("SVMRegressor", kernel_type=kernel, kernel_params=[0.3, 0.5, 2.0], n_supports=3,
               support_vectors=X[:3].ravel().tolist(), coefficients=[1.0, -2.0, 0.5],
               rho=[0.25]))


@pytest.mark.parametrize("norm", ["MAX", "L1", "L2"])
def test_rows_are_normalised(norm: str):
    agree(made("Normalizer", norm=norm))
    zeros = neo.onnx.load(made("Normalizer", norm=norm))(0 * X)[0]
    assert not np.asarray(zeros).any()


def test_features_are_scaled():
    agree(made("Scaler", offset=[1.0, 2.0, 3.0, 4.0], scale=[2.0, 0.5, 1.0, 3.0]))
    agree(made("Scaler", offset=[1.0], scale=[2.0]))


def test_categories_as_labels():
    x, keys = np.array([[1, 2, 3, 7], [5, 1, 1, 2]], np.float32), [2.0, 5.0, 1.0]
    agree(made("LabelEncoder", ("label",), keys_floats=keys, values_int64s=[4, 5, 6],
               default_int64=-3), x)
    agree(made("LabelEncoder", keys_floats=keys, values_floats=[0.5, 2.0, 3.0]), x)


def test_of_repeated_keys_the_last_counts_and_nan_is_a_key():
    model = made("LabelEncoder", ("label",), keys_floats=[1.0, 1.0, 2.0, float("nan")],
                 values_int64s=[4, 5, 6, 7])
    found, = neo.onnx.load(model)(np.array([[1, 2, 3, np.nan]], np.float32))
    np.testing.assert_array_equal(found, [[5, 6, -1, 7]])


def test_categories_as_vectors():
    found, = neo.onnx.load(made("OneHotEncoder", cats_int64s=[2, 7, 1]))(
        np.array([[1, 2, 3, 7]], np.float32))
    np.testing.assert_array_equal(found, [np.eye(3)[[2, 0, 0, 1]] * [[1], [1], [0], [1]]])


@pytest.mark.parametrize("missing", [float("nan"), 2.0])
def test_missing_values_are_replaced(missing: float):
    x = X.copy()
    x[2, 1] = x[5, 3] = missing
    agree(made("Imputer", imputed_value_floats=[1.0, 2.0, 3.0, 4.0],
               replaced_value_float=missing), x)


@pytest.mark.parametrize("operator, attributes, reason", [
    ("LinearClassifier", dict(coefficients=[1.0] * 8, intercepts=[0.0] * 2,
                              classlabels_strings=["a", "b"]), "strings"),
    ("LinearClassifier", dict(coefficients=[1.0] * 4, classlabels_ints=[0, 1]), "two classes"),
    ("SVMRegressor", dict(coefficients=[1.0], support_vectors=[1.0] * 4), "outliers")])
def test_refused_by_name(operator: str, attributes: dict, reason: str):
    model = made(operator, ("label", "y") if "Classifier" in operator else ("y",), **attributes)
    with pytest.raises(neo.onnx.UnsupportedError, match=reason):
        neo.onnx.load(model)(X)


@pytest.mark.parametrize("operator, attributes, wrong", [
    ("LinearRegressor", dict(coefficients=[1.0] * 5), "not whole rows"),
    ("LinearRegressor", dict(coefficients=[1.0] * 8, targets=2, intercepts=[1.0]),
     "1 intercepts for 2"),
    ("Scaler", dict(offset=[1.0] * 3, scale=[1.0]), "3 numbers for 4 features"),
    ("SVMRegressor", dict(n_supports=2, coefficients=[1.0, 1.0], support_vectors=[1.0] * 7),
     "not 2 support vectors"),
    ("Imputer", dict(imputed_value_floats=[1.0, 2.0]), "2 values for 4")])
def test_numbers_that_do_not_fit(operator: str, attributes: dict, wrong: str):
    with pytest.raises(neo.onnx.ModelError, match=wrong):
        neo.onnx.load(made(operator, **attributes))(X)
