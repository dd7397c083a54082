# products.py - matrix products and their relatives
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Shapes: square matrices; twelve heads of 64 numbers over 512 words; the first two
of FlexTensor's bilinear forms and of its products of a tensor with two matrices."""

from cases.case import Case, Operator


def matrices(rows: int, columns: int, inner: int) -> Operator:
    return Operator("C[i,j] += A[i,k] * B[k,j]",
                    {"A": (rows, inner), "B": (inner, columns)}, (rows, columns),
                    "product", 2.0 * rows * columns * inner)


def vector(rows: int, columns: int) -> Operator:
    return Operator("y[i] += A[i,k] * x[k]", {"A": (rows, columns), "x": (columns,)},
                    (rows,), "matrix_vector", 2.0 * rows * columns)


def scores(heads: int, words: int, features: int) -> Operator:
    """Attention: queries times keys."""
    return Operator("C[h,i,j] += Q[h,i,k] * K[h,j,k]",
                    {"Q": (heads, words, features), "K": (heads, words, features)},
                    (heads, words, words), "scores",
                    2.0 * heads * words * words * features)


def mixture(heads: int, words: int, features: int) -> Operator:
    """Attention: weights times values."""
    return Operator("C[h,i,j] += P[h,i,k] * V[h,k,j]",
                    {"P": (heads, words, words), "V": (heads, words, features)},
                    (heads, words, features), "product",
                    2.0 * heads * words * words * features)


def bilinear(batch: int, left: int, right: int, outputs: int) -> Operator:
    """One matrix per output; the larger side is contracted first."""
    first = batch * outputs * left * right
    return Operator("C[b,k] += A[b,i] * W[k,i,j] * B[b,j]",
                    {"A": (batch, left), "W": (outputs, left, right),
                     "B": (batch, right)}, (batch, outputs), "bilinear",
                    2.0 * (first + batch * outputs * min(left, right)))


def mttkrp(rows: int, left: int, right: int, columns: int) -> Operator:
    """Matricised tensor times Khatri-Rao product."""
    first = rows * left * right * columns
    return Operator("C[i,j] += A[i,k,l] * B[k,j] * D[l,j]",
                    {"A": (rows, left, right), "B": (left, columns),
                     "D": (right, columns)}, (rows, columns), "mttkrp",
                    2.0 * (first + rows * columns * min(left, right)))


CASES = [
    *(Case(f"GEMM{n}", "GEMM", matrices, dict(rows=n, columns=n, inner=n))
      for n in (512, 1024, 2048)),
    *(Case(f"GEMV{n}", "GEMV", vector, dict(rows=n, columns=n))
      for n in (1024, 4096)),
    Case("BMM_QK", "BMM", scores, dict(heads=12, words=512, features=64)),
    Case("BMM_PV", "BMM", mixture, dict(heads=12, words=512, features=64)),
    Case("BIL1", "BIL", bilinear, dict(batch=32, left=1024, right=1024, outputs=32)),
    Case("BIL2", "BIL", bilinear, dict(batch=128, left=256, right=512, outputs=64)),
    Case("MTTKRP1", "MTTKRP", mttkrp,
         dict(rows=128, left=256, right=512, columns=64)),
    Case("MTTKRP2", "MTTKRP", mttkrp,
         dict(rows=256, left=128, right=256, columns=128)),
]
