# test_safe_forms.py - Activations where their exponentials overflow
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Activations as they are written in papers, and their gradients, at the ends."""

import numpy as np
import pytest

import neo

X = np.array([-1e4, -1e3, -100, -88.5, -20, -3.25, -1, -1e-3, -1e-40, -0.0, 0.0,
              5e-324, 1e-40, 1e-3, 0.5, 1, 3.25, 20, 44.2, 44.4, 44.6, 62, 88.2,
              88.4, 88.5, 100, 354, 355, 709, 710, 1e3, 1e4, 3e38])
WIDE = X.astype(np.longdouble)


def _sigmoid(x):
    t = np.exp(-np.abs(x))
    return np.where(x > 0, 1 / (1 + t), t / (1 + t))


def _softplus(x):
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def _mish(x):
    th = np.tanh(_softplus(x))
    # 1 - th^2 without cancellation.
    cosh = np.cosh(np.minimum(_softplus(x), 5000))
    return x * th, th + x * _sigmoid(x) / cosh ** 2


# The text of f, its value and its derivative.
FORMS = {
    "sigmoid": ("1 / (1 + exp(-X[i]))", lambda x: (
        _sigmoid(x), _sigmoid(x) * _sigmoid(-x))),
    "sigmoid of exp": ("exp(X[i]) / (exp(X[i]) + 1)", lambda x: (
        _sigmoid(x), _sigmoid(x) * _sigmoid(-x))),
    "softplus": ("log(1 + exp(X[i]))", lambda x: (_softplus(x), _sigmoid(x))),
    "log sigmoid": ("log(1 / (1 + exp(-X[i])))", lambda x: (
        -_softplus(-x), _sigmoid(-x))),
    "log of sigmoid(x)": ("log(sigmoid(X[i]))", lambda x: (
        -_softplus(-x), _sigmoid(-x))),
    "sigmoid(x)": ("sigmoid(X[i])", lambda x: (
        _sigmoid(x), _sigmoid(x) * _sigmoid(-x))),
    "raised sigmoid": ("1 + 0.5 * sigmoid(X[i])", lambda x: (
        1 + 0.5 * _sigmoid(x), 0.5 * _sigmoid(x) * _sigmoid(-x))),
    "steep above": ("(1 + 5 * exp(X[i])) / (exp(X[i]) + 1)", lambda x: (
        1 + 4 * _sigmoid(x), 4 * _sigmoid(x) * _sigmoid(-x))),
    "swish": ("X[i] / (1 + exp(-X[i]))", lambda x: (
        x * _sigmoid(x), _sigmoid(x) + x * _sigmoid(x) * _sigmoid(-x))),
    "mish": ("X[i] * tanh(log(1 + exp(X[i])))", _mish),
    "log of exp": ("log(exp(X[i]))", lambda x: (x, np.ones_like(x))),
    "tanh": ("(exp(2 * X[i]) - 1) / (exp(2 * X[i]) + 1)", lambda x: (
        np.tanh(x), 1 / np.cosh(np.clip(x, -5000, 5000)) ** 2)),
}
# Written as quotients, what is small is a difference. In float64 kernels compute
# log1p(t) as log(1 + t).
CANCELS = {("tanh", "float32"): 1e-6, ("tanh", "float64"): 1e-14,
           ("softplus", "float64"): 1e-15, ("log sigmoid", "float64"): 1e-15,
           ("log of sigmoid(x)", "float64"): 1e-15}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", FORMS)
def test_values_and_gradients(name: str, dtype: str) -> None:
    text, exact = FORMS[name]
    f = neo.expr(f"Y[i] = {text}")

    @neo.jit
    def both(x, g):
        y, pull = neo.vjp(f, x)
        return y, *pull(g)

    x = X.astype(dtype)
    tiny = np.finfo(dtype).tiny
    rtol = {"float32": 2e-6, "float64": 1e-13}[dtype]
    with np.errstate(all="ignore"):
        wanted = exact(x.astype(np.longdouble))
    for found, value in zip(both(x, np.ones_like(x)), wanted):
        atol = CANCELS.get((name, dtype), 4 * tiny)
        np.testing.assert_allclose(found, value.astype(dtype), rtol=rtol,
                                   atol=atol, err_msg=name)


# c, d and g of log(c + d * exp(g * x)).
SUMS = [(1, 1, 3), (1, 1, 1.5), (2, 1, 1), (3, 0.25, -1), (0.1, 1, 2), (0.3, 0.7, -0.5),
        (1e-7, 1e3, 3), (1e-12, 1, 1)]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("c, d, g", SUMS)
def test_log_of_a_sum(c: float, d: float, g: float, dtype: str) -> None:
    f = neo.expr(f"Y[i] = log({c} + {d} * exp({g} * X[i]))")

    @neo.jit
    def both(x, dy):
        y, pull = neo.vjp(f, x)
        return y, *pull(dy)

    x = X[np.abs(X) <= 1e4].astype(dtype)
    at = g * x.astype(np.longdouble) + np.log(np.longdouble(d) / c)
    eps = np.finfo(dtype).eps
    for found, value in zip(both(x, np.ones_like(x)), (
            np.log(np.longdouble(c)) + _softplus(at), g * _sigmoid(at))):
        np.testing.assert_allclose(found, value.astype(dtype), rtol=60 * eps,
                                   atol=60 * eps)


def test_log_of_another_operator() -> None:
    """log of a sigmoid and its gradient, as operators of their own."""
    x = np.array([-1000, -100, -1, 0, 1, 100, 1000], np.float32)
    f = neo.jit(lambda x: neo.log(neo.sigmoid(x)))
    wide = x.astype(np.longdouble)
    np.testing.assert_allclose(f(x), -_softplus(-wide), rtol=1e-6, atol=1e-30)
    found = neo.jit(neo.grad(lambda x: neo.sum(f(x))))(x)
    np.testing.assert_allclose(found, _sigmoid(-wide), rtol=1e-6, atol=1e-30)


def test_a_sigmoid_is_at_most_one() -> None:
    x = np.linspace(-100, 100, 1 << 18, dtype=np.float32)
    y = neo.jit(neo.expr(f"Y[i] = {FORMS['sigmoid'][0]}"))(x)
    assert y.max() == 1 and y.min() >= 0 and (y[x > 20] == 1).all()


@pytest.mark.parametrize("name", FORMS)
def test_nan_and_infinities(name: str) -> None:
    """NaN stays; at infinities the limit, where it is not infinity times 0."""
    f = neo.jit(neo.expr(f"Y[i] = {FORMS[name][0]}"))
    found = f(np.array([np.nan, np.inf, -np.inf]))
    limits = {"sigmoid": (1, 0), "sigmoid of exp": (1, 0), "softplus": (np.inf, 0),
              "log sigmoid": (0, -np.inf),
              "log of sigmoid(x)": (0, -np.inf), "sigmoid(x)": (1, 0),
              "raised sigmoid": (1.5, 1), "steep above": (5, 1),
              "swish": (np.inf, np.nan),
              "mish": (np.inf, np.nan), "log of exp": (np.inf, -np.inf),
              "tanh": (1, -1)}
    np.testing.assert_allclose(found, [np.nan, *limits[name]], rtol=3e-16)


def test_strict_keeps_the_form() -> None:
    f = neo.jit(lambda x: neo.expr(f"Y[i] = {FORMS['mish'][0]}")(x), strict=True)
    assert np.isnan(f(np.array([1e4]))).all() or f(np.array([1e4]))[0] == 1e4
    text = neo.canonical(f.ir(X), "builtin.module(neo-optimize)")
    assert "math.tanh" in text


def test_strict_keeps_logarithms() -> None:
    f = neo.jit(neo.expr("Y[i] = log(2 + exp(3 * X[i]))"), strict=True)
    assert f(np.array([1e3]))[0] == np.inf


def _softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def _softmax_pull(x, dy):
    y = _softmax(x)
    return y * (dy - (dy * y).sum(axis=1, keepdims=True))


def _log_sum(x):
    m = x.max(axis=1)
    return m + np.log(np.exp(x - m[:, None]).sum(axis=1))


V = np.array([1, -2, 0.5, 3, -0.25])
ATTEND = neo.expr("E[i,j] = exp(X[i,j]); Z[i] += E[i,j]; W[i] += E[i,j] * V[j];"
                  "Y[i] = W[i] / Z[i]")


def _attend(x):
    return _softmax(x) @ V


SUMMED = {
    "stored": (neo.expr("E[i,j] = exp(X[i,j]); Z[i] += E[i,j]; Y[i,j] = E[i,j] / Z[i]"),
               _softmax, _softmax_pull),
    "twice": (neo.expr("Z[i] += exp(X[i,j]); Y[i,j] = exp(X[i,j]) / Z[i]"),
              _softmax, _softmax_pull),
    "traced": (lambda x: neo.exp(x) / neo.sum(neo.exp(x), axis=1, keepdims=True),
               _softmax, _softmax_pull),
    "by a product": (neo.expr("E[i,j] = exp(X[i,j]); Z[i] += E[i,j];"
                              "R[i] = 1 / Z[i]; Y[i,j] = E[i,j] * R[i]"),
                     _softmax, _softmax_pull),
    "log sum": (neo.expr("Z[i] += exp(X[i,j]); Y[i] = log(Z[i])"), _log_sum,
                lambda x, dy: dy[:, None] * _softmax(x)),
    "log of mean": (neo.expr("Z[i] += exp(X[i,j]) / 5; Y[i] = log(Z[i])"),
                    lambda x: _log_sum(x) - np.log(5),
                    lambda x, dy: dy[:, None] * _softmax(x)),
    "attention": (lambda x: ATTEND(x, V.astype(x.dtype)), _attend,
                  lambda x, dy: _softmax_pull(x, dy[:, None] * V)),
}


@pytest.mark.parametrize("at", [0, 100, -100, 1000, -1e4])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", SUMMED)
def test_sums_of_exponentials(name: str, dtype: str, at: float) -> None:
    """Values and gradients as of the form that subtracts the largest first."""
    f, exact, pull = SUMMED[name]
    rng = np.random.default_rng(1)
    x = (rng.normal(0, 2, (7, 5)) + at).astype(dtype)
    dy = rng.normal(0, 1, exact(x).shape).astype(dtype)

    @neo.jit
    def both(x, dy):
        y, back = neo.vjp(f, x)
        return y, *back(dy)

    y, dx = both(x, dy)
    wide = x.astype(np.float64)
    tol = {"float32": 4e-6, "float64": 1e-13}[dtype]
    np.testing.assert_allclose(y, exact(wide), rtol=tol, atol=tol)
    np.testing.assert_allclose(neo.jit(f)(x), exact(wide), rtol=tol, atol=tol)
    np.testing.assert_allclose(dx, pull(wide, dy.astype(np.float64)), rtol=tol,
                               atol=tol)


@pytest.mark.parametrize("name", ["stored", "twice", "log sum"])
def test_infinities_in_sums_of_exponentials(name: str) -> None:
    """As without the maximum: infinities and NaN stay where they were."""
    f = SUMMED[name][0]
    inf, nan = np.inf, np.nan
    x = np.array([[inf, 1, 2], [-inf, 1, 2], [-inf, -inf, -inf], [nan, 1, 2],
                  [inf, -inf, 3], [inf, inf, 0]])
    np.testing.assert_allclose(neo.jit(f)(x), neo.jit(f, strict=True)(x), rtol=1e-15)


def test_sums_of_exponentials_over_a_batch() -> None:
    @neo.jit(batch=("x", "dy"))
    def both(x, dy):
        y, back = neo.vjp(SUMMED["stored"][0], x)
        return y, *back(dy)

    for rows in (1, 3, 70):
        rng = np.random.default_rng(rows)
        x, dy = (rng.normal(at, 9, (rows, 6)) for at in (1000, 0))
        for found, wanted in zip(both(x, dy), (_softmax(x), _softmax_pull(x, dy))):
            np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12)


def test_rows_without_terms() -> None:
    """Under a condition that leaves row 0 empty."""
    f = neo.expr("Z[i] += exp(X[i,j] if j < i else -inf); Y[i] = log(Z[i])")
    x = np.full((3, 3), 1000.)
    np.testing.assert_allclose(neo.jit(f)(x), [-np.inf, 1000, 1000 + np.log(2)])


def test_two_sums_of_one_exponential() -> None:
    """One exponential makes up for each of them."""
    f = neo.expr("E[i,j] = exp(X[i,j]); Z[i] += E[i,j]; W[j] += E[i,j];"
                 "Y[i,j] = E[i,j] * E[i,j] / (Z[i] * W[j])")
    x = np.random.default_rng(1).normal(1000, 3, (4, 5))
    np.testing.assert_allclose(neo.jit(f)(x), _softmax(x) * _softmax(x.T).T, rtol=1e-12)
