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
