# test_onnx_hostile.py - files of ONNX that are damaged, or lie
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each gets an error of neo.onnx, and never a crash, a read outside the model's folder
or an allocation by the file's word alone."""

import random
import tracemalloc

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="pip install onnx, as in requirements.txt")
pytest.importorskip("neo._core")

from onnx import TensorProto, helper, numpy_helper

import neo

REFUSALS = (neo.onnx.ModelError, neo.onnx.UnsupportedError, neo.Error)


def value(name, shape, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def model(nodes, inputs, outputs, constants=(), functions=()):
    graph = helper.make_graph(nodes, "graph", inputs, outputs, [
        numpy_helper.from_array(array, name) for name, array in constants])
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("own", 1)]
    return helper.make_model(graph, opset_imports=opsets, functions=functions)


def rich():
    """A model with weights, attributes, shapes by arithmetic, a function and an If."""
    branches = {}
    for name, operator in (("then_branch", "Relu"), ("else_branch", "Neg")):
        branches[name] = helper.make_graph(
            [helper.make_node(operator, ["c"], ["b"])], name, [], [value("b", None)])
    twice = helper.make_function(
        "own", "Twice", ["a"], ["b"], [helper.make_node("Add", ["a", "a"], ["b"])],
        [helper.make_opsetid("", 18)])
    nodes = [
        helper.make_node("Conv", ["x", "w"], ["c0"], pads=[1, 1, 1, 1]),
        helper.make_node("Twice", ["c0"], ["c1"], domain="own"),
        helper.make_node("Conv", ["c1", "v"], ["c"], kernel_shape=[1, 1]),
        helper.make_node("If", ["flag"], ["r"], **branches),
        helper.make_node("Shape", ["r"], ["s"], end=1),
        helper.make_node("Concat", ["s", "rest"], ["to"], axis=0),
        helper.make_node("Reshape", ["r", "to"], ["y"])]
    return model(nodes, [value("x", [1, 2, 4, 4])], [value("y", [1, 48])], [
        ("w", np.ones((3, 2, 3, 3), np.float32)),
        ("v", np.eye(3, dtype=np.float32).reshape(3, 3, 1, 1)), ("rest", np.array([-1])),
        ("flag", np.array(True))], [twice])


X = np.ones((1, 2, 4, 4), np.float32)


def run(data):
    """Loads a file and, if it is a model, calls it; refusals are results."""
    try:
        loaded = neo.onnx.load(data)
        arrays = [np.ones([s if isinstance(s, int) else 2 for s in p.shape or ()], p.dtype)
                  for p in loaded.inputs if np.prod(
                      [s for s in p.shape or () if isinstance(s, int)]) < 1e5]
        loaded(*arrays)
    except REFUSALS:
        return "refused"
    return "ran"


def test_the_model_is_fine():
    found, = neo.onnx.load(rich().SerializeToString())(X)
    assert found.shape == (1, 48) and found.max() == 36


def test_every_97th_truncation():
    data = rich().SerializeToString()
    assert len(data) > 700
    assert {run(data[:end]) for end in range(0, len(data), 97)} == {"refused"}


def test_random_bytes():
    data = rich().SerializeToString()
    draw = random.Random(20)
    outcomes = []
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(draw.choice((1, 1, 3, 20))):
            damaged[draw.randrange(len(data))] = draw.randrange(256)
        outcomes.append(run(bytes(damaged)))
    assert "refused" in outcomes


def refused(broken, word, *arrays):
    with pytest.raises(neo.onnx.ModelError, match=word):
        loaded = neo.onnx.load(broken)
        loaded(*(arrays or [X[0, 0]] * len(loaded.inputs)))


def test_cycle():
    nodes = [helper.make_node("Add", ["x", "b"], ["a"]),
             helper.make_node("Neg", ["a"], ["b"])]
    refused(model(nodes, [value("x", [4, 4])], [value("b", [4, 4])]),
            "'a' reads 'b', which no input, initialiser or node before it")


