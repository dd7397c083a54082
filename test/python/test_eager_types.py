# test_eager_types.py - element types of functions that are called on arrays
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Outside of neo.jit two float types become the one that holds both, as in NumPy. What
neo creates without a dtype is float32; inside it is weak, and mixtures are refused."""

import ml_dtypes
import numpy as np
import pytest

import neo

X = np.random.default_rng(7).standard_normal((3, 4)).astype(np.float32)

TWO = {
    "where": (lambda m, x, y: m.where(x > 0, x, y), np.zeros(4)),
    "maximum": (lambda m, x, y: m.maximum(x, y), np.full(4, 0.1)),
    "pow": (lambda m, x, y: m.pow(m.abs(x), y), np.ones(4)),
    "concatenate": (lambda m, x, y: m.concatenate([x, y]), np.zeros((1, 4))),
    "stack": (lambda m, x, y: m.stack((x[0], y)), np.ones(4)),
    "matmul": (lambda m, x, y: m.matmul(x, y), np.eye(4)),
    "dot": (lambda m, x, y: m.dot(x, y), np.ones(4)),
    "outer": (lambda m, x, y: m.outer(x, y), np.linspace(0, 1, 3)),
    "einsum": (lambda m, x, y: m.einsum("ij,jk->ik", x, y), np.eye(4)),
    "clip": (lambda m, x, y: m.clip(x, -y, y), np.full(4, 0.1)),
    "scalars": (lambda m, x, y: m.minimum(x, y), np.float64(0.1)),
}


@pytest.mark.parametrize("name", TWO)
def test_outside_types_are_numpys(name):
    function, y = TWO[name]
    wanted = function(np, X, y)
    found = function(neo, X, y)
    assert found.dtype == wanted.dtype == np.float64
    np.testing.assert_allclose(found, wanted, rtol=1e-6)


@pytest.mark.parametrize("name", [n for n in TWO if n != "scalars"])
def test_inside_what_neo_makes_is_weak(name):
    function, y = TWO[name]
    square = y.shape == (4, 4)
    found = neo.jit(lambda x: function(
        neo, x, neo.eye(4) if square else neo.ones(y.shape)))(X)
    assert found.dtype == np.float32


@pytest.mark.parametrize("one, other, both", [
    (np.float16, np.float32, np.float32), (np.float64, np.float16, np.float64),
    (ml_dtypes.bfloat16, np.float32, np.float32)])
def test_the_type_that_holds_both(one, other, both):
    found = neo.maximum(X.astype(one), X.astype(other))
    assert found.dtype == both == np.result_type(one, other)


def test_integers_and_lists_take_the_type_of_floats():
    for other in (np.arange(4), [1, 2, 3, 4], [0.5, 1.5, 2.5, 3.5], 3, 0.1,
                  np.array([True, False, True, False]), np.int64(2)):
        assert neo.maximum(X, other).dtype == np.float32
        assert neo.jit(lambda x: neo.maximum(x, other))(X).dtype == np.float32


@pytest.mark.parametrize("third, wanted", [
    (np.float16, np.float32), (np.float32, np.float32), (np.float64, np.float64)])
def test_float32_holds_both_halves(third, wanted):
    halves = X.astype(np.float16), X.astype(ml_dtypes.bfloat16)
    found = neo.concatenate([*halves, X.astype(third)])
    assert found.dtype == wanted
    np.testing.assert_array_equal(found[3:6], halves[1].astype(wanted))


def test_inside_mixed_arguments_are_refused_with_a_remedy():
    with pytest.raises(neo.DtypeError, match="'z' is f64; convert them to one type with "
                       ".astype .where no dtype is given, NumPy's functions make f64, and "
                       "neo's such as neo.zeros f32"):
        neo.jit(lambda x, z: x * z)(X, np.zeros(4))
    with pytest.raises(neo.DtypeError) as refusal:
        neo.jit(lambda x, z: x * z)(X, neo.zeros(4, np.float16))
    assert "make f64" not in str(refusal.value)


CREATED = {
    "zeros": lambda **k: neo.zeros(3, **k), "ones": lambda **k: neo.ones((2, 3), **k),
    "full": lambda **k: neo.full(3, 0.1, **k), "eye": lambda **k: neo.eye(3, **k),
    "linspace": lambda **k: neo.linspace(0, 1, 7, **k),
    "arange": lambda **k: neo.arange(0, 1, 0.1, **k),
    "one_hot": lambda **k: neo.one_hot(np.array([2, 0]), 3, **k),
    "asarray": lambda **k: neo.asarray([0.1, [2, 3][0]], **k),
    "zeros_like": lambda **k: neo.zeros_like([1.0, 2.0], **k),
    "ones_like": lambda **k: neo.ones_like(0.5, **k),
}


@pytest.mark.parametrize("name", CREATED)
def test_what_neo_creates_is_float32_like_its_random_numbers(name):
    make = CREATED[name]
    exact = make(dtype=np.float64)
    for found in (make(), neo.jit(make)(), neo.jit(lambda n: n * make())(np.int64(1))):
        np.testing.assert_array_equal(found, exact.astype(np.float32), strict=True)
    # Beside float64 no digit is lost.
    y = np.random.default_rng(0).standard_normal((2, *exact.shape))
    np.testing.assert_array_equal(neo.jit(lambda y: y * make())(y), y * exact, strict=True)


def test_layers_of_created_and_random_numbers_fit():
    @neo.jit
    def init(key):
        return {"w": neo.random.glorot_uniform(key, (4, 4)), "b": neo.zeros(4),
                "t": (1.0 - neo.ones(4) * 0.5)}

    outside = {"w": neo.random.glorot_uniform(neo.random.key(0), (4, 4)),
               "b": neo.zeros(4), "t": neo.full(4, 0.5)}
    for p in (init(neo.random.key(0)), outside):
        found = neo.grad(lambda p: neo.sum(neo.tanh(X @ p["w"] + p["b"]) * p["t"]))(p)
        assert {a.dtype for a in found.values()} == {np.dtype(np.float32)}


def test_expressions_of_weak_operands_are_weak():
    chosen = neo.expr("H[n,c] = where(L[n] == c, 1.0, 0.0)", c=4)
    exact = neo.expr("H[n,c] = float64(L[n]) + c", c=4)
    product = neo.expr("C[i,j] += A[i,k] * B[k,j]")
    labels = np.array([0, 2, 1])
    found = neo.jit(lambda l, x: x * chosen(l) + product(neo.eye(3), neo.ones((3, 4))))(
        labels, X)
    np.testing.assert_array_equal(found, X * np.eye(4, dtype=X.dtype)[labels] + 1,
                                  strict=True)
    assert neo.jit(chosen)(labels).dtype == chosen(labels).dtype == np.float64
    with pytest.raises(neo.DtypeError, match="'x' is f32 and a result of 'l' is f64"):
        neo.jit(lambda l, x: x * exact(l))(labels, X)
    assert neo.jit(lambda: product(neo.eye(3), neo.ones((3, 4))))().dtype == np.float32


def test_one_float64_is_a_number():
    two = np.array(2.0)
    for found in (neo.jit(lambda x: x * two)(X), neo.jit(lambda x, s: x * s)(X, two),
                  neo.jit(lambda x, s: x * s)(X, np.float64(2)),
                  neo.jit(lambda x: x * np.float64(2))(X),
                  neo.jit(lambda x, s: neo.scan(lambda c, x: (c * s, None), x, length=1))(
                      X, two)[0],
                  neo.expr("Y[i,j] = X[i,j] * s")(X, two),
                  neo.jit(lambda x, s: neo.expr("Y[i,j] = X[i,j] * s")(x, s))(X, two)):
        np.testing.assert_array_equal(found, 2 * X, strict=True)
    assert neo.grad(lambda s: neo.sum(X * s))(two).dtype == np.float64
    assert neo.jit(lambda s: s / 3)(two) == 2.0 / 3
    with pytest.raises(neo.DtypeError, match="float types are mixed"):
        neo.jit(lambda x, y: x * neo.sum(y))(X, np.ones(3))


def test_pythons_float_is_a_number_too():
    mask = X > 0
    found = neo.jit(lambda x: x * (x > 0).astype(float))(X)
    np.testing.assert_array_equal(found, X * mask, strict=True)
    slope = neo.grad(lambda x: neo.sum(x * (x > 0).astype(float)))(X)
    np.testing.assert_array_equal(slope, mask.astype(np.float32), strict=True)
    # Alone it is what NumPy makes of it.
    assert neo.jit(lambda x: neo.mean((x > 0).astype(float)))(X) == mask.mean()
    assert neo.jit(lambda x: x.astype(float))(X).dtype == np.float64
    assert neo.jit(lambda x: x + neo.zeros(4, float))(X).dtype == np.float32
    for make in (lambda: neo.zeros(4, float), lambda: neo.jit(lambda: neo.zeros(4, float))()):
        assert make().dtype == np.float64


def test_likes_of_weak_tensors_are_weak():
    for like in (neo.zeros_like, neo.ones_like, lambda y: neo.full_like(y, 2)):
        found = neo.jit(lambda x: x + like(neo.ones(4)))(X)
        assert found.dtype == np.float32


def test_numbers_lists_and_tuples_are_arrays():
    assert neo.exp((1, 2)).shape == (2,)
    np.testing.assert_array_equal(neo.stack([[1, 2], [3, 4]], 1), [[1, 3], [2, 4]])
    np.testing.assert_array_equal(neo.zeros_like([1.0, 2.0]), np.zeros(2))
    labels = np.array([0, 2, 1])
    np.testing.assert_array_equal(neo.one_hot(labels, labels.max() + 1),
                                  np.eye(3)[labels])
    np.testing.assert_array_equal(
        neo.one_hot(labels, num_classes=3, dtype=np.float32, axis=0),
        np.eye(3, dtype=np.float32)[labels].T)


NUMBERS = {
    "arange of floats": lambda: neo.arange(3.),
    "arange from floats": lambda: neo.arange(1., 4),
    "arange by floats": lambda: neo.arange(0, 3, 1.),
    "arange of integers": lambda: neo.arange(3),
    "square": lambda: neo.square(3), "square of a float": lambda: neo.square(3.),
    "maximum": lambda: neo.maximum(3, 4), "minimum": lambda: neo.minimum(True, False),
    "maximum with a float": lambda: neo.maximum(3, 4.5),
    "clip": lambda: neo.clip(3, 0, 2), "clip to floats": lambda: neo.clip(3, 0., 2.),
    "round": lambda: neo.round(3), "floor": lambda: neo.floor(3),
    "trunc of a truth": lambda: neo.trunc(True), "abs": lambda: neo.abs(-3),
    "sign": lambda: neo.sign(-3), "pow": lambda: neo.pow(2, 3),
    "pow by a float": lambda: neo.pow(2, 0.5), "relu": lambda: neo.relu(-3),
    "exp": lambda: neo.exp(1), "sum": lambda: neo.sum(3), "mean": lambda: neo.mean(3),
    "where": lambda: neo.where(True, 3, 4), "isnan": lambda: neo.isnan(3),
    "asarray": lambda: neo.asarray(3), "asarray of a truth": lambda: neo.asarray(True),
    "asarray of a float": lambda: neo.asarray(3.),
    "stack": lambda: neo.stack([3, 4]), "reshape": lambda: neo.reshape(3, (1, 1)),
    "one_hot": lambda: neo.one_hot(2, 4), "dot": lambda: neo.dot(3, 4),
    "dot with a list": lambda: neo.dot(3, [1, 2]),
    "broadcast_to": lambda: neo.broadcast_to(3, (2,)),
}


@pytest.mark.parametrize("make", NUMBERS.values(), ids=NUMBERS)
def test_of_numbers_alone_inside_is_as_outside(make):
    outside, inside = make(), neo.jit(make)()
    assert inside.dtype == outside.dtype
    np.testing.assert_allclose(inside, outside, rtol=1e-15)
    beside = neo.jit(lambda x: neo.sum(make()) * x)(X)
    assert beside.dtype == np.float32


def test_arange_of_floats_divides_as_floats():
    halves = neo.jit(lambda: neo.floor(neo.arange(5.) / 2))()
    np.testing.assert_array_equal(halves, (np.arange(5.) // 2).astype(np.float32),
                                  strict=True)
    for divide in (lambda: neo.arange(5.) // 2, lambda: neo.arange(0, 5, 1.) // 2):
        np.testing.assert_array_equal(neo.jit(divide)(), halves, strict=True)


@pytest.mark.parametrize("one, other", [(4, 4.0), (4.0, 4), (True, 1), (0.0, -0.0)])
def test_equal_numbers_of_other_types_are_other_programs(one, other):
    three = np.array([3, 5])
    for number in (one, other):
        found = neo.where(three > 9, three, number)
        wanted = np.where(three > 9, three, number)
        assert found.dtype == wanted.dtype
        np.testing.assert_array_equal(np.signbit(found), np.signbit(wanted))
