# test_expression_errors.py - every refusal of an expression
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import neo

SYNTAX = {
    "empty": ("", "the expression is empty"),
    "comment only": ("# nothing", "the expression is empty"),
    "strange character": ("C[i] = A[i] ? 2", "character '?' means nothing"),
    "unclosed": ("C[i] = (A[i] + 1", "'(' is never closed"),
    "unopened": ("C[i] = A[i] + 1)", "')' closes nothing"),
    "crossed": ("C[i] = (A[i) + 1]", "')' closes nothing"),
    "no operator": ("C[i] A[i]", "expected one of = += *= max= min="),
    "no left side": ("A[i] + B[i]", "expected one of = +="),
    "left side without brackets": ("C = A[i]", "expected '[' after the name"),
    "left side not a name": ("C[i+1] = A[i]", "expected ','"),
    "deep chains": ("C[i] = " + "(" * 40 + "A[i]" + (" + 1" * 45 + ")") * 40,
                    "nested too deeply"),
    "number on the left": ("C[0] = A[i]", "the left side takes plain names"),
    "twice on the left": ("C[i,i] = A[i]", "'i' stands twice on the left"),
    "missing operand": ("C[i] = A[i] +", "but found the end of the expression"),
    "two operators": ("C[i] = A[i] * / 2", "but found '/'"),
    "missing comma": ("C[i,j] = A[i j]", "expected ','"),
    "product without star": ("C[i] = 2A[i]", "a product needs '*'"),
    "two values": ("C[i] = A[i] B[i]", "expected the end of the statement"),
    "unknown function": ("C[i] = sigmod(A[i])", "did you mean 'sigmoid'?"),
    "unknown function, none near": ("C[i] = qqq(A[i])", "known are exp log"),
    "too few arguments": ("C[i] = pow(A[i])", "'pow' takes 2 argument(s)"),
    "too many arguments": ("C[i] = exp(A[i], 2)", "takes 1 argument(s)"),
    "if without else": ("C[i] = A[i] if i < 2", "expected 'else'"),
    "else not a number": ("C[i] = A[i] if i < 2 else B[i]",
                          "expected a number after 'else'"),
    "guard swallows the sum": ("C[i] = A[i] if i < 2 else 0 + B[i]",
                               "put the guarded read in parentheses"),
    "huge integer": ("C[i] = A[i + 99999999999999999999]", "below 2**63"),
    "deep": ("C[i] = " + "(" * 99 + "A[i]" + ")" * 99, "nested parentheses"),
    "deep minus": ("C[i] = " + "-" * 999 + "A[i]", "nested operators"),
    "long chain": ("C[i] = A[i]" + " + A[i]" * 999, "terms in one chain"),
}

MEANING = {
    "unreduced": ("C[i] = A[i,j]", "'=' leaves variable 'j' unreduced"),
    "product of variables": ("C[i,j] = A[i*j]", "multiplies two loop"),
    "zero divisor": ("C[i] = A[i // 0]", "must be a positive integer"),
    "negative divisor": ("C[i] = A[i % -2]", "must be a positive integer"),
    "variable divisor": ("C[i,j] = A[i % j]", "must be a positive integer"),
    "true division": ("C[i] = A[i / 2]", "use // for the quotient"),
    "a power": ("C[i] = A[i ** 2]", "cannot contain '**': it is built from variables"),
    "float index": ("C[i] = A[i + 0.5]", "an index must be an integer"),
    "function in index": ("C[i] = A[exp(i)]", "cannot contain 'exp'"),
    "tensor in a sum in guard": ("C[i] = A[i] if I[i] + 1 < 4 else 0",
                                 "use where(c, a, b)"),
    "overflow": ("C[i] = A[i * 4611686018427387904 * 4]", "64-bit"),
    "not equal": ("C[i] = A[i] if i != 2 else 0", "not convex ('!=')"),
    "or": ("C[i] = A[i] if i < 2 or i > 3 else 0", "cannot contain 'or'"),
    "not": ("C[i] = A[i] if not i < 2 else 0", "cannot contain 'not'"),
    "tensor in guard": ("C[i] = A[i] if B[i] > 0 else 0", "use where(c, a, b)"),
    "guard not a comparison": ("C[i] = A[i] if i else 0", "is a comparison"),
    "tensor and variable": ("C[i] = A[i] * i[0]", "both a tensor and a loop"),
    "result and operand": ("C[i] = C[i] + 1", "read before it is assigned"),
    "operand assigned": ("C[i] = A[i]; A[i] = C[i]", "'A' is an operand"),
    "two ranks": ("C[i] = A[i] + A[i,i]", "with 2 indices here and with 1"),
    "zero division": ("C[i] = A[i] + 1 / 0", "divides by zero"),
}


def message(text, *specs, **extents):
    with pytest.raises(neo.Error) as caught:
        op = neo.expr(text, **extents)
        op.ir(*specs or [neo.spec((4,), "f64") for _ in op.operands])
    return str(caught.value)


@pytest.mark.parametrize("text, fragment", SYNTAX.values(), ids=SYNTAX)
def test_malformed(text, fragment):
    with pytest.raises(neo.ExpressionError) as caught:
        neo.expr(text)
    assert fragment in str(caught.value)


@pytest.mark.parametrize("text, fragment", MEANING.values(), ids=MEANING)
def test_meaningless(text, fragment):
    assert fragment in message(text)


def test_caret_points_at_the_place():
    lines = message("C[i] = A[i] + sigmod(B[i])").splitlines()
    assert lines[1].index("sigmod") == lines[2].index("^")


