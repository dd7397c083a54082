# test_onnx.py - models of ONNX as functions of neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="pip install onnx, as in requirements.txt")
pytest.importorskip("neo._core")

from onnx import TensorProto, helper, numpy_helper
from test_onnx_hostile import model, value

import neo

X = np.random.default_rng(1).normal(size=(3, 6)).astype(np.float32)
W = np.random.default_rng(2).normal(size=(6, 4)).astype(np.float32)
B = np.arange(4, dtype=np.float32)


def dense():
    """relu(x @ w + b) for any number of rows."""
    nodes = [helper.make_node("MatMul", ["x", "w"], ["p"]),
             helper.make_node("Add", ["p", "b"], ["s"]),
             helper.make_node("Relu", ["s"], ["y"])]
    return neo.onnx.load(model(nodes, [value("x", ["N", 6])], [value("y", ["N", 4])],
                               [("w", W), ("b", B)]))


def expected(x, w=W, b=B):
    return np.maximum(x @ w + b, 0)


def test_the_first_import_is_of_the_user():
    code = "import sys, neo; assert 'onnx' not in sys.modules; neo.onnx.load; " \
           "assert 'neo.onnx' in sys.modules and 'onnx' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(ImportError, match="pip install onnx"):
        neo.onnx.load("model.onnx")


def test_inputs_in_order_and_by_name():
    found = dense()
    assert str(found.inputs[0]) == "x: float32[N, 6]"
    assert found.outputs[0].shape == ("N", 4)
    np.testing.assert_allclose(found(X)[0], expected(X), rtol=1e-5)
    np.testing.assert_array_equal(found(x=X)[0], found(X)[0])
    np.testing.assert_allclose(found(X.tolist())[0], expected(X), rtol=1e-5)


@pytest.mark.parametrize("call,error,word", [
    (lambda m: m(), neo.UsageError, "'x' is missing"),
    (lambda m: m(X, X), neo.UsageError, "2 arrays are given"),
    (lambda m: m(X, x=X), neo.UsageError, "'x' is given twice"),
    (lambda m: m(z=X), neo.UsageError, "'z' is no input"),
    (lambda m: m(X.astype(np.float64)), neo.DtypeError, "float32, not float64"),
    (lambda m: m(X[:, :5]), neo.ShapeError, r"the shape \(3, 5\)"),
    (lambda m: m("text"), neo.DtypeError, "input 'x' is a str"),
    (lambda m: m.apply({"q": W}, X), neo.UsageError, "no parameter 'q'"),
    (lambda m: m.apply({"w": W.T}, X), neo.ShapeError, "parameter 'w' has the shape")])
def test_wrong_arguments(call, error, word):
    with pytest.raises(error, match=word):
        call(dense())


