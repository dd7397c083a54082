# test_indexed.py - indices that are data
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Reads at data against NumPy, their gradients against np.add.at."""

import ml_dtypes
import numpy as np
import pytest

import neo

FLOATS = (np.float64, np.float32, np.float16)
ROWS = neo.expr("Y[i,j] = A[I[i], j]")
RNG = np.random.default_rng(7)


def scattered(shape, index, terms):
    """Terms added one by one, in their order; halves in f32."""
    sums = np.zeros(shape, np.result_type(terms.dtype, np.float32))
    np.add.at(sums, index, terms)
    return sums.astype(terms.dtype)


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
def test_a_row_of_many_halves_keeps_growing(dtype):
    """In halves, sums of ones end at 2048 and at 256."""
    text = f"""func.func @main(%y: tensor<5000x16x{dtype}>, %i: tensor<5000xi64>)
        -> tensor<3x16x{dtype}> {{
      %b = neo.scatter_add [i: 5000, j: 16] %y[i, j] into [%i[i], j]
         : (tensor<5000x16x{dtype}>, tensor<5000xi64>) -> tensor<3x16x{dtype}>
      return %b : tensor<3x16x{dtype}>
    }}"""
    ones = np.ones((5000, 16), {"f16": np.float16, "bf16": ml_dtypes.bfloat16}[dtype])
    wanted = np.zeros((3, 16), ones.dtype)
    wanted[1] = 5000
    for found in (neo.compile(text), lambda *arrays: neo.interpret(text, *arrays)):
        np.testing.assert_array_equal(found(ones, np.ones(5000, np.int64))[0], wanted)


@pytest.mark.parametrize("integer", [np.int64, np.int32])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("index", [[3, 3, 9, 0], [0] * 50, [],
                                   list(range(9, -1, -1))])
def test_rows_and_their_gradient(dtype, integer, index):
    a = RNG.standard_normal((10, 5)).astype(dtype)
    i = np.array(index, integer)
    y = ROWS(a, i)
    assert y.dtype == dtype
    np.testing.assert_array_equal(y, a[i])
    g = RNG.standard_normal(y.shape).astype(dtype)
    gradient, = ROWS.vjp((a, i), g)
    # Bit by bit: every element adds its terms in the order of the source.
    np.testing.assert_array_equal(gradient, scattered(a.shape, i, g))


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.bool_])
def test_integers_and_truth_values_are_gathered(dtype):
    a = RNG.integers(0, 2, (6, 3)).astype(dtype)
    i = np.array([5, 0, 5])
    y = ROWS(a, i)
    assert y.dtype == dtype
    np.testing.assert_array_equal(y, a[i])


def test_along_an_axis():
    take = neo.expr("Y[b,i,j] = A[b, I[b,i,j], j]")
    a = RNG.standard_normal((4, 6, 3))
    i = RNG.integers(0, 6, (4, 5, 3))
    np.testing.assert_array_equal(take(a, i), np.take_along_axis(a, i, 1))
    g = RNG.standard_normal(i.shape)
    b, _, j = np.indices(i.shape)
    np.testing.assert_array_equal(take.vjp((a, i), g)[0],
                                  scattered(a.shape, (b, i, j), g))


def test_two_indices_from_data_and_one_of_rank_zero():
    pick = neo.expr("Y[i] = A[I[i], J[i], k[]]")
    a = RNG.standard_normal((4, 5, 6))
    i, j = RNG.integers(0, 4, 9), RNG.integers(0, 5, 9)
    k = np.array(3)
    np.testing.assert_array_equal(pick(a, i, j, k), a[i, j, 3])
    g = RNG.standard_normal(9)
    np.testing.assert_array_equal(pick.vjp((a, i, j, k), g)[0],
                                  scattered(a.shape, (i, j, 3), g))


def test_indices_are_computed():
    table = RNG.standard_normal(40)
    i = RNG.integers(0, 10, 6)
    window = neo.expr("Y[i] += A[I[i] * 3 + r] * W[r]")
    w = RNG.standard_normal(4)
    expected = (table[i[:, None] * 3 + np.arange(4)] * w).sum(1)
    np.testing.assert_allclose(window(table, i, w), expected)
    wrapped = neo.expr("Y[i] = A[(I[i] - 30) % 40]")
    np.testing.assert_array_equal(wrapped(table, i), table[(i - 30) % 40])
    clamped = neo.expr("Y[i] = A[min(I[i], 4)]")
    np.testing.assert_array_equal(clamped(table, i), table[np.minimum(i, 4)])


def test_indices_of_indices():
    chase = neo.expr("Y[i] = A[I[J[i]], i]")
    a = RNG.standard_normal((7, 4))
    i, j = RNG.integers(0, 7, 5), RNG.integers(0, 5, 4)
    np.testing.assert_array_equal(chase(a, i, j), a[i[j], np.arange(4)])


def test_a_part_of_the_indices_is_used_and_looked_at():
    every_other = neo.expr("Y[i] = A[I[2 * i]]", i=3)
    a = RNG.standard_normal(4)
    i = np.array([1, 99, 0, -5, 3, 99])
    np.testing.assert_array_equal(every_other(a, i), a[i[::2]])


def test_under_a_guard():
    shifted = neo.expr("Y[i] = A[I[i-1], 2] * 2 if i >= 1 else 7", i=5)
    a = RNG.standard_normal((10, 3))
    i = np.array([9, 0, 3, 3])
    expected = np.concatenate([[7], 2 * a[i, 2]])
    np.testing.assert_array_equal(shifted(a, i), expected)
    g = RNG.standard_normal(5)
    np.testing.assert_array_equal(
        shifted.vjp((a, i), g)[0],
        scattered(a.shape, (i, 2), 2 * g[1:]))


def test_embedding_bag_and_its_gradients():
    bag = neo.expr("Y[b,j] += E[I[b,l], j] * W[b,l]")
    e, w = RNG.standard_normal((20, 8)), RNG.standard_normal((6, 4))
    i = RNG.integers(0, 20, (6, 4))
    g = RNG.standard_normal((6, 8))
    np.testing.assert_allclose(bag(e, i, w),
                               np.einsum("blj,bl->bj", e[i], w))
    de, dw = bag.vjp((e, i, w), g)
    np.testing.assert_allclose(
        de, scattered(e.shape, i, np.einsum("bj,bl->blj", g, w)))
    np.testing.assert_allclose(dw, np.einsum("bj,blj->bl", g, e[i]))


def test_gradients_inside_jit_to_the_second_order():
    i = np.array([3, 3, 9, 0])
    a = RNG.standard_normal((10, 5))

    @neo.jit
    def curvature(a, i):
        def cube(a):
            y = neo.compute((4, 5), lambda i_, j: a[i_at[i_], j])
            return neo.sum(y * y * y)
        i_at = i
        return neo.grad(lambda a: neo.sum(neo.grad(cube)(a) ** 2))(a)

    count = np.bincount(i, minlength=10)[:, None]
    np.testing.assert_allclose(curvature(a, i),
                               2 * (3 * a * a * count) * (6 * a * count))


def test_a_traced_tensor_is_indexed_by_another():
    a = RNG.standard_normal((10, 4, 3))
    i, k = np.array([[1, 1], [8, 0]]), np.array(3)

    @neo.jit
    def read(a, i, k):
        return a[i], a[2:5, ::2, i], a[:, k], a[..., np.array([2, 0]), None]

    rows, mixed, one, captured = read(a, np.minimum(i, 2), k)
    np.testing.assert_array_equal(rows, a[np.minimum(i, 2)])
    np.testing.assert_array_equal(mixed, a[2:5, ::2, np.minimum(i, 2)])
    np.testing.assert_array_equal(one, a[:, 3])
    np.testing.assert_array_equal(captured, a[..., np.array([2, 0]), None])

    @neo.jit
    def gradient(a, i):
        return neo.grad(lambda a: neo.sum(a[i] * a[i]))(a)

    expected = scattered(a.shape, i, 2 * a[i])
    np.testing.assert_array_equal(gradient(a, i), expected)


def test_several_indices_of_a_traced_tensor_are_taken_together():
    a, i = RNG.standard_normal((3, 4, 5)), np.array([[2, 0], [1, 1]])
    for key in (lambda i: (i, i), lambda i: (0, i), lambda i: (i, slice(2), 1),
                lambda i: (slice(1, 3), i, i), lambda i: (i, None, 2, i)):
        np.testing.assert_array_equal(neo.jit(lambda a, i: a[key(i)])(a, i),
                                      a[key(i)])


def test_tangents():
    a, i = RNG.standard_normal((10, 5)), np.array([1, 1, 8])
    da = RNG.standard_normal(a.shape)

    @neo.jit
    def pushed(a, da, i):
        return neo.jvp(lambda a: ROWS(a, i) * 2, (a,), (da,))

    value, tangent = pushed(a, da, i)
    np.testing.assert_array_equal(value, 2 * a[i])
    np.testing.assert_array_equal(tangent, 2 * da[i])


def test_indices_that_the_program_finds():
    @neo.jit
    def best_rows(scores, a):
        return ROWS(a, neo.argmax(scores, 1))

    scores, a = RNG.standard_normal((6, 10)), RNG.standard_normal((10, 3))
    np.testing.assert_array_equal(best_rows(scores, a), a[scores.argmax(1)])


def test_one_row_per_step_of_a_scan():
    row = neo.expr("Y[j] = E[k[], j]")
    e, tokens = RNG.standard_normal((10, 3)), np.array([1, 4, 4, 9, 0])

    @neo.jit
    def run(e, tokens, h):
        def loss(e):
            def cell(h, token):
                h = h * 0.5 + row(e, token)
                return h, h
            return neo.sum(neo.scan(cell, h, tokens)[1])
        return neo.grad(loss)(e)

    # A row is seen by its own step and, halved, by every later one.
    seen = np.zeros(10)
    np.add.at(seen, tokens, [2 - 0.5 ** n for n in (4, 3, 2, 1, 0)])
    np.testing.assert_allclose(run(e, tokens, np.zeros(3)),
                               np.repeat(seen[:, None], 3, 1))


@pytest.mark.parametrize("shape, terms", [((1000, 100), 3000), ((3, 700), 900),
                                          ((50000, 2), 4000), ((5, 1), 200000)])
def test_sums_do_not_depend_on_the_number_of_threads(shape, terms):
    a = np.zeros(shape, np.float32)
    i = RNG.integers(0, shape[0], terms)
    g = (RNG.standard_normal((terms, shape[1])) * 1e3).astype(np.float32)
    expected = scattered(shape, i, g)
    try:
        for threads in (1, 2, 3, 8):
            neo.set_threads(threads)
            np.testing.assert_array_equal(ROWS.vjp((a, i), g)[0], expected)
    finally:
        neo.set_threads(0)


def test_rows_that_are_summed_lie_together():
    """A bag of rows is gathered row by row, whatever order the statement has."""
    bag = neo.expr("Y[b,j] += E[I[b,l],j]")
    text = bag.ir(neo.spec((50, 8), "float32"), neo.spec((6, 3), "int64"))
    assert "neo.gather [b: 6, l: 3, j: 8]" in text
    rows = neo.expr("Y[j,b] = E[I[b],j]")
    text = rows.ir(neo.spec((50, 8), "float32"), neo.spec((6,), "int64"))
    assert "neo.gather [j: 8, b: 6]" in text


@pytest.mark.parametrize("condition", ["i < 3 and i < i", "15 < 4", "0 <= 1 < 1"])
def test_a_guard_that_never_holds(condition):
    read = neo.expr(f"Y[i] = A[I[i],i] if {condition} else 3.0", i=5)
    places = np.array([0, 1, 2, 0, 1])
    found, pullback = neo.vjp(lambda a: read(a, places), np.ones((3, 3)))
    np.testing.assert_array_equal(found, 3)
    np.testing.assert_array_equal(pullback(np.ones(5))[0], 0)
