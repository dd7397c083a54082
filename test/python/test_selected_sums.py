# test_selected_sums.py - sums of the terms that a number selects
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Random segment sums in several forms, as scatters and as NumPy's products."""

import numpy as np
import pytest

import neo

# Of numbers D, terms X and W: the text, and what it is of `equal`, batch x e x n.
FORMS = {
    "rows": ("H[b,n,c] += where(D[b,e] == n, X[b,e,c], 0)", "ben,bec->bnc", None),
    "all rows": ("H[n,c] += where(n == D[b,e], X[b,e,c] * W[e], 0)", "ben,bec,e->nc", None),
    "a factor": ("H[n] += where(D[b,e] == n, 1, 0) * X[b,e,c]", "ben,bec->n", None),
    "some terms": ("H[n] += where(D[b,e] == n, W[e], 0) if e % 3 == 1 else 0",
                   "ben,e->n", lambda b, e, n: (e % 3 == 1) & (n == n) & (b == b)),
    "up to": ("H[n,b] += where(D[b,e] == n and 2*e + b < n + 7, W[e], 0)", "ben,e->nb",
              lambda b, e, n: 2 * e + b < n + 7),
    "counts": ("H[n] += where(D[b,e] == n, 1, 0)", "ben->n", None),
}


def drawn(seed):
    rng = np.random.default_rng(seed)
    b, e, c = 2, int(rng.choice([17, 501, 1200])), int(rng.choice([1, 3, 16]))
    n = int(rng.choice([9, 33, 200]))
    numbers = rng.integers(-3, n + 3, (b, e)).astype(rng.choice(["int64", "int32"]))
    dtype = rng.choice(["float64", "float32", "int64"])
    x, w = ((rng.standard_normal(shape) * 4).astype(dtype) for shape in ((b, e, c), e))
    return n, numbers, x, w


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(4))
def test_terms_are_added_where_numbers_send_them(form, seed):
    text, product, condition = FORMS[form]
    n, numbers, x, w = drawn(seed)
    equal = numbers[..., None] == np.arange(n)
    if condition:
        b, e, k = np.ogrid[:2, :numbers.shape[1], :n]
        equal = equal & condition(b, e, k)
    operands = {"D": numbers, "X": x, "W": w}
    sizes = {"b": 2, "e": numbers.shape[1], "c": x.shape[2], "n": n}
    sizes = {name: size for name, size in sizes.items() if f"{name}" in text}
    op = neo.expr(text, **sizes)
    found = op(*(operands[name] for name in op.operands))
    terms = [operands[name] for name in op.operands if name != "D"]
    wanted = np.einsum(product, equal.astype(x.dtype), *terms)
    np.testing.assert_allclose(found, wanted, rtol=2e-4, atol=2e-3)


def test_long_segments_are_a_scatter():
    n, numbers, x, _ = 100, np.zeros(10000, np.int64), np.ones((10000, 16)), None
    op = neo.expr("H[n,c] += where(D[e] == n, X[e,c], 0)", n=n)
    optimised = neo.canonical(op.ir(numbers, x), "builtin.module(neo-optimize)")
    assert "neo.scatter_add" in optimised
    strict = neo.jit(op, strict=True)
    np.testing.assert_array_equal(strict(numbers, x), op(numbers, x))
