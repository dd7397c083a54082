# test_selected_reads.py - the terms that a number selects are read
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Products with one-hot matrices and sums of one term, against NumPy's indexing."""

import numpy as np
import pytest

import neo

# The text, and the result for numbers I that are inside, by NumPy.
FORMS = {
    "a row": ("Y[n,c] += where(I[n] == v, W[v,c], 0)", lambda i, w, u: w[i]),
    "times": ("Y[n,c] += where(v == I[n], 1, 0) * W[v,c] * U[n]",
              lambda i, w, u: w[i] * u[:, None]),
    "summed": ("Y[c] += where(I[n] == v, W[v,c] * U[n], 0)", lambda i, w, u: u @ w[i]),
    "up to": ("Y[n,c] += where(I[n] == v, W[v,c], 0) if v <= 2*n else 0",
              lambda i, w, u: w[i] * (i <= 2 * np.arange(len(i)))[:, None]),
    "some": ("Y[n,c] += where(I[n] == v, W[v,c], 0) if n % 3 < 2 else 0",
             lambda i, w, u: w[i] * (np.arange(len(i)) % 3 < 2)[:, None]),
    "one-hot": ("O[n,v] = where(I[n] == v, U[n], 0); Y[n,c] += O[n,v] * W[v,c]",
                lambda i, w, u: w[i] * u[:, None]),
}


def drawn(seed):
    rng = np.random.default_rng(seed)
    n, v, c = (int(rng.choice(sizes)) for sizes in ([1, 9, 70], [150, 301], [1, 3, 17]))
    numbers = rng.integers(-2, v + 2, n).astype(rng.choice(["int64", "int32"]))
    dtype = rng.choice(["float64", "float32", "int64"])
    w, u = ((rng.standard_normal(shape) * 4).astype(dtype) for shape in ((v, c), n))
    return numbers, w, u


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(4))
def test_terms_are_read_where_numbers_say(form, seed):
    text, reference = FORMS[form]
    numbers, w, u = drawn(seed)
    op = neo.expr(text, n=len(numbers), v=w.shape[0], c=w.shape[1])
    operands = {"I": numbers, "W": w, "U": u}
    found = op(*(operands[name] for name in op.operands))
    inside = (numbers >= 0) & (numbers < len(w))
    table = np.concatenate([w, np.zeros_like(w[:1])])
    wanted = reference(np.where(inside, numbers, len(w)), table, u)
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-3)


def test_derivatives_of_a_product_with_a_one_hot_matrix():
    numbers, w, _ = drawn(1)
    weights = np.random.default_rng(2).standard_normal((len(numbers), w.shape[1]))

    def loss(w):
        rows = neo.one_hot(numbers, len(w)) @ w
        return neo.sum(rows * rows * weights)

    rows = np.concatenate([w, 0 * w[:1]]).astype(float)
    expected = np.zeros_like(rows)
    found = neo.jit(neo.grad(loss))(rows[:-1])
    inside = (numbers >= 0) & (numbers < len(w))
    places = np.where(inside, numbers, len(w))
    np.add.at(expected, places, 2 * rows[places] * weights)
    np.testing.assert_allclose(found, expected[:-1], atol=1e-9)


def test_a_table_is_gathered_and_what_a_kernel_sums_is_not():
    numbers, table, x = np.zeros(400, np.int64), np.ones((300, 8)), np.ones((400, 8))
    selected = "Y[n] += where(I[n] == v, L[n,v], 0)"
    row = neo.expr("Y[n,c] += where(I[n] == v, W[v,c], 0)", n=400)
    logits = neo.expr(f"L[n,v] += X[n,c] * W[v,c]; S[n] += exp(L[n,v]); {selected}; "
                      "Z[n] = Y[n] - log(S[n])", n=400)
    gathered, summed = (
        neo.canonical(op.ir(*operands), "builtin.module(neo-optimize)")
        for op, operands in ((row, (numbers, table)), (logits, (x, table, numbers))))
    assert "neo.gather" in gathered
    assert "neo.gather" not in summed


def test_a_condition_that_asks_the_number():
    """Python writes it as guards of the table and of the numbers."""
    some = neo.expr("Y[n,c] += where(I[n] == v, W[v,c], 0) if v <= 2*n else 0", n=400)
    rng = np.random.default_rng(4)
    numbers, w = rng.integers(-2, 402, 400), rng.standard_normal((400, 5))
    assert "neo.gather" in neo.canonical(
        some.ir(numbers, w), "builtin.module(neo-optimize)")
    holds = (numbers >= 0) & (numbers < 400) & (numbers <= 2 * np.arange(400))
    wanted = np.where(holds[:, None], w[np.clip(numbers, 0, 399)], 0)
    np.testing.assert_array_equal(some(numbers, w), wanted)


def test_an_item_of_a_batch_is_summed_up():
    op = neo.expr("Y[d,c] += where(J[c] == n, X[n,d,c], 0)")
    selected = neo.jit(lambda x, j: op(j, x), batch="x")
    j = np.random.default_rng(3).integers(0, 5, 3000)
    for items in (5, 131):
        x = np.random.default_rng(items).standard_normal((items, 4, 3000))
        np.testing.assert_array_equal(
            selected(x, j), np.take_along_axis(x, j[None, None], 0)[0])
