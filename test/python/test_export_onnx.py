# test_export_onnx.py - models of ONNX as modules
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo-compile model.onnx -o FOLDER`, and neo.export of what neo.onnx.load gives."""

from pathlib import Path

import neo
import numpy as np
import pytest
from neo import exports
from neo.exports.command import main

onnx = pytest.importorskip("onnx", reason="pip install onnx")
W = np.random.default_rng(0).standard_normal((6, 4)).astype(np.float32)


@pytest.fixture()
def model(tmp_path: Path) -> Path:
    """relu(x w) and its sum, for any number of rows."""
    from onnx import TensorProto, helper, numpy_helper
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["s"]),
         helper.make_node("Relu", ["s"], ["hidden/relu"]),
         helper.make_node("ReduceSum", ["hidden/relu"], ["total"], keepdims=0)], "layer",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["N", 6])],
        [helper.make_tensor_value_info("hidden/relu", TensorProto.FLOAT, ["N", 4]),
         helper.make_tensor_value_info("total", TensorProto.FLOAT, [])],
        [numpy_helper.from_array(W, "w")])
    path = tmp_path / "layer.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)]),
              path)
    return path


def test_the_command(model: Path, tmp_path: Path, capsys):
    folder = tmp_path / "layer.neo"
    assert main([str(model), "-o", str(folder), "--shape", "x=5,6", "--threads", "1",
                 "--target", "avx512,avx2,neon"]) == 0
    assert capsys.readouterr().out == f"{folder}: x f32[5, 6]\n"
    said = exports.manifest.read(folder)
    assert said["threads"] == 1
    assert [t["name"] for t in said["targets"]] == ["avx512", "avx2", "neon"]
    module = neo.load(folder)
    assert list(module.outputs) == ["hidden/relu", "total"]
    x = np.random.default_rng(1).standard_normal((5, 6)).astype(np.float32)
    hidden, total = module(x)
    np.testing.assert_allclose(hidden, np.maximum(x @ W, 0), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(total, hidden.sum(), rtol=1e-5)
    header = (folder / f"{said['name']}.h").read_text()
    assert "float *hidden_relu" in header and "const float *x" in header


def test_types_that_neo_has_not_are_wider(tmp_path: Path):
    """As inside of a model: i32 for uint8, whose sums wrap."""
    from onnx import TensorProto, helper
    graph = helper.make_graph(
        [helper.make_node("Add", ["x", "x"], ["y"])], "twice",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, [3])],
        [helper.make_tensor_value_info("y", TensorProto.UINT8, [3])])
    onnx.save(helper.make_model(graph), tmp_path / "twice.onnx")
    assert main([str(tmp_path / "twice.onnx"), "-o", str(tmp_path / "m.neo")]) == 0
    module = neo.load(tmp_path / "m.neo")
    assert module.inputs == {"x": neo.spec(3, "i32")}
    found, = module(np.array([1, 100, 200], np.int32))
    np.testing.assert_array_equal(found, [2, 200, 144])


@pytest.mark.parametrize("arguments, said", [
    ([], "needs a model and -o FOLDER"),
    (["MODEL", "-o", "FOLDER"], "input 'x' has open extents, x: float32[N, 6]: say "
     "--shape x=..."),
    (["MODEL", "-o", "FOLDER", "--shape", "y=3"], "--shape names y, but the inputs are x"),
    (["MODEL", "-o", "FOLDER", "--shape", "x"], "--shape is 'x', but must be"),
    (["MODEL", "-o", "FOLDER", "--shape", "x=2,6", "--target", "sse"],
     "there is no target 'sse' to export for"),
    (["MODEL", "-o", "FOLDER", "--shape", "x=2,7"], "x"),
    (["nothing.onnx", "-o", "FOLDER"], "nothing.onnx"),
])
def test_what_the_command_refuses(arguments: list[str], said: str, model: Path,
                                  tmp_path: Path, capsys):
    places = {"MODEL": str(model), "FOLDER": str(tmp_path / "m.neo")}
    assert main([places.get(a, a) for a in arguments]) == 1
    printed = capsys.readouterr()
    assert said in printed.err and printed.err.startswith("neo-compile: ")
    assert "Traceback" not in printed.err
    assert not (tmp_path / "m.neo").exists()


def test_the_runtime_is_found(capsys):
    assert main(["--runtime"]) == 0
    folder = Path(capsys.readouterr().out.strip())
    assert (folder / "libneo_runtime.so").is_file()
    assert (folder / "include" / "Neo" / "Runtime" / "C" / "Neo.h").is_file()


def test_fine_tuning_leaves_the_laboratory(model: Path, tmp_path: Path):
    """A training step of a model, its weights among inputs and outputs."""
    loaded = neo.onnx.load(model)

    def step(parameters, x):
        def loss(parameters):
            return neo.mean(loaded.apply(parameters, x)[0] ** 2)
        value, slopes = neo.value_and_grad(loss)(parameters)
        return value, neo.tree.map(lambda p, s: p - 0.1 * s, parameters, slopes)

    x = np.random.default_rng(2).standard_normal((5, 6)).astype(np.float32)
    module = neo.load(neo.export(step, loaded.parameters, x, path=tmp_path / "s.neo"))
    parameters, values = loaded.parameters, []
    for _ in range(5):
        value, parameters = module(parameters, x)
        values.append(float(value))
    assert values == sorted(values, reverse=True) and values[-1] < 0.9 * values[0]
