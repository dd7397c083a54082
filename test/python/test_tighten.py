# test_tighten.py - sums whose terms an equation decides
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Compiled, a sum runs over the terms that exist; the interpreter asks all of them."""

import random

import neo
import numpy as np
import pytest
from kernel_programs import made_up_inputs
from test_kernels import compare, core

TRANSPOSED = """
func.func @main(%A: tensor<3x{n}xf64>, %W: tensor<3x2x{w}xf64>)
    -> tensor<2x{out}xf64> {{
  %C = neo.compute [k: 2, p: {out}] sum [c: 3, r: {w}]
         %A[c, (p + {pad} - {d} * r) floordiv {s}]
           if ((p + {pad} - {d} * r) mod {s} == 0, p + {pad} - {d} * r >= 0,
               (p + {pad} - {d} * r) floordiv {s} < {n}) else 0.0,
         %W[c, k, r]
     : (tensor<3x{n}xf64>, tensor<3x2x{w}xf64>) -> tensor<2x{out}xf64> {{
  ^bb0(%a: f64, %w: f64):
    %0 = arith.mulf %a, %w : f64
    neo.yield %0 : f64
  }}
  return %C : tensor<2x{out}xf64>
}}
"""

WHERE = """
func.func @main(%A: tensor<{n}x{k}xf64>) -> tensor<{n}xf64> {{
  %C = neo.compute [i: {n}] sum [j: {k}] %A[i, j]
         where (CONDITION)
     : (tensor<{n}x{k}xf64>) -> tensor<{n}xf64> {{
  ^bb0(%a: f64):
    %j = neo.index 1 : index
    %l = arith.index_cast %j : index to i64
    %f = arith.sitofp %l : i64 to f64
    %0 = arith.addf %a, %f : f64
    neo.yield %0 : f64
  }}
  return %C : tensor<{n}xf64>
}}
"""

SELECTED = WHERE.replace("CONDITION", "({a} * i + {b} * j + {c}) mod {m} - {rest} == 0")
BAND = WHERE.replace(
    "CONDITION", "{a} * i + {b} * j + {c} >= 0, {w} - {a} * i - {b} * j - {c} > 0")

BETWEEN = """
func.func @main(%A: tensor<{k}xf64>, %W: tensor<{w}xf64>) -> tensor<{n}xf64> {{
  %C = neo.compute [i: {n}] sum [j: {k}] %A[j],
         %W[{a} * i + {b} * j + {c}]
           if ({a} * i + {b} * j + {c} >= 0, {a} * i + {b} * j + {c} < {w}) else 0.0
     : (tensor<{k}xf64>, tensor<{w}xf64>) -> tensor<{n}xf64> {{
  ^bb0(%a: f64, %w: f64):
    %0 = arith.mulf %a, %w : f64
    neo.yield %0 : f64
  }}
  return %C : tensor<{n}xf64>
}}
"""


#: Conditions as users write them in a body, over numbers a to d.
CONDITIONS = ["i == j", "{a}*i+{b}*j == {c}", "({a}*i+j)%{m} == {d}%{m}", "i//{m} == j",
              "{c} <= {a}*i-j and {a}*i-j < {c}+{m}", "j//{m} == i and j%{m} == {d}%{m}"]


@pytest.mark.parametrize("text", [
    "Y[i] += where({when}, X[j] * X[i], 0)", "Y[i] += where(not ({when}), 0, X[j])",
    "Y[i] += X[j] * where({when}, tanh(X[i]), 0)", "Y[] += where({when}, X[j] * j, 0)",
    "Y[i] += where({when}, N[j], 0)"])
@pytest.mark.parametrize("when", CONDITIONS)
@pytest.mark.parametrize("seed", range(4))
def test_conditions_in_a_body(text, when, seed):
    choice = random.Random(seed)
    when = when.format(a=choice.randint(1, 3), b=choice.choice([-2, -1, 1, 2]),
                       c=choice.randint(-5, 9), d=choice.randint(0, 9),
                       m=choice.randint(1, 5))
    operator = neo.expr(text.format(when=when), i=23, j=23)
    operand = np.arange(23) if "N[" in text else np.linspace(-1, 1, 23)
    expected = neo.interpret(operator.ir(operand), operand)[0]
    np.testing.assert_allclose(neo.jit(operator)(operand), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("stride", [1, 2, 3, 4])
@pytest.mark.parametrize("window", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("dilation", [1, 2])
def test_transposed_convolution(stride, window, dilation):
    n, pad = 7, 1
    out = (n - 1) * stride + dilation * (window - 1) + 1 - pad
    text = TRANSPOSED.format(n=n, w=window, s=stride, d=dilation, pad=pad, out=out)
    compare(text, made_up_inputs(text, stride))


@pytest.mark.parametrize("seed", range(30))
def test_terms_selected_by_a_remainder(seed):
    choice = random.Random(seed)
    m = choice.randint(2, 6)
    text = SELECTED.format(n=choice.randint(1, 20), k=choice.randint(1, 20),
                           a=choice.randint(-3, 3), b=choice.choice([-2, -1, 1, 2, 3]),
                           c=choice.randint(-9, 9), m=m,
                           rest=choice.randint(0, m - 1))
    compare(text, made_up_inputs(text, seed))


@pytest.mark.parametrize("text", [BETWEEN, BAND])
@pytest.mark.parametrize("seed", range(30))
def test_terms_between_bounds(text, seed):
    choice = random.Random(seed)
    text = text.format(n=choice.randint(1, 40), k=choice.randint(1, 40),
                       a=choice.randint(-3, 3), b=choice.choice([-3, -2, -1, 1, 2, 3]),
                       c=choice.randint(-40, 40), w=choice.randint(1, 12))
    compare(text, made_up_inputs(text, seed))


def test_an_infinity_that_no_term_reads_is_not_multiplied():
    text = TRANSPOSED.format(n=4, w=2, s=2, d=1, pad=0, out=8)
    a, w = made_up_inputs(text, 1)
    w[:, :, 1] = np.inf
    got = core.Program(text, "main", 1).run([a, w])[0]
    assert np.isfinite(got[:, ::2]).all()
    assert not np.isfinite(got[:, 1::2]).any()


@pytest.mark.parametrize("when", ["b == j", "j <= b and b < j+3", "b < 9 and i == j"])
def test_conditions_of_a_batch_of_any_size(when):
    """What holds for the items that a program is made for need not hold for others."""
    operator = neo.expr(f"Y[b,i] += where({when}, X[b,j], 0)", i=12, j=12)
    compiled = neo.jit(lambda x: operator(x), batch="x")
    for items in (3, 130, 300):
        x = np.linspace(-1, 1, items * 12).reshape(items, 12)
        expected = neo.interpret(operator.ir(x), x)[0]
        np.testing.assert_allclose(compiled(x), expected, rtol=1e-12, atol=1e-12)
