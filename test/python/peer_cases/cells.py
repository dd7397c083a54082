# cells.py - recurrent cells, beside their formulas in PyTorch
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""LSTM and the four cells of NeoFlow's evaluation (TPDS 2021, section 7)."""

import torch

from peer_cases.case import Case

F = torch.nn.functional


def lstm(x, wx, v, h, wh, c):
    gates = torch.einsum("bd,gnd->bgn", x, wx) + v + torch.einsum(
        "bd,gnd->bgn", h, wh)
    i, f, g, o = gates.unbind(1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c)


def mi_lstm(x, wx, bx, h, wh, bh, alpha, beta, gamma, c):
    i = torch.einsum("bd,gdn->bgn", x, wx) + bx
    k = torch.einsum("bd,gdn->bgn", h, wh) + bh
    write, keep, read, fresh = (alpha * i * k + beta * i + gamma * k).unbind(1)
    c = torch.sigmoid(keep) * c + torch.sigmoid(write) * torch.tanh(fresh)
    return torch.sigmoid(read) * torch.tanh(c)


def scrnn(x, b, s, p, h, r, v):
    s = 0.5 * (x @ b) + 0.5 * s
    return torch.sigmoid(s @ p + x @ v + h @ r)


def sub_lstm(x, wx, h, wh, c):
    gates = torch.sigmoid(torch.einsum("bd,gnd->bgn", x, wx)
                          + torch.einsum("bd,gnd->bgn", h, wh))
    enter, keep, leave, out = gates.unbind(1)
    return torch.sigmoid(keep * c + leave - enter) - out


def lltm(x, w, h, u, c):
    gates = torch.einsum("bd,gnd->bgn", x, w) + torch.einsum("bd,gnd->bgn", h, u)
    i, o, g = gates.unbind(1)
    return torch.tanh(c + F.elu(g) * torch.sigmoid(i)) * torch.sigmoid(o)


CASES = [
    Case("lstm",
         "X[b,g,n] += x[b,d] * wx[g,n,d] ; Y[b,g,n] = X[b,g,n] + v[g,n]"
         "; H[b,g,n] += h[b,d] * wh[g,n,d] ; G[b,g,n] = Y[b,g,n] + H[b,g,n]"
         "; C[b,n] = sigmoid(G[b,1,n]) * c[b,n] + sigmoid(G[b,0,n]) * tanh(G[b,2,n])"
         "; O[b,n] = sigmoid(G[b,3,n]) * tanh(C[b,n])",
         [(3, 5), (4, 6, 5), (4, 6), (3, 6), (4, 6, 6), (3, 6)], lstm),
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
    Case("scrnn",
         "B[b,k] += x[b,d] * bw[d,k] ; S[b,k] = 0.5 * B[b,k] + 0.5 * s[b,k]"
         "; P[b,n] += S[b,k] * p[k,n] ; R[b,n] += h[b,m] * r[m,n]"
         "; V[b,n] += x[b,d] * v[d,n]"
         "; O[b,n] = sigmoid(P[b,n] + V[b,n] + R[b,n])",
         [(3, 5), (5, 4), (3, 4), (4, 6), (3, 6), (6, 6), (5, 6)], scrnn),
    Case("sub-lstm",
         "X[b,g,n] += x[b,d] * wx[g,n,d] ; H[b,g,n] += h[b,d] * wh[g,n,d]"
         "; G[b,g,n] = sigmoid(X[b,g,n] + H[b,g,n])"
         "; C[b,n] = G[b,1,n] * c[b,n] + G[b,2,n] - G[b,0,n]"
         "; O[b,n] = sigmoid(C[b,n]) - G[b,3,n]",
         [(3, 5), (4, 6, 5), (3, 6), (4, 6, 6), (3, 6)], sub_lstm),
    Case("lltm",
         "X[b,g,n] += x[b,d] * w[g,n,d] ; H[b,g,n] += h[b,d] * u[g,n,d]"
         "; G[b,g,n] = X[b,g,n] + H[b,g,n]"
         "; E[b,n] = where(G[b,2,n] > 0, G[b,2,n], exp(G[b,2,n]) - 1)"
         "; C[b,n] = c[b,n] + E[b,n] * sigmoid(G[b,0,n])"
         "; O[b,n] = tanh(C[b,n]) * sigmoid(G[b,1,n])",
         [(3, 5), (3, 6, 5), (3, 6), (3, 6, 6), (3, 6)], lltm),
]