def test_missing_initialiser():
    nodes = [helper.make_node("Add", ["x", "w"], ["y"])]
    refused(model(nodes, [value("x", [4, 4])], [value("y", [4, 4])]), "reads 'w'")


def test_name_made_twice():
    nodes = [helper.make_node("Neg", ["x"], ["y"]), helper.make_node("Abs", ["x"], ["y"])]
    refused(model(nodes, [value("x", [4, 4])], [value("y", [4, 4])]), "'y' is made twice")


def test_initialiser_twice():
    refused(model([helper.make_node("Neg", ["w"], ["y"])], [], [value("y", [2])],
                  [("w", X[0, 0, 0]), ("w", X[0, 0, 0])]), "'w' is there twice")


def test_missing_output():
    refused(model([], [value("x", [4, 4])], [value("y", [4, 4])]), "reads 'y'")


@pytest.mark.parametrize("dims,word", [
    ([-2, 2], "an extent is 0 or more"), ([2**40, 2**40], "bytes long"),
    ([5], "20 bytes long, but the file holds 16")])
def test_dimensions_that_lie(dims, word):
    broken = model([helper.make_node("Neg", ["w"], ["y"])], [], [value("y", [4])],
                   [("w", np.ones(4, np.float32))])
    broken.graph.initializer[0].dims[:] = dims
    tracemalloc.start()
    refused(broken, word)
    assert tracemalloc.get_traced_memory()[1] < 2**24
    tracemalloc.stop()


@pytest.mark.parametrize("operator,constants", [
    ("ConstantOfShape", {"s": [2**40, 2**20]}), ("ConstantOfShape", {"s": [-4]}),
    ("Expand", {"x": [1.0], "s": [2**60]}), ("Tile", {"x": [1.0], "s": [2**60]}),
    ("Range", {"a": 0, "b": 2**62, "c": 1}), ("Range", {"a": 0, "b": 1, "c": 0}),
    ("Pad", {"x": [1.0], "s": [2**60, 0]}), ("Reshape", {"x": [1.0], "s": [-7]}),
    ("Reshape", {"x": [1.0, 2.0], "s": [3]}), ("Squeeze", {"x": [1.0], "s": [5]}),
    ("Resize", {"x": [1.0], "": 0, "s": [1e30]}), ("Upsample", {"x": [1.0], "s": [-1e3]}),
    ("Gather", {"x": [1.0], "i": [7]}), ("Slice", {"x": [1.0], "a": [0], "b": [1, 2]}),
    ("OneHot", {"i": [1], "d": 2**60, "v": [0.0, 1.0]})])
def test_sizes_from_values(operator, constants):
    arrays = [(name, np.array(v, np.float32 if isinstance(np.ravel(v)[0], float) else None))
              for name, v in constants.items() if name]
    broken = model([helper.make_node(operator, list(constants), ["y"])], [],
                   [value("y", None)], arrays)
    if operator == "Upsample":
        broken.opset_import[0].version = 9
    tracemalloc.start()
    with pytest.raises(REFUSALS):
        neo.onnx.load(broken)()
    assert tracemalloc.get_traced_memory()[1] < 2**26
    tracemalloc.stop()


@pytest.mark.parametrize("change,word", [
    (dict(kernel_shape=[0, 3]), "kernel"), (dict(strides=[0, 1]), "strides"),
    (dict(pads=[1, 1]), "pads"), (dict(pads=[-1, 0, 0, 0]), "pads"),
    (dict(kernel_shape=[2**40, 1]), "do not fit"), (dict(), "kernel_shape")])
def test_windows_that_lie(change, word):
    node = helper.make_node("MaxPool", ["x"], ["y"], **{
        **({"kernel_shape": [2, 2]} if change else {}), **change})
    refused(model([node], [value("x", [1, 2, 4, 4])], [value("y", None)]), word, X)


