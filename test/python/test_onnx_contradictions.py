# test_onnx_contradictions.py - models of ONNX that contradict themselves
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A node whose attributes and inputs do not go together is refused by its name."""

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="onnx is not installed: run scripts/setup.sh")

import neo  # noqa: E402
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

W, R = np.ones((1, 16, 3), np.float32), np.ones((1, 16, 4), np.float32)
X = np.ones((2, 1, 3), np.float32)
IMAGE, KERNEL = np.ones((1, 1, 6, 6), np.float32), np.ones((1, 1, 3, 3), np.float32)
LSTM = "LSTM", X, {"w": W, "r": R}
CONV = "Conv", IMAGE, {"w": KERNEL}
WRONG = {
    "direction is 'sideways', but must be one of forward, reverse, bidirectional":
        (*LSTM, {"hidden_size": 4, "direction": "sideways"}),
    "for 2 direction(s) of 4 units": (*LSTM, {"hidden_size": 4,
                                              "direction": "bidirectional"}),
    "for 1 direction(s) of 7 units": (*LSTM, {"hidden_size": 7}),
    "auto_pad is 'SAME', but must be one of NOTSET": (*CONV, {"auto_pad": "SAME"}),
    "kernel_shape is (2, 2), but the weights are of (3, 3)":
        (*CONV, {"kernel_shape": [2, 2]}),
    "its inputs are of float32, int64":
        ("Concat", X, {"w": np.ones((2, 1, 3), np.int64)}, {"axis": 0}),
    "it has no attribute 'axis'": ("Concat", X, {"w": X}, {}),
    "it has no attribute 'to'": ("Cast", X, {}, {}),
}


@pytest.mark.parametrize("said", WRONG)
def test_contradictions(said):
    operator, x, constants, attributes = WRONG[said]
    graph = helper.make_graph(
        [helper.make_node(operator, ["x", *constants], ["y"], name="n", **attributes)],
        "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, x.shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(c, n) for n, c in constants.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    with pytest.raises(neo.Error) as caught:
        neo.onnx.load(model)(x)
    assert said in str(caught.value) and operator in str(caught.value)
