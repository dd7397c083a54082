# test_onnx_edges.py - operators of ONNX at infinities and ends of their domains
# Part of Neo. SPDX-License-Identifier: Apache-2.0

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="onnx is not installed: run scripts/setup.sh")

import neo  # noqa: E402
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

INF, NAN = np.inf, np.nan
FUNCTIONS = {
    "Acos": (np.arccos, [-1, 0, 1]), "Atan": (np.arctan, [INF, -INF, 2]),
    "Asinh": (np.arcsinh, [INF, -INF, 1e20, -1e20]),
    "Sinh": (np.sinh, [89, -89, INF]), "Cosh": (np.cosh, [89, -89, INF]),
    "Acosh": (np.arccosh, [1e20, 1]), "Atanh": (np.arctanh, [-0.999999, 0.5]),
}


def run(nodes, x, opset=18, **constants):
    kind = helper.np_dtype_to_tensor_dtype(x.dtype)
    graph = helper.make_graph(
        nodes, "g", [helper.make_tensor_value_info("x", kind, x.shape)],
        [helper.make_tensor_value_info("y", kind, None)],
        [numpy_helper.from_array(c, n) for n, c in constants.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
    found = neo.onnx.load(model)(x)
    return np.asarray(found[0] if isinstance(found, (list, tuple)) else found)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    function, values = FUNCTIONS[name]
    for dtype in (np.float32, np.float64):
        x = np.array(values, dtype)
        with np.errstate(over="ignore"):
            wanted = function(x)
        np.testing.assert_allclose(run([helper.make_node(name, ["x"], ["y"])], x),
                                   wanted, rtol=1e-5)


@pytest.mark.parametrize("name", ["Elu", "Celu", "Selu", "Softplus", "Asinh"])
def test_slopes_at_zero(name):
    kind = TensorProto.DOUBLE
    graph = helper.make_graph(
        [helper.make_node(name, ["x"], ["y"])], "g",
        [helper.make_tensor_value_info("x", kind, [1])],
        [helper.make_tensor_value_info("y", kind, [1])])
    loaded = neo.onnx.load(helper.make_model(graph))
    y, pull = neo.vjp(lambda x: neo.tree.leaves(loaded(x))[0], np.zeros(1))
    below = neo.tree.leaves(loaded(np.full(1, -1e-6)))[0]
    np.testing.assert_allclose(pull(np.ones(1))[0], (y - below) / 1e-6, rtol=1e-4)


@pytest.mark.parametrize("name", ["Erf", "Softplus", "Mish", "Sigmoid", "Gelu"])
def test_functions_of_constants(name):
    x = np.array([-30, -0.5, 0, 2, 30], np.float32)
    alone = run([helper.make_node(name, ["x"], ["y"])], x, opset=20)
    nodes = [helper.make_node(name, ["c"], ["f"]), helper.make_node("Add", ["x", "f"], ["y"])]
    np.testing.assert_allclose(run(nodes, x * 0, opset=20, c=x), alone, 1e-5, 1e-7)


@pytest.mark.parametrize("value", [-INF, INF, NAN])
@pytest.mark.parametrize("name", ["ScatterElements", "ScatterND"])
def test_what_is_scattered_may_be_infinite(name, value):
    x, new = np.zeros((3, 3), np.float32), np.full((1, 3), value, np.float32)
    at = np.array([[1, 1, 1]] if name == "ScatterElements" else [[1]])
    found = run([helper.make_node(name, ["x", "i", "u"], ["y"])], x, i=at, u=new)
    x[1] = value
    np.testing.assert_array_equal(found, x)


def test_nothing_is_a_power_of_one():
    found = run([helper.make_node("Pow", ["x", "k"], ["y"])],
                np.array([INF, -INF, NAN, 0], np.float32), k=np.array(0, np.float32))
    np.testing.assert_array_equal(found, 1)


@pytest.mark.parametrize("options, wanted", [
    ({}, [INF, INF, INF]), ({"reverse": 1}, [INF, 3, 2]), ({"exclusive": 1}, [0, INF, INF])])
def test_sums_up_to_infinities(options, wanted):
    found = run([helper.make_node("CumSum", ["x", "k"], ["y"], **options)],
                np.array([INF, 1, 2], np.float32), k=np.array(0))
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("start, end, step, wanted", [
    (-5, -2**62, -1, [0]), (-2, -2**62, -1, [1, 0]), (9, -4, -2, [2, 0]),
    (2, -3, -1, [2, 1]), (-5, 2, 1, [0, 1]), (-5, -4, -1, [0]), (5, 9, 1, [])])
def test_ends_of_slices_beyond_the_tensor(start, end, step, wanted):
    """Clamped to [0, 2] backwards, and an end to [-1, 2]."""
    node = helper.make_node("Slice", ["x", "a", "b", "axes", "steps"], ["y"])
    given = dict(a=[start], b=[end], axes=[0], steps=[step])
    found = run([node], np.arange(3, dtype=np.float32),
                **{name: np.array(value) for name, value in given.items()})
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("aligned", [0, 1])
def test_cubic_samples_by_the_name_of_either_opset(padding, aligned):
    """Neighbours outside are those of the border; the place itself is not moved there."""
    x = np.arange(20, dtype=np.float32).reshape(1, 1, 4, 5) % 7
    grid = np.linspace(-1.6, 1.6, 24, dtype=np.float32).reshape(1, 3, 4, 2)
    old, new = (run([helper.make_node("GridSample", ["x", "grid"], ["y"], mode=mode,
                                      padding_mode=padding, align_corners=aligned)],
                    x, opset=opset, grid=grid)
                for mode, opset in (("bicubic", 16), ("cubic", 20)))
    np.testing.assert_array_equal(old, new)


def node(operator, *more, **attributes):
    return helper.make_node(operator, ["x", *more], ["y"], **attributes)


HALVES = {
    "AveragePool": (node("AveragePool", kernel_shape=[2, 2]), {}),
    "LpPool": (node("LpPool", kernel_shape=[2, 2], p=2), {}),
    "GlobalLpPool": (node("GlobalLpPool", p=2), {}),
    "ReduceL2": (node("ReduceL2", keepdims=0), {}),
    "ReduceLogSum": (node("ReduceLogSum", keepdims=0), {}),
    "Mean": (node("Mean", "x", "x"), {}),
    "InstanceNormalization": (node("InstanceNormalization", "s", "b"),
                              {"s": np.ones(3), "b": np.zeros(3)}),
    "LpNormalization": (node("LpNormalization", axis=2), {}),
    "LRN": (node("LRN", size=3, alpha=1.0), {}),
    "MeanVarianceNormalization": (node("MeanVarianceNormalization"), {}),
}


@pytest.mark.parametrize("name", HALVES)
def test_halves_are_summed_in_f32(name):
    """Squares and sums that float16 does not hold, of results that it does."""
    one, constants = HALVES[name]
    x = np.random.default_rng(1).uniform(15000, 25000, (2, 3, 2, 4))
    if name.startswith(("ReduceL2", "Lp", "GlobalLp")):
        x = x / 20
    found = run([one], x.astype(np.float16),
                **{n: c.astype(np.float16) for n, c in constants.items()})
    wanted = run([one], x.astype(np.float16).astype(np.float32),
                 **{n: c.astype(np.float32) for n, c in constants.items()})
    assert found.dtype == np.float16 and np.isfinite(wanted).all()
    np.testing.assert_allclose(found, wanted, rtol=2e-3, atol=2e-3)


def test_the_largest_beside_nan():
    model = [helper.make_node("TopK", ["x", "k"], ["y", "i"], axis=1)]
    k = np.array([3])
    for row, wanted in (([1, NAN, 3, 2], [NAN, 3, 2]), ([1, 2, NAN, NAN], [NAN, NAN, 2])):
        np.testing.assert_array_equal(run(model, np.array([row], np.float32), k=k), [wanted])


def test_updates_of_one_element():
    scatter = [helper.make_node("ScatterElements", ["x", "i", "u"], ["y"], axis=0)]
    found = run(scatter, np.zeros(3, np.float32), i=np.array([1, 0, 1]),
                u=np.array([5, 2, 5], np.float32))
    np.testing.assert_array_equal(found, [2, 5, 0])


def test_windows_that_share_their_largest():
    found = run([helper.make_node("MaxPool", ["x"], ["m", "i"], kernel_shape=[2, 2]),
                 helper.make_node("MaxUnpool", ["m", "i"], ["y"], kernel_shape=[2, 2])],
                np.array([[[[1, 2, 3], [4, 9, 5], [6, 7, 8]]]], np.float32))
    np.testing.assert_array_equal(found, [[[[0, 0, 0], [0, 9, 0], [0, 0, 0]]]])


@pytest.mark.parametrize("least", [np.uint8(0), np.int8(-128), np.float32(-INF)])
def test_places_of_the_largest_lie_inside(least):
    pool = [helper.make_node("MaxPool", ["x"], ["m", "y"], kernel_shape=[2, 2],
                             pads=[1, 1, 0, 0])]
    found = run(pool, np.full((1, 1, 3, 3), least))
    np.testing.assert_array_equal(found.ravel(), [0, 0, 1, 0, 0, 1, 3, 3, 4])


def test_steps_of_half_precision():
    x = np.random.default_rng(2).uniform(-9, 9, 3000).astype(np.float16)
    scale = np.array(0.0713, np.float16)
    found = run([node("QuantizeLinear", "s", "z")], x, opset=21, s=scale,
                z=np.array(0, np.int8))
    wanted = np.clip(np.rint((x / scale).astype(np.float32)), -128, 127)
    np.testing.assert_array_equal(found, wanted)


def test_old_scans_read_backwards():
    floats = helper.make_tensor_value_info
    kind = TensorProto.FLOAT
    body = helper.make_graph(
        [helper.make_node("Add", ["s", "e"], ["t"]),
         helper.make_node("Identity", ["t"], ["o"])], "body",
        [floats("s", kind, [2]), floats("e", kind, [2])],
        [floats("t", kind, [2]), floats("o", kind, [2])])
    scan = helper.make_node("Scan", ["", "h", "x"], ["last", "y"], num_scan_inputs=1,
                            directions=[1], body=body)
    x = np.arange(6, dtype=np.float32).reshape(1, 3, 2)
    found = run([scan], x, opset=8, h=np.zeros((1, 2), np.float32))
    np.testing.assert_array_equal(found, np.cumsum(x[:, ::-1], 1))
