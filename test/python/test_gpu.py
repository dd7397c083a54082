# test_gpu.py - programs for a GPU, on the stand-in driver
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What `neo.jit(f, device="cuda")` gives is what the CPU gives."""

import stand_in  # noqa: F401
import neo
import numpy as np
import pytest
from neo import _core

random = np.random.default_rng(21)


def draw(*shape: int, dtype: str = "float32") -> np.ndarray:
    return random.standard_normal(shape).astype(dtype)


def agree(function, *arrays: np.ndarray, tolerance: float = 1e-5) -> None:
    found = neo.tree.flatten(neo.jit(function, device="cuda")(*arrays))[0]
    expected = neo.tree.flatten(neo.jit(function)(*arrays))[0]
    assert len(found) == len(expected) > 0
    for one, other in zip(found, expected):
        assert one.dtype == other.dtype and one.shape == other.shape
        np.testing.assert_allclose(
            one.astype("float64"), other.astype("float64"), rtol=tolerance,
            atol=tolerance * max(1, np.abs(other.astype("float64")).max(initial=0)))


@pytest.mark.parametrize("dtype, tolerance", [
    ("float64", 1e-13), ("float32", 1e-5), ("float16", 2e-3), ("bfloat16", 2e-2)])
def test_softmax_of_every_float_type(dtype: str, tolerance: float):
    x = neo.jit(lambda x: x.astype(dtype))(draw(13, 70))
    agree(lambda x: neo.softmax(x), x, tolerance=tolerance)


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "bool"])
def test_integers_are_exact(dtype: str):
    x = random.integers(0, 2 if dtype == "bool" else 20, (9, 33)).astype(dtype)
    agree(lambda x: (neo.where(x > 0, x, x), x.max(axis=0), (x != 0).sum(axis=1)), x,
          tolerance=0)


def test_matrix_product_with_epilogue_and_gradients():
    def loss(w, x):
        return (neo.relu(x @ w) ** 2).sum()

    agree(neo.value_and_grad(loss), draw(40, 19), draw(33, 40))


@pytest.mark.parametrize("dtype, tolerance", [
    ("float64", 1e-12), ("float32", 1e-4), ("float16", 2e-3), ("bfloat16", 2e-2)])
@pytest.mark.parametrize("m, n, k", [(4, 4, 4), (65, 33, 17), (130, 140, 70)])
def test_matrix_products_of_every_float_type(dtype: str, tolerance: float,
                                             m: int, n: int, k: int):
    cast = neo.jit(lambda x: x.astype(dtype))
    agree(lambda a, b: (a @ b, b.T @ a.T), cast(draw(m, k)), cast(draw(k, n)),
          tolerance=tolerance)


def test_result_with_a_last_dimension_of_one():
    product = neo.expr("C[i,j,u] += A[i,k,u] * B[k,j]")
    agree(product, draw(64, 64, 1), draw(64, 64), tolerance=1e-4)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_tensor_cores_multiply_what_lies_either_way(dtype: str):
    cast = neo.jit(lambda x: x.astype(dtype))
    products = neo.jit(lambda a, b, c, d: (a @ b, a @ d.T, c.T @ b, c.T @ d.T),
                       device="cuda")
    a, b = cast(draw(70, 90)), cast(draw(90, 50))
    arrays = a, b, np.ascontiguousarray(a.T), np.ascontiguousarray(b.T)
    text = neo.jit(lambda a, b, c, d: (a @ b, a @ d.T, c.T @ b, c.T @ d.T)).ir(*arrays)
    assert neo.ptx(text).count("mma.sync.aligned.m16n8k16") >= 4
    exact = a.astype("float64") @ b.astype("float64")
    for product in products(*arrays):
        np.testing.assert_allclose(product.astype("float64"), exact,
                                   atol=0.15 if dtype == "bfloat16" else 0.02)


def test_tensor_cores_convolve():
    conv = neo.expr(
        "C[b,k,p,q] += (A[b,c,2*p+r-1,2*q+s-1] if 0 <= 2*p+r-1 < 15 and "
        "0 <= 2*q+s-1 < 15 else 0) * W[k,c,r,s]", p=8, q=8)
    cast = neo.jit(lambda x: x.astype("float16"))
    agree(lambda a, w: (conv(a, w), *conv.vjp((a, w), conv(a, w))),
          cast(draw(2, 5, 15, 15) / 8), cast(draw(9, 5, 3, 3) / 8), tolerance=4e-3)


def test_terms_that_are_left_out_are_zeros_of_tensor_cores():
    conv = neo.expr(
        "C[b,k,p,q] += (A[b,c,p+r-1,q+s-1] if 0 <= p+r-1 < 9 and 0 <= q+s-1 < 11 "
        "else 0) * W[k,c,r,s]", p=9, q=11)
    cast = neo.jit(lambda x: x.astype("float16"))
    slopes = neo.jit(lambda a, w, d: conv.vjp((a, w), d))
    arrays = [cast(draw(*shape) / 8) for shape in ((2, 5, 9, 11), (7, 5, 3, 3), (2, 7, 9, 11))]
    optimised = neo.canonical(slopes.ir(*arrays), "builtin.module(neo-optimize-for-gpu,"
                              "neo-schedule-gpu)")
    assert " where " in optimised and optimised.count(" mma 16 ") == 2
    agree(lambda a, w, d: conv.vjp((a, w), d), *arrays, tolerance=4e-3)


@pytest.mark.parametrize("pad", ["0", "-3"])
def test_convolution_with_pads(pad: str):
    conv = neo.expr(
        "C[b,k,p,q] += (A[b,c,2*p+r-1,2*q+s-1] if 0 <= 2*p+r-1 < 15 and "
        f"0 <= 2*q+s-1 < 15 else {pad}) * W[k,c,r,s]", p=8, q=8)
    agree(lambda a, w: (conv(a, w), *conv.vjp((a, w), conv(a, w))),
          draw(2, 5, 15, 15), draw(9, 5, 3, 3), tolerance=1e-4)


def test_maximum_over_sums_is_tiled_like_a_product():
    op = neo.expr("C[i,j] max= A[i,k] + B[k,j]")
    agree(op, draw(40, 50), draw(50, 30))


@pytest.mark.parametrize("rows, columns", [(1, 1), (3, 1000), (4000, 5), (257, 129)])
def test_reductions_of_every_shape(rows: int, columns: int):
    agree(lambda x: (x.sum(axis=0), x.sum(axis=1), x.max(axis=0), x.min(axis=1),
                     x.sum(), x.argmax(axis=1), x.argmin(axis=0), x.prod(axis=1)),
          draw(rows, columns) * 0.9)


def test_first_of_equal_positions_is_given():
    x = np.zeros((3, 200), np.float32)
    x[1, [70, 150]] = 5
    x[2, 33] = np.nan
    agree(lambda x: (x.argmax(axis=1), x.argmin(axis=1)), x, tolerance=0)


def test_conditions_do_not_reach_beyond_the_last_step():
    # A lane behind the last z has z == j == 3, of which `where` proves nothing.
    text = """module attributes {neo.optimized} {
    func.func @main(%a: tensor<3xf64>) -> tensor<4xf64> {
      %r = neo.kernel [j: 4] (%b = %a) : (tensor<3xf64>) -> tensor<4xf64> {
        %y = neo.compute [j: 4, z: 3] sum [] %b[j] where (z - j == 0)
           : (tensor<3xf64>) -> tensor<4x3xf64> {
        ^bb0(%v: f64):
          neo.yield %v : f64
        }
        %s = neo.compute [j: 4] sum [z: 3] %y[j, z]
           : (tensor<4x3xf64>) -> tensor<4xf64> {
        ^bb0(%v: f64):
          neo.yield %v : f64
        }
        neo.results %s : tensor<4xf64>
      }
      return %r : tensor<4xf64>
    } }"""
    sums, = _core.DeviceProgram(text, "main").run((np.array([1.0, 2, 3]),))
    np.testing.assert_equal(sums, [1, 2, 3, 0])


def test_rows_chosen_by_data_and_their_gradient():
    rows = np.array([3, 0, 3, 3, 19])
    agree(lambda a: (neo.take(a, rows, axis=0),
                     neo.grad(lambda a: (neo.take(a, rows, axis=0) ** 2).sum())(a)),
          draw(20, 6))


def test_loops_over_time():
    def run(h, xs):
        return neo.scan(lambda h, x: (neo.tanh(h + x), h * 2), h, xs)

    agree(lambda h, xs: (run(h, xs), neo.grad(
        lambda h: run(h, xs)[0].sum())(h)), draw(5), draw(7, 5))


def test_arrays_without_elements():
    agree(lambda x: (x * 2, x.sum(axis=0)), np.zeros((0, 3), np.float32))


def test_arguments_and_constants_are_returned():
    constant = draw(3)
    agree(lambda x: (x, constant, x + constant, x), draw(3))


def test_repeated_constants():
    text = """func.func @main(%I: tensor<3xi64>) -> tensor<4xf32> {
      %c = arith.constant dense<2.0> : tensor<3xf32>
      %y = neo.scatter_add [i: 3] %c[i] into [%I[i]]
         : (tensor<3xf32>, tensor<3xi64>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }"""
    sums, = _core.DeviceProgram(text, "main").run((np.array([1, 3, 1]),))
    np.testing.assert_equal(sums, [0, 4, 0, 2])


def test_captured_index_outside_is_an_error():
    pick = neo.jit(lambda a, i: neo.take(a, i, axis=0), device="cuda")
    with pytest.raises(neo.IndexError, match="7"):
        pick(draw(5, 2), np.array([1, 7]))


def test_computed_index_outside_is_an_error():
    pick = neo.jit(lambda a, i: neo.take(a, i * 2, axis=0), device="cuda")
    np.testing.assert_equal(pick(a := draw(5, 2), np.array([1, 2])), a[[2, 4]])
    with pytest.raises(neo.IndexError, match="6"):
        pick(draw(5, 2), np.array([1, 3]))


def test_options_of_the_cpu_are_refused():
    with pytest.raises(neo.UsageError, match="threads= says how a function runs on"):
        neo.jit(lambda x: x, device="cuda", threads=2)
    with pytest.raises(neo.UsageError, match="device is 'gpu', but must be one of"):
        neo.jit(lambda x: x, device="gpu")


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "int8", "bool"])
@pytest.mark.parametrize("rows, columns", [(16, 16), (33, 70), (100, 31), (300, 17)])
def test_transposes_of_every_width(dtype: str, rows: int, columns: int):
    x, y = (random.integers(0, 2, shape).astype(dtype)
            for shape in ((rows, columns), (columns, rows)))
    agree(lambda x, y: (x.T, neo.where(y != 0, x.T, y)), x, y, tolerance=0)


def test_permutations_and_guarded_transposes():
    pad = neo.expr("Y[i,j] = X[j-3,i] if 3 <= j < 43 else 7", i=50, j=60)
    agree(lambda x, y: (x.transpose(0, 2, 3, 1) * 2, x.transpose(3, 1, 0, 2), pad(y)),
          draw(2, 20, 5, 18), draw(40, 50))


@pytest.mark.parametrize("bound", [512, 516, 513])
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_guards_beside_and_inside_of_vectors(bound: int, dtype: str):
    """Elements of 16 bytes move together where a guard holds for all of them or none."""
    joined = neo.expr(f"Y[i,j] = (A[i,j] if j < {bound} else 0) + "
                      f"(B[i,j-512] if j >= {bound} and j < 2040 else 3)", i=448, j=2048)
    agree(joined, draw(448, 516).astype(dtype), draw(448, 1536).astype(dtype))


@pytest.mark.parametrize("sizes", [(3,), (1, 2_300_000, 5), (1_048_576, 1_048_577, 1)])
def test_results_longer_and_shorter_than_the_staging_buffer(sizes: tuple[int, ...]):
    arrays = [draw(size) for size in sizes]
    same = neo.jit(lambda *arrays: arrays, device="cuda")
    for _ in range(2):
        for found, expected in zip(same(*arrays), arrays, strict=True):
            np.testing.assert_array_equal(found, expected)


def test_a_batch_of_any_size():
    """Each size is a program of its own; what is no batch is refused as on the CPU."""
    step = neo.jit(lambda x, w: neo.softmax(x @ w, 1), batch="x", device="cuda")
    w = np.linspace(-1, 1, 35).reshape(5, 7).astype(np.float32)
    for items in (3, 1, 8, 3):
        x = np.linspace(0, 1, items * 5).reshape(items, 5).astype(np.float32)
        np.testing.assert_allclose(step(x, w), neo.jit(step.__wrapped__)(x, w), rtol=1e-5)
    with pytest.raises(neo.ShapeError, match="must be the batch"):
        step(np.float32(1), w)
