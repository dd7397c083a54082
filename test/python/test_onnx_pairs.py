# test_onnx_pairs.py - products between DequantizeLinear and QuantizeLinear
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Compared with ONNX's reference, and with the same products in floats."""
import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="pip install onnx, as in requirements.txt")
pytest.importorskip("neo._core")

from onnx_pairs import RNG, Pairs, check_steps, compile_for, drawn, middle

import neo
from neo import _core

KINDS = (np.uint8, np.int8)
TARGETS = ("avx2", "avx512", "znver5")


CONVOLUTIONS = {
    "plain": (4, 6, {}), "padded": (4, 6, {"pads": [1, 2, 0, 1]}),
    "strided": (5, 6, {"strides": [2, 1], "pads": [1, 1, 1, 1]}),
    "dilated": (4, 6, {"dilations": [2, 1]}), "in groups": (6, 9, {"group": 3}),
    "by channel": (6, 6, {"group": 6, "pads": [1, 1, 1, 1]}),
    "wide": (24, 32, {"pads": [1, 1, 1, 1]})}


@pytest.mark.sampled(9)
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("image", KINDS)
@pytest.mark.parametrize("weights", KINDS)
@pytest.mark.parametrize("form", CONVOLUTIONS)
def test_convolutions(monkeypatch, form, weights, image, target):
    """A scale and a zero point of each channel, a bias in 32 bits, a Relu."""
    compile_for(monkeypatch, target)
    channels, outputs, attributes = CONVOLUTIONS[form]
    inner = channels // attributes.get("group", 1)
    pairs, scales = Pairs(), np.float32(RNG.uniform(0.005, 0.02, outputs))
    x = pairs.read("x", drawn(image, 2, channels, 9, 11), 0.03, middle(image), False)
    w = pairs.read("w", drawn(weights, outputs, inner, 3, 2), scales,
                   middle(weights, outputs), axis=0)
    bias = RNG.integers(-4000, 4000, outputs).astype(np.int32)
    b = pairs.read("b", bias, scales * np.float32(0.03), np.zeros(outputs, np.int32), axis=0)
    pairs.node("Relu", [pairs.node("Conv", [x, w, b], "c", **attributes)], "r")
    pairs.quantise("r", 0.02 * inner ** 0.5, np.iinfo(image).min + image(9))
    # Floats hold the sums of a channel alone, which are short.
    assert pairs.is_whole(image) == (form != "by channel")
    check_steps(pairs, image, monkeypatch)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("left", KINDS)
@pytest.mark.parametrize("right", KINDS)
@pytest.mark.parametrize("fixed", [True, False])
def test_products_of_matrices(monkeypatch, fixed, right, left, target):
    """Of a batch and weights, and of two tensors that are data."""
    compile_for(monkeypatch, target)
    pairs = Pairs()
    a = pairs.read("a", drawn(left, 3, 7, 40), 0.03, middle(left), False)
    b = pairs.read("b", drawn(right, *(() if fixed else (3,)), 40, 24),
                   RNG.uniform(0.01, 0.02, 24) if fixed else 0.015,
                   middle(right, 24) if fixed else middle(right), fixed,
                   **({"axis": 1} if fixed else {}))
    pairs.quantise(pairs.node("MatMul", [a, b], "c"), 0.3, middle(left))
    assert pairs.is_whole(left)
    check_steps(pairs, left, monkeypatch)


