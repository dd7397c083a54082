# sparse.py - sums of which few terms exist
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Which terms there are is said by an equation, by bounds of an index, by a remainder, or
by a condition in the body; the sum runs over the window or over all of the source."""

from __future__ import annotations

import neo
from spelled.family import Family

E = neo.expr


def over_window(x, w):
    """Each tap of the window asks whether an element lies there."""
    n = x.shape[1]
    return E("Y[k,p,q] += (X[c,(p+1-r)//2,(q+1-s)//2] if (p+1-r)%2 == 0 and (q+1-s)%2 == 0 "
             f"and 0 <= (p+1-r)//2 < {n} and 0 <= (q+1-s)//2 < {n} else 0) * W[c,k,r,s]",
             p=2 * n, q=2 * n)(x, w)


def over_source(x, w):
    """Each element asks whether it is under the window."""
    n = x.shape[1]
    return E("Y[k,p,q] += X[c,i,j] * (W[c,k,p+1-2*i,q+1-2*j] "
             "if 0 <= p+1-2*i < 4 and 0 <= q+1-2*j < 4 else 0)", p=2 * n, q=2 * n)(x, w)


def by_condition(x, w):
    """All pairs of elements and taps, of which a condition keeps those that meet."""
    n = x.shape[1]
    return E("Y[k,p,q] += where(p+1 == 2*i+r and q+1 == 2*j+s, X[c,i,j] * W[c,k,r,s], 0)",
             p=2 * n, q=2 * n)(x, w)


def band_of_product(a, x):
    """Shifted diagonals, one after the other."""
    n = a.shape[0]
    return E("Y[i] += (A[i,i+t-2] * X[i+t-2] if 0 <= i+t-2 < "
             f"{n} else 0)", t=5)(a, x)


def by_remainder(x, w):
    """A circular convolution: the index wraps around."""
    n = x.shape[1]
    return E(f"Y[b,k,i] += X[b,(i+r-2)%{n},c] * W[r,c,k]", i=n)(x, w)


def by_rolls(x, w):
    """The whole tensor, moved for each tap."""
    return sum(neo.roll(x, 2 - r, 1) @ w[r] for r in range(5)).transpose(0, 2, 1)


def by_wrapped_ends(x, w):
    """Two elements more at each end."""
    return E("Y[b,k,i] += P[b,i+r,c] * W[r,c,k]", i=x.shape[1])(
        neo.pad(x, [(0, 0), (2, 2), (0, 0)], mode="wrap"), w)


def by_positions(x):
    """The mask is a tensor of its own."""
    rows, columns = (neo.arange(extent) for extent in x.shape)
    return neo.where((rows[:, None] + columns) % 3 == 0, x, 0.0)


SPARSE = [
    Family("mask by remainder", [(1024, 1024)], [(7, 11)], {
        "guard": E("Y[i,j] = X[i,j] if (i + j) % 3 == 0 else 0"),
        "condition": E("Y[i,j] = where((i + j) % 3 == 0, X[i,j], 0)"),
        "tensors": by_positions}),
    Family("transposed convolution", [(32, 28, 28), (32, 16, 4, 4)],
           [(3, 5, 5), (3, 2, 4, 4)], {
        "over window": over_window, "over source": over_source,
        "by condition": by_condition}),
    Family("band", [(1000, 1000), (1000,)], [(9, 9), (9,)], {
        "bounds": E("Y[i] += (A[i,j] if -2 <= j-i <= 2 else 0) * X[j]"),
        "condition": E("Y[i] += where(j-i <= 2 and i-j <= 2, A[i,j], 0) * X[j]"),
        "diagonals": band_of_product}),
    Family("running sum", [(256, 1000)], [(2, 150)], {
        "guard": lambda x: E("Y[p,i] += (X[p,k] if k <= i else 0)", i=x.shape[1])(x),
        "condition": lambda x: E("Y[p,i] += where(k <= i, X[p,k], 0)", i=x.shape[1])(x),
        "mask": lambda x: E("Y[p,i] += X[p,k] * where(i < k, 0, 1)", i=x.shape[1])(x)}),
    Family("triangle", [(512, 512), (512, 512)], [(9, 9), (9, 9)], {
        "guard": E("C[i,j] += (A[i,k] if k <= i else 0) * B[k,j]"),
        "guards": E("C[i,j] += (A[i,k] * B[k,j] if k <= i else 0)"),
        "condition": E("C[i,j] += where(k <= i, A[i,k] * B[k,j], 0)"),
        "tensors": lambda a, b: neo.tril(a) @ b}),
    Family("circular convolution", [(4, 1000, 32), (5, 32, 32)],
           [(2, 11, 3), (5, 3, 2)], {
        "remainder": by_remainder, "rolls": by_rolls, "wrapped ends": by_wrapped_ends}),
]
