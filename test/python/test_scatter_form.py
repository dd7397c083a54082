# test_scatter_form.py - gradients that send their terms
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Gradients by scattering are those by gathering.

Random quasi-affine reads of a few elements of a long tensor, where gathering
wastes: both gradients are interpreted in whole numbers and equal exactly. A
failure names its seed and shows the program.
"""

import random

import numpy as np
import pytest

import neo

pytest.importorskip("neo._core")

GATHER = "builtin.module(neo-autodiff)"
SCATTER = "builtin.module(neo-autodiff{scatter})"


def make_program(seed):
    """An operator that reads %x and %w, with guards now and then."""
    rand = random.Random(seed)
    a, b, c, d = (rand.randint(0, 3) for _ in range(4))
    form = rand.choice([
        f"{a} * i + {b} * j + {c}", f"i + {b} * j + {d} * k",
        f"({a} * i + {b} * j + k) floordiv 2", f"(i + {b} * j + {c}) mod 5",
        f"i + j + (k floordiv 2) * {c}", f"{a + 20} - i - {b} * j"])
    guard = rand.choice(["", "", " if (i >= 1, i + j < 6) else 2.0"])
    where = rand.choice(["", "", " where (i >= j)", " where (k + i >= 1)"])
    kind = rand.choice(["sum", "sum", "max", "prod"])
    body = rand.choice(["arith.mulf %x0, %w0", "arith.mulf %x0, %x0",
                        "arith.subf %x0, %w0"])
    return f"""
func.func @main(%x: tensor<600xf64>, %w: tensor<3xf64>) -> tensor<4x3xf64> {{
  %y = neo.compute [i: 4, j: 3] {kind} [k: 3] %x[{form}]{guard}, %w[k]{where}
     : (tensor<600xf64>, tensor<3xf64>) -> tensor<4x3xf64> {{
  ^bb0(%x0: f64, %w0: f64):
    %0 = {body} : f64
    neo.yield %0 : f64
  }}
  return %y : tensor<4x3xf64>
}}"""


@pytest.mark.parametrize("first", range(0, 80, 20))
def test_both_forms_agree(first):
    scattered = 0
    for seed in range(first, first + 20):
        text = make_program(seed)
        numbers = np.random.default_rng(seed)
        x, w, g = (np.round(numbers.standard_normal(shape) * 2)
                   for shape in (600, 3, (4, 3)))
        derived = neo.canonical(text, SCATTER)
        scattered += "neo.scatter_add" in derived
        found = neo.interpret(derived, x, w, g, function="main_vjp")
        expected = neo.interpret(neo.canonical(text, GATHER), x, w, g,
                                 function="main_vjp")
        for one, other in zip(found, expected):
            np.testing.assert_array_equal(one, other, f"seed {seed}\n{text}")
    assert scattered >= 5


def test_an_expression_takes_it_when_it_compiles():
    few = neo.expr("Y[i,j] += X[i + j] * W[k]", i=4, j=4)
    x, w = np.arange(4000.0), np.array([1.0, 2.0])
    g = np.arange(16.0).reshape(4, 4)
    derived = neo.canonical(few.vjp_ir(x, w), "builtin.module(neo-optimize)")
    assert "neo.scatter_add" in derived
    expected = np.zeros(4000)
    np.add.at(expected, np.add.outer(range(4), range(4)), 3 * g)
    np.testing.assert_array_equal(few.vjp((x, w), g)[0], expected)
