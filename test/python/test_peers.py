# test_peers.py - operators and their gradients against PyTorch
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Values and adjoints in float64 against PyTorch's operators and autograd.

Each case is an expression, the shapes of its operands in the order in which the
expression reads them, and the same function in PyTorch.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

import neo

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")
F = torch.nn.functional

pytestmark = pytest.mark.peers


@dataclass
class Case:
    name: str
    text: str
    shapes: list[tuple[int, ...]]
    oracle: Callable
    extents: dict[str, int] = field(default_factory=dict)


def windows(stride: int, dilation: int, padding: int, size: int) -> str:
    """A convolution's expression over a padded square picture."""
    y, x = (f"{stride}*{p}+{dilation}*{r}-{padding}" for p, r in ("pr", "qs"))
    return (f"C[b,k,p,q] += (A[b,c,{y},{x}] if 0 <= {y} < {size} "
            f"and 0 <= {x} < {size} else 0) * W[k,c,r,s]")


def convolution(stride: int, dilation: int, padding: int) -> Case:
    size, kernel = 9, 3
    result = (size + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1
    return Case(
        f"convolution-stride{stride}-dilation{dilation}-padding{padding}",
        windows(stride, dilation, padding, size),
        [(2, 3, size, size), (4, 3, kernel, kernel)],
        lambda a, w: F.conv2d(a, w, stride=stride, dilation=dilation,
                              padding=padding),
        {"p": result, "q": result})


def mi_lstm(x, wx, bx, h, wh, bh, alpha, beta, gamma, c):
    i = torch.einsum("bd,gdn->bgn", x, wx) + bx
    k = torch.einsum("bd,gdn->bgn", h, wh) + bh
    write, keep, read, fresh = (alpha * i * k + beta * i + gamma * k).unbind(1)
    c = torch.sigmoid(keep) * c + torch.sigmoid(write) * torch.tanh(fresh)
    return torch.sigmoid(read) * torch.tanh(c)


def capsules(a, w):
    """C[b,k,p,q,i,j] += A[b,c,2*p+r,2*q+s,i,m] * W[k,c,r,s,m,j]"""
    patches = a.unfold(2, 3, 2).unfold(3, 3, 2)
    return torch.einsum("bcpqimrs,kcrsmj->bkpqij", patches, w)


def squash(s):
    n = (s * s).sum(-1, keepdim=True)
    return s * torch.sqrt(n + 1e-9) / (1 + n)


CASES = [
    convolution(1, 1, 0),
    convolution(1, 1, 1),
    convolution(2, 1, 1),
    convolution(3, 1, 2),
    convolution(1, 2, 2),
    convolution(2, 3, 3),
    Case("convolution-groups",
         "C[b,k,p,q] += A[b,k//3*2+c,2*p+r,2*q+s] * W[k,c,r,s]",
         [(2, 4, 9, 9), (6, 2, 3, 3)],
         lambda a, w: F.conv2d(a, w, stride=2, groups=2), {"p": 4, "q": 4}),
    Case("convolution-depthwise",
         "C[b,c,p,q] += A[b,c,p+r,q+s] * W[c,r,s]",
         [(2, 5, 7, 7), (5, 3, 3)],
         lambda a, w: F.conv2d(a, w[:, None], groups=5), {"p": 5, "q": 5}),
    Case("convolution-1d",
         "C[b,k,p] += A[b,c,2*p+r] * W[k,c,r] ; D[b,k,p] = C[b,k,p] + v[k]",
         [(2, 3, 11), (4, 3, 5), (4,)],
         lambda a, w, v: F.conv1d(a, w, v, stride=2), {"p": 4}),
    Case("capsule-convolution",
         "C[b,k,p,q,i,j] += A[b,c,2*p+r,2*q+s,i,m] * W[k,c,r,s,m,j]",
         [(2, 3, 7, 7, 2, 4), (3, 3, 3, 3, 4, 5)], capsules, {"p": 3, "q": 3}),
    Case("squash",
         "N[b] += S[b,j] * S[b,j]"
         "; U[b,j] = S[b,j] * sqrt(N[b] + 1e-9) / (1 + N[b])",
         [(5, 8)], squash),
    Case("matmul", "C[i,j] += A[i,k] * B[k,j]", [(5, 7), (7, 6)],
         lambda a, b: a @ b),
    Case("matmul-batched-transposed", "C[b,i,j] += A[b,i,k] * B[b,j,k]",
         [(3, 5, 7), (3, 6, 7)], lambda a, b: a @ b.transpose(1, 2)),
    Case("bilinear", "C[b,k] += A[b,i] * W[k,i,j] * B[b,j]",
         [(4, 5), (3, 5, 6), (4, 6)], lambda a, w, b: F.bilinear(a, b, w)),
    Case("softmax",
         "M[i] max= X[i,j] ; E[i,j] = exp(X[i,j] - M[i]) ; Z[i] += E[i,j]"
         "; Y[i,j] = E[i,j] / Z[i]",
         [(5, 9)], lambda x: torch.softmax(x, 1)),
    Case("layer-norm",
         "m[i] += X[i,j] / 9 ; v[i] += (X[i,j] - m[i]) ** 2 / 9"
         "; Y[i,j] = (X[i,j] - m[i]) * rsqrt(v[i] + 1e-5) * g[j] + h[j]",
         [(5, 9), (9,), (9,)], lambda x, g, h: F.layer_norm(x, (9,), g, h)),
    Case("max-pool", "C[c,p,q] max= A[c,2*p+r,2*q+s]", [(3, 8, 8)],
         lambda a: F.max_pool2d(a, 2), {"p": 4, "q": 4, "r": 2, "s": 2}),
    Case("gelu", "Y[i] = 0.5 * X[i] * (1 + erf(X[i] * 0.7071067811865476))",
         [(33,)], F.gelu),
    Case("mish", "Y[i] = X[i] * tanh(log(1 + exp(X[i])))", [(33,)], F.mish),
    Case("mi-lstm",
         "I[b,g,n] += x[b,d] * wx[g,d,n] ; J[b,g,n] = I[b,g,n] + bx[g,n]"
         "; H[b,g,n] += h[b,d] * wh[g,d,n] ; K[b,g,n] = H[b,g,n] + bh[g,n]"
         "; G[b,g,n] = alpha[g,n] * J[b,g,n] * K[b,g,n]"
         " + beta[g,n] * J[b,g,n] + gamma[g,n] * K[b,g,n]"
         "; C[b,n] = sigmoid(G[b,1,n]) * c[b,n]"
         " + sigmoid(G[b,0,n]) * tanh(G[b,3,n])"
         "; O[b,n] = sigmoid(G[b,2,n]) * tanh(C[b,n])",
         [(3, 5), (4, 5, 6), (4, 6), (3, 6), (4, 6, 6), (4, 6), (4, 6), (4, 6),
          (4, 6), (3, 6)], mi_lstm),
]


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
