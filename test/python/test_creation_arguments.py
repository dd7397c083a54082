# test_creation_arguments.py - sizes and numbers that creation functions refuse
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Outside of neo.jit arrays are NumPy's, but their types and the errors are neo's."""

import ml_dtypes
import numpy as np
import pytest

import neo

NAN, INF = float("nan"), float("inf")
ROWS = "its rows must be equally long, and hold numbers only"
WRONG = [
    (lambda: neo.zeros((-1, 2)), "dimension 0 is -1, but must lie in 0..2**47"),
    (lambda: neo.ones("3"), "dimension 0 must be an integer, not '3'"),
    (lambda: neo.zeros(2.0), "dimension 0 must be an integer, not 2.0"),
    (lambda: neo.zeros(np.array(2.0)), "dimension 0 must be an integer, not 2.0"),
    (lambda: neo.zeros((2**40, 2**40)), "has more than 2**47 elements"),
    (lambda: neo.zeros((1,) * 70), "has 70 dimensions, but an array has at most 64"),
    (lambda: neo.eye(-1), "rows is -1, but must lie in 0..2**47"),
    (lambda: neo.eye(2, 2.5), "columns must be an integer, not 2.5"),
    (lambda: neo.eye(3, k=1.5), "k is 1.5, but must be an integer"),
    (lambda: neo.one_hot([0, 1], 2.5), "classes must be an integer, not 2.5"),
    (lambda: neo.linspace(0, 1, -1), "num is -1, but must lie in 0..2**47"),
    (lambda: neo.linspace("a", 1, 2), "neo.linspace takes numbers, not 'a'"),
    (lambda: neo.arange(0, NAN), "cannot count from 0 to nan in steps of 1"),
    (lambda: neo.arange(0, INF), "give finite numbers"),
    (lambda: neo.arange(1j), "neo.arange takes numbers, not 1j"),
    (lambda: neo.asarray("a"), "operand 'x' is a str"),
    (lambda: neo.asarray(None), "operand 'x' is None, which is no tensor"),
    (lambda: neo.asarray(1j), "neo computes with by real and imaginary parts"),
    (lambda: neo.asarray(np.ones(2, complex)), "array.real and array.imag"),
    (lambda: neo.asarray([[1, 2], [3]]), ROWS),
    (lambda: neo.full(2, 1j), "neo computes with by real and imaginary parts"),
    (lambda: neo.full(2, np.ones(3)), "shapes (3,) and (2,) do not broadcast"),
    (lambda: neo.full(2, 2**70), "does not fit int64, which holds -9223372036854775808"),
    (lambda: neo.full(2, NAN, int), "nan does not fit int64"),
    (lambda: neo.full(2, 300, np.int8), "300 does not fit int8, which holds -128..127"),
]


@pytest.mark.parametrize("make, said", WRONG)
@pytest.mark.parametrize("place", [lambda make: make(), lambda make: neo.jit(make)()],
                         ids=["outside", "inside"])
def test_refused_alike(place, make, said):
    with pytest.raises(neo.Error) as caught:
        place(make)
    assert said in str(caught.value)


@pytest.mark.parametrize("make", [
    lambda: neo.asarray(np.arange(3, dtype=np.uint8)), lambda: neo.asarray(range(3)),
    lambda: neo.asarray(2**70), lambda: neo.full(2, np.uint8(3)),
    lambda: neo.zeros(np.array([2, 3])), lambda: neo.arange(0, 1, np.float32(0.125)),
    lambda: neo.arange(np.int32(3)), lambda: neo.linspace(np.array(0), 3, np.int64(4)),
    lambda: neo.full((2, 3), np.ones(3)), lambda: neo.arange(ml_dtypes.bfloat16(2))])
def test_made_alike(make):
    np.testing.assert_array_equal(make(), neo.jit(make)(), strict=True)


def test_no_memory_for_an_array_is_an_error_of_neo():
    with pytest.raises(neo.Error, match=r"no memory for f32\[8388608, 8388608\], which "
                       "takes 281474976710656 bytes: use smaller extents"):
        neo.eye(2**23)


def test_a_number_that_the_type_asked_for_has_not():
    with pytest.raises(neo.DtypeError, match="'x' does not fit int8"):
        neo.asarray([300], np.int8)


def test_a_dtype_object_is_asked_for_like_a_name():
    with pytest.raises(neo.DtypeError, match="float types are mixed"):
        neo.jit(lambda x: x * neo.ones(3, np.dtype("float64")))(np.ones(3, np.float32))


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_a_cotangent_or_tangent_of_what_was_created(dtype: str):
    """A bag of rows as the adjoint of reading them from neo.zeros, of any type."""
    rows, at = np.arange(12, dtype=dtype).reshape(6, 2), np.array([2, 0, 2, 1, 0, 2])

    def bags(rows, at):
        return neo.vjp(lambda w: w[at], neo.zeros((4, 2)))[1](rows)[0]

    def moved(rows):
        return neo.jvp(lambda w: w * 2, (neo.zeros((6, 2)),), (rows,))[1]

    expected = np.zeros((4, 2))
    np.add.at(expected, at, rows.astype(float))
    found = neo.jit(bags)(rows, at)
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(neo.jit(moved)(rows), rows.astype(float) * 2)
