# algebra.py - products of vectors, matrices and tensors, beside PyTorch's
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Matrix products of all shapes, bilinear and trilinear forms, structured matrices."""

import torch

from peer_cases.case import Case

F = torch.nn.functional


def circulant(x, w):
    """A matrix of 3x2 circulant blocks of 4, given by their first columns."""
    rows = [[torch.stack([w[a, b].roll(s) for s in range(4)], 1)
             for b in range(2)] for a in range(3)]
    return x @ torch.cat([torch.cat(row, 1) for row in rows]).T


CASES = [
    Case("matrix-vector", "C[i] += A[i,k] * B[k]", [(5, 7), (7,)],
         lambda a, b: a @ b),
    Case("matrix", "C[i,j] += A[i,k] * B[k,j]", [(5, 7), (7, 6)],
         lambda a, b: a @ b),
    Case("batched-transposed", "C[b,i,j] += A[b,i,k] * B[b,j,k]",
         [(3, 5, 7), (3, 6, 7)], lambda a, b: a @ b.transpose(1, 2)),
    Case("linear", "S[i,o] += X[i,k] * W[o,k] ; Y[i,o] = S[i,o] + v[o]",
         [(5, 7), (6, 7), (6,)], F.linear),
    Case("chain", "D[i,k] += A[i,j] * B[j,k] ; E[i,l] += D[i,k] * C[k,l]",
         [(4, 5), (5, 6), (6, 3)], lambda a, b, c: a @ b @ c),
    Case("outer", "C[i,j] = A[i] * B[j]", [(5,), (6,)], torch.outer),
    Case("trace", "C[] += A[i,i]", [(5, 5)], torch.trace, {}),
    Case("bilinear", "C[b,k] += A[b,i] * W[k,i,j] * B[b,j]",
         [(4, 5), (3, 5, 6), (4, 6)], lambda a, w, b: F.bilinear(a, b, w)),
    Case("mttkrp", "C[i,j] += A[i,k,l] * B[k,j] * D[l,j]",
         [(4, 5, 6), (5, 3), (6, 3)],
         lambda a, b, d: torch.einsum("ikl,kj,lj->ij", a, b, d)),
    Case("block-circulant", "Y[n,i] += X[n,j] * W[i//4,j//4,(i-j)%4]",
         [(5, 8), (3, 2, 4)], circulant, {"i": 12}),
    Case("gram", "G[i,j] += A[i,k] * A[j,k]", [(5, 7)], lambda a: a @ a.T),
    Case("quadratic-form", "C[n] += X[n,i] * W[i,j] * X[n,j]", [(4, 5), (5, 5)],
         lambda x, w: torch.einsum("ni,ij,nj->n", x, w, x)),
]
