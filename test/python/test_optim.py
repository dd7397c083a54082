# test_optim.py - SGD and Adam against their formulas
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import neo

RANDOM = np.random.default_rng(7)
PARAMS = {"w": RANDOM.standard_normal((3, 4)), "b": [RANDOM.standard_normal(4)],
          "s": np.asarray(0.5)}
GRADS = [neo.tree.map(lambda p: RANDOM.standard_normal(p.shape), PARAMS)
         for _ in range(3)]


def run(optimizer, rate=None):
    update = neo.jit(lambda p, g, s: optimizer.update(p, g, s, rate))
    params, state = PARAMS, optimizer.init(PARAMS)
    for grads in GRADS:
        params, state = update(params, grads, state)
    return params


def compare(found, reference):
    leaves, structure = neo.tree.flatten(PARAMS)
    assert neo.tree.flatten(found)[1] == structure
    grads = [neo.tree.flatten(g)[0] for g in GRADS]
    for n, (p, result) in enumerate(zip(leaves, neo.tree.flatten(found)[0])):
        np.testing.assert_allclose(result, reference(p, [g[n] for g in grads]),
                                   rtol=1e-12)


def test_sgd():
    compare(run(neo.optim.SGD(0.1)), lambda p, gs: p - 0.1 * sum(gs))


def test_sgd_with_momentum():
    def reference(p, gs):
        v = 0
        for g in gs:
            v = 0.9 * v + g
            p = p - 0.1 * v
        return p
    compare(run(neo.optim.SGD(0.1, momentum=0.9)), reference)


def test_rate_of_the_step():
    compare(run(neo.optim.SGD(0.1), 0.5), lambda p, gs: p - 0.5 * sum(gs))


def test_adam():
    def reference(p, gs):
        m = v = 0
        for t, g in enumerate(gs, 1):
            m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
            scale = np.sqrt(v / (1 - 0.999**t)) + 1e-8
            p = p - 0.01 * (m / (1 - 0.9**t)) / scale
        return p
    compare(run(neo.optim.Adam(0.01)), reference)


def test_single_precision_stays():
    params = {"w": np.ones(3, np.float32)}
    adam = neo.optim.Adam()
    update = neo.jit(adam.update)
    moved, state = update(params, params, adam.init(params))
    assert moved["w"].dtype == np.float32
    assert state["step"] == 1 and state["step"].dtype == np.float32


@pytest.mark.parametrize("make", [
    lambda: neo.optim.SGD(0), lambda: neo.optim.SGD(0.1, momentum=1),
    lambda: neo.optim.Adam(beta1=-0.1), lambda: neo.optim.Adam(epsilon=0)])
def test_bad_settings(make):
    with pytest.raises(neo.Error, match="must"):
        make()


def test_gradients_of_other_parameters():
    sgd = neo.optim.SGD(0.1)
    with pytest.raises(neo.UsageError, match="different trees"):
        neo.jit(lambda p, g: sgd.update(p, g, {}))(PARAMS, {"w": PARAMS["w"]})


def test_decoupled_weight_decay():
    plain, decaying = neo.optim.Adam(0.1), neo.optim.AdamW(0.1, decay=0.5)
    p, g = {"w": np.array([1.0, -2.0])}, {"w": np.array([0.3, 0.1])}
    found, _ = neo.jit(lambda p, g, s: decaying.update(p, g, s))(
        p, g, decaying.init(p))
    shrunk = {"w": p["w"] * (1 - 0.1 * 0.5)}
    wanted, _ = neo.jit(lambda p, g, s: plain.update(p, g, s))(
        shrunk, g, plain.init(shrunk))
    np.testing.assert_allclose(found["w"], wanted["w"], rtol=1e-12)
    assert neo.optim.AdamW(weight_decay=0.5).decay == 0.5


A = np.ones(3)
OPTIMIZERS = [neo.optim.SGD(0.1, momentum=0.9), neo.optim.Adam(), neo.optim.AdamW()]


