# reductions.py - norms, softmax, pooling and activations, beside PyTorch's
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What surrounds the products of a network, and plain movements of data."""

import torch

from peer_cases.case import Case

F = torch.nn.functional


def squash(s):
    n = (s * s).sum(-1, keepdim=True)
    return s * torch.sqrt(n + 1e-9) / (1 + n)


def attention(q, k, v):
    return F.scaled_dot_product_attention(q, k, v)


def batch_norm(x, g, h):
    return F.batch_norm(x, None, None, g, h, training=True)


SOFTMAX = ("M[i] max= X[i,j] ; E[i,j] = exp(X[i,j] - M[i]) ; Z[i] += E[i,j] ; ")
CASES = [
    Case("mean", "Y[i] += X[i,j] / 9", [(5, 9)], lambda x: x.mean(1)),
    Case("variance", "m[i] += X[i,j] / 9 ; V[i] += (X[i,j] - m[i]) ** 2 / 8",
         [(5, 9)], lambda x: x.var(1)),
    Case("product", "Y[i] *= X[i,j]", [(5, 4)], lambda x: x.prod(1)),
    Case("maximum", "Y[i] max= X[i,j]", [(5, 9)], lambda x: x.max(1).values),
    Case("minimum", "Y[i] min= X[i,j]", [(5, 9)], lambda x: x.min(1).values),
    Case("log-sum-exp", SOFTMAX + "Y[i] = M[i] + log(Z[i])", [(5, 9)],
         lambda x: torch.logsumexp(x, 1)),
    Case("softmax", SOFTMAX + "Y[i,j] = E[i,j] / Z[i]", [(5, 9)],
         lambda x: torch.softmax(x, 1)),
    Case("log-softmax", SOFTMAX + "Y[i,j] = X[i,j] - M[i] - log(Z[i])", [(5, 9)],
         lambda x: torch.log_softmax(x, 1)),
    Case("cross-entropy", SOFTMAX + "L[] += T[i,j] * (M[i] + log(Z[i]) - X[i,j])",
         [(5, 9), (5, 9)],
         lambda x, t: -(t * torch.log_softmax(x, 1)).sum()),
    Case("layer-norm",
         "m[i] += X[i,j] / 9 ; v[i] += (X[i,j] - m[i]) ** 2 / 9"
         "; Y[i,j] = (X[i,j] - m[i]) * rsqrt(v[i] + 1e-5) * g[j] + h[j]",
         [(5, 9), (9,), (9,)], lambda x, g, h: F.layer_norm(x, (9,), g, h)),
    Case("batch-norm",
         "m[c] += X[n,c,y,x] / 60 ; v[c] += (X[n,c,y,x] - m[c]) ** 2 / 60"
         "; Y[n,c,y,x] = (X[n,c,y,x] - m[c]) * rsqrt(v[c] + 1e-5) * g[c] + h[c]",
         [(3, 4, 4, 5), (4,), (4,)], batch_norm),
    Case("group-norm",
         "m[n,k] += X[n,2*k+c,y] / 10 ; v[n,k] += (X[n,2*k+c,y] - m[n,k]) ** 2 / 10"
         "; Y[n,d,y] = (X[n,d,y] - m[n,d//2]) * rsqrt(v[n,d//2] + 1e-5) * g[d] + h[d]",
         [(3, 6, 5), (6,), (6,)], lambda x, g, h: F.group_norm(x, 3, g, h),
         {"k": 3, "c": 2}),
    Case("squash",
         "N[b] += S[b,j] * S[b,j]"
         "; U[b,j] = S[b,j] * sqrt(N[b] + 1e-9) / (1 + N[b])",
         [(5, 8)], squash),
    Case("attention",
         "D[h,t,u] += Q[h,t,i] * K[h,u,i] / 2 ; M[h,t] max= D[h,t,u]"
         "; P[h,t,u] = exp(D[h,t,u] - M[h,t]) ; Z[h,t] += P[h,t,u]"
         "; Y[h,t,i] += P[h,t,u] / Z[h,t] * V[h,u,i]",
         [(2, 5, 4), (2, 6, 4), (2, 6, 4)], attention),
    Case("max-pool", "C[c,p,q] max= A[c,2*p+r,2*q+s]", [(3, 8, 8)],
         lambda a: F.max_pool2d(a, 2), {"p": 4, "q": 4, "r": 2, "s": 2}),
    Case("max-pool-overlapping", "C[c,p,q] max= (A[c,2*p+r-1,2*q+s-1] "
         "if 0 <= 2*p+r-1 < 7 and 0 <= 2*q+s-1 < 7 else -inf)", [(3, 7, 7)],
         lambda a: F.max_pool2d(a, 3, 2, 1), {"p": 4, "q": 4, "r": 3, "s": 3}),
    Case("average-pool", "C[c,p,q] += A[c,2*p+r,2*q+s] / 9", [(3, 7, 7)],
         lambda a: F.avg_pool2d(a, 3, 2), {"p": 3, "q": 3, "r": 3, "s": 3}),
    Case("relu", "Y[i] = relu(X[i])", [(33,)], F.relu),
    Case("leaky-relu", "Y[i] = where(X[i] > 0, X[i], 0.01 * X[i])", [(33,)],
         F.leaky_relu),
    Case("elu", "Y[i] = where(X[i] > 0, X[i], exp(X[i]) - 1)", [(33,)], F.elu),
    Case("gelu", "Y[i] = 0.5 * X[i] * (1 + erf(X[i] * 0.7071067811865476))",
         [(33,)], F.gelu),
    Case("gelu-tanh", "Y[i] = 0.5 * X[i] * (1 + tanh(0.7978845608028654 "
         "* (X[i] + 0.044715 * X[i] * X[i] * X[i])))", [(33,)],
         lambda x: F.gelu(x, approximate="tanh")),
    Case("mish", "Y[i] = X[i] * tanh(log(1 + exp(X[i])))", [(33,)], F.mish),
    Case("silu", "Y[i] = X[i] * sigmoid(X[i])", [(33,)], F.silu),
    Case("softplus", "Y[i] = log(1 + exp(X[i]))", [(33,)], F.softplus),
    Case("hard-swish", "Y[i] = X[i] * min(max(X[i] + 3, 0), 6) / 6", [(33,)],
         F.hardswish),
    Case("pixel-shuffle", "Y[c,h,w] = X[4*c+h%2*2+w%2,h//2,w//2]", [(8, 3, 5)],
         lambda x: F.pixel_shuffle(x, 2), {"c": 2, "h": 6, "w": 10}),
    Case("upsample-nearest", "Y[c,h,w] = X[c,h//2,w//3]", [(2, 3, 4)],
         lambda x: x.repeat_interleave(2, 1).repeat_interleave(3, 2),
         {"h": 6, "w": 12}),
    Case("roll", "Y[i,j] = X[(i+2)%5,(j+6)%7]", [(5, 7)],
         lambda x: x.roll((-2, 1), (0, 1)), {"i": 5, "j": 7}),
    Case("flip", "Y[i,j] = X[i,6-j]", [(5, 7)], lambda x: x.flip(1), {"j": 7}),
    Case("reflect-pad", "Y[i] = (X[2-i] if i < 2 else 0) + (X[i-2] if 2 <= i < 9 "
         "else 0) + (X[14-i] if i >= 9 else 0)", [(7,)],
         lambda x: F.pad(x[None], (2, 2), mode="reflect")[0], {"i": 11}),
    Case("zero-expand", "Y[i,j] = (X[i//2,j//3] if i%2 == 0 and j%3 == 0 else 0)",
         [(3, 4)], lambda x: torch.zeros(5, 10, dtype=x.dtype).index_put(
             (torch.arange(0, 5, 2)[:, None], torch.arange(0, 10, 3)), x),
         {"i": 5, "j": 10}),
    Case("concatenate", "Y[i] = (X[i] if i < 5 else 0) + (Z[i-5] if i >= 5 else 0)",
         [(5,), (4,)], lambda x, z: torch.cat([x, z]), {"i": 9}),
    Case("cumulative-sum", "Y[i] += (X[j] if j <= i else 0)", [(7,)],
         lambda x: x.cumsum(0), {"i": 7, "j": 7}),
]