@pytest.mark.parametrize("turned", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_gemm(monkeypatch, turned):
    pairs, scales = Pairs(), RNG.uniform(0.01, 0.02, 10)
    a, b = drawn(np.uint8, 5, 48), drawn(np.int8, 48, 10)
    a = pairs.read("a", a.T if turned[0] else a, 0.02, np.uint8(120), False)
    b = pairs.read("b", b.T if turned[1] else b, scales, np.zeros(10, np.int8),
                   axis=1 - turned[1])
    c = pairs.read("c", RNG.integers(-9999, 9999, 10).astype(np.int32), 0.0003,
                   np.int32(0))
    pairs.quantise(pairs.node("Gemm", [a, b, c], "y_real", transA=turned[0],
                              transB=turned[1], alpha=0.5, beta=2.0), 0.1, np.uint8(100))
    assert pairs.is_whole(np.uint8)
    check_steps(pairs, np.uint8, monkeypatch)


def test_a_residual_is_added_in_floats(monkeypatch):
    """Two convolutions of one image, added, and clipped at six."""
    pairs = Pairs()
    pairs.arrays |= {"low": np.float32(0), "high": np.float32(6)}
    x = pairs.read("x", drawn(np.uint8, 1, 16, 8, 8), 0.02, np.uint8(128), False)
    for name in "vw":
        weights = pairs.read(name, drawn(np.int8, 16, 16, 3, 3) // 2, 0.003, np.int8(0))
        pairs.node("Conv", [x, weights], name + "_sum", pads=[1, 1, 1, 1])
    both = pairs.node("Add", [pairs.node("Add", ["v_sum", "w_sum"], "s"), x], "t")
    pairs.quantise(pairs.node("Clip", [both, "low", "high"], "u"), 6 / 255, np.uint8(0))
    check_steps(pairs, np.uint8, monkeypatch)


def test_a_result_that_stays_real_is_within_three_roundings():
    pairs = Pairs()
    x, w = drawn(np.uint8, 1, 32, 6, 6), drawn(np.int8, 8, 32, 3, 3)
    real = [pairs.read("x", x, 0.0171, np.uint8(77), False),
            pairs.read("w", w, 0.0093, np.int8(-3))]
    pairs.node("Conv", real, "y")
    found, = neo.onnx.load(pairs.model(np.float32))(x=x)
    windows = np.lib.stride_tricks.sliding_window_view(x.astype(int) - 77, (3, 3), (2, 3))
    whole = np.einsum("ncpqrs,kcrs->nkpq", windows, w.astype(int) + 3)
    true = whole * (np.float64(np.float32(0.0171)) * np.float64(np.float32(0.0093)))
    assert (np.abs(found - true) <= 3 * 2.0**-24 * np.abs(true) * (1 + 2.0**-20)).all()


BIAS_SCALE = np.float32(0.02) * np.float32(0.01)


def biased(bias, scale):
    """A product of sums about 127 * 100 * 32, and a bias, in floats."""
    pairs = Pairs()
    a = pairs.read("a", np.full((1, 32), 228, np.uint8), 0.02, np.uint8(101), False)
    b = pairs.read("b", np.full((32, 4), 100, np.int8), 0.01, np.int8(0))
    c = pairs.read("c", np.int32(bias), scale, np.int32(0))
    pairs.node("Gemm", [a, b, c], "y")
    return neo.onnx.load(pairs.model(np.float32))(**pairs.inputs)[0]


def test_a_bias_in_steps_of_the_sum_cancels_it_exactly():
    left = np.array([0, 1, -3, 7])
    found = biased(left - 127 * 100 * 32, BIAS_SCALE)
    np.testing.assert_allclose(found, [left * BIAS_SCALE], rtol=2.0**-23)


@pytest.mark.parametrize("bias,scale", [
    ([0, 1, -3, 999], 0.5), ([2**31 - 1, 2**31 - 2**18, -2**31, 2**30], BIAS_SCALE)],
    ids=["of other steps", "that 32 bits do not hold beside the sum"])
def test_a_bias_is_added_in_floats(bias, scale):
    true = 127 * 100 * 32 * float(BIAS_SCALE) + np.float64(bias) * float(np.float32(scale))
    np.testing.assert_allclose(biased(bias, scale), [true], rtol=1e-6)


@pytest.mark.parametrize("behind", ["Relu", "MaxPool"])
def test_steps_of_32_bits_pass_through_operators(monkeypatch, behind):
    """With a scale of each channel, whose sums stay integers up to their rounding."""
    pairs, scales = Pairs(), RNG.uniform(0.005, 0.02, 6)
    x = pairs.read("x", drawn(np.uint8, 1, 8, 9, 9), 0.02, np.uint8(128), False)
    w = pairs.read("w", drawn(np.int8, 6, 8, 3, 3), scales, np.zeros(6, np.int8), axis=0)
    pairs.node("Conv", [x, w], "c")
    pairs.node(behind, ["c"], "d", **({} if behind == "Relu" else {
        "kernel_shape": [2, 2], "strides": [2, 2]}))
    pairs.quantise("d", 0.1, np.uint8(60))
    ir = neo.onnx.load(pairs.model(np.uint8)).ir(neo.spec((1, 8, 9, 9), "i32"))
    parts = _core.canonical(ir, "builtin.module(neo-optimize)").split("neo.compute")
    rounding, = (part for part in parts if "math.roundeven" in part)
    assert "arith.mulf" in rounding and "arith.divf" not in rounding
    check_steps(pairs, np.uint8, monkeypatch)


@pytest.mark.parametrize("target", ["avx2", "znver5"])
def test_words_are_multiplied(monkeypatch, target):
    monkeypatch.setenv("NEO_TARGET", target)
    pairs = Pairs()
    a = pairs.read("a", drawn(np.uint8, 64, 64), 0.02, np.uint8(128), False)
    b = pairs.read("b", drawn(np.int8, 64, 64), 0.02, np.int8(0))
    pairs.quantise(pairs.node("MatMul", [a, b], "c"), 0.1, np.uint8(0))
    model = neo.onnx.load(pairs.model(np.uint8))
    said = neo.explain(neo.jit(lambda a: model(a)[0]), neo.spec((64, 64), "i32"),
                       verbose=True)
    assert "copied in words of 32 bits for packed dot products" in said


@pytest.mark.parametrize("operator", ["MatMul", "Conv"])
def test_a_scale_that_an_index_of_the_sum_moves_stays_inside(monkeypatch, operator):
    pairs, behind = Pairs(), () if operator == "MatMul" else (3, 3)
    x = pairs.read("x", drawn(np.uint8, 12, 12, *behind), 0.02, np.uint8(128), False)
    inside = 0 if operator == "MatMul" else 1
    w = pairs.read("w", drawn(np.int8, 12, 12, *behind), RNG.uniform(0.01, 0.02, 12),
                   np.zeros(12, np.int8), axis=inside)
    pairs.quantise(pairs.node(operator, [x, w], "c"), 0.3, np.uint8(128))
    assert not pairs.is_whole(np.uint8)
    check_steps(pairs, np.uint8, monkeypatch)


@pytest.mark.parametrize("terms,is_whole", [(33025, True), (33026, False)])
def test_sums_beyond_32_bits_stay_in_floats(terms, is_whole):
    """255 * 255 * 33025 is the last such product below 2**31."""
    pairs = Pairs()
    a = pairs.read("a", np.full((1, terms), 255, np.uint8), 0.5, np.uint8(0), False)
    b = pairs.read("b", np.full((terms, 1), 255, np.uint8), 0.5, np.uint8(0))
    pairs.node("MatMul", [a, b], "y")
    assert pairs.is_whole(np.float32) == is_whole
    found, = neo.onnx.load(pairs.model(np.float32))(**pairs.inputs)
    np.testing.assert_allclose(found, [[terms * 127.5 ** 2]], 1e-4)


def test_other_scales_are_differentiated():
    """A scale is a parameter: the sum of integers is its derivative."""
    pairs = Pairs()
    x, w = drawn(np.uint8, 4, 8), drawn(np.int8, 8, 3)
    real = [pairs.read("x", x, 0.02, np.uint8(100), False),
            pairs.read("w", w, 0.01, np.int8(0))]
    pairs.node("MatMul", real, "y")
    model = neo.onnx.load(pairs.model(np.float32))
    grads = neo.grad(lambda p: neo.sum(model.apply(p, x)[0]))(model.parameters)
    whole = ((x.astype(int) - 100) @ w.astype(int)).sum()
    np.testing.assert_allclose(grads["w_s"], whole * 0.02, rtol=1e-5)