def test_caret_in_a_later_line():
    lines = message("C[i] = A[i]\n   D[i] = C[i] + B[i*i]").splitlines()
    assert lines[1].strip() == "D[i] = C[i] + B[i*i]"
    assert lines[1].index("*") == lines[2].index("^")


def test_users_line_is_shown():
    with pytest.raises(neo.ExpressionError) as caught:
        neo.expr("C[i] = A[i")  # this very line
    assert "test_expression_errors.py:" in str(caught.value)
    assert "# this very line" in str(caught.value)


def test_an_expression_is_text():
    with pytest.raises(neo.ExpressionError, match="is a str, not int"):
        neo.expr(3)


def test_keyword_that_is_no_variable():
    found = message("C[i] = A[i]", q=3)
    assert "extent 'q' belongs to no loop variable" in found


@pytest.mark.parametrize("extent, fragment", [
    (-1, "must lie in 0..2**47"), (2**70, "must lie in 0..2**47"),
    (1.5, "must be an integer"), (True, "must be an integer"),
    ("4", "must be an integer")])
def test_extent_that_is_none(extent, fragment):
    assert fragment in message("C[i,n] = A[i]", n=extent)


def test_unknown_extent_names_the_variable():
    found = message("C[p] += A[p+r] * W[r]")
    assert "extent of 'p' is unknown" in found and "p=1 for the largest" in found


def test_extents_that_disagree_name_both():
    found = message("C[i] = A[i] + B[i]", neo.spec(4), neo.spec(5))
    assert "dimension 0 of 'A'" in found and "dimension 0 of 'B'" in found


def test_out_of_bounds_names_range():
    found = message("C[p] += A[p+r] * W[r]", p=4)
    assert "reaches 0..6, but 0..3 is allowed" in found


def test_guarded_index_beyond_64_bits():
    found = message(f"C[i] = A[i * {2**61}] if i < 1 else 0", i=8)
    assert "beyond 64-bit integers" in found


@pytest.mark.parametrize("text, extents", [
    (f"C[i] = A[i * {2**62} % 3]", {"i": 1}),
    (f"C[i] = A[i * {2**60} % 3]", {"i": 0}),
    (f"C[i] = A[i // {2**62}]", {"i": 3}),
    (f"C[i] = A[i - {2**61 - 1}] if i >= {2**61 - 1} else 0", {"i": 3}),
    (f"C[i] = A[max(i - {2**62}, 0)]", {"i": 3}),
    (f"C[i] = A[i * {2**59} % 3 % 2]", {"i": 3})])
def test_constants_that_could_wrap(text, extents):
    found = message(text, **extents).split("\n")
    assert "reach beyond 2**61, where 64-bit arithmetic could wrap" in found[0]
    assert found[1].strip() == text and found[2].strip() == "^"


def test_quotients_beyond_64_bits():
    found = message(f"C[i] = A[i * {2**40} % 3]", i=2**24)
    assert "beyond 64-bit integers: use smaller factors" in found and "^" in found


def test_out_of_bounds_under_a_guard():
    op = neo.expr("C[p] = A[p-1] if p < 4 else 0", p=9)
    with pytest.raises(neo.Error) as caught:
        op(np.zeros(4))
    assert "'p - 1'" in str(caught.value) and str(op) in str(caught.value)


def test_wrong_rank():
    found = message("C[i] = A[i]", neo.spec((4, 5)))
    assert "'A' has rank 2" in found and "1 indices" in found


def test_too_many_points():
    found = message("C[] += A[i,j] * A[k,l]", neo.spec((2**24, 2**22)))
    assert "more than 2**62" in found


def test_too_large_a_result():
    found = message("C[i,j] = A[i] * A[j]", neo.spec(2**30))
    assert "1.15e+18 elements, 9.22e+18 bytes in float64" in found
    assert "more than 2**47 elements" in found


@pytest.mark.parametrize("dtype, size", [
    ("float64", "8.00e+15 bytes in float64"), ("float32", "4.00e+15 bytes in float32"),
    ("float16", "2.00e+15 bytes in float16"), ("int32", "4.00e+15 bytes in int32")])
def test_too_large_a_result_in_its_own_type(dtype, size):
    cube = neo.expr("C[i,j,k] = A[i] * A[j] * A[k]")
    for function in (cube, neo.jit(lambda a: cube(a)),
                     neo.jit(lambda a: neo.zeros((10**5,) * 3, a.dtype))):
        with pytest.raises(neo.ShapeError) as caught:
            function(np.ones(10**5, dtype))
        assert f"1.00e+15 elements, {size}" in str(caught.value)


def test_mixed_float_types():
    found = message("C[i] = A[i] + B[i]", neo.spec(4, "f32"), neo.spec(4))
    assert "float types are mixed: 'A' is f32 and 'B' is f64" in found


@pytest.mark.parametrize("op", ["argmax=", "argmin="])
def test_position_among_no_terms(op):
    found = message(f"P[i] {op} A[i,j]", neo.spec((3, 0)))
    shown, caret = found.splitlines()[1:3]
    assert f"'{op}' has no terms, since extent of 'j' is 0" in found
    assert shown[caret.index("^"):].startswith(f"P[i] {op}")
    # Nothing of nothing is no problem.
    assert neo.expr(f"P[i] {op} A[i,j]").ir(neo.spec((0, 0)))
    with pytest.raises(neo.ShapeError, match="no terms"):
        neo.jit(lambda x: getattr(neo, op[:-1])(x))(np.zeros(0))
