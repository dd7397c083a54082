# test_peers.py - operators and their gradients against PyTorch
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Values and adjoints in float64 against PyTorch's operators and autograd: every
family of operators that FlexTensor and NeoFlow evaluate, and what networks put around
them (test/python/peer_cases)."""

import numpy as np
import pytest

import neo

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from peer_cases import algebra, cells, convolutions, reductions  # noqa: E402
from peer_cases.case import Case  # noqa: E402

pytestmark = pytest.mark.peers

CASES = [*convolutions.CASES, *algebra.CASES, *reductions.CASES, *cells.CASES]


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request) -> Case:
    return request.param


def operands(case: Case) -> list[np.ndarray]:
    random = np.random.default_rng(11)
    return [random.standard_normal(shape) for shape in case.shapes]


def near(found: np.ndarray, expected) -> None:
    expected = expected.detach().numpy()
    assert found.dtype == np.float64 and found.shape == expected.shape
    # Where terms cancel, relative to the terms: they are of the order of 1.
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-11)


def test_values(case: Case):
    arrays = operands(case)
    near(neo.expr(case.text, **case.extents)(*arrays),
         case.oracle(*map(torch.from_numpy, arrays)))


def test_adjoints(case: Case):
    arrays = operands(case)
    tensors = [torch.from_numpy(a).requires_grad_() for a in arrays]
    result = case.oracle(*tensors)
    cotangent = np.random.default_rng(12).standard_normal(result.shape)
    expected = torch.autograd.grad(result, tensors, torch.from_numpy(cotangent))
    found = neo.expr(case.text, **case.extents).vjp(arrays, cotangent)
    assert len(found) == len(expected)
    for adjoint, oracle in zip(found, expected):
        near(adjoint, oracle)


@pytest.mark.parametrize("zeros", range(4))
def test_second_derivative_of_a_product(zeros):
    """At factors of which `zeros` are 0."""
    x, w = np.random.default_rng(3).standard_normal((2, 5))
    x[:zeros] = 0
    product = neo.expr("S[] *= x[i]")
    dot = neo.expr("S[] += a[i] * b[i]")
    near(neo.grad(product)(x), torch.func.grad(torch.prod)(torch.from_numpy(x)))
    found = neo.grad(lambda x: dot(neo.grad(product)(x), w))(x)
    near(found, torch.autograd.functional.hvp(
        torch.prod, torch.from_numpy(x), torch.from_numpy(w))[1])


def test_max_unpooling():
    """The places are data; an element looks whether it is its window's."""
    F = torch.nn.functional
    pictures = torch.from_numpy(
        np.random.default_rng(3).standard_normal((3, 8, 6)))
    x, places = F.max_pool2d(pictures, 2, return_indices=True)
    x.requires_grad_()
    unpooled = F.max_unpool2d(x, places, 2)
    cotangent = np.random.default_rng(4).standard_normal(unpooled.shape)
    expected, = torch.autograd.grad(unpooled, x, torch.from_numpy(cotangent))
    op = neo.expr("Y[c,h,w] = where(I[c,h//2,w//2] == 6*h+w, X[c,h//2,w//2], 0)",
                  h=8, w=6)
    operands = places.numpy(), x.detach().numpy()
    near(op(*operands), unpooled)
    adjoint, = op.vjp(operands, cotangent)
    near(adjoint, expected)
