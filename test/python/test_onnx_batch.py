# test_onnx_batch.py - models of ONNX for every number of items
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What a model makes of the size of the batch, as the first states of its loops."""

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="onnx is not installed: run scripts/setup.sh")

import neo  # noqa: E402
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

ONE = numpy_helper.from_array(np.ones(1, np.float32))
MADE = {
    "ConstantOfShape": [helper.make_node("ConstantOfShape", ["shape"], ["h"], value=ONE)],
    "Expand": [helper.make_node("Expand", ["row", "shape"], ["h"])],
}


@pytest.mark.parametrize("name", MADE)
def test_constants_as_long_as_the_batch(name):
    nodes = [helper.make_node("Shape", ["x"], ["sizes"]),
             helper.make_node("Gather", ["sizes", "first"], ["items"], axis=0),
             helper.make_node("Concat", ["items", "three"], ["shape"], axis=0),
             *MADE[name], helper.make_node("Add", ["x", "h"], ["y"])]
    constants = {"first": np.array([0]), "three": np.array([3]),
                 "row": np.ones((1, 3), np.float32)}
    graph = helper.make_graph(
        nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["B", 3])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["B", 3])],
        [numpy_helper.from_array(c, n) for n, c in constants.items()])
    loaded = neo.onnx.load(helper.make_model(graph))
    run = neo.jit(lambda x: neo.tree.leaves(loaded(x))[0], batch="x")
    for items in 4, 1, 130:
        x = np.arange(3 * items, dtype=np.float32).reshape(items, 3)
        np.testing.assert_array_equal(run(x), x + 1)


def test_floats_of_eight_bits_in_a_batch():
    nodes = [helper.make_node("Cast", ["x"], ["h"], to=TensorProto.FLOAT8E4M3FN),
             helper.make_node("Cast", ["h"], ["y"], to=TensorProto.FLOAT)]
    graph = helper.make_graph(
        nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["B", 4])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["B", 4])])
    loaded = neo.onnx.load(helper.make_model(graph))
    run = neo.jit(lambda x: loaded(x)[0], batch="x")
    for items in 3, 70:
        x = np.tile(np.float32([100, 200, -3000, 1.7]), (items, 1))
        np.testing.assert_array_equal(run(x)[-1], [96, 192, -448, 1.75])
