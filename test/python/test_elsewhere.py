# test_elsewhere.py - names that users of NumPy and JAX try
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A name that neo has not tells what to write, and what it tells exists."""

import functools
import math
import re
import sys

import numpy as np
import pytest

import neo
from neo.elsewhere import RANDOM, REMEDIES
from neo.names_elsewhere import BY_RANK, FORMULAS


@pytest.mark.parametrize("module, name, remedy", [
    (neo, "vmap", "one more dimension"), (neo, "float32", "write numpy.float32"),
    (neo, "fori_loop", "neo.scan"), (neo, "hessian", "neo.jvp(neo.grad"),
    (neo.random, "PRNGKey", "neo.random.key(seed)")])
def test_a_name_from_elsewhere_has_a_remedy(module, name, remedy):
    with pytest.raises(AttributeError) as caught:
        getattr(module, name)
    assert remedy in str(caught.value) and "test_elsewhere.py" in str(caught.value)


@pytest.mark.parametrize("module, remedies", [(neo, REMEDIES), (neo.random, RANDOM)])
def test_each_remedy_is_told_where_the_name_is_asked_for(module, remedies):
    for name, remedy in remedies.items():
        with pytest.raises(AttributeError) as caught:
            getattr(module, name)
        assert f"has no attribute '{name}': write {remedy}\n" in str(caught.value)


@pytest.mark.parametrize("name", [
    "inner", "trace", "indices", "operands", "batch", "schedules", "page", "sources"])
def test_modules_of_the_package_are_no_names_of_neo(name):
    code = f"import neo, neo.{name}; from neo import {name}; import neo.{name} as again; " \
        f"assert {name} is again; assert not hasattr(neo, '{name}')"
    exec(code)
    with pytest.raises(AttributeError, match=f"module 'neo' has no attribute '{name}'"):
        getattr(neo, name)


def test_public_modules_are_names_of_neo():
    from neo import onnx
    assert neo.onnx is onnx and sys.modules["neo.tree"] is neo.tree


@pytest.mark.parametrize("module, name, near", [
    (neo, "softmux", "softmax"), (neo, "sofmax", "softmax"), (neo, "ReLU", "relu"),
    (neo.random, "unifrom", "uniform")])
def test_a_typo_is_told_what_is_meant(module, name, near):
    with pytest.raises(AttributeError, match=rf"'{name}': did you mean '{near}'\?"):
        getattr(module, name)


@pytest.mark.parametrize("module", [neo, neo.random])
def test_a_name_that_is_near_none_is_told_nothing(module):
    with pytest.raises(AttributeError, match="has no attribute 'quxly'$"):
        module.quxly


@pytest.mark.parametrize("module", [neo, neo.random])
def test_the_names_of_a_module_are_its_api(module):
    names = [n for n in dir(module) if not n.startswith("__")]
    assert names == sorted(module.__all__)


@pytest.mark.parametrize("module, remedies", [(neo, REMEDIES), (neo.random, RANDOM)])
def test_remedies_are_for_missing_names_and_name_what_exists(module, remedies):
    for name, remedy in remedies.items():
        assert name not in module.__all__
        for path in re.findall(r"neo((?:\.\w+)+)", remedy):
            functools.reduce(getattr, path[1:].split("."), neo)


OURS = {  # Where NumPy has no such name.
    "logit": lambda x: np.log(x / (1 - x)), "expit": lambda x: 1 / (1 + np.exp(-x)),
    "swish": lambda x: x / (1 + np.exp(-x)), "relu6": lambda x: np.clip(x, 0, 6),
    "log_sigmoid": lambda x: -np.log1p(np.exp(-x)),
    "mish": lambda x: x * np.tanh(np.log1p(np.exp(x))), "inner": np.inner,
    "hard_tanh": lambda x: np.clip(x, -1, 1), "erfc": lambda x: 1 - neo.erf(x),
    "mse_loss": lambda x, y: np.mean((x - y) ** 2), "cumulative_sum": np.cumsum,
    "cumulative_prod": np.cumprod,
    "heaviside": lambda x: np.heaviside(x, 0), "vecdot": lambda x, y: (x * y).sum(-1),
    "unstack": list, "diagflat": np.diagflat,
    "ldexp": lambda x, y: x * 2 ** y, "append": np.append, "flipud": np.flipud,
    "average": np.mean, "concat": lambda x, y: np.concatenate([x, y]),
    "celu": lambda x: np.where(x > 0, x, np.expm1(x)),
    "squareplus": lambda x: (x + np.sqrt(x ** 2 + 4)) / 2,
    "log1mexp": lambda x: np.log1p(-np.exp(-x)),
    "atleast_2d": np.atleast_2d, "atleast_3d": np.atleast_3d,
    **{name: lambda x, y, name=name: getattr(np, name)([x, y]) for name in (
        "vstack", "hstack", "column_stack", "dstack")},
}
# Of another kind than two vectors of numbers between 0 and 1.
LEFT_OUT = {"bitwise_and", "bitwise_or", "bitwise_xor", "binary_cross_entropy",
            "arccosh", "selu"}


VECTORS = np.array([0.5, 0.25, 0.9]), np.array([0.3, 0.75, 0.2])
MATRICES = (np.array([[0.5, 0.25, 0.9], [0.1, 0.7, 0.35]]),
            np.array([[0.3, 0.75, 0.2], [0.6, 0.15, 0.8]]))
WRITTEN = [(name, formula, operands) for name, formula in FORMULAS.items()
           if name not in LEFT_OUT for operands in (VECTORS, MATRICES)] + [
    (name, formula, operands) for name, formulas in BY_RANK.items()
    for formula, operands in zip(formulas, (VECTORS, MATRICES))]


@pytest.mark.parametrize("name, formula, operands", WRITTEN)
def test_remedies_compute_what_they_stand_for(name, formula, operands):
    x, y = operands
    found = eval(formula, {"neo": neo, "math": math, "x": x, "y": y})
    reference = OURS.get(name) or getattr(np, name)
    wanted = reference(*[each for letter, each in (("x", x), ("y", y))
                         if re.search(rf"\b{letter}\b", formula)])
    np.testing.assert_allclose(found, wanted, rtol=1e-12)


def test_remedies_at_the_edges_of_what_they_stand_for():
    x, y = np.array([0.0, 1.0, 1e6, 1.0]), np.array([0.0, 1.000009, 1e6 + 9, 1.1])
    here = {"neo": neo, "math": math, "x": x, "y": y}
    np.testing.assert_array_equal(eval(FORMULAS["isclose"], here), np.isclose(x, y))
    with np.errstate(invalid="ignore"):  # 0 / 0, which is not chosen.
        np.testing.assert_allclose(eval(FORMULAS["sinc"], here), np.sinc(x), atol=1e-9)
    here["x"] = holes = np.array([3.0, math.nan, 1.0])
    for name in FORMULAS:
        if name.startswith("nan") and name != "nan_to_num":
            np.testing.assert_allclose(eval(FORMULAS[name], here),
                                       getattr(np, name)(holes))


def guess(module, name):
    with pytest.raises(AttributeError) as caught:
        getattr(module, name)
    return re.findall(r"did you mean '(\w+)'", str(caught.value))


def test_names_of_numpy_are_no_typos():
    for module, theirs in ((neo, np), (neo.random, np.random)):
        asked = [n for n in dir(theirs) if not n.startswith("_") and
                 n not in module.__all__ and n not in ("onnx", "torch")]
        assert len(asked) > 30
        assert {n: guess(module, n) for n in asked if guess(module, n)} == {}


@pytest.mark.parametrize("name", """
    pmax pmin psum pmean pswapaxes pbroadcast broadcasted_iota
    conv_transpose cumlogsumexp composite celu log1mexp squareplus ulong
    """.split())
def test_names_of_jax_are_no_typos(name):
    assert guess(neo, name) == []


@pytest.mark.parametrize("name", """
    e inf nan newaxis pi arange asarray empty empty_like eye from_dlpack full full_like
    linspace meshgrid ones ones_like tril triu zeros zeros_like astype can_cast finfo
    iinfo isdtype result_type bool int8 int16 int32 int64 uint8 uint16 uint32 uint64
    float32 float64 complex64 complex128 abs acos acosh add asin asinh atan atan2 atanh
    bitwise_and bitwise_left_shift bitwise_invert bitwise_or bitwise_right_shift
    bitwise_xor ceil clip conj copysign cos cosh divide equal exp expm1 floor floor_divide
    greater greater_equal hypot imag isfinite isinf isnan less less_equal log log1p log2
    log10 logaddexp logical_and logical_not logical_or logical_xor maximum minimum
    multiply negative nextafter not_equal positive pow real reciprocal remainder round
    sign signbit sin sinh square sqrt subtract tan tanh trunc take take_along_axis matmul
    matrix_transpose tensordot vecdot broadcast_arrays broadcast_to concat expand_dims
    flip moveaxis permute_dims repeat reshape roll squeeze stack tile unstack argmax
    argmin count_nonzero nonzero searchsorted where unique_all unique_counts
    unique_inverse unique_values argsort sort cumulative_sum cumulative_prod max mean min
    prod std sum var all any diff""".split())
def test_each_name_of_the_array_api_is_there_or_has_a_remedy(name):
    assert name in neo.__all__ or name in REMEDIES


MATMUL = neo.expr("C[i,j] += A[i,k] * B[k,j]")


@pytest.mark.parametrize("what, name, said", [
    (MATMUL, "grad", "write neo.grad(lambda x: neo.sum(op(x)))"),
    (MATMUL, "operand", "did you mean 'operands'?"),
    (neo.jit(abs), "lower", "write f.ir(*arguments)"),
    (neo.jit(abs), "grad", "write neo.grad(f)"),
    (neo.jit(abs), "captures", "did you mean 'captured'?")])
def test_attributes_of_operators_and_programs(what, name, said):
    with pytest.raises(AttributeError) as caught:
        getattr(what, name)
    assert said in str(caught.value)
    assert not hasattr(what, "_quxly")
    assert "write" not in str(pytest.raises(AttributeError, getattr, what, "quxly").value)


def test_texts_that_are_none():
    with pytest.raises(neo.UsageError, match="IR text is a str, not int"):
        neo.canonical(3)
