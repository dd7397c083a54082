# test_benchmark_cases.py - every operator of benchmarks/cases
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each case with smaller extents and its true structure: values and adjoints in
float32 by the compiled program, against benchmarks/reference.py in float64, which is
itself compared with brute force."""

import sys
from pathlib import Path

import numpy as np
import pytest

import neo

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

import brute_force  # noqa: E402
from cases import CASES, FAMILIES, QUICK, Operator, inputs  # noqa: E402
from measure import reference_of  # noqa: E402
from reference import Evaluation  # noqa: E402

pytestmark = pytest.mark.extended

#: Cases that differ in extents alone are one.
SMALL = {repr(case.small()): case for case in reversed(CASES.values())}


@pytest.fixture(params=SMALL.values(), ids=lambda case: case.name)
def operator(request) -> Operator:
    return request.param.small()


def near(found: np.ndarray, expected: np.ndarray) -> None:
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=0,
                               atol=1e-4 * np.abs(expected).max())


def test_values(operator: Operator):
    *operands, _ = inputs(operator).values()
    compiled = neo.jit(neo.expr(operator.text, **operator.extents))
    found = compiled(*operands)
    assert found.shape == operator.result
    near(found, *reference_of(operator, "forward"))


def test_values_with_adjoints(operator: Operator):
    arrays = inputs(operator)
    expression = neo.expr(operator.text, **operator.extents)
    assert expression.operands == tuple(operator.shapes)
    both = neo.jit(lambda *a: (expression(*a[:-1]), *expression.vjp(a[:-1], a[-1])))
    expected = reference_of(operator, "gradients")
    found = both(*arrays.values())
    assert len(found) == len(expected)
    for one, other in zip(found, expected):
        near(one, other)


ONE_STATEMENT = [
    ("C[i,j] += A[i,k] * B[k,j]", {"A": (3, 4), "B": (4, 2)}, (3, 2), {}),
    ("C[b,k] += A[b,i] * W[k,i,j] * B[b,j]",
     {"A": (2, 3), "W": (2, 3, 4), "B": (2, 4)}, (2, 2), {}),
    ("C[k,p] += (A[k//2*2+c,(p+1-r)//2] if (p+1-r)%2 == 0 and 0 <= (p+1-r)//2 < 3 "
     "else 0) * W[k,c,r]", {"A": (4, 3), "W": (4, 2, 3)}, (4, 5), {"p": 5}),
    ("y[j] += X[i,j]", {"X": (3, 2)}, (2,), {}),
    ("y[i] max= X[i,j]", {"X": (2, 3)}, (2,), {}),
]
SEVERAL_STATEMENTS = [
    ("M[i] max= X[i,j]; E[i,j] = exp(X[i,j] - M[i]); Z[i] += E[i,j]"
     "; Y[i,j] = E[i,j] / Z[i]", {"X": (2, 3)}, (2, 3), {}),
    ("v[i] += (X[i,j] - 1) ** 2 / 3; Y[i,j] = X[i,j] * rsqrt(v[i] + 1e-5) * g[j]",
     {"X": (2, 3), "g": (3,)}, (2, 3), {}),
    ("Z[i] = X[i] * (1 + erf(X[i])) ; Y[i] = relu(Z[i] + tanh(log(1 + exp(X[i]))))",
     {"X": (5,)}, (5,), {}),
]


def doubles(operator: Operator) -> dict[str, np.ndarray]:
    return {n: a.astype(np.float64) for n, a in inputs(operator).items()}


@pytest.mark.parametrize("text, shapes, result, extents", ONE_STATEMENT)
def test_the_reference_equals_brute_force(text, shapes, result, extents):
    operator = Operator(text, shapes, result, "none", extents=extents)
    arrays = doubles(operator)
    value, *adjoints = reference_of(operator, "gradients")
    cotangent = arrays.pop("~")
    np.testing.assert_allclose(
        value, brute_force.evaluate(text, arrays, extents), rtol=1e-12)
    slopes = brute_force.adjoints(text, arrays, extents, cotangent)
    for found, name in zip(adjoints, shapes, strict=True):
        np.testing.assert_allclose(found, slopes[name], rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("text, shapes, result, extents", SEVERAL_STATEMENTS)
def test_the_reference_equals_neo_in_float64(text, shapes, result, extents):
    operator = Operator(text, shapes, result, "none")
    expected = reference_of(operator, "gradients")
    arrays = doubles(operator)
    *operands, cotangent = arrays.values()
    expression = neo.expr(text)
    found = [expression(*operands), *expression.vjp(operands, cotangent)]
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-14)


def test_every_family_has_a_quick_case():
    assert {CASES[name].family for name in QUICK} == set(FAMILIES)


def test_useful_operations_are_those_on_no_padding():
    """Counted by a program that multiplies ones by ones."""
    for case in SMALL.values():
        operator = case.small()
        if operator.kind in ("convolution", "depthwise", "transposed", "capsules"):
            ones = {n: np.ones(s) for n, s in operator.shapes.items()}
            terms = Evaluation(operator.text, ones, operator.extents).value.sum()
            assert operator.operations == 2 * terms, case.name


@pytest.mark.parametrize("name", ["GRP_Y4", "T2D_U16", "BIL1"])
def test_large_windows_are_made_in_parts(name, monkeypatch):
    operator = CASES[name].small()
    random = np.random.default_rng(3)
    operands = {n: random.standard_normal(s) for n, s in operator.shapes.items()}
    cotangent = random.standard_normal(operator.result)

    def evaluated():
        evaluation = Evaluation(operator.text, operands, operator.extents)
        return [evaluation.value, *evaluation.adjoints(cotangent)]
    whole = evaluated()
    monkeypatch.setattr("reference.MOST", 50)
    for one, other in zip(evaluated(), whole, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)
