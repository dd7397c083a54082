# test_torch_op_graphs.py - operators of neo.torch.op in models compiled for Neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""An operator of `neo.torch.op` is part of the programs around it."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import neo
import neo.torch
from neo.errors import ShapeError

pytestmark = [pytest.mark.peers, pytest.mark.usefixtures("fresh")]


def same(function, *operands):
    """A compiled function gives the values and gradients of eager mode; what became of
    it."""
    found = neo.torch.explain(function, *operands)
    compiled = torch.compile(function, backend="neo")
    expected = function(*operands)
    torch.testing.assert_close(compiled(*operands), expected)
    inputs = [o for o in operands if o.requires_grad]
    if inputs:
        torch.testing.assert_close(
            torch.autograd.grad(compiled(*operands).square().sum(), inputs),
            torch.autograd.grad(expected.square().sum(), inputs))
    return found


def random(*shape, dtype=torch.float64):
    return torch.randn(shape, dtype=dtype, requires_grad=True)


def test_it_is_fused_with_what_is_around():
    shift = neo.torch.op("Y[i,j] = X[(i+1)%10, j] * 2", i=10)
    found = same(lambda x: torch.tanh(shift(torch.relu(x)) + 1), random(10, 8).detach())
    assert (found.fallbacks, found.programs, found.kernels) == ([], 1, 1)


def test_gradients_are_part_of_the_backward_graph():
    product = neo.torch.op("C[i,j] += A[i,k] * B[k,j]")
    found = same(lambda a, b: torch.sin(product(a, b)), random(5, 6), random(6, 7))
    assert found.fallbacks == [] and found.programs == 2


def test_several_results_of_a_function():
    def moments(x):
        mean = neo.mean(x, 1)
        return mean, neo.mean(x * x, 1) - mean * mean

    op = neo.torch.op(moments, results=2)
    found = same(lambda x: op(x)[0].exp() * op(x)[1], random(4, 9))
    assert found.fallbacks == []


def test_arrays_that_a_function_captures():
    weights = np.linspace(0.0, 1.0, 6)
    op = neo.torch.op(lambda x: x * weights)
    assert same(lambda x: op(x) + x, random(4, 6)).fallbacks == []


def test_floats_of_several_types():
    op = neo.torch.op("Y[i,j] = A[i,j] * B[j]")
    x = random(4, 6, dtype=torch.float32)
    assert same(lambda a, b: op(a, b) + a, x, random(6)).fallbacks == []
    assert same(lambda a, b: op(a, b[0, 0].reshape(1).expand(6)) + 1, x,
                x.detach()).fallbacks == []


def test_indices_that_are_data():
    op = neo.torch.op("Y[i,j] = T[I[i], j] * 2")
    index = torch.tensor([3, 0, 3])
    assert same(lambda t, i: op(t.exp(), i), random(4, 5), index).fallbacks == []


def test_an_operator_in_an_operator():
    inner = neo.torch.op("Y[i] = X[i] * X[i]")
    second = torch.func.grad(lambda x: inner(x).sum())
    assert same(lambda x: second(x) * x, random(6).detach()).fallbacks == []


def test_no_elements():
    product = neo.torch.op("C[i,j] += A[i,k] * B[k,j]")
    assert same(lambda a, b: product(a, b) + 1, random(3, 0), random(0, 2)) \
        .fallbacks == []


def test_any_batch():
    rows = neo.torch.op("Y[b,i] += X[b,j] * W[i,j]")
    weight = torch.randn(3, 4)
    model = neo.torch.compile(lambda x: rows(torch.sin(x), weight))
    for items in (2, 5, 9):
        x = torch.randn(items, 4)
        torch.testing.assert_close(model(x), torch.sin(x) @ weight.T)


def test_exported_programs_of_any_size():
    rows = neo.torch.op("Y[b,i] += X[b,j] * W[i,j]")

    class Model(torch.nn.Module):
        def forward(self, x):
            return rows(x, torch.ones(3, 4)) + 1

    size = torch.export.Dim("b", min=2)
    exported = torch.export.export(Model(), (torch.randn(5, 4),),
                                   dynamic_shapes={"x": {0: size}})
    x = torch.randn(9, 4)
    torch.testing.assert_close(exported.module()(x), Model()(x))


class Applied(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *operands):
        return self.function(*operands)


def exported_rows(function, operands, sizes):
    """The exported program of any number of rows of `operands`, on others."""
    rows, lines = torch.export.Dim("n", min=2), torch.export.Dim("t", min=2)
    dynamic = tuple({0: rows, 1: lines} if x.ndim == 3 else {0: rows} for x in operands)
    exported = torch.export.export(Applied(function), operands,
                                   dynamic_shapes=(dynamic,))
    others = [torch.randn(*sizes, *x.shape[len(sizes):]) for x in operands]
    torch.testing.assert_close(exported.module()(*others), function(*others))


def test_sizes_that_have_to_agree():
    products = neo.torch.op("Y[i] = exp(A[i]) * B[i]")
    exported_rows(lambda a, b: products(a, b), (torch.randn(4), torch.randn(4)), (7,))


def test_sizes_that_are_sums_and_products_of_symbols():
    rows = neo.torch.op("C[i,j] += A[i,k] * B[k,j]")
    weight = torch.randn(3, 2)
    exported_rows(lambda x: rows(torch.cat([x, x]), weight), (torch.randn(4, 3),), (7,))
    exported_rows(lambda x: rows(x.reshape(-1, 3), weight), (torch.randn(4, 5, 3),),
                  (7, 6))


def test_sizes_that_differ_stay_apart():
    outer = neo.torch.op("Y[i,j] = A[i] * B[j]")
    traced = []

    def backend(graph, operands):
        traced.append(graph)
        return graph

    compiled = torch.compile(lambda a, b: outer(a, b) + 1, backend=backend, dynamic=True)
    for m, n in ((4, 4), (5, 7), (8, 3)):
        a, b = torch.randn(m), torch.randn(n)
        torch.testing.assert_close(compiled(a, b), a[:, None] * b + 1)
    assert len(traced) <= 2  # dynamo itself takes sizes that are equal at first as one


def test_operators_under_fx():
    doubled = neo.torch.op("Y[i] = 2 * A[i]")

    class Model(torch.nn.Module):
        def forward(self, x):
            return doubled(x).sin()

    traced = torch.fx.symbolic_trace(Model())
    x = torch.randn(5)
    torch.testing.assert_close(traced(x), (2 * x).sin())


def test_sizes_that_are_no_symbol_of_an_operand():
    flat = neo.torch.op(lambda x: x.reshape(-1))
    compiled = torch.compile(lambda x: flat(x) + 1, backend="neo", dynamic=True)
    for items in (5, 7):
        x = torch.randn(items, 4)
        torch.testing.assert_close(compiled(x), x.reshape(-1) + 1)


def test_shapes_that_do_not_fit_are_named():
    product = neo.torch.op("C[i,j] += A[i,k] * B[k,j]")
    compiled = torch.compile(lambda a, b: product(a, b) + 1, backend="neo",
                             fullgraph=True)
    with pytest.raises(Exception, match="extent of 'k' is 4"):
        compiled(torch.ones(3, 4), torch.ones(5, 2))
    with pytest.raises(ShapeError, match="extent of 'k' is 4"):
        product(torch.ones(3, 4), torch.ones(5, 2))
