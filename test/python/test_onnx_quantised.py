# test_onnx_quantised.py - quantised operators, as products of bytes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="pip install onnx, as in requirements.txt")
pytest.importorskip("neo._core")

from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import neo

RNG = np.random.default_rng(3)
KINDS = (np.uint8, np.int8)
DOMAINS = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]


def drawn(kind, *shape):
    limits = np.iinfo(kind)
    return RNG.integers(limits.min, limits.max + 1, shape).astype(kind)


def value(name, array):
    kind = helper.np_dtype_to_tensor_dtype(np.asarray(array).dtype)
    return helper.make_tensor_value_info(name, kind, np.shape(array))


def model_of(operator, inputs, result, domain="", fixed=(), **attributes):
    """A node whose inputs named in `fixed` are initialisers."""
    node = helper.make_node(operator, [n if a is not None else "" for n, a in
                                       inputs.items()], ["y"], domain=domain, **attributes)
    known = {n: a for n, a in inputs.items() if a is not None}
    graph = helper.make_graph(
        [node], "quantised", [value(n, a) for n, a in known.items() if n not in fixed],
        [helper.make_tensor_value_info("y", helper.np_dtype_to_tensor_dtype(
            np.dtype(result)), None)],
        [numpy_helper.from_array(np.asarray(known[n]), n) for n in fixed])
    return helper.make_model(graph, opset_imports=DOMAINS, ir_version=10), {
        n: np.asarray(a) for n, a in known.items() if n not in fixed}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("left", KINDS)
@pytest.mark.parametrize("right", KINDS)
@pytest.mark.parametrize("zeros", ["none", "one", "each"])
def test_products_of_matrices(left, right, zeros):
    a, b = drawn(left, 2, 5, 70), drawn(right, 70, 6)
    p, q = {"none": (None, None), "one": (drawn(left), drawn(right)),
            "each": (drawn(left, 5), drawn(right, 6))}[zeros]
    inputs = {"a": a, "b": b, "p": p, "q": q}
    wide = a.astype(np.int32), b.astype(np.int32)
    if p is not None:
        wide = (wide[0] - (p.astype(np.int32)[:, None] if p.ndim else int(p)),
                wide[1] - q.astype(np.int32))
    for fixed in ((), tuple(n for n in "bpq" if inputs[n] is not None)):
        model, feeds = model_of("MatMulInteger", inputs, np.int32, fixed=fixed)
        np.testing.assert_array_equal(neo.onnx.load(model)(**feeds)[0],
                                      wide[0] @ wide[1])


@pytest.mark.sampled(5)
@pytest.mark.parametrize("left", KINDS)
@pytest.mark.parametrize("right", KINDS)
@pytest.mark.parametrize("pads,groups", [((0, 0, 0, 0), 1), ((1, 2, 0, 1), 1),
                                         ((1, 1, 1, 1), 2)])
