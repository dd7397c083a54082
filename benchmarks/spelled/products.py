# products.py - attention, bilinear forms, convolutions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Contractions, whose operands are named, permuted or padded in some spellings."""

from __future__ import annotations

import neo
from spelled.family import Family
from spelled.rows import softmax_of_tensors

E = neo.expr


def attention_text(q, k, v):
    return E("T[i,j] += Q[i,d] * K[j,d]; M[i] max= T[i,j]; "
             "S[i] += exp(T[i,j] - M[i]); P[i,j] = exp(T[i,j] - M[i]) / S[i]; "
             "O[i,d] += P[i,j] * V[j,d]")(q, k, v)


def attention_late(q, k, v):
    """The division after the second product."""
    e, s = E("T[i,j] += Q[i,d] * K[j,d]")(q, k), None
    e = neo.exp(e - neo.max(e, axis=1).reshape(-1, 1))
    s = neo.sum(e, axis=1)
    return (e @ v) / s.reshape(-1, 1)


def windows_as_product(x, w):
    """A convolution as the product of a matrix of windows."""
    k, c, r, _ = w.shape
    p = x.shape[1]
    rows = E("C[c,r,s,p,q] = X[c,p+r-1,q+s-1] if 0 <= p+r-1 < "
             f"{p} and 0 <= q+s-1 < {p} else 0", r=3, s=3, p=p, q=p)(x)
    return (w.reshape(k, c * r * r) @ rows.reshape(c * r * r, p * p)) \
        .reshape(k, p, p)


def guarded(x, w):
    p = x.shape[1]
    return E("Y[k,p,q] += (X[c,p+r-1,q+s-1] if 0 <= p+r-1 < "
             f"{p} and 0 <= q+s-1 < {p} else 0) * W[k,c,r,s]", p=p, q=p)(x, w)


def padded(x, w):
    p = x.shape[1]
    wide = E("Z[c,a,b] = X[c,a-1,b-1] if 1 <= a < "
             f"{p + 1} and 1 <= b < {p + 1} else 0", a=p + 2, b=p + 2)(x)
    return E("Y[k,p,q] += Z[c,p+r,q+s] * W[k,c,r,s]", p=p, q=p)(wide, w)


def channels_last(x, w):
    p = x.shape[1]
    y = E("Y[p,q,k] += (X[p+r-1,q+s-1,c] if 0 <= p+r-1 < "
          f"{p} and 0 <= q+s-1 < {p} else 0) * W[r,s,c,k]", p=p, q=p)(
        x.transpose(1, 2, 0), w.transpose(2, 3, 1, 0))
    return y.transpose(2, 0, 1)


def by_compute(a, b):
    (m, k), n = a.shape, b.shape[1]
    return neo.compute((m, n), lambda i, j, r: neo.sum(a[i, r] * b[r, j], r=k))


PRODUCTS = [
    Family("attention", [(512, 64)] * 3, [(13, 8)] * 3, {
        "text": attention_text,
        "tensors": lambda q, k, v: softmax_of_tensors(q @ k.T) @ v,
        "divided late": attention_late}),
    Family("bilinear", [(64, 128), (128, 128, 32), (64, 128)],
           [(3, 5), (5, 4, 6), (3, 4)], {
        "text": E("Y[b,o] += A[b,i] * W[i,j,o] * B[b,j]"),
        "left first": E("T[b,j,o] += A[b,i] * W[i,j,o]; "
                        "Y[b,o] += T[b,j,o] * B[b,j]"),
        "right first": lambda a, w, b: E(
            "T[b,i,o] += W[i,j,o] * B[b,j]; "
            "Y[b,o] += T[b,i,o] * A[b,i]")(w, b, a)}),
    Family("convolution", [(64, 28, 28), (64, 64, 3, 3)],
           [(3, 7, 7), (4, 3, 3, 3)], {
        "guarded": guarded, "padded": padded, "windows": windows_as_product,
        "channels last": channels_last}),
    Family("masked product", [(128, 128), (128, 64), (64, 64)],
           [(5, 5), (5, 4), (4, 3)], {
        "guard outside": E("Y[i,d] += (A[i,j] if j < i else 0) * B[j,c] * W[c,d]"),
        "guard inside": E("Y[i,d] += A[i,j] * B[j,c] * (W[c,d] if j < i else 0)"),
        "where": E("Y[i,d] += where(j < i, A[i,j] * B[j,c] * W[c,d], 0)")}),
    Family("product", [(512, 384), (384, 448)], [(5, 7), (7, 6)], {
        "text": E("C[i,j] += A[i,k] * B[k,j]"),
        "tensors": lambda a, b: a @ b,
        "neo.compute": by_compute,
        "transposed": lambda a, b: (b.T @ a.T).T}),
]
