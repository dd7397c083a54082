# test_bad_input.py - wrong arguments are refused in a sentence, not in a crash
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import pickle

import numpy as np
import pytest

import neo

ONES = np.ones(3)
WHOLE = np.arange(3)
HALF = np.arange(3, dtype=np.int32)
PARAMS = {"w": ONES}
matmul = neo.expr("C[i,j] += A[i,k] * B[k,j]")


@pytest.mark.parametrize("op", ["//", "%"])
def test_integer_division_by_the_number_zero(op):
    divide = neo.expr(f"C[i] = A[i] {op} 0")
    with pytest.raises(neo.ExpressionError, match="other than 0"):
        divide(WHOLE)


@pytest.mark.parametrize("divisor", ["B[i]", "(i - 1)"])
@pytest.mark.parametrize("op", ["//", "%"])
def test_integer_division_by_zero_does_not_trap(op, divisor):
    divide = neo.expr(f"C[i] = A[i] {op} {divisor}")
    by = {"B[i]": WHOLE, "(i - 1)": WHOLE - 1}[divisor]
    with np.errstate(divide="ignore"):
        wanted = WHOLE // by if op == "//" else WHOLE % by
    np.testing.assert_array_equal(divide(*[WHOLE] * len(divide.operands)), wanted)


def test_integer_division_by_minus_one():
    least = np.array([-2**63, 7])
    np.testing.assert_array_equal(neo.expr("C[i] = A[i] // -1")(least),
                                  [-2**63, -7])
    np.testing.assert_array_equal(neo.expr("C[i] = A[i] % -1")(least), [0, 0])


@pytest.mark.parametrize("value", [
    "A[i] + 4294967296", "A[i] < 4294967296", "where(A[i] > 0, A[i], 1099511627776)",
    "max(A[i], -2147483649)", "A[i] if i < 2 else 4294967296"])
def test_whole_numbers_beyond_i32(value):
    with pytest.raises(neo.ExpressionError, match="i32"):
        neo.expr(f"C[i] = {value}", i=3)(HALF)


def test_bounds_under_a_guard_name_the_tensor():
    with pytest.raises(neo.ShapeError) as caught:
        neo.expr("C[p] = B[p] * (A[p+1] if p < 5 else 0)", p=6)(
            np.ones(6), np.ones(5))
    assert "index 'p + 1' of 'A' is 5 at p = 4" in str(caught.value)


def test_long_expressions_are_shown_in_part():
    with pytest.raises(neo.ExpressionError) as caught:
        neo.expr("C[i] = " + "A[i] + " * 30 + "B[i]] + " + "A[i] + " * 30)
    shown, caret = str(caught.value).splitlines()[1:3]
    assert len(shown) < 140
    assert shown[caret.index("^")] == "]"


def test_captured_arrays_in_any_form():
    swapped = np.arange(3.0).astype(">f8")
    np.testing.assert_array_equal(neo.jit(lambda x: x + swapped)(ONES),
                                  [1, 2, 3])


def test_returned_outer_arrays_are_new():
    outer = np.ones(2)
    constant = neo.jit(lambda x: (x, outer))
    constant(ONES)[1][:] = 7
    np.testing.assert_array_equal(outer, [1, 1])
    np.testing.assert_array_equal(constant(ONES)[1], [1, 1])


@pytest.mark.parametrize("call", [
    lambda: neo.set_threads(-1), lambda: neo.set_threads("2"),
    lambda: neo.set_threads(10**7), lambda: neo.jit(abs, threads=-1),
    lambda: neo.jit(abs, threads=2.5), lambda: neo.jit(abs, threads=True)])
def test_numbers_of_threads(call):
    with pytest.raises(neo.UsageError, match="whole number in 0..1024"):
        call()


@pytest.mark.parametrize("text", ["two", "-1", "9" * 30])
def test_threads_by_environment(monkeypatch, text):
    monkeypatch.setenv("NEO_THREADS", text)
    with pytest.raises(neo.UsageError, match="NEO_THREADS is "):
        matmul(np.ones((2, 3)), np.ones((3, 2)))