def refusal(optimizer, params, grads, state=None, traced=True, **more):
    state = optimizer.init(params) if state is None else state

    def step(p, g, s):
        return optimizer.update(p, g, s, **more)

    with pytest.raises(neo.Error) as caught:
        (neo.jit(step) if traced else step)(params, grads, state)
    return str(caught.value).split("\n")[0]


@pytest.mark.parametrize("traced, name", [(True, "p['b']"), (False, "params['b']")])
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_gradients_of_another_shape_name_the_parameter(optimizer, traced, name):
    params = {"w": np.ones((2, 3)), "b": np.ones(3)}
    message = refusal(optimizer, params, params | {"b": np.ones(4)}, None, traced)
    assert message == (f"{name} has shape (3,), but its gradient has (4,): pass the "
                       "gradients of these parameters")


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_gradients_of_another_type_name_the_parameter(optimizer):
    params = {"b": [np.ones(3, np.float32)]}
    message = refusal(optimizer, params, {"b": [np.ones(3)]})
    assert message.startswith("p['b'][0] is f32, but its gradient is f64: convert")


@pytest.mark.parametrize("grads, difference", [
    ({"w": np.ones(2)}, "params has ['b'], which grads has not"),
    ({"w": np.ones(2), "b": [np.ones(3)], "c": 1.0},
     "grads has ['c'], which params has not"),
    ({"w": np.ones(2), "b": (np.ones(3),)}, "params['b'] is a list, but grads['b'] is a "
                                            "tuple"),
    ({"w": np.ones(2), "b": [np.ones(3), 0.0]},
     "grads has ['b'][1], which params has not"),
    ({"w": None, "b": [np.ones(3)]}, "params['w'] is one array, but grads['w'] is None")])
def test_other_trees_name_where_they_differ(grads, difference):
    params = {"w": np.ones(2), "b": [np.ones(3)]}
    message = refusal(neo.optim.SGD(0.1), params, grads)
    assert message == ("parameters and gradients are different trees: " + difference
                       + "; pass the gradients of these parameters")


def test_a_state_of_other_parameters_names_them():
    adam = neo.optim.Adam()
    message = refusal(adam, [np.ones(3)], [np.ones(3)], adam.init([np.ones(4)]))
    assert message == ("p[0] has shape (3,), but its 'mean' in the state has (4,): "
                       "begin with init(params) of these parameters")


@pytest.mark.parametrize("optimizer", [
    neo.optim.SGD(0.1), neo.optim.SGD(0.1, 0.9), neo.optim.Adam(), neo.optim.AdamW()])
def test_the_order_of_optax_is_told(optimizer):
    params = {"w": np.ones(3)}
    state = optimizer.init(params)
    for call in (optimizer.update, neo.jit(optimizer.update)):
        with pytest.raises(neo.UsageError, match=r"as in Optax: write params, state = "
                           r"optimizer.update\(params, grads, state\)"):
            call(params, state, params)
    optimizer.update({}, {}, optimizer.init({}))


def test_rates_that_follow_from_the_step_are_given_to_the_update():
    with pytest.raises(neo.Error, match=r"rate must be a positive number, .* to "
                       r"update\(params, grads, state, rate=...\)"):
        neo.optim.Adam(lr=lambda step: 1e-3 / step)


def test_parameters_are_floats():
    with pytest.raises(neo.DtypeError, match=r"params\['n'\] is i64, but .*astype"):
        neo.optim.SGD(0.1, momentum=0.9).init({"n": np.arange(3)})
    with pytest.raises(neo.UsageError, match=r"params\['n'\] is a str: parameters are"):
        neo.optim.Adam().init({"n": "three"})


def test_the_rate_is_one_number():
    message = refusal(neo.optim.SGD(0.1), [np.ones(3)], [np.ones(3)],
                      rate=np.ones(3))
    assert message == "rate has shape (3,), but is one number for all parameters"


def test_keys_of_gradients_may_come_in_another_order():
    params = {"w": np.ones(2), "b": np.zeros(3)}
    grads = {"b": np.full(3, 2.0), "w": np.ones(2)}
    moved, _ = neo.optim.SGD(0.5).update(params, grads, {})
    assert list(moved) == ["w", "b"]
    np.testing.assert_array_equal(moved["b"], -1)
    np.testing.assert_array_equal(moved["w"], 0.5)


