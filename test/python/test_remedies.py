# test_remedies.py - what errors tell to write
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Mistakes that new users make, and the remedy that each error names."""

import numpy as np
import pytest

import neo

A, B = np.ones((2, 3)), np.ones((3, 4))
MATMUL = neo.expr("C[i,j] += A[i,k] * B[k,j]")


def refusal(function):
    with pytest.raises(neo.Error) as caught:
        function()
    return str(caught.value)


@pytest.mark.parametrize("text, said", [
    ("C[i,j] += A[i,k] * B[k,jj]", "'j' and 'jj' occur once each, so write one"),
    ("C[i,jj] += A[i,k] * B[k,j]", "'jj' and 'j' occur once each, so write one"),
    ("C[i,jj] += A[i,k] * B[k,j] * B[0,j]", "it occurs once, and 'j' 2 times"),
])
def test_a_misspelled_variable(text, said):
    found = refusal(lambda: neo.expr(text)(A, B))
    assert said in found
    _, line, caret = found.split("\n")[:3]
    assert line[caret.index("^")] == "j"


def test_a_misspelled_variable_of_the_result():
    said = refusal(lambda: neo.expr("Y[b,jx] = X[b,j] + c[j]"))
    assert "write 'j' for 'jx', which nothing reads, if one loop is meant" in said
    said = refusal(lambda: neo.expr("Y[b,i] = X[b,j] + c[j]"))
    assert "which nothing reads" not in said.split("\n")[0]


def test_a_misspelled_variable_of_a_window():
    said = refusal(lambda: neo.expr("C[k,p] += A[c,p+r] * W[k,c,rr]", p=3)(
        np.ones((2, 5)), np.ones((4, 2, 3))))
    assert "'r' and 'rr' occur once each" in said


@pytest.mark.parametrize("text, fits", [
    ("C[p] += A[2*p+r] * W[r]", 4), ("C[p] += A[p-r+2] * W[r]", 8),
    ("C[p] += A[p//2+r] * W[r]", 16), ("C[p] += A[(p+r)//3] * W[r]", 28)])
def test_the_largest_extent_that_fits(text, fits):
    a, w = np.ones(10), np.ones(3)
    said = refusal(lambda: neo.expr(text)(a, w))
    assert f"p={fits} for the largest that fits" in said
    assert neo.expr(text, p=fits)(a, w).shape == (fits,)
    refusal(lambda: neo.expr(text, p=fits + 1)(a, w))


def test_where_any_extent_fits_or_none():
    a, w = np.ones(10), np.ones(3)
    guarded = "C[p] += (A[p+r-1] if 0 <= p+r-1 < 10 else 0) * W[r]"
    assert "pass it by keyword, p=EXTENT" in refusal(
        lambda: neo.expr(guarded)(a, w))
    assert "no extent keeps every read inside, so guard" in refusal(
        lambda: neo.expr("C[p] += A[p-r] * W[r]")(a, w))
    assert "no index holds it; pass it by keyword, p=EXTENT" in refusal(
        lambda: neo.expr("C[p] = 1.0")())


def test_extents_that_disagree():
    said = refusal(lambda: MATMUL(A, A))
    assert "or pass k=2 for the part that all have" in said
    assert neo.expr(str(MATMUL), k=2)(A, A).shape == (2, 3)


@pytest.mark.parametrize("use", [
    MATMUL, MATMUL.ir, lambda b, a: MATMUL.vjp((b, a), np.ones((2, 4))),
    neo.jit(lambda b, a: MATMUL(b, a))])
def test_swapped_operands(use):
    assert "what is passed fits as B, A, but a call takes A, B: pass it in that " \
        "order" in refusal(lambda: use(B, A))


def test_swapped_operands_of_other_ranks():
    said = refusal(lambda: neo.expr("y[i] += M[i,k] * x[k]")(np.ones(3), A))
    assert "fits as x, M, but a call takes M, x" in said
    assert "the other way round they fit" in refusal(
        lambda: neo.jit(lambda a, b: b @ a)(A, B))


def test_a_power():
    assert "write ** for a power" in refusal(lambda: neo.expr("C[i] = A[i]^2"))
    for power in (lambda x: x ^ 2, lambda x: 2 ^ x,
                  lambda x: neo.compute((2, 3), lambda i, j: x[i, j] ^ 2)):
        assert "'^' is no power: write **" in refusal(lambda: neo.jit(power)(A))
    for power in (lambda x: pow(x, 2, 3),
                  lambda x: neo.compute((2, 3), lambda i, j: pow(x[i, j], 2, 3))):
        assert "takes no modulus, here 3: write a ** b % modulus" in refusal(
            lambda: neo.jit(power)(A))


@pytest.mark.parametrize("bits, said", [
    (lambda a: a & 6, "'&' takes truth values, not int64: compare first"),
    (lambda a: (a > 3) | a, "'|' takes truth values, not int64"),
    (lambda a: ~a, "'~' takes truth values, not int64: write x == 0")])
def test_bits_of_integers_are_no_truth_values(bits, said):
    assert said in refusal(lambda: neo.jit(bits)(np.arange(5)))


@pytest.mark.parametrize("argument, said", [
    (np.arange(3), "'n' is i64[3]"), (3, "'n' is i64[]"),
    ({"a": 1.0, "b": np.arange(2)}, "n['b'] is i64[2]")])
def test_integers_have_no_gradient(argument, said):
    def loss(n):
        return n["b"][0] if isinstance(n, dict) else neo.sum(n * n)

    found = refusal(lambda: neo.grad(loss)(argument))
    assert f"{said}, and integers have no gradient: differentiate float" in found


def test_adjoints_of_integers():
    assert "no operand has a float type, so there is no adjoint: convert" in refusal(
        lambda: MATMUL.vjp((A.astype(int), B.astype(int)), np.ones((2, 4))))


TABLE = np.arange(12.0).reshape(4, 3)


TABLES = {  # What is written, what the refusal names, what comes of that.
    "a row": (lambda i: TABLE[i], "neo.take(array, tensor, axis=0)",
              lambda i: neo.take(TABLE, i, axis=0), TABLE[2]),
    "a column": (lambda i: TABLE[:, i], "with axis=1 for array[:, tensor]",
                 lambda i: neo.take(TABLE, i, axis=1), TABLE[:, 2]),
    "an element": (lambda i: TABLE[i, i], "for array[i, j] neo.asarray(array)[i, j]",
                   lambda i: neo.asarray(TABLE)[i, i], TABLE[2, 2]),
    "of a list": (lambda i: [1, 2, 3][i], "a list by it, write neo.take(list, tensor",
                  lambda i: neo.take([1, 2, 3], i, axis=0), 3),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_outside_are_indexed_by_what_the_refusal_names(name):
    read, said, instead, wanted = TABLES[name]
    assert said in refusal(lambda: neo.jit(read)(2))
    np.testing.assert_array_equal(neo.jit(instead)(2), wanted)


@pytest.mark.parametrize("table", [TABLE, [1, 2, 3]])
def test_a_bound_of_a_slice_is_static(table):
    def first(x, n):
        return x[0] * np.sum(table[:n])

    said = refusal(lambda: neo.jit(first)(np.ones(1), 2))
    assert 'write neo.jit(f, static="n")' in said
    np.testing.assert_array_equal(
        neo.jit(first, static="n")(np.ones(1), 2), np.sum(table[:2]))


def test_a_result_too_large_says_bytes_and_line():
    outer = neo.expr("C[i,j] = A[i] * B[j]")
    for function in (outer, neo.jit(lambda a, b: outer(a, b))):
        said = refusal(lambda: function(np.ones(2**20), np.ones(2**20)))
        assert "float64[1048576, 1048576], which takes 8796093022208 bytes" in said
        assert "test_remedies.py" in said


def test_operands_by_name():
    np.testing.assert_array_equal(MATMUL(B=B, A=A), A @ B)
    np.testing.assert_array_equal(MATMUL(A, B=B), A @ B)
    assert "operands are A, B: there is no operand 'C', and 'B' is missing" in \
        refusal(lambda: MATMUL(A, C=B))
    assert "'B' is given in order and by name" in refusal(
        lambda: MATMUL(A, B, B=B))


def test_all_missing_extents_are_offered_at_once():
    text = "Y[n,p,q,k] += X[n,p+r,2*q+s,c] * W[r,s,c,k]"
    x, w = np.ones((2, 12, 13, 1)), np.ones((3, 3, 1, 4))
    said = refusal(lambda: neo.expr(text)(x, w))
    assert "p=10 for the largest that fits, and q=6 likewise" in said
    assert neo.expr(text, p=10, q=6)(x, w).shape == (2, 10, 6, 4)


def test_trees_of_other_containers_and_folders_that_are_not_there(tmp_path):
    assert "tree 0 has ['b'], which tree 1 has not" in refusal(
        lambda: neo.tree.map(np.add, {"a": A, "b": B}, {"a": A}))
    with pytest.raises(FileNotFoundError, match="no folder .*none for w.safetensors"):
        neo.save_tree(tmp_path / "none" / "w.safetensors", {"a": A})


KEPT = []
INSIDE = {
    "return it from the function, and format": lambda x: f"{neo.sum(x):.3f}",
    "write neo.round(tensor)": lambda x: round(x),
    "an operand is None, which is no tensor: compute without it": lambda x: x + None,
    "pass what is differentiated in order": lambda x: neo.grad(neo.sum)(x=x),
    "write has_aux=True where it is": lambda x: neo.grad(lambda x: (neo.sum(x), x))(x),
}


@pytest.mark.parametrize("said", INSIDE)
def test_what_a_traced_tensor_is_no_value_for(said):
    assert said in refusal(lambda: neo.jit(INSIDE[said])(A))


def test_a_tensor_that_outlives_its_function():
    neo.jit(lambda x: KEPT.append(x) or x)(A)
    assert f"{KEPT[0]}" == "neo.Tensor(f64[2, 3])"
    for use in (lambda: KEPT[0] + 1, lambda: neo.exp(KEPT[0]),
                lambda: neo.jit(lambda x: x + KEPT[0])(A)):
        assert "was used outside the function that it belongs to" in refusal(use)
