# structured.py - operators that are nobody's library call
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Capsule convolution (NeoFlow's figure 2); block-circulant matrices and shifts
(FlexTensor's new operators)."""

from cases.case import Case, Operator


def capsules(channels: int, outputs: int, size: int, kernel: int, stride: int,
             capsules: int) -> Operator:
    """Each tap is a matrix of 1 x `capsules`."""
    out = (size - kernel) // stride + 1
    return Operator(
        f"C[b,k,p,q,i,j] += A[b,c,{stride}*p+r,{stride}*q+s,i,m] * W[k,c,r,s,m,j]",
        {"A": (1, channels, size, size, 1, 1),
         "W": (outputs, channels, kernel, kernel, 1, capsules)},
        (1, outputs, out, out, 1, capsules), "capsules",
        2.0 * outputs * capsules * channels * (out * kernel) ** 2,
        {"p": out, "q": out}, dict(stride=stride))


def circulant(rows: int, columns: int, block: int) -> Operator:
    """The nearest matrix of circulant blocks: a diagonal's elements become their
    mean."""
    n = block
    return Operator(
        f"D[a,c,d] += X[{n}*a+k,{n}*c+(k+d)%{n}] / {n}\n"
        f"Y[i,j] = D[i//{n},j//{n},(j-i)%{n}]",
        {"X": (rows, columns)}, (rows, columns), "circulant",
        extents={"a": rows // n, "c": columns // n, "d": n, "k": n, "i": rows,
                 "j": columns}, attributes=dict(block=n))


def shift(size: int, channels: int) -> Operator:
    """Channel c moves by the (c mod 9)-th of the nine steps to a neighbour."""
    y, x = "p+c%9//3-1", "q+c%3-1"
    return Operator(
        f"Y[b,p,q,c] = X[b,{y},{x},c] if 0 <= {y} < {size} and 0 <= {x} < {size} "
        "else 0", {"X": (1, size, size, channels)}, (1, size, size, channels),
        "shift", extents={"p": size, "q": size})


CASES = [
    Case("CAPS", "CAPS", capsules, dict(channels=64, outputs=256, size=28, kernel=9,
                                        stride=2, capsules=8)),
    Case("BCM1", "BCM", circulant, dict(rows=1024, columns=256, block=8)),
    Case("BCM2", "BCM", circulant, dict(rows=1024, columns=512, block=8)),
    Case("SHO1", "SHO", shift, dict(size=128, channels=64)),
    Case("SHO2", "SHO", shift, dict(size=32, channels=256)),
]