def test_gradients_of_parameters_and_inputs():
    found = dense()

    def loss(parameters, x):
        return neo.sum(found.apply(parameters, x)[0] ** 2)

    grads, dx = neo.grad(loss, argnums=(0, 1))(found.parameters, X)
    slope = 2 * expected(X)
    np.testing.assert_allclose(grads["w"], X.T @ slope, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(grads["b"], slope.sum(0), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(dx, slope @ W.T, rtol=1e-4, atol=1e-4)


def test_fine_tuning():
    found = dense()
    target = np.ones((3, 4), np.float32)

    @neo.jit
    def step(parameters, x):
        def loss(parameters):
            return neo.mean((found.apply(parameters, x)[0] - target) ** 2)
        value, grads = neo.value_and_grad(loss)(parameters)
        return value, {n: parameters[n] - 0.05 * grads[n] for n in parameters}

    first, parameters = step(found.parameters, X)
    for _ in range(40):
        last, parameters = step(parameters, X)
    assert last < first / 4
    np.testing.assert_allclose(found.apply(parameters, X)[0], expected(
        X, parameters["w"], parameters["b"]), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(found(X)[0], expected(X), rtol=1e-5)


def test_any_batch_size():
    found = dense()
    run = neo.jit(lambda x: found(x)[0], batch="x")
    for rows in (3, 8, 2):
        x = np.ones((rows, 6), np.float32)
        np.testing.assert_allclose(run(x), expected(x), rtol=1e-5)


def test_one_kernel():
    found = dense()
    said = neo.explain(neo.jit(lambda x: found(x)), neo.spec((64, 6), "f32"))
    assert ": 1 kernel," in said


def test_nodes_are_told_by_their_names(tmp_path):
    found = dense()
    said = neo.explain(found, neo.spec((64, 6), "f32"), html=tmp_path / "page.html")
    assert said.startswith("graph: 1 kernel,")
    for node in ("p = MatMul(x, w)", "s = Add(p, b)", "y = Relu(s)"):
        assert node in said
    assert "y = Relu(s)" in (tmp_path / "page.html").read_text()
    inside = neo.explain(neo.jit(lambda x: found(x)[0] * 2), neo.spec((64, 6), "f32"))
    assert "y = Relu(s)" in inside and "found(x)[0] * 2" in inside


def reshaped():
    return neo.onnx.load(model(
        [helper.make_node("Reshape", ["x", "to"], ["y"])],
        [value("x", [3, 6]), value("to", [2], TensorProto.INT64)], [value("y", None)]))


def test_an_input_that_decides_shapes():
    found = reshaped()
    for shape in ((2, 9), (9, -1), (2, 9)):
        np.testing.assert_array_equal(found(X, np.array(shape))[0], X.reshape(shape))
    with pytest.raises(neo.onnx.ModelError, match=r"18 elements have no shape \(4, 5\)"):
        found(X, np.array([4, 5]))


def test_a_traced_input_that_decides_shapes():
    found = reshaped()
    with pytest.raises(neo.onnx.UnsupportedError, match="its values decide shapes"):
        neo.jit(lambda x, to: found(x, to))(X, np.array([2, 9]))
    to = np.array([2, 9])
    np.testing.assert_array_equal(neo.jit(lambda x: found(x, to)[0])(X), X.reshape(2, 9))


def test_data_that_decides_shapes():
    nodes = [helper.make_node("Cast", ["x"], ["c"], to=TensorProto.INT64),
             helper.make_node("ConstantOfShape", ["c"], ["y"])]
    found = neo.onnx.load(model(nodes, [value("x", [3, 6])], [value("y", None)]))
    with pytest.raises(neo.onnx.UnsupportedError, match="input 'x'.* it is data"):
        found(X)


def test_a_shape_from_a_constant_that_is_traced():
    nodes = [helper.make_node("TopK", ["v", "k"], ["top", "at"]),
             helper.make_node("Expand", ["x", "at"], ["y"])]
    found = neo.onnx.load(model(nodes, [value("x", [1])], [value("y", None)], [
        ("v", np.array([1.0, 5.0, 2.0, 9.0], np.float32)), ("k", np.array([2]))]))
    assert found(X[0, :1])[0].shape == (3, 1)


def test_refusal():
    broken = model([helper.make_node("NonZero", ["x"], ["y"], name="where")],
                   [value("x", [3, 6])], [value("y", None, TensorProto.INT64)])
    with pytest.raises(neo.onnx.UnsupportedError) as caught:
        neo.onnx.load(broken)
    error = caught.value
    assert (error.operator, error.node) == ("NonZero", "where")
    assert "follows from the data" in error.reason
    assert pickle.loads(pickle.dumps(error)).reason == error.reason


def test_sizes_of_data_that_is_known():
    nodes = [helper.make_node("NonZero", ["v"], ["at"]),
             helper.make_node("Gather", ["x", "at"], ["kept"], axis=1),
             helper.make_node("Unique", ["k"], ["u", "first", "", "often"], sorted=0)]
    found = neo.onnx.load(model(
        nodes, [value("x", [3, 6]), value("k", [4], TensorProto.INT64)],
        [value("kept", None), *(value(n, None, TensorProto.INT64)
                                for n in ("u", "first", "often"))],
        [("v", np.array([0, 1.0, 0, 2.0, 0, 0], np.float32))]))
    for k, wanted in (([7, 2, 7, 7], [[7, 2], [0, 1], [3, 1]]),
                      ([1, 1, 1, 1], [[1], [0], [4]])):
        kept, *others = found(X, np.array(k))
        np.testing.assert_array_equal(kept, X[:, [[1, 3]]])
        for a, b in zip(others, wanted):
            np.testing.assert_array_equal(a, b)


def test_an_optional_input_is_there():
    nodes = [helper.make_node("OptionalHasElement", ["x"], ["is"]),
             helper.make_node("OptionalHasElement", [], ["isnt"]),
             helper.make_node("OptionalGetElement", ["x"], ["y"])]
    found = neo.onnx.load(model(nodes, [value("x", [3, 6])], [
        value("is", [], TensorProto.BOOL), value("isnt", [], TensorProto.BOOL),
        value("y", [3, 6])]))
    there, absent, y = found(X)
    assert there and not absent
    np.testing.assert_array_equal(y, X)


def test_an_older_opset():
    old = helper.make_model(helper.make_graph(
        [helper.make_node("Add", ["x", "b"], ["y"], broadcast=1, axis=0)], "graph",
        [value("x", [3, 6]), value("b", [3])], [value("y", [3, 6])]),
        opset_imports=[helper.make_opsetid("", 6)])
    np.testing.assert_array_equal(neo.onnx.load(old)(X, B[:3])[0], X + B[:3, None])
    old.opset_import[0].version = 5
    with pytest.raises(neo.onnx.UnsupportedError, match="opset 5 is older than 6"):
        neo.onnx.load(old)


def test_from_a_path_and_bytes(tmp_path):
    data = model([helper.make_node("Neg", ["x"], ["y"])], [value("x", [3, 6])],
                 [value("y", [3, 6])]).SerializeToString()
    path = tmp_path / "model.onnx"
    path.write_bytes(data)
    for source in (path, str(path), data, bytearray(data)):
        np.testing.assert_array_equal(neo.onnx.load(source)(X)[0], -X)
    with pytest.raises(neo.UsageError, match="a path, bytes or an onnx.ModelProto"):
        neo.onnx.load(7)
    with pytest.raises(FileNotFoundError):
        neo.onnx.load(tmp_path / "none.onnx")


# Control flow


def body(nodes, inputs, outputs):
    return helper.make_graph(nodes, "body", inputs, outputs)


def branches(flag):
    then, other = (body([helper.make_node(o, ["x"], ["b"])], [], [value("b", [3, 6])])
                   for o in ("Abs", "Neg"))
    node = helper.make_node("If", ["flag"], ["y"], then_branch=then, else_branch=other)
    inputs = [value("x", [3, 6]), *([value("flag", [], TensorProto.BOOL)] * (flag is None))]
    constants = [] if flag is None else [("flag", np.array(flag))]
    return neo.onnx.load(model([node], inputs, [value("y", [3, 6])], constants))


def test_a_known_condition():
    np.testing.assert_array_equal(branches(True)(X)[0], np.abs(X))
    np.testing.assert_array_equal(branches(False)(X)[0], -X)


def test_a_condition_that_is_data():
    found = neo.jit(lambda x, flag: branches(None)(x, flag)[0])
    np.testing.assert_array_equal(found(X, np.array(True)), np.abs(X))
    np.testing.assert_array_equal(found(X, np.array(False)), -X)


def loop(trips):
    """`trips` times h = tanh(h * w), and all of the h."""
    nodes = [helper.make_node("Mul", ["h", "w"], ["p"]),
             helper.make_node("Tanh", ["p"], ["next"]),
             helper.make_node("Identity", ["next"], ["out"]),
             helper.make_node("Identity", ["go"], ["on"])]
    inside = body(nodes, [value("n", [], TensorProto.INT64),
                          value("go", [], TensorProto.BOOL), value("h", [4])],
                  [value("on", [], TensorProto.BOOL), value("next", [4]),
                   value("out", [4])])
    node = helper.make_node("Loop", ["trips", "", "x"], ["last", "all"], body=inside)
    return neo.onnx.load(model(
        [node], [value("x", [4])], [value("last", [4]), value("all", [trips, 4])],
        [("trips", np.array(trips)), ("w", np.array(0.9, np.float32))]))


def test_a_long_loop_is_one_operator():
    found = loop(500)
    last, states = found(B)
    h = B
    for _ in range(500):
        h = np.tanh(h * np.float32(0.9))
    np.testing.assert_allclose(last, h, rtol=1e-4)
    assert states.shape == (500, 4)
    text = neo.jit(lambda x: found(x)).ir(B)
    assert text.count("neo.scan") == 1 and len(text) < 4000


def test_a_loop_without_steps():
    last, states = loop(0)(B)
    np.testing.assert_array_equal(last, B)
    assert states.shape == (0, 4) and states.dtype == np.float32


def test_the_gradient_of_a_loop():
    found = loop(3)
    slope = neo.grad(lambda x: neo.sum(found(x)[0]))(B / 4)
    h, want = B / 4, np.ones(4)
    for _ in range(3):
        h = np.tanh(h * 0.9)
        want = want * 0.9 * (1 - h * h)
    np.testing.assert_allclose(slope, want, rtol=1e-5)


@pytest.mark.parametrize("aligned", [0, 1])
def test_an_affine_grid_of_one_image(aligned):
    theta = np.array([[[1, 0.5, 0.25], [-0.5, 2, 0]]], np.float32)
    node = helper.make_node("AffineGrid", ["t", "s"], ["y"], align_corners=aligned)
    proto = model([node], [value("t", [1, 2, 3])], [value("y", None)],
                  [("s", np.array([1, 1, 3, 4]))])
    proto.opset_import[0].version = 20
    found, = neo.onnx.load(proto)(theta)
    rows, columns = (np.linspace(-1, 1, n) * (1 if aligned else 1 - 1 / n) for n in (3, 4))
    places = np.stack([*np.meshgrid(columns, rows), np.ones((3, 4))], -1)
    np.testing.assert_allclose(found, places[None] @ theta[0].T, rtol=1e-6, atol=1e-6)


def test_a_function_of_the_model():
    scaled = helper.make_function(
        "own", "Scaled", ["a"], ["b"],
        [helper.make_node("Constant", [], ["f"]), helper.make_node("Mul", ["a", "f"], ["b"])],
        [helper.make_opsetid("", 18)], attributes=["factor"])
    reference = scaled.node[0].attribute.add()
    reference.name, reference.ref_attr_name = "value_float", "factor"
    reference.type = onnx.AttributeProto.FLOAT
    node = helper.make_node("Scaled", ["x"], ["y"], domain="own", factor=2.5)
    found = neo.onnx.load(model([node], [value("x", [3, 6])], [value("y", [3, 6])],
                                functions=[scaled]))
    np.testing.assert_allclose(found(X)[0], X * 2.5)


# Element types that neo has not


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint16, np.int16, np.uint32,
                                   np.int32, np.uint64, np.int64])
def test_integers_wrap(dtype):
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    nodes = [helper.make_node("Mul", ["a", "b"], ["m"]),
             helper.make_node("Sub", ["m", "b"], ["s"]),
             helper.make_node("Div", ["s", "d"], ["y"])]
    found = neo.onnx.load(model(
        nodes, [value(n, [200], kind) for n in "abd"], [value("y", [200], kind)]))
    draw = np.random.default_rng(3)
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    a, b, d = (draw.integers(low, high, 200, dtype, endpoint=True) for _ in range(3))
    d[:100] = draw.integers(1, 7, 100)
    d[d == 0] = 1
    with np.errstate(over="ignore"):
        total = a * b - b
        want = total // d
        want += ((want * d != total) & ((total < 0) != (d < 0))).astype(dtype)
    have, = found(a, b, d)
    assert have.dtype == dtype
    np.testing.assert_array_equal(have, want)


# Models that the onnx package ships

DATA = Path(onnx.__file__).parent / "backend" / "test" / "data"


def tensors(folder, word):
    paths = sorted(folder.glob(f"{word}_*.pb"), key=lambda p: int(p.stem.split("_")[-1]))
    return [numpy_helper.to_array(onnx.load_tensor(p)) for p in paths]


def check_folder(folder):
    found = neo.onnx.load(folder / "model.onnx")
    for data in folder.glob("test_data_set_*"):
        for have, want in zip(found(*tensors(data, "input")), tensors(data, "output")):
            np.testing.assert_allclose(have, want, rtol=1e-3, atol=1e-5)


SMALL = sorted(p.parent for p in DATA.glob("pytorch-operator/*/model.onnx"))
LARGER = sorted(p.parent for p in DATA.glob("pytorch-converted/*/model.onnx"))


@pytest.mark.parametrize("folder", SMALL[::3], ids=lambda p: p.name)
def test_operators_of_pytorch(folder):
    check_folder(folder)


@pytest.mark.peers
@pytest.mark.parametrize("folder", SMALL + LARGER, ids=lambda p: p.name)
def test_models_of_pytorch(folder):
    check_folder(folder)


@pytest.mark.peers
@pytest.mark.parametrize("path", sorted(DATA.glob("light/*.onnx")), ids=lambda p: p.stem)
def test_light_models(path):
    found = neo.onnx.load(path)
    shape = found.inputs[0].shape
    x = (np.arange(np.prod(shape)).reshape(shape) / np.prod(shape)).astype(np.float32)
    want = numpy_helper.to_array(onnx.load_tensor(path.with_name(path.stem + "_output_0.pb")))
    np.testing.assert_allclose(found(x)[0], want, rtol=1e-3, atol=1e-7)
