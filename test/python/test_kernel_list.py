# test_kernel_list.py - what an optimised module runs, as a list
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import pytest

import neo
from neo import _core

LAYER = neo.expr("Y[b,j] += X[b,i] * W[i,j]; Z[b,j] = relu(Y[b,j] + B[j])")
SHAPES = [neo.spec(shape, "float32") for shape in ((64, 256), (256, 512), (512,))]


def kernels(text: str) -> list:
    return _core.explain(text)[0]


def test_statements_of_one_kernel_come_from_their_lines() -> None:
    text = LAYER.ir(*SHAPES)
    copy, layer = kernels(text)
    lines = text.splitlines()
    first, second = (s.places[0].lines[0] for s in layer.statements)
    assert "%Y = neo.compute" in lines[first - 1]
    assert "%Z = neo.compute" in lines[second - 1]
    assert copy.statements[0].places[0].roles == ["in panels"]
    assert copy.statements[0].operands == [-2]  # The second argument.
    assert 0 in layer.statements[0].operands  # The first kernel.
    assert layer.results == [0]


def test_a_kernel_has_its_operations_and_bytes() -> None:
    product, = kernels(neo.expr("C[i] += A[i,k] * B[k]").ir(
        neo.spec((6, 4)), neo.spec((4,))))
    assert product.operations == 2 * 6 * 4
    assert product.bytes_read == 8 * (6 * 4 + 4)
    assert product.bytes_written == 8 * 6


def test_gradients_know_their_operand() -> None:
    product = neo.expr("C[i,j] += A[i,k] * B[k,j]")
    text = product.vjp_ir(neo.spec((4, 4)), neo.spec((4, 4)))
    roles = {role for kernel in kernels(text) for each in kernel.statements
             for place in each.places for role in place.roles}
    assert {f"gradient of operand #{n}" for n in range(2)} <= roles


def test_a_step_of_a_scan_runs_as_often_as_the_scan_says() -> None:
    @neo.jit
    def sums(x, xs):
        return neo.scan(lambda h, x: (neo.tanh(h + x), h), x, xs)
    times = [k.times for k in kernels(sums.ir(neo.spec((4,)), neo.spec((9, 4))))]
    assert 9 in times


def test_a_text_that_is_no_module() -> None:
    with pytest.raises(neo.Error):
        kernels("func.func @f(")