def test_arguments_by_the_names_of_others():
    adam = neo.optim.Adam(lr=0.01, b1=0.8, b2=0.99, eps=1e-6)
    assert (adam.rate, adam.beta1, adam.beta2, adam.epsilon) == (0.01, 0.8, 0.99, 1e-6)
    assert neo.optim.SGD(learning_rate=np.float32(0.5)).rate == 0.5


@pytest.mark.parametrize("call, said", [
    (lambda: neo.optim.Adam(betas=(0.9, 0.99)), "write beta1 and beta2"),
    (lambda: neo.optim.Adam(weight_decay=0.1), "write neo.optim.AdamW(rate, decay="),
    (lambda: neo.optim.SGD(0.1, params={}), "the parameters in init and update"),
    (lambda: neo.optim.Adam(beta3=1), "neo.optim.Adam has no argument 'beta3'"),
    (lambda: neo.optim.adam, "did you mean 'Adam'?"),
    (lambda: neo.optim.apply_updates, "optimizer.update(params, grads, state)"),
    (lambda: neo.optim.RMSprop, "its formula by neo.tree.map"),
    (lambda: neo.optim.SGD(0.1).step(), "optimizer.update(params, grads, state)"),
    (lambda: neo.optim.SGD(0.1).zero_grad(), "write nothing: gradients are results"),
    (lambda: neo.optim.SGD(0.1).rates, "has no attribute 'rates'"),
    (lambda: neo.optim.Adam().update([A], {}, [A]), "as update(params, grads, state)")])
def test_names_of_others_say_what_to_write(call, said):
    with pytest.raises((neo.UsageError, AttributeError)) as caught:
        call()
    assert said in str(caught.value)


@pytest.mark.parametrize("kind", [neo.optim.Adam, neo.optim.AdamW])
def test_statistics_of_halves_are_wider(kind):
    optimizer, steps = kind(1e-2), 5
    grads = np.array([0, 1, 1e-3])
    moved = {}
    for dtype in (np.float16, np.float32):
        params = {"w": np.ones(3, dtype)}
        state = optimizer.init(params)
        update = neo.jit(optimizer.update)
        for _ in range(steps):
            params, state = update(params, {"w": grads.astype(dtype)}, state)
        assert params["w"].dtype == dtype
        assert all(part.dtype == np.float32 for part in neo.tree.flatten(state)[0])
        moved[dtype] = params["w"]
    np.testing.assert_allclose(moved[np.float16], moved[np.float32], atol=2e-3)


def test_leaves_may_be_of_several_types():
    params = {"a": np.ones(3, np.float16), "b": np.ones(2), "c": np.ones((), np.float32)}
    adam = neo.optim.Adam(0.5)
    moved, state = neo.jit(adam.update)(params, params, adam.init(params))
    assert [leaf.dtype for leaf in moved.values()] == [np.float16, np.float64, np.float32]
    assert state["step"].dtype == np.float64
    for leaf in moved.values():
        np.testing.assert_allclose(leaf, 0.5, rtol=1e-3)


def test_adam_of_a_hundred_arrays():
    """Whose factors have more readers than are asked one by one (FusePass.cpp)."""
    rng = np.random.default_rng(0)
    params = [rng.normal(size=(3, 4)).astype(np.float32) for _ in range(100)]
    optimizer = neo.optim.Adam(1e-2)
    step = neo.jit(optimizer.update)
    state = optimizer.init(params)
    wanted, moments = [p.astype(np.float64) for p in params], [(0., 0.)] * 100
    for t in (1, 2):
        params, state = step(params, params, state)
        for n, w in enumerate(wanted):
            m, v = (b * old + (1 - b) * w**k for b, old, k in
                    zip((0.9, 0.999), moments[n], (1, 2)))
            moments[n] = m, v
            wanted[n] = w - 1e-2 * (m / (1 - 0.9**t)) / (
                np.sqrt(v / (1 - 0.999**t)) + 1e-8)
    for found, expected in zip(params, wanted, strict=True):
        np.testing.assert_allclose(found, expected, 1e-5, 1e-6)