def test_convolutions(left, right, pads, groups):
    x, w = drawn(left, 2, 4, 7, 6), drawn(right, 6, 4 // groups, 3, 2)
    inputs = {"x": x, "w": w, "p": drawn(left), "q": drawn(right)}
    for fixed in ((), ("w", "p", "q")):
        model, feeds = model_of("ConvInteger", inputs, np.int32, fixed=fixed, pads=pads,
                                group=groups)
        whole, every = model_of("Conv", {
            "x": x.astype("f4") - float(inputs["p"]),
            "w": w.astype("f4") - float(inputs["q"])}, np.float32, pads=pads,
            group=groups)
        np.testing.assert_array_equal(neo.onnx.load(model)(**feeds)[0],
                                      ReferenceEvaluator(whole).run(None, every)[0])


@pytest.mark.parametrize("size", [3, 16, 17])
@pytest.mark.parametrize("each", [1, 2])
def test_convolutions_of_each_channel_are_exact(each, size):
    """Up to 16 by 16 taps of the largest bytes are whole numbers of f32."""
    x, w = np.full((1, 3, 20, 20), 255, np.uint8), np.full((3 * each, 1, size, size), 255,
                                                           np.uint8)
    x[0, 1, ::3], w[-1, 0, 0, 0] = 254, 2
    inputs = {"x": x, "w": w, "p": np.uint8(0), "q": np.uint8(0)}
    model, feeds = model_of("ConvInteger", inputs, np.int32, fixed=("w", "p", "q"),
                            group=3)
    windows = np.lib.stride_tricks.sliding_window_view(x.astype(int), (size, size),
                                                       (2, 3))
    true = np.einsum("ncpqrs,ckrs->nckpq", windows,
                     w.astype(int).reshape(3, each, size, size))
    found, = neo.onnx.load(model)(**feeds)
    np.testing.assert_array_equal(found, true.reshape(found.shape))


@pytest.mark.parametrize("operator,shapes", [
    ("MatMulInteger", ((64, 64), (64, 64))),
    ("ConvInteger", ((1, 16, 14, 14), (32, 16, 3, 3)))])
@pytest.mark.parametrize("target", ["znver5", "avx2"])
def test_words_are_multiplied_where_a_target_can(monkeypatch, target, operator, shapes):
    monkeypatch.setenv("NEO_TARGET", target)
    inputs = {"a": drawn(np.uint8, *shapes[0]), "b": drawn(np.int8, *shapes[1]),
              "p": np.uint8(130)}
    model, _ = model_of(operator, inputs, np.int32, fixed=("b", "p"))
    loaded = neo.onnx.load(model)
    said = neo.explain(neo.jit(lambda a: loaded(a)[0]), neo.spec(shapes[0], "i32"),
                       verbose=True)
    assert "copied in words of 32 bits for packed dot products" in said


@pytest.mark.sampled(7)
@pytest.mark.parametrize("right", KINDS)
@pytest.mark.parametrize("left", KINDS)
@pytest.mark.parametrize("channels", [3, 16, 21])
def test_convolutions_as_pairs_of_i16(monkeypatch, channels, left, right):
    """With zero points, behind which zeros are added around, and extreme bytes."""
    monkeypatch.setenv("NEO_TARGET", "avx2")
    x, w = drawn(left, 1, channels, 12, 11), drawn(right, 18, channels, 3, 3)
    for array, axis in ((x, 2), (w, 0)):
        limits = np.iinfo(array.dtype)
        array.swapaxes(0, axis)[:2] = limits.max
        array.swapaxes(0, axis)[2:4] = limits.min
    inputs = {"x": x, "w": w, "p": drawn(left), "q": drawn(right)}
    around = np.pad(x.astype(int) - int(inputs["p"]), ((0, 0), (0, 0), (1, 1), (2, 0)))
    weights = w.astype(int) - int(inputs["q"])
    true = sum(np.einsum("kc,ncpq->nkpq", weights[:, :, r, s],
                         around[:, :, r:r + 12, s:s + 11])
               for r in range(3) for s in range(3))
    for fixed in ((), ("w", "p", "q")):
        model, feeds = model_of("ConvInteger", inputs, np.int32, fixed=fixed,
                                pads=(1, 2, 1, 0))
        np.testing.assert_array_equal(neo.onnx.load(model)(**feeds)[0], true)


@pytest.mark.parametrize("left,right", [(np.uint8, np.uint8), (np.uint8, np.int8),
                                        (np.int8, np.int8)])
def test_quantised_convolutions_are_those_of_onnx_runtime(left, right):
    runtime = pytest.importorskip("onnxruntime", reason="pip install onnxruntime")
    x, w = drawn(left, 2, 7, 9, 10), drawn(right, 16, 7, 3, 3) // 2
    inputs = {"x": x, "xs": np.float32(0.02), "xz": drawn(left), "w": w,
              "ws": np.float32(0.01), "wz": right(0 if right == np.int8 else 64),
              "ys": np.float32(0.4), "yz": left(3),
              "b": RNG.integers(-999, 999, 16).astype(np.int32)}
    model, feeds = model_of("QLinearConv", inputs, left,
                            fixed=[n for n in inputs if n != "x"], pads=(1, 1, 1, 1))
    wanted, = runtime.InferenceSession(model.SerializeToString()).run(None, feeds)
    found, = neo.onnx.load(model)(**feeds)
    # A number between two steps may be rounded to either.
    np.testing.assert_allclose(found.astype(int), wanted.astype(int), 0, 1)
    assert (found != wanted).mean() < 0.01

A, B = drawn(np.uint8, 3, 8), drawn(np.uint8, 3, 8)
ZERO, OTHER = np.uint8(120), np.uint8(7)
S = [np.float32(s) for s in (0.02, 0.03, 0.05)]
UNARY = {"x": drawn(np.uint8, 2, 3, 4, 4), "s": S[0], "z": ZERO, "t": S[1], "o": OTHER}
BINARY = {"a": A, "sa": S[0], "za": ZERO, "b": B, "sb": S[1], "zb": OTHER, "sy": S[2],
          "zy": ZERO}
F = RNG.normal(size=(3, 8)).astype(np.float32)
OWN = {
    "QLinearAdd": (BINARY, np.uint8, {}), "QLinearMul": (BINARY, np.uint8, {}),
    "QLinearLeakyRelu": (UNARY, np.uint8, {"alpha": 0.1}),
    "QLinearSigmoid": (UNARY, np.uint8, {}),
    "QLinearSoftmax": (UNARY, np.uint8, {"axis": 1, "opset": 13}),
    "QLinearGlobalAveragePool": (UNARY, np.uint8, {}),
    "QLinearConcat": ({"sy": S[2], "zy": ZERO, "a": A, "sa": S[0], "za": ZERO, "b": B,
                       "sb": S[1], "zb": OTHER}, np.uint8, {"axis": 0}),
    "QGemm": ({"a": A, "sa": S[0], "za": ZERO, "b": drawn(np.int8, 5, 8) // 2,
               "sb": S[1], "zb": np.int8(0), "c": drawn(np.int8, 5).astype(np.int32),
               "sy": S[2], "zy": ZERO}, np.uint8, {"transB": 1}),
    "MatMulIntegerToFloat": ({"a": A, "b": drawn(np.int8, 8, 5) // 2, "sa": S[0],
                              "sb": S[1], "za": ZERO}, np.float32, {}),
    "FusedMatMul": ({"a": F, "b": F}, np.float32, {"transB": 1, "alpha": 0.5}),
    "Gelu": ({"x": F}, np.float32, {}), "BiasGelu": ({"x": F, "b": F[0]}, np.float32, {}),
    "FastGelu": ({"x": F}, np.float32, {}),
    "SkipLayerNormalization": ({"x": F, "skip": F * 2, "g": F[0], "b": F[1]}, np.float32,
                               {"epsilon": 1e-5}),
}
_WEIGHTS = ("b", "sb", "zb", "g", "sa", "za", "sy", "zy", "s", "z", "t", "o", "c")


@pytest.mark.parametrize("operator", OWN)
def test_operators_of_onnx_runtime(operator):
    runtime = pytest.importorskip("onnxruntime", reason="pip install onnxruntime")
    inputs, result, attributes = OWN[operator]
    model, feeds = model_of(operator, inputs, result, "com.microsoft", [
        n for n in inputs if n in _WEIGHTS and (n != "b" or operator in (
            "QGemm", "BiasGelu", "SkipLayerNormalization", "MatMulIntegerToFloat"))],
        **attributes)
    wanted, = runtime.InferenceSession(model.SerializeToString()).run(None, feeds)
    found, = neo.onnx.load(model)(**feeds)
    assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
    # A number between two steps may be rounded to either.
    off = 1 if wanted.dtype == np.uint8 else 1e-5
    np.testing.assert_allclose(found.astype("f8"), wanted.astype("f8"), 1e-5, off)
    assert (found != wanted).mean() < 0.1 or wanted.dtype == np.float32


@pytest.mark.parametrize("kind", (np.float32, np.float16))
@pytest.mark.parametrize("operator", ("SkipLayerNormalization",
                                      "SkipSimplifiedLayerNormalization"))
def test_the_sum_of_a_normalised_residual(operator, kind):
    runtime = pytest.importorskip("onnxruntime", reason="pip install onnxruntime")
    names = ["x", "skip", "gain", "shift", "bias"]
    if "Simplified" in operator:
        names.remove("shift")
    feeds = {n: RNG.normal(size=(2, 3, 8) if n in ("x", "skip") else 8).astype(kind)
             for n in names}
    number = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(kind))
    port = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node(operator, names, ["y", "", "", "sum"], epsilon=1e-5,
                               domain="com.microsoft")], "g",
        [port(n, number, a.shape) for n, a in feeds.items()],
        [port(n, number, (2, 3, 8)) for n in ("y", "sum")])
    model = onnx.helper.make_model(graph, ir_version=10, opset_imports=[
        onnx.helper.make_opsetid("", 21), onnx.helper.make_opsetid("com.microsoft", 1)])
    wanted = runtime.InferenceSession(model.SerializeToString()).run(None, feeds)
    for one, other in zip(neo.onnx.load(model)(**feeds), wanted, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one.astype("f8"), other.astype("f8"), 1e-5, 1e-6)


def test_another_operator_of_that_domain_is_refused():
    model, _ = model_of("Inverse", {"x": F}, np.float32, "com.microsoft")
    with pytest.raises(neo.onnx.UnsupportedError, match="com.microsoft.Inverse"):
        neo.onnx.load(model)
