# test_array_surface.py - every function of docs/Arrays.md, traced and on arrays
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One call of each function and method, beside NumPy or a formula; the same values,
shapes and element types in neo.jit and outside."""

import math
import pathlib
import sys

import ml_dtypes
import numpy as np
import pytest

import neo

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import arrays  # noqa: E402

rng = np.random.default_rng(9)
X = rng.standard_normal((3, 4)).astype(np.float32)
Y = rng.standard_normal((3, 4)).astype(np.float32)
POSITIVE = np.abs(X) + 0.5
LABELS = np.array([2, 0, 1])
KEY = neo.random.key(3)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softmax(x):
    return np.exp(x) / np.exp(x).sum(-1, keepdims=True)


def normal_below(x):
    return np.vectorize(lambda v: 0.5 + 0.5 * math.erf(v / 2 ** 0.5))(x)


# By name: the arguments, and what is to come out where NumPy has it by no such name.
CALLS = {
    "abs": [X], "exp": [X], "expm1": [X], "log": [POSITIVE], "log1p": [POSITIVE],
    "sqrt": [POSITIVE], "rsqrt": [POSITIVE, lambda x: x ** -0.5], "square": [X],
    "pow": [POSITIVE, Y, np.power], "sin": [X], "cos": [X], "tanh": [X],
    "sigmoid": [X, sigmoid], "erf": [X, np.vectorize(math.erf)], "floor": [X],
    "ceil": [X], "round": [X], "trunc": [X], "exp2": [X], "log2": [POSITIVE],
    "log10": [POSITIVE], "tan": [X], "sinh": [X], "cosh": [X],
    **{name: [X / 4, getattr(np, "arc" + name[1:])] for name in (
        "asin", "acos", "atan", "asinh", "atanh")}, "acosh": [POSITIVE + 1, np.arccosh],
    "atan2": [X, Y, np.arctan2], "sign": [X], "isnan": [X], "isfinite": [X], "clip": [X, -1.0, 0.5],
    "maximum": [X, Y], "minimum": [X, Y], "where": [X > 0, X, Y],
    "logical_and": [X > 0, Y > 0], "logical_or": [X > 0, LABELS[:, None]],
    "logical_xor": [X > 0, Y], "logical_not": [LABELS],
    "relu": [X, lambda x: np.maximum(x, 0)],
    "leaky_relu": [X, lambda x: np.where(x > 0, x, np.float32(0.01) * x)],
    "elu": [X, lambda x: np.where(x > 0, x, np.expm1(x))],
    "gelu": [X, lambda x: x * normal_below(x)], "silu": [X, lambda x: x * sigmoid(x)],
    "softplus": [X, lambda x: np.log1p(np.exp(x))], "softmax": [X, softmax],
    "log_softmax": [X, lambda x: np.log(softmax(x))],
    "logsumexp": [X, 1, lambda x, axis: np.log(np.exp(x).sum(axis))],
    **{name: [X, 0] for name in (
        "sum", "prod", "mean", "var", "std", "max", "min", "amax", "amin", "argmax",
        "argmin", "any", "all", "count_nonzero", "cumsum", "cumprod", "flip",
        "squeeze")},
    "squeeze": [X[:, :1], 1], "norm": [X, np.linalg.norm],
    "matmul": [X, Y.T.copy()], "dot": [X, Y.T.copy()], "outer": [X[0], Y[0]],
    "tensordot": [X, Y, ([0], [0])], "asarray": [[[1.0, 2.0], [3.0, 4.0]]],
    "einsum": ["ij,kj->ik", X, Y], "reshape": [X, (2, 6)], "ravel": [X],
    "transpose": [X], "swapaxes": [X, 0, 1], "moveaxis": [X, 0, 1],
    "expand_dims": [X, 1], "broadcast_to": [X, (2, 3, 4)], "roll": [X, 2, 1],
    "tile": [X, (2, 1)], "repeat": [X, 2, 1], "concatenate": [[X, Y], 1],
    "stack": [[X, Y], 1], "split": [X, 2, 1], "pad": [X, 1], "take": [X, [0, -1], 1],
    "take_along_axis": [X, np.array([[0], [1], [3]]), 1], "tril": [X], "triu": [X, 1],
    "zeros": [(2, 3), np.float32], "ones": [3], "full": [(2,), 7], "zeros_like": [X],
    "ones_like": [X], "full_like": [X, 2.0], "arange": [1, 9, 3],
    "linspace": [0, 1, 5], "eye": [3, 4, 1],
    "one_hot": [LABELS, 3, lambda y, n: np.eye(n)[y]],
    "random.key": [5, lambda seed: np.int64(seed)],
    **{f"random.{name}": arguments for name, arguments in {
        "split": [KEY], "fold_in": [KEY, 3], "bits": [KEY, 4], "uniform": [KEY, (2, 3)],
        "normal": [KEY, (2, 3)], "gumbel": [KEY, 4], "randint": [KEY, 5, 0, 9],
        "bernoulli": [KEY, 0.5, 9], "categorical": [KEY, X], "choice": [KEY, 9, 3],
        "dropout": [KEY, X, 0.5], "glorot_uniform": [KEY, (3, 4)],
        "he_normal": [KEY, (3, 4)]}.items()},
}
OUTSIDE_ONLY = {"random.permutation"}
METHODS = {
    **{name: [] for name in (
        "sum", "mean", "max", "min", "prod", "any", "all", "argmax", "argmin", "var",
        "std", "cumsum", "cumprod", "flatten", "ravel", "transpose")},
    "clip": [-1.0, 1.0], "dot": [Y.T.copy()], "repeat": [2], "squeeze": [],
    "swapaxes": [0, 1], "take": [np.array([1, 5])], "reshape": [4, 3],
    "astype": [np.float64],
}


def test_every_function_of_the_page_is_called():
    page = (arrays.PAGE).read_text()
    assert set(arrays.named(page)) == set(CALLS) | OUTSIDE_ONLY


def function(name):
    found = neo
    for part in name.split("."):
        found = getattr(found, part)
    return found


def together(found):
    return np.stack(found) if isinstance(found, (list, tuple)) else np.asarray(found)


@pytest.mark.parametrize("name", CALLS)
def test_function(name):
    *arguments, last = CALLS[name]
    reference = last if callable(last) and last is not np.float32 else \
        getattr(np, name, None)
    if reference is not last:
        arguments.append(last)
    outside = together(function(name)(*arguments))
    inside = together(neo.jit(lambda: function(name)(*arguments))())
    assert inside.dtype == outside.dtype and inside.shape == outside.shape
    np.testing.assert_allclose(inside, outside, rtol=1e-6, atol=1e-7)
    if reference is not None:
        wanted = together(reference(*arguments))
        assert outside.shape == wanted.shape
        np.testing.assert_allclose(outside, wanted, rtol=3e-5, atol=1e-6)


@pytest.mark.parametrize("name", METHODS)
def test_method(name):
    arguments = METHODS[name]
    found = neo.jit(lambda x: getattr(x, name)(*arguments))(X)
    wanted = getattr(X, name)(*arguments)
    assert found.dtype == wanted.dtype and found.shape == wanted.shape
    np.testing.assert_allclose(found, wanted, rtol=3e-5, atol=1e-6)


@pytest.mark.parametrize("dtype", ["float32", "int8", "bool", "bfloat16"])
def test_the_type_of_a_traced_tensor_is_that_of_an_array(dtype):
    def function(x):
        assert (x.dtype.name, x.dtype.kind) == (array.dtype.name, array.dtype.kind)
        return x.astype(f"{x.dtype}")

    array = np.ones(3).astype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype)
    assert neo.jit(function)(array).dtype == array.dtype


def test_every_method_of_the_page_is_called():
    text = arrays.PAGE.read_text()
    listed = text.split("have the methods `")[1].split("`")[0].split()
    assert sorted(listed) == sorted(METHODS)


def test_adamw_trains():
    adam = neo.optim.AdamW(0.1)
    w = {"w": X}
    state = adam.init(w)

    @neo.jit
    def step(w, state):
        slopes = neo.grad(lambda w: neo.sum(w["w"] ** 2))(w)
        return adam.update(w, slopes, state)
    for _ in range(50):
        w, state = step(w, state)
    assert np.abs(w["w"]).mean() < np.abs(X).mean() / 5
