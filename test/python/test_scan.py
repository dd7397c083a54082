# test_scan.py - loops over time
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.scan` against the same loop in Python, and its derivatives against finite
differences of that."""

import numpy as np
import pytest

import neo

RANDOM = np.random.default_rng(5)
STEPS, BATCH, WIDTH, HIDDEN = 6, 2, 3, 4


def weights() -> dict[str, np.ndarray]:
    return {"wx": RANDOM.standard_normal((WIDTH, HIDDEN)) / 2,
            "wh": RANDOM.standard_normal((HIDDEN, HIDDEN)) / 2}


def inputs() -> tuple[np.ndarray, np.ndarray]:
    return (RANDOM.standard_normal((BATCH, HIDDEN)),
            RANDOM.standard_normal((STEPS, BATCH, WIDTH)))


def recurrent(params, h, xs, reverse=False):
    """The last state and all states of a plain recurrent network."""
    def step(h, x):
        h = neo.tanh(x @ params["wx"] + h @ params["wh"])
        return h, h
    return neo.scan(step, h, xs, reverse=reverse)


def oracle(params, h, xs, reverse=False):
    states = [None] * len(xs)
    for t in reversed(range(len(xs))) if reverse else range(len(xs)):
        h = states[t] = np.tanh(xs[t] @ params["wx"] + h @ params["wh"])
    return h, np.stack(states)


def loss(params, h, xs):
    last, states = recurrent(params, h, xs)
    return neo.sum(states * states) + neo.sum(last)


def loss_oracle(params, h, xs):
    last, states = oracle(params, h, xs)
    return (states * states).sum() + last.sum()


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("compiled", [False, True])
def test_values(reverse: bool, compiled: bool) -> None:
    def run(params, h, xs):
        return recurrent(params, h, xs, reverse)
    params, (h, xs) = weights(), inputs()
    found = neo.jit(run)(params, h, xs) if compiled else \
        neo.scan(lambda h, x: 2 * (neo.tanh(x @ params["wx"] + h @ params["wh"]),),
                 h, xs, reverse=reverse)
    for one, other in zip(found, oracle(params, h, xs, reverse), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)


def difference(function, array: np.ndarray) -> np.ndarray:
    """Central differences of a number with respect to `array`, in place."""
    found = np.zeros_like(array)
    for index in np.ndindex(array.shape):
        kept = array[index]
        array[index] = kept + 1e-6
        above = function()
        array[index] = kept - 1e-6
        found[index] = (above - function()) / 2e-6
        array[index] = kept
    return found


def test_gradients() -> None:
    params, (h, xs) = weights(), inputs()
    value, (dparams, dh, dxs) = neo.jit(
        neo.value_and_grad(loss, argnums=(0, 1, 2)))(params, h, xs)
    np.testing.assert_allclose(value, loss_oracle(params, h, xs), rtol=1e-12)
    pairs = [(dparams["wx"], params["wx"]), (dparams["wh"], params["wh"]),
             (dh, h), (dxs, xs)]
    for found, array in pairs:
        expected = difference(lambda: loss_oracle(params, h, xs), array)
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-8)


def test_the_product_of_the_hessian_and_a_vector() -> None:
    params, (h, xs) = weights(), inputs()
    direction = weights()

    @neo.jit
    def product(params, h, xs, direction):
        zeros = h * 0.0, xs * 0.0
        return neo.jvp(neo.grad(loss), (params, h, xs), (direction, *zeros))[1]

    found, gradient = product(params, h, xs, direction), neo.jit(neo.grad(loss))
    sides = [gradient({n: a + e * direction[n] for n, a in params.items()}, h, xs)
             for e in (1e-5, -1e-5)]
    for name in params:
        expected = (sides[0][name] - sides[1][name]) / 2e-5
        np.testing.assert_allclose(found[name], expected, rtol=1e-5, atol=1e-6)


def test_a_loop_in_a_loop() -> None:
    def outer(total, row):
        total, sums = neo.scan(lambda c, x: (c + x, c * x), total, row)
        return total, sums
    rows = RANDOM.integers(-3, 4, (3, 4)).astype(np.float64)
    total, sums = neo.jit(lambda r: neo.scan(outer, np.float64(1), r))(rows)
    carry, expected = 1.0, np.zeros_like(rows)
    for i in range(3):
        for j in range(4):
            expected[i, j] = carry * rows[i, j]
            carry += rows[i, j]
    np.testing.assert_array_equal(sums, expected)
    assert total == carry


def test_the_keys_of_a_carry_in_another_order() -> None:
    carry, _ = neo.scan(lambda c, v: ({"b": c["b"] + v, "a": c["a"]}, None),
                        {"a": 0.0, "b": 1.0}, np.arange(3.0))
    assert list(carry) == ["a", "b"] and carry["b"] == 4 and carry["a"] == 0


def test_containers_integers_and_no_slices() -> None:
    def step(carry, _):
        return {"n": carry["n"] + 1, "x": carry["x"] * 2.0}, None
    start = {"n": np.int64(0), "x": np.ones(2)}
    carry, outputs = neo.scan(step, start, length=10)
    assert carry["n"] == 10 and outputs is None
    np.testing.assert_array_equal(carry["x"], [1024.0, 1024.0])


def test_no_steps() -> None:
    last, states = neo.scan(lambda c, x: (c + x, c), np.float64(3), np.zeros(0))
    assert last == 3 and states.shape == (0,)


def test_one_step_compiles_for_any_number_of_them() -> None:
    params, h = weights(), inputs()[0]
    xs = neo.spec((1000, BATCH, WIDTH), "float64")
    text = neo.jit(neo.grad(loss)).ir(params, h, xs)
    assert neo.canonical(text, "builtin.module(neo-optimize)").count(
        "neo.compute") < 30


def test_zeros_take_the_type_that_the_step_makes_of_them() -> None:
    xs = np.arange(12, dtype=np.float32).reshape(4, 3)

    @neo.jit
    def run(xs):
        def step(carry, x):
            total, largest, count = carry
            total = total + x
            return (total, neo.maximum(largest, total[0]), count + 1.0), total
        return neo.scan(step, (neo.zeros(3), neo.zeros(()), neo.zeros(())), xs)

    (total, largest, count), rows = run(xs)
    assert total.dtype == largest.dtype == rows.dtype == np.float32
    np.testing.assert_array_equal(rows, np.cumsum(xs, 0))
    assert largest == 18 and count == 4


def test_a_count_beside_floats_stays_as_weak_as_it_came() -> None:
    @neo.jit
    def steps(x):
        count, _ = neo.scan(lambda n, _: (n + 1.0, None), neo.zeros(()), length=3)
        return count * x

    assert steps(np.float32(2)).dtype == np.float32


def test_slices_are_as_weak_as_what_they_are_taken_of() -> None:
    @neo.jit
    def run(w, tokens):
        return neo.scan(lambda h, x: (h + x @ w, None), neo.zeros(3),
                        neo.one_hot(tokens, 5))[0]

    w, tokens = np.random.rand(5, 3).astype(np.float32), np.array([0, 3, 3])
    found = run(w, tokens)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, w[tokens].sum(0), rtol=1e-6)


@pytest.mark.parametrize("call, message", [
    (lambda: neo.scan(3, 1.0, np.ones(2)), "takes a function, not int"),
    (lambda: neo.scan(lambda c, x: c, np.ones(2), np.ones(2)),
     r"returned a Tensor: return a pair \(carry, output\)"),
    (lambda: neo.scan(lambda c, x: ((c, c), x), np.ones(2), np.ones(2)),
     "other containers than it came in"),
    (lambda: neo.scan(lambda c, x: (neo.sum(c), x), np.ones(2), np.ones(2)),
     r"takes 'carry' as .*\[2\].* and returns it as"),
    (lambda: neo.scan(lambda c, x: (c, x), np.ones(2), np.float64(1)),
     "pass tensors of rank 1 and more as xs"),
    (lambda: neo.scan(lambda c, x: (c, None), np.ones(2),
                      (np.ones(3), np.ones(4))),
     r"was given \[3, 4\] steps"),
    (lambda: neo.scan(lambda c, x: (c, None), np.ones(2)),
     "knows no number of steps"),
    (lambda: neo.scan(lambda c, x: (c, None), np.ones(2), length=-1),
     "length is -1"),
])
def test_wrong_use(call, message: str) -> None:
    with pytest.raises(neo.Error, match=message):
        call()


def test_outside_jit_a_step_is_what_it_is_now():
    scale = np.asarray(2.0)

    def step(h, x):
        return h * scale + x, None

    assert neo.scan(step, np.asarray(1.0), np.ones(3))[0] == 15
    scale = np.asarray(3.0)
    assert neo.scan(step, np.asarray(1.0), np.ones(3))[0] == 40
