# test_onnx_save_files.py - names, weights and refusals of saved models
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="pip install onnx, as in requirements.txt")
pytest.importorskip("neo._core")

from onnx_saved import check

import neo

X = np.random.default_rng(1).normal(size=(3, 6)).astype(np.float32)
PARAMETERS = {"dense": {"w": np.ones((6, 40), "f4"), "b": np.arange(40, dtype="f4")}}


def dense(parameters, x):
    p = parameters["dense"]
    return {"logits": x @ p["w"] + p["b"], "largest": neo.max(x)}


def names(ports):
    return [port.name for port in ports]


def test_weights_are_arrays_among_the_arguments(tmp_path):
    path = tmp_path / "dense.onnx"
    model = neo.onnx.save(dense, (PARAMETERS, neo.spec((3, 6), "f32")), path)
    assert names(model.graph.input) == ["x"]
    assert names(model.graph.output) == ["logits", "largest"]
    assert names(model.graph.initializer)[:2] == ["parameters_dense_w",
                                                  "parameters_dense_b"]
    loaded = neo.onnx.load(path)
    assert set(loaded.parameters) == {"parameters_dense_w", "parameters_dense_b"}
    logits, largest = loaded(X)
    np.testing.assert_allclose(logits, X @ PARAMETERS["dense"]["w"]
                               + PARAMETERS["dense"]["b"], rtol=1e-5)
    assert largest == X.max()


def test_arguments_by_name_and_chosen_names(tmp_path):
    model = neo.onnx.save(dense, {"parameters": PARAMETERS, "x": neo.spec((3, 6), "f32")},
                          tmp_path / "dense.onnx", inputs=["image"],
                          outputs=["scores", "top"])
    assert names(model.graph.input) == ["image"]
    assert names(model.graph.output) == ["scores", "top"]


def test_results_that_are_no_tensors_of_their_own():
    model = check(lambda x: {"a": x, "b": (x + 1, x + 1), "c": 3.5, "d": np.arange(3)}, X)
    assert names(model.graph.output) == ["a", "b_0", "b_1", "c", "d"]


def test_nodes_say_the_line_that_they_are_of():
    model = check(lambda x: neo.tanh(x), X)
    assert model.graph.node[0].doc_string == "test_onnx_save_files.py:55: neo.tanh(x)"


@pytest.mark.parametrize("external", [True, None])
def test_weights_beside_the_model(tmp_path, monkeypatch, external):
    if external is None:
        from neo.onnx.writing import file
        monkeypatch.setattr(file, "MOST_INSIDE", 900)
    path = tmp_path / "large.onnx"
    w = np.random.default_rng(2).normal(size=(6, 400)).astype(np.float32)
    b = np.arange(400, dtype=np.float32)
    model = neo.onnx.save(lambda x: x @ w + b, neo.spec((3, 6), "f32"), path,
                          external=external)
    for tensor in model.graph.initializer[:2]:
        place = {e.key: e.value for e in tensor.external_data}
        assert place["location"] == "large.onnx.data"
        assert int(place["offset"]) % 4096 == 0
    assert path.stat().st_size < 2000
    np.testing.assert_allclose(neo.onnx.load(path)(X)[0], X @ w + b, rtol=1e-5)


@pytest.mark.parametrize("call,error,word", [
    (lambda p: neo.onnx.save(3, (), p), neo.UsageError, "takes a function, not a int"),
    (lambda p: neo.onnx.save(neo.tanh, neo.spec((3,), "f32"), p, inputs=["a", "b"]),
     neo.UsageError, "inputs names 2, but the model has 1"),
    (lambda p: neo.onnx.save(neo.tanh, neo.spec((3,), "f32"), p, outputs=["a", "b"]),
     neo.UsageError, "outputs names 2, but the function returns 1"),
    (lambda p: neo.onnx.save(neo.tanh, neo.spec((3,), "f32"), p / "none" / "m.onnx"),
     FileNotFoundError, "none"),
])
def test_wrong_arguments(tmp_path, call, error, word):
    with pytest.raises(error, match=word):
        call(tmp_path)


def test_too_much_for_one_file(tmp_path, monkeypatch):
    from neo.onnx.writing import file
    monkeypatch.setattr(file, "MOST_INSIDE", 900)
    with pytest.raises(neo.UsageError, match="960 bytes, and a file of ONNX holds less"):
        neo.onnx.save(lambda x: x @ PARAMETERS["dense"]["w"], neo.spec((3, 6), "f32"),
                      tmp_path / "m.onnx", external=False)


def test_a_function_that_onnx_has_not(tmp_path):
    angle = neo.expr("Y[i] = atan2(A[i], B[i])")
    with pytest.raises(neo.onnx.UnsupportedError, match="no operator for 'atan2'"):
        neo.onnx.save(angle, (neo.spec((4,), "f32"),) * 2, tmp_path / "m.onnx")


def test_a_refusal_names_operator_line_and_reason(tmp_path):
    def sums(x):
        return neo.expr("Y[i,j] = X[i + j]", i=10000, j=10000)(x)

    with pytest.raises(neo.onnx.UnsupportedError) as caught:
        neo.onnx.save(sums, neo.spec((20000,), "f32"), tmp_path / "m.onnx")
    assert caught.value.operator == "Y[i,j] = x[i + j]"
    assert caught.value.node.startswith("test_onnx_save_files.py:107: ")
    assert caught.value.reason == "it reads 100000000 places, one by one"
    assert not (tmp_path / "m.onnx").exists()
