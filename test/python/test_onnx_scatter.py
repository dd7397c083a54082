# test_onnx_scatter.py - reads and writes of ONNX at indices that are data
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Large integers, no updates, and indices outside of their own dimension."""

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="onnx is not installed: run scripts/setup.sh")

import neo  # noqa: E402
from onnx import helper, numpy_helper  # noqa: E402

REDUCTIONS = {"none": lambda a, b: b, "add": lambda a, b: a + b, "mul": lambda a, b: a * b,
              "max": np.maximum, "min": np.minimum}


def loaded(operator, inputs, constants=(), kind=None, **attributes):
    """A model of one node; `constants` are stored in it."""
    def info(name, array):
        dtype = helper.np_dtype_to_tensor_dtype(array.dtype)
        return helper.make_tensor_value_info(name, dtype, array.shape)

    kind = kind or helper.np_dtype_to_tensor_dtype(inputs["x"].dtype)
    graph = helper.make_graph(
        [helper.make_node(operator, [*inputs], ["y"], **attributes)], "g",
        [info(n, a) for n, a in inputs.items() if n not in constants],
        [helper.make_tensor_value_info("y", kind, None)],
        [numpy_helper.from_array(inputs[n], n) for n in constants])
    return neo.onnx.load(helper.make_model(graph, opset_imports=[
        helper.make_opsetid("", 18)]))


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("dtype", [np.int64, np.uint64])
def test_integers_beyond_what_floats_hold(reduction, dtype):
    x = np.array([2**60 + 1, 2**61 - 3, 7, 2**63 - 1]).astype(dtype)
    new = np.array([2**61 + 1, 5]).astype(dtype)
    if dtype == np.uint64:
        x[3] += np.uint64(2**62)
    at = np.array([[3], [0]])
    wanted = x.copy()
    with np.errstate(over="ignore"):
        wanted[[3, 0]] = REDUCTIONS[reduction](x[[3, 0]], new)
    found = loaded("ScatterND", {"x": x, "i": at, "u": new}, reduction=reduction)(x, at, new)
    np.testing.assert_array_equal(neo.tree.leaves(found)[0], wanted)


@pytest.mark.parametrize("operator, shape", [("ScatterND", (0, 3)),
                                             ("ScatterElements", (0, 3))])
def test_no_updates(operator, shape):
    x, new = np.ones((2, 3), np.float32), np.zeros(shape, np.float32)
    at = np.zeros((0, 1) if operator == "ScatterND" else shape, np.int64)
    found = loaded(operator, {"x": x, "i": at, "u": new})(x, at, new)
    np.testing.assert_array_equal(neo.tree.leaves(found)[0], x)


@pytest.mark.parametrize("at", [[0, 4], [1, -5], [2, 0]])
def test_indices_outside_of_their_own_dimension(at):
    x, at, new = np.zeros((2, 3), np.float32), np.array([at]), np.ones(1, np.float32)
    with pytest.raises(neo.IndexError):
        loaded("GatherND", {"x": x, "i": at})(x, at)
    with pytest.raises(neo.IndexError):
        loaded("ScatterND", {"x": x, "i": at, "u": new})(x, at, new)
    with pytest.raises(neo.Error, match="GatherND .*an index lies outside"):
        loaded("GatherND", {"x": x, "i": at}, constants="i")(x)


def test_columns_outside_are_no_other_rows():
    x, at, new = np.zeros((2, 3), np.float32), np.array([[4]]), np.ones((1, 1), np.float32)
    with pytest.raises(neo.IndexError):
        loaded("ScatterElements", {"x": x, "i": at, "u": new}, axis=1)(x, at, new)


@pytest.mark.parametrize("operator, wanted", [("ArgMax", 1), ("ArgMin", 0)])
def test_positions_of_the_largest_integers(operator, wanted):
    x = np.array([5, 2**63 + 5], np.uint64)
    found = loaded(operator, {"x": x}, kind=helper.np_dtype_to_tensor_dtype(
        np.dtype(np.int64)), axis=0)(x)
    assert neo.tree.leaves(found)[0] == [wanted]


@pytest.mark.parametrize("mode, first", [("NOTSET", 1), ("VALID", 1), ("SAME_LOWER", 1),
                                         ("SAME_UPPER", 0)])
def test_the_side_of_an_odd_padding(mode, first):
    """Of a transposed convolution of 5 by 3, which has 7 places, 6 are wanted."""
    x, w = np.arange(1, 6, dtype=np.float32), np.array([1, 10, 100], np.float32)
    found = loaded("ConvTranspose", {"x": x.reshape(1, 1, 5), "w": w.reshape(1, 1, 3)},
                   auto_pad=mode, output_shape=[6])(x.reshape(1, 1, 5), w.reshape(1, 1, 3))
    np.testing.assert_allclose(np.ravel(neo.tree.leaves(found)[0]),
                               np.convolve(x, w)[first:first + 6])