USAGE = {
    "gradient of a number": (lambda: neo.grad(3), "of a function, not int"),
    "argnums by name": (lambda: neo.grad(abs, argnums="x"), "argnums is 'x'"),
    "nothing to interpret": (lambda: neo.interpret(None), "not NoneType"),
    "strange variable": (
        lambda: neo.jit(lambda: neo.compute(3, lambda é: é))(),
        "beyond a-z"),
    "star variable": (
        lambda: neo.jit(lambda: neo.compute(3, lambda *i: 0))(),
        "'*i' is no loop variable"),
    "no state": (lambda: neo.optim.Adam().update(PARAMS, PARAMS, {}),
                 "no state of the optimiser"),
    "no velocity": (
        lambda: neo.optim.SGD(0.1, 0.9).update(PARAMS, PARAMS, {}),
        "no state of the optimiser"),
    "numbers as parameters": (lambda: neo.optim.Adam().init([1.0]),
                              "parameters are float arrays"),
}


@pytest.mark.parametrize("call, sentence", USAGE.values(), ids=USAGE)
def test_usage(call, sentence):
    with pytest.raises(neo.UsageError) as caught:
        call()
    assert sentence in str(caught.value)


def test_repeated_axis():
    with pytest.raises(neo.ShapeError, match="stands twice"):
        neo.jit(lambda x: neo.sum(x, axis=(0, -2)))(np.ones((2, 2)))


def test_python_integer_beyond_64_bits():
    with pytest.raises(neo.DtypeError, match="'n' does not fit int64"):
        neo.jit(lambda x, n: x * n)(ONES, 10**30)


@pytest.mark.parametrize("rate", ["fast", float("inf"), float("nan"), 0, -1])
def test_rates(rate):
    with pytest.raises(neo.Error, match="rate must be a positive number"):
        neo.optim.SGD(rate)


def test_compiled_expressions_are_pickled_as_text():
    scale = neo.expr("C[i,j] = A[i] * j", j=2)
    again = pickle.loads(pickle.dumps((scale, scale(ONES))))[0]
    assert repr(again) == repr(scale)
    np.testing.assert_array_equal(again(ONES), scale(ONES))


def test_masked_arrays():
    masked = np.ma.array(ONES, mask=[0, 1, 0])
    for call in (neo.jit(abs), neo.expr("C[i] = A[i]")):
        with pytest.raises(neo.DtypeError, match="masked array.*filled"):
            call(masked)


@pytest.mark.parametrize("array, number, sentence", [
    (WHOLE, 10**30, "does not fit an i64"),
    (WHOLE, -2**63 - 1, "does not fit an i64"),
    (ONES, 10**400, "too large for a float"),
    (ONES.astype(np.float32), 10**400, "too large for a float")])
def test_whole_numbers_beyond_every_type(array, number, sentence):
    with pytest.raises(neo.UsageError, match=sentence):
        neo.jit(lambda x: x * number)(array)


@pytest.mark.parametrize("axis", ["0", 0.5, True, {0}, (0, None)])
def test_axes_of_other_types(axis):
    with pytest.raises(neo.UsageError, match="axis is .* must be an integer"):
        neo.jit(lambda x: neo.sum(x, axis))(ONES)


def test_axes_of_numpy():
    found = neo.jit(lambda x: neo.sum(x, np.int64(0)))(np.ones((2, 3)))
    np.testing.assert_array_equal(found, [2, 2, 2])


def test_containers_that_contain_themselves():
    around = [ONES]
    around.append(around)
    deep = ONES
    for _ in range(5000):
        deep = [deep]
    for argument in (around, deep):
        with pytest.raises(neo.UsageError, match="nested too deeply, or"):
            neo.jit(lambda x: x)(argument)


def test_containers_of_the_users_own():
    class Pair(tuple):
        def __new__(cls, left, right):
            return super().__new__(cls, (left, right))

    class Stack(list):
        def __init__(self, first, *more):
            super().__init__([first, *more])
    pair, stack = neo.jit(lambda p, s: (p, s))(Pair(ONES, WHOLE), Stack(ONES))
    assert type(pair) is Pair and type(stack) is Stack and len(stack) == 1
    np.testing.assert_array_equal(pair[1], WHOLE)


def test_shape_that_is_none():
    with pytest.raises(neo.ShapeError, match="a shape is an integer or"):
        neo.jit(lambda: neo.compute(None, lambda i: 1.0))()


def test_interpreter_with_captured_arrays():
    found, = neo.interpret(neo.jit(lambda x: x + ONES * 2), ONES)
    np.testing.assert_array_equal(found, 3 * ONES)
    with pytest.raises(neo.UsageError, match="named by a str, not int"):
        neo.interpret(neo.jit(abs), ONES, function=3)