def test_wrong_types():
    node = helper.make_node("Add", ["x", "i"], ["y"])
    broken = model([node], [value("x", [4, 4]), value("i", [4], TensorProto.INT64)],
                   [value("y", None)])
    found = neo.onnx.load(broken)
    with pytest.raises(neo.DtypeError, match="input 'i' is int64, not float32"):
        found(X[0, 0], X[0, 0, 0])


def test_function_that_calls_itself():
    own = helper.make_function("own", "F", ["a"], ["b"],
                               [helper.make_node("F", ["a"], ["b"], domain="own")],
                               [helper.make_opsetid("own", 1)])
    refused(model([helper.make_node("F", ["x"], ["y"], domain="own")],
                  [value("x", [4, 4])], [value("y", None)], functions=[own]), "nested")


def external(tmp_path, **entries):
    """A model whose weights lie in another file; its path."""
    found = model([helper.make_node("Neg", ["w"], ["y"])], [], [value("y", [4])],
                  [("w", np.arange(4, dtype=np.float32))])
    tensor = found.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    for key, text in entries.items():
        entry = tensor.external_data.add()
        entry.key, entry.value = key, str(text)
    folder = tmp_path / "models"
    folder.mkdir(exist_ok=True)
    (folder / "weights.bin").write_bytes(b"\0" * 8 + np.arange(4, dtype="<f4").tobytes())
    (tmp_path / "secret").write_bytes(b"\0" * 64)
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "model.onnx").write_bytes(found.SerializeToString())
    return folder / "model.onnx"


def test_external_data(tmp_path):
    path = external(tmp_path, location="weights.bin", offset=8, length=16)
    np.testing.assert_array_equal(neo.onnx.load(path)()[0], -np.arange(4.0))
    with pytest.raises(neo.onnx.ModelError, match="load the model by its path"):
        neo.onnx.load(path.read_bytes())


@pytest.mark.parametrize("entries", [
    dict(location="../secret"), dict(location="/etc/hostname"), dict(location="link"),
    dict(location=""), dict(location="."), dict(location="nothing.bin"),
    dict(location="weights.bin", offset=16), dict(location="weights.bin", offset=-8),
    dict(location="weights.bin", length=2**60), dict(location="weights.bin", offset="a"),
    dict(location="weights.bin\0x")])
def test_external_data_that_lies(tmp_path, entries):
    with pytest.raises(neo.onnx.ModelError, match="tensor 'w'"):
        neo.onnx.load(external(tmp_path, **entries))


def looped(trips, condition, nodes=(), counts=False):
    """A Loop that doubles x, or adds the number of its step."""
    inside = helper.make_graph(
        [*nodes, helper.make_node("Cast", ["i"], ["n"], to=TensorProto.FLOAT),
         helper.make_node("Add", ["s", "n" if counts else "s"], ["o"])][not counts:], "body",
        [value("i", [], TensorProto.INT64), value("ci", [], TensorProto.BOOL),
         value("s", [2])], [value(condition, [], TensorProto.BOOL), value("o", [2])])
    return model([helper.make_node("Loop", ["n", "", "x"], ["y"], body=inside)],
                 [value("x", [2])], [value("y", [2])], [("n", np.array(trips))])


def test_condition_of_a_loop_that_is_made_of_itself():
    data = looped(3, "c", [helper.make_node("Identity", ["c"], ["c"])], counts=True)
    with pytest.raises(neo.onnx.ModelError, match="made of itself"):
        neo.onnx.load(data)(np.ones(2, np.float32))


def test_a_tensor_of_strings_is_refused_by_name():
    data = model([helper.make_node("Identity", ["x"], ["y"])], [value("x", [2])],
                 [value("y", [2])], [("names", np.array(["a", "b"], object))])
    with pytest.raises(neo.onnx.UnsupportedError, match="tensor 'names'.*strings"):
        neo.onnx.load(data)
