# test_torch_halves.py - what an operator of Neo saves in a graph of training
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""An operator and its gradient are two halves of one program where something of the
first is worth saving."""

import pytest

torch = pytest.importorskip("torch")
import neo  # noqa: E402
import neo.torch  # noqa: E402
from neo.torch.compiler import Backend  # noqa: E402

pytestmark = [pytest.mark.peers, pytest.mark.usefixtures("fresh")]


def trained(function, *operands):
    """Compares values and gradients with eager mode; the names of what ran."""
    plans = []
    compiled = torch.compile(function, backend=Backend(plans.append))
    inputs = [o for o in operands if o.requires_grad]
    found, expected = compiled(*operands), function(*operands)
    torch.testing.assert_close(found, expected)
    torch.testing.assert_close(torch.autograd.grad(found.square().sum(), inputs),
                               torch.autograd.grad(expected.square().sum(), inputs))
    assert not any(plan.fallbacks for plan in plans)
    return [[name for name in plan.known if name.startswith("neo.")] for plan in plans]


def matrices(*shapes):
    return [torch.randn(s, dtype=torch.float64, requires_grad=True) for s in shapes]


def test_a_contraction_that_the_gradient_needs_is_saved():
    op = neo.torch.op("D[i,j] += A[i,k,l] * B[k,j] * C[l,j]")
    (forward,), (backward,) = trained(lambda *o: op(*o).sin(),
                                      *matrices((12, 13, 14), (13, 15), (14, 15)))
    assert "_forward_" in forward and "_backward_" in backward


def test_functions_of_elements_are_computed_again():
    op = neo.torch.op("Y[i,j] = tanh(A[i,j]) * B[j]")
    (forward,), (backward,) = trained(op, *matrices((12, 13), (13,)))
    assert "_forward_" not in forward and "_vjp_" in backward


def test_a_loop_over_time_and_its_states():
    def layer(x, h, w):
        def step(h, x):
            h = neo.tanh(x + h @ w)
            return h, h
        last, states = neo.scan(step, h, x)
        return states, last

    op = neo.torch.op(layer, results=2)
    names = trained(lambda *o: op(*o)[0] * op(*o)[1], *matrices((9, 4, 10), (4, 10),
                                                                (10, 10)))
    assert any("_forward_" in n for n in names[0])


def test_in_a_checkpoint_nothing_is_saved():
    from torch.utils.checkpoint import checkpoint

    op = neo.torch.op("D[i,j] += A[i,k,l] * B[k,j] * C[l,j]")

    def function(a, b, c):
        return checkpoint(lambda *o: op(*o).sin(), a, b, c, use_reentrant=False)

    names = trained(function, *matrices((12, 13, 14), (13, 15), (14, 15)))
    assert not any("_forward_" in n for n in names[0])


def test_one_operator_called_twice():
    op = neo.torch.op("D[i,j] += A[i,k,l] * B[k,j] * C[l,j]")
    a, b, c = matrices((12, 13, 14), (13, 15), (14, 15))
    names = trained(lambda a, b, c: op(a, b, c) * op(a * 2, b, c), a, b, c)
    assert len(names[0]) == 2


def test_operands_without_gradients_and_floats_of_several_types():
    op = neo.torch.op("D[i,j] += A[i,k,l] * B[k,j] * C[l,j]")
    a, b, c = matrices((12, 13, 14), (13, 15), (14, 15))
    trained(op, a, b.detach(), c)
    trained(lambda a, b, c: op(a.float(), b, c), a, b, c)
