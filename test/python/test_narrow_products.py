# test_narrow_products.py - contractions of f16, bf16 and i8
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Bytes are compared with the interpreter bit by bit; halves with float64.

Each program is compiled for this processor, which may multiply words of four bytes or
two bf16, and for AVX2, which multiplies pairs of i16 alone.
"""

import ml_dtypes
import numpy as np
import pytest
from test_targets import with_target

import neo

core = pytest.importorskip("neo._core")

NUMPY = {"bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32,
         "i8": np.int8}
# A reduction of 40, of no whole number of words, of less than a vector.
SIZES = [(64, 40), (33, 66), (17, 31), (24, 7), (15, 130), (4, 64), (1, 128), (17, 32)]
SIGNS = ["extsi extsi", "extui extsi", "extsi extui", "extui extui"]
TARGETS = ["host", "avx2"]


def product(element, wide, casts, result):
    """A body that multiplies %a and %b in the type `wide`."""
    kind = "i" if element == "i8" else "f"
    lines, names = [], ["%a", "%b"]
    if wide != element:
        for name, cast in zip("ab", casts.split(), strict=True):
            lines.append(f"%w{name} = arith.{cast} %{name} : {element} to {wide}")
        names = ["%wa", "%wb"]
    lines.append(f"%p = arith.mul{kind} {names[0]}, {names[1]} : {wide}")
    if result != wide:
        lines.append(f"%r = arith.truncf %p : {wide} to {result}")
    lines.append(f"neo.yield %{'r' if result != wide else 'p'} : {result}")
    return "\n    ".join(lines)


def contraction(header, accesses, shapes, element, wide, casts, result, shape):
    def tensor(sizes, of):
        return "tensor<" + "x".join(map(str, sizes)) + f"x{of}>"
    a, b = (tensor(s, element) for s in shapes)
    return (f"func.func @main(%A: {a}, %B: {b}) -> {tensor(shape, result)} {{\n"
            f"  %C = neo.compute {header} %A{accesses[0]}, %B{accesses[1]}\n"
            f"     : ({a}, {b}) -> {tensor(shape, result)} {{\n"
            f"  ^bb0(%a: {element}, %b: {element}):\n    "
            f"{product(element, wide, casts, result)}\n  }}\n"
            f"  return %C : {tensor(shape, result)}\n}}\n")


def matmul(n, k, element, wide, casts, result):
    return contraction(f"[i: {n}, j: {n}] sum [k: {k}]", ("[i, k]", "[k, j]"),
                       ((n, k), (k, n)), element, wide, casts, result, (n, n))


def convolution(element, wide, casts, result):
    """14 x 14 pixels, 16 channels to 32, with a border of zeros."""
    border = ("[c, p + r - 1, q + s - 1] if (p + r >= 1, p + r < 15, q + s >= 1,"
              f" q + s < 15) else {'0' if element == 'i8' else '0.0'}")
    return contraction("[k: 32, p: 14, q: 14] sum [c: 16, r: 3, s: 3]",
                       (border, "[k, c, r, s]"), ((16, 14, 14), (32, 16, 3, 3)),
                       element, wide, casts, result, (32, 14, 14))


def made_up(shape, element, seed):
    generator = np.random.default_rng(seed)
    if element == "i8":
        return generator.integers(-128, 128, shape).astype(np.int8)
    return generator.standard_normal(shape).astype(NUMPY[element])


def compiled(text, target, *inputs):
    return core.Program(with_target(text, target), "main", 2).run(inputs)[0]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("casts", SIGNS)
@pytest.mark.parametrize("n, k", SIZES)
def test_bytes_are_exact(n, k, casts, target):
    text = matmul(n, k, "i8", "i32", casts, "i32")
    a, b = made_up((n, k), "i8", n), made_up((k, n), "i8", k)
    a[0], b[:, 0] = -128, -128
    a[1:2], b[:, 1:2] = -1, -1  # 255 where they are unsigned
    np.testing.assert_array_equal(compiled(text, target, a, b),
                                  core.interpret(text, "main", [a, b])[0])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element", ["bf16", "f16"])
@pytest.mark.parametrize("form", ["wide", "rounded", "narrow"])
@pytest.mark.parametrize("n, k", SIZES)
def test_halves_are_summed_in_f32(n, k, form, element, target):
    wide = element if form == "narrow" else "f32"
    result = "f32" if form == "wide" else element
    text = matmul(n, k, element, wide, "extf extf", result)
    a, b = made_up((n, k), element, n), made_up((k, n), element, k)
    true = a.astype(np.float64) @ b.astype(np.float64)
    rounding = 2e-6 if form == "wide" else float(ml_dtypes.finfo(a.dtype).eps)
    size = np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64))
    error = np.abs(compiled(text, target, a, b).astype(np.float64) - true)
    assert (error <= rounding / 2 * np.abs(true) + 2e-6 * size).all()


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("element, wide", [("i8", "i32"), ("bf16", "f32"),
                                           ("f16", "f32")])
def test_convolutions_with_a_border(element, wide, target):
    text = convolution(element, wide, "extsi extsi" if element == "i8"
                       else "extf extf", wide)
    a, b = made_up((16, 14, 14), element, 1), made_up((32, 16, 3, 3), element, 2)
    np.testing.assert_allclose(
        compiled(text, target, a, b), core.interpret(text, "main", [a, b])[0],
        rtol=0 if element == "i8" else 1e-4, atol=0 if element == "i8" else 1e-3)


@pytest.mark.parametrize("casts", SIGNS)
@pytest.mark.parametrize("channels", [3, 5, 8])
def test_convolutions_of_bytes_are_pairs_of_i16(channels, casts):
    """Odd channels leave half a pair empty. Bytes of both signs
    are i16, extremes included."""
    shapes = (channels, 18, 18), (32, channels, 3, 3)
    text = contraction(f"[k: 32, p: 16, q: 16] sum [c: {channels}, r: 3, s: 3]",
                       ("[c, p + r, q + s]", "[k, c, r, s]"), shapes, "i8", "i32", casts,
                       "i32", (32, 16, 16))
    x, w = made_up(shapes[0], "i8", channels), made_up(shapes[1], "i8", 2)
    x[0], w[0], w[1] = -128, -128, -1
    assert "vpmaddwd" in core.assembly(with_target(text, "avx2"), "main")
    np.testing.assert_array_equal(compiled(text, "avx2", x, w),
                                  core.interpret(text, "main", [x, w])[0])


def test_pairs_of_i16_are_exact_beyond_f32():
    """4101 products of 255 by 255 are beyond 2^24, and odd."""
    text = matmul(16, 4101, "i8", "i32", "extui extui", "i32")
    a = np.full((16, 4101), -1, np.int8)
    found = compiled(text, "avx2", a, np.ascontiguousarray(a.T))
    assert "vpmaddwd" in core.assembly(with_target(text, "avx2"), "main")
    np.testing.assert_array_equal(found, 4101 * 255 * 255)


def test_instructions_of_words():
    for element, wide, casts, name in (
            ("i8", "i32", "extsi extsi", "vpdpbusd"),
            ("bf16", "bf16", "", "vdpbf16ps")):
        text = matmul(64, 64, element, wide, casts, wide)
        found = core.assembly(with_target(text, "avx512-bf16"), "main")
        assert name in found
        assert name not in core.assembly(with_target(text, "avx512"), "main")
    for target in ("avx2", "avx512"):
        text = matmul(64, 64, "i8", "i32", "extui extsi", "i32")
        assert "vpmaddwd" in core.assembly(with_target(text, target), "main")


def test_bits_are_read_again():
    text = """func.func @main(%A: tensor<40xf32>) -> tensor<40xi32> {
  %C = neo.compute [i: 40] %A[i] : (tensor<40xf32>) -> tensor<40xi32> {
  ^bb0(%a: f32):
    %b = arith.bitcast %a : f32 to i32
    neo.yield %b : i32
  }
  return %C : tensor<40xi32>
}"""
    x = made_up((40,), "f32", 1)
    x[:4] = np.inf, -np.inf, -0.0, 1e-45
    for found in (core.interpret(text, "main", [x])[0],
                  compiled(text, "host", x)):
        np.testing.assert_array_equal(found, x.view(np.int32))


def test_arrays_of_bytes_compute_in_64_bits():
    x = np.array([100, 27, 1, -128], np.int8)
    found = neo.expr("C[i] = A[i] + A[i]")(x)
    np.testing.assert_array_equal(found, x.astype(np.int64) * 2)


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("n, k", SIZES)
def test_bytes_of_python_are_added_up_exactly(n, k, name, monkeypatch):
    monkeypatch.setenv("NEO_TARGET", name)
    a, b = (np.random.default_rng(n).integers(-128, 128, shape, np.int8)
            for shape in ((n, k), (k, n)))
    a[0] = b[:, 0] = -128
    found = neo.expr("C[i,j] += A[i,k] * B[k,j]")(a, b)
    assert found.dtype == np.int64
    text = neo.canonical(neo.expr("C[i,j] += A[i,k] * B[k,j]").ir(a, b),
                         "builtin.module(neo-optimize)")
    assert "xi32>" in text
    np.testing.assert_array_equal(found, a.astype(int) @ b.astype(int))


@pytest.mark.parametrize("rows", [1, 8, 16])
def test_products_beyond_halves_cancel(rows):
    """90000 is infinite in f16, whose largest number is 65504."""
    a, x = np.full((rows, 64), 300, np.float16), np.full(64, 300, np.float16)
    x[::2] *= -1
    np.testing.assert_array_equal(neo.expr("y[i] += A[i,k]*x[k]")(a, x), 0)


@pytest.mark.parametrize("element", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("count", [1, 5000, 100000])
def test_means_whose_sums_are_beyond_halves(count, element):
    x = (np.random.default_rng(count).random((3, count)) + 20).astype(element)
    true = x.astype(np.float64).mean(1)
    error = np.abs(neo.jit(lambda x: neo.mean(x, 1))(x).astype(np.float64) - true)
    assert (error <= float(ml_dtypes.finfo(element).eps) * true).all()


def test_strict_keeps_denormal_bf16():
    a = np.full((64, 64), 1e-39, ml_dtypes.bfloat16)
    b = np.full((64, 64), 1e30, ml_dtypes.bfloat16)
    product = neo.jit(neo.expr("C[i,j] += A[i,k]*B[k,j]"), strict=True)(a, b)
    np.testing.assert_allclose(product.astype(np.float64), 64 * float(a[0, 0]) * 1e30,
                               rtol=.01)


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("wide", ["int32", "int64"])
@pytest.mark.parametrize("kinds", [("int8", "int8"), ("uint8", "int8"), ("uint8", "uint8")])
def test_bytes_extended_by_themselves(kinds, wide, name, monkeypatch):
    """a.astype(wide) @ b.astype(wide), whatever the extension is an operator of."""
    monkeypatch.setenv("NEO_TARGET", name)
    random = np.random.default_rng(3)
    a, b = (random.integers(np.iinfo(kind).min, np.iinfo(kind).max, shape, kind, True)
            for kind, shape in zip(kinds, ((19, 43), (43, 21)), strict=True))
    expected = a.astype(wide) @ b.astype(wide)
    for function in (lambda a, b: a.astype(wide) @ b.astype(wide),
                     lambda a, b: neo.einsum("ki,jk->ij", a.T.astype(wide),
                                             b.T.astype(wide))):
        found = neo.jit(function)(a, b)
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


def test_words_are_not_rounded_before_they_are_added():
    """17 columns are lanes of eight, for which there is no instruction."""
    random = np.random.default_rng(0)
    a, b = (random.standard_normal((17, 32)).astype(ml_dtypes.bfloat16) for _ in "ab")
    found = neo.expr("C[i,j] += A[i,k] * B[j,k]")(a, b).astype(np.float64)
    wide = a.astype(np.float64), b.astype(np.float64).T
    size = np.abs(wide[0]) @ np.abs(wide[1])
    true = wide[0] @ wide[1]
    assert (np.abs(found - true) <= 2.0**-8 * np.abs(true) + 2e-6 * size).all()
