# test_schedules.py - any legal schedule gives the same results
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Schedules drawn at random from the space that the default is chosen from.

Whatever lanes, tile, order, unrolling and blocks a schedule has, the compiled
kernel computes what the interpreter computes.
"""

import numpy as np
import pytest
from kernel_programs import (capsule_convolution, convolution, depthwise,
                             grouped, made_up_inputs, matmul)

import neo

core = pytest.importorskip("neo._core")

PROGRAMS = {
    "matmul": matmul(17, 33, 20),
    "transposed": matmul(9, 32, 64, "f32", "b"),
    "convolution": convolution((4, 16), 15, 3, 1, 1, 1),
    "strided": convolution((3, 32), 14, 3, 2, 1, 1),
    "dilated": convolution((2, 9), 13, 3, 1, 2, 2, "f64"),
    "grouped": grouped(2, (3, 16), 9, 1),
    "depthwise": depthwise(3, 18, "f32", 2),
    "capsules": capsule_convolution((2, 3), 4),
}


def drawn(text, seed):
    optimised = neo.canonical(text, "builtin.module(neo-optimize)")
    return neo.canonical(
        optimised, f"builtin.module(neo-schedule{{draw={seed}}})")


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("seed", range(12))
def test_drawn_schedules_compute_the_same(name, seed):
    text = PROGRAMS[name]
    inputs = made_up_inputs(text, seed)
    scheduled = drawn(text, seed)
    want, = core.interpret(text, "main", inputs)
    for threads in (1, 2):
        got, = core.Program(scheduled, "main", threads).run(inputs)
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5,
                                   err_msg=scheduled)


def test_a_schedule_is_followed_by_a_program():
    text = drawn(PROGRAMS["matmul"], 1)
    broken = text.replace("order [", "order [k, ")
    with pytest.raises(Exception, match="'order' names each loop"):
        core.Program(broken, "main", 1)


RUNS_DECLARED = """
func.func @main(%h: tensor<4xf32>) -> tensor<4xf32> {{
  %last = {} : (tensor<4xf32>) -> tensor<4xf32>
  return %last : tensor<4xf32>
}}
func.func private @step(tensor<4xf32>) -> tensor<4xf32>
"""


@pytest.mark.parametrize("arguments, said", [
    ((3,), "IR text is a str, not int"),
    (("module {}",), "the module does not define a function 'main'"),
    (("module {}", None), "a function's name is a str, not NoneType"),
    (("module {}", "main", -1), "threads is -1"),
    ((RUNS_DECLARED.format("neo.scan @step steps 3 carry(%h)"),), "'@step' is only decl"),
    ((RUNS_DECLARED.format("func.call @step(%h)"),), "'@step' is only declared: define"),
])
def test_what_is_no_program_is_refused(arguments, said):
    with pytest.raises(neo.Error, match=said):
        neo.compile(*arguments)


@pytest.mark.parametrize("function", [
    lambda a, b: a.sum(axis=2) + b, lambda a, b: neo.exp(a.max(axis=2) - b),
    lambda a, b: a.prod(axis=2) * b, lambda a, b: a.var(axis=2) + b,
    lambda a, b: neo.einsum("ijk,ijk->ij", a, a) + b, lambda a, b: neo.relu(a[:, 0] @ a[0].T + b)])
def test_schedules_that_are_shown_can_be_given(function):
    """Those of reductions with an epilogue, too, whose loops are those of both."""
    numbers = np.random.default_rng(5)
    a = numbers.standard_normal((6, 40, 32)).astype(np.float32)
    b = numbers.standard_normal(40).astype(np.float32)
    wanted = neo.jit(function)(a, b)
    shown = neo.jit(function).schedule(a, b)
    for given in (shown, ["default"]):
        np.testing.assert_array_equal(neo.jit(function, schedules=given)(a, b), wanted)
