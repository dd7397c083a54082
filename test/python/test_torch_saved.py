# test_torch_saved.py - what recorded calls save for their gradients
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Forward and backward programs of `neo.torch.op` that share intermediate values
(neo.torch.saved), against PyTorch."""

import numpy as np
import pytest

import neo

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from torch.autograd import forward_ad  # noqa: E402

from neo.torch.saved import Pair  # noqa: E402

pytestmark = pytest.mark.peers


def mttkrp():
    """Its forward direction contracts two of three, which a gradient needs."""
    return neo.torch.op("D[i,j] += A[i,k,l] * B[k,j] * C[l,j]")


def expected(a, b, c):
    return torch.einsum("ikl,kj,lj->ij", a, b, c)


def operands(i=20, k=24, l=28, j=16):  # noqa: E741
    torch.manual_seed(5)
    return [torch.randn(s, requires_grad=True) for s in ((i, k, l), (k, j), (l, j))]


def pairs_of(operator):
    return [p for s in operator._savings.values() for p in s._made._values.values()
            if isinstance(p, Pair)]


def check(operator, given, count=3):
    result = operator(*given)
    cotangent = torch.randn_like(result)
    found = torch.autograd.grad(result, given[:count], cotangent)
    wanted = torch.autograd.grad(expected(*given), given[:count], cotangent)
    torch.testing.assert_close(result, expected(*given), rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-4)


@pytest.fixture
def operator(monkeypatch):
    """The operator as new, for each saves what earlier calls have made."""
    made = mttkrp()
    monkeypatch.setattr(made, "_savings", {})
    return made


@pytest.fixture
def read(monkeypatch):
    """For each gradient, whether it was computed from what was saved."""
    found, gradients = [], Pair.gradients

    def told(pair, *given):
        results = gradients(pair, *given)
        found.append(results is not None)
        return results

    monkeypatch.setattr(Pair, "gradients", told)
    return found


def test_the_contraction_of_the_forward_direction_is_saved(operator, read):
    for _ in range(2):  # The second call takes the short way.
        check(operator, operands())
    assert read == [True, True]
    pair, = pairs_of(operator)
    assert pair.numbers == (1,)


def test_every_shape_has_its_pair(operator):
    for size in (20, 24, 20):
        check(operator, operands(i=size))
    assert len(pairs_of(operator)) == 2


def test_operands_that_are_not_contiguous(operator):
    a, b, c = operands()
    check(operator, [a, b, torch.randn(16, 28).t().requires_grad_()])
    assert pairs_of(operator)


def test_a_cotangent_that_is_not_contiguous(operator, read):
    given = operands()
    found = torch.autograd.grad(operator(*given).sum(), given)
    assert read == [True]
    wanted = torch.autograd.grad(expected(*given).sum(), given)
    torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-4)


def test_a_gradient_of_some_operands(operator, read):
    check(operator, operands(), count=1)
    assert read == [True]


def test_operands_that_want_no_gradient(operator, read):
    a, b, c = operands()
    check(operator, [a, b, c.detach()], count=2)
    assert read == [True]


def test_the_gradient_of_a_gradient(operator):
    given = operands()
    slopes = torch.autograd.grad(operator(*given).square().sum(), given,
                                 create_graph=True)
    known = torch.autograd.grad(expected(*given).square().sum(), given,
                                create_graph=True)
    found = torch.autograd.grad(slopes[0].square().sum(), given)
    wanted = torch.autograd.grad(known[0].square().sum(), given)
    torch.testing.assert_close(found, wanted, rtol=1e-3, atol=1e-1)


def test_promoted_operands_do_not_stand_for_others(operator, read):
    a, b, c = operands()
    wide = a.detach().double().requires_grad_()
    operator(wide, b, c)
    given = [wide, *(t.detach().double().requires_grad_() for t in (b, c))]
    check(operator, given)
    assert read == [True]


def test_an_operator_without_float_results_saves_nothing():
    operator = neo.torch.op(lambda a, b: neo.argmax(a @ b, axis=1))
    a, b = torch.randn(9, 7, requires_grad=True), torch.randn(7, 5)
    assert torch.equal(operator(a, b), (a @ b).argmax(1))
    assert pairs_of(operator) == []


def test_an_operand_that_is_overwritten_is_an_error(operator):
    given = operands()
    result = operator(*given)
    with torch.no_grad():
        given[1].zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        result.sum().backward()


def test_hooks_for_saved_tensors(operator, read):
    given = operands()
    with torch.autograd.graph.saved_tensors_hooks(
            lambda t: t.t() if t.ndim == 2 else t, lambda t: t.t() if t.ndim == 2 else t):
        result = operator(*given)
    found = torch.autograd.grad(result, given, torch.ones_like(result))
    assert read == [True]
    wanted = torch.autograd.grad(expected(*given).sum(), given)
    torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-4)


def test_hooks_that_change_how_saved_tensors_lie(operator, read):
    given = operands()
    with torch.autograd.graph.saved_tensors_hooks(
            lambda t: t, lambda t: t.transpose(0, -1).contiguous().transpose(0, -1)):
        result = operator(*given)
    found = torch.autograd.grad(result, given, torch.ones_like(result))
    assert read == [False]
    wanted = torch.autograd.grad(expected(*given).sum(), given)
    torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-4)


def check_batch(operator, gradients):
    """Gradients for three cotangents at once, as `gradients(result, a, cotangents)`."""
    a, b, c = operands()
    result, known = operator(a, b, c), expected(a, b, c)
    cotangents = torch.randn(3, *result.shape)
    for recorded in (False, True):  # Programs for one cotangent are there.
        torch.autograd.grad(result, a, cotangents[0], retain_graph=True,
                            create_graph=recorded)
    wanted = [torch.autograd.grad(known, a, each, retain_graph=True)[0]
              for each in cotangents]
    torch.testing.assert_close(gradients(result, a, cotangents), torch.stack(wanted),
                               rtol=1e-4, atol=1e-4)


def test_a_gradient_under_vmap(operator):
    check_batch(operator, lambda result, a, cotangents: torch.vmap(
        lambda each: torch.autograd.grad(result, a, each)[0])(cotangents))


def test_a_batch_of_cotangents(operator):
    check_batch(operator, lambda result, a, cotangents: torch.autograd.grad(
        result, a, cotangents, is_grads_batched=True)[0])


def test_a_batch_of_cotangents_that_is_recorded(operator):
    check_batch(operator, lambda result, a, cotangents: torch.autograd.grad(
        result, a, cotangents, is_grads_batched=True, create_graph=True)[0])


def test_the_tangent_of_a_gradient(operator):
    a, b, c = operands()
    result = operator(a, b, c)
    cotangent, tangent = torch.randn(2, *result.shape)
    with forward_ad.dual_level():
        found, = torch.autograd.grad(result, a, forward_ad.make_dual(cotangent, tangent))
        moved = forward_ad.unpack_dual(found).tangent
    wanted, = torch.autograd.grad(expected(a, b, c), a, tangent)
    torch.testing.assert_close(moved, wanted, rtol=1e-4, atol=1e-4)


def test_a_result_that_the_gradient_reads_is_not_to_be_overwritten():
    """As that of torch.exp. One that it does not read may be."""
    def function(a, b):
        product = a @ b
        return product, neo.exp(product)

    operator = neo.torch.op(function, results=2)
    a = torch.randn(40, 50, requires_grad=True)
    product, result = operator(a, torch.randn(50, 30))
    pair, = pairs_of(operator)
    assert pair.numbers == (0,)
    result.add_(1).sum().backward(retain_graph=True)
    product.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        result.sum().backward()


def test_results_of_a_function_with_captured_arrays():
    weights = torch.randn(64, 64, dtype=torch.float64).numpy()

    def rows(x):
        sums = neo.sum(neo.exp(x @ weights), axis=1)
        return sums, neo.argmax(x, axis=1)

    operator = neo.torch.op(rows, results=2)
    x = torch.randn(64, 64, dtype=torch.float64, requires_grad=True)
    sums, places = operator(x)
    known = (x @ torch.from_numpy(weights)).exp().sum(1)
    torch.testing.assert_close(sums, known)
    assert torch.equal(places, x.argmax(1))
    pair, = pairs_of(operator)
    assert pair.count == 2
    torch.testing.assert_close(torch.autograd.grad(sums.sum(), x),
                               torch.autograd.grad(known.sum(), x))


def test_results_that_are_constants():
    weights = torch.randn(64, 64, dtype=torch.float64).numpy()

    def function(x):
        return neo.sum(neo.exp(x @ weights), axis=1), neo.zeros(3), np.arange(3), 2.5

    operator = neo.torch.op(function, results=4)
    x = torch.randn(64, 64, dtype=torch.float64, requires_grad=True)
    recorded, alone = operator(x), operator(x.detach())
    assert pairs_of(operator)
    for found, wanted in zip(recorded, alone):
        torch.testing.assert_close(found.detach(), wanted)
    assert torch.equal(alone[2], torch.arange(3)) and alone[3] == 2.5


def test_nothing_is_saved_of_single_elements():
    operator = neo.torch.op("Y[i] = exp(X[i]) * sin(X[i])")
    x = torch.randn(100, requires_grad=True)
    found, = torch.autograd.grad(operator(x).sum(), x)
    torch.testing.assert_close(found, x.exp() * (x.sin() + x.cos()))
    assert pairs_of(operator) == []


def test_results_that_have_no_gradient():
    operator = neo.torch.op(lambda x: neo.argmax(x, axis=1))
    x = torch.randn(30, 40, requires_grad=True)
    assert torch.equal(operator(x), x.argmax(1))
    assert pairs_of(operator) == []


def test_operands_of_two_types():
    a, b, c = operands()
    operator = mttkrp()
    found = torch.autograd.grad(operator(a.double(), b, c).sum(), (a, b))
    wanted = torch.autograd.grad(expected(a, b, c).sum(), (a, b))
    torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-4)


def test_a_call_under_a_checkpoint(operator, read):
    given = operands()
    result = torch.utils.checkpoint.checkpoint(operator, *given, use_reentrant=False)
    found = torch.autograd.grad(result.sum(), given)
    assert read == [True]
    wanted = torch.autograd.grad(expected(*given).sum(), given)
    torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-4)


def test_a_graph_that_is_retained(operator, read):
    given = operands()
    result = operator(*given).sum()
    first = torch.autograd.grad(result, given, retain_graph=True)
    assert all(map(torch.equal, first, torch.autograd.grad(result, given)))
    assert read == [True, True]


def test_a_tensor_that_is_several_operands(read):
    x = torch.randn(40, 40, requires_grad=True)
    operator = neo.torch.op("C[i,j] += A[i,k] * B[k,l] * exp(D[l,j])")
    found, = torch.autograd.grad(operator(x, x, x).sum(), x)
    assert read == [True]
    wanted, = torch.autograd.grad((x @ x @ x.exp()).sum(), x)
    torch.testing.assert_close(found, wanted, rtol=1e-3, atol=1e-2)
