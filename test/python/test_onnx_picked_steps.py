# test_onnx_picked_steps.py - operators that pick elements of dequantised tensors
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Pairs around operators that move elements, or take the largest of some."""
import numpy as np
import pytest

pytest.importorskip("onnx", reason="pip install onnx, as in requirements.txt")
pytest.importorskip("neo._core")

from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator
from onnx_pairs import RNG, Pairs, check_steps, drawn, middle

import neo

OPERATORS = {
    "MaxPool": {"kernel_shape": [3, 2], "strides": [2, 1], "pads": [1, 0, 1, 1]},
    "GlobalMaxPool": {}, "Flatten": {"axis": 2}, "Transpose": {"perm": [0, 2, 3, 1]},
    "SpaceToDepth": {"blocksize": 2}, "Identity": {}}


def pair_around(operator, kind, factor=1.0, **attributes):
    """A node between pairs, whose scales are `factor` apart."""
    pairs = Pairs()
    x = pairs.read("x", drawn(kind, 1, 4, 6, 8), 0.03, middle(kind), False)
    pairs.node(operator, [x], "p", **attributes)
    pairs.quantise("p", 0.03 * factor, pairs.arrays["x_z"])
    return pairs


def are_floats(pairs, kind):
    """Whether the program computes in floats at all."""
    model = neo.onnx.load(pairs.model(kind))
    said = str(neo.explain(model, neo.spec((1, 4, 6, 8), "i32"), verbose=True))
    return "DequantizeLinear" in said


@pytest.mark.parametrize("kind", [np.uint8, np.int8])
@pytest.mark.parametrize("operator", OPERATORS)
def test_a_pair_of_one_scale_is_nothing(operator, kind):
    pairs = pair_around(operator, kind, **OPERATORS[operator])
    model = pairs.model(kind)
    wanted, = ReferenceEvaluator(model).run(None, pairs.inputs)
    found, = neo.onnx.load(model)(**pairs.inputs)
    np.testing.assert_array_equal(found, wanted)
    assert not are_floats(pairs, kind)


@pytest.mark.parametrize("change", ["another scale", "another zero point"])
def test_another_scale_or_zero_point_rounds(change):
    pairs = pair_around("Identity", np.uint8, 1.5 if change == "another scale" else 1)
    if change == "another zero point":
        pairs.arrays["y_z"] = np.uint8(pairs.arrays["y_z"] + 7)
    model = pairs.model(np.uint8)
    wanted, = ReferenceEvaluator(model).run(None, pairs.inputs)
    found, = neo.onnx.load(model)(**pairs.inputs)
    np.testing.assert_array_equal(found, wanted)
    assert (found != pairs.inputs["x"]).any()


def test_the_largest_of_falling_numbers_is_the_least():
    """Of a negative scale, which no quantiser writes."""
    pairs = pair_around("GlobalMaxPool", np.uint8, -1.0)
    pairs.arrays["x_s"] = np.float32(-0.03)
    pairs.arrays["y_s"] = np.float32(-0.03)
    found, = neo.onnx.load(pairs.model(np.uint8))(**pairs.inputs)
    np.testing.assert_array_equal(found, pairs.inputs["x"].min((2, 3), keepdims=True))


def test_a_product_behind_a_pool_is_whole(monkeypatch):
    """Between the pool and the convolution there is no QuantizeLinear."""
    pairs = Pairs()
    x = pairs.read("x", drawn(np.uint8, 1, 4, 12, 12), 0.02, np.uint8(128), False)
    pool = pairs.node("MaxPool", [x], "p", kernel_shape=[2, 2], strides=[2, 2])
    w = pairs.read("w", drawn(np.int8, 8, 4, 3, 3), 0.01, np.int8(0))
    pairs.quantise(pairs.node("Conv", [pool, w], "c"), 0.1, np.uint8(128))
    assert pairs.is_whole(np.uint8)
    check_steps(pairs, np.uint8, monkeypatch)


def test_weights_keep_the_scale_of_each_channel_when_turned(monkeypatch):
    pairs = Pairs()
    a = pairs.read("a", drawn(np.uint8, 9, 40), 0.02, np.uint8(128), False)
    w = pairs.read("w", drawn(np.int8, 20, 40), RNG.uniform(0.005, 0.02, 20),
                   np.zeros(20, np.int8), axis=0)
    turned = pairs.node("Transpose", [w], "v", perm=[1, 0])
    pairs.quantise(pairs.node("MatMul", [a, turned], "c"), 0.1, np.uint8(128))
    assert pairs.is_whole(np.uint8)
    check_steps(pairs, np.uint8, monkeypatch)


def test_short_floats_round_as_before():
    """Numbers of 8 bits that are no integers pass through a pair, too."""
    pairs = Pairs()
    pairs.nodes.append(helper.make_node("Cast", ["x"], ["e"],
                                        to=TensorProto.FLOAT8E4M3FN))
    pairs.inputs["x"] = np.float32([[0.3, -7.0, 100.0]])
    pairs.arrays["s"] = np.float32(0.5)
    pairs.node("DequantizeLinear", ["e", "s"], "d")
    pairs.node("Identity", ["d"], "f")
    pairs.arrays["z"] = np.uint8(20)
    pairs.node("QuantizeLinear", ["f", "s", "z"], "y")
    found, = neo.onnx.load(pairs.model(np.uint8))(**pairs.inputs)
    np.testing.assert_array_equal(found, [[20, 13, 116]])
