# test_habits.py - NumPy, Python and other notations in the text of an expression
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each is refused with what to write instead, and that is right."""

import re

import numpy as np
import pytest

import neo
from neo import foreign_functions

LOOPS = "loops follow from the indices"
TEXTS = {
    "del x[0]": "C[i] = A[i + 1]", "for i in range(3): C[i] = A[i]": LOOPS,
    "if i > 0: C[i] = A[i]": "where(A[i] > 0, A[i], 0)",
    "return A[i]": "the last statement's result", "import numpy": "need no import",
    "ij,jk->ik": "neo.einsum('ij,jk->ik', a, b)", "print(A[i])": "what the call returns",
    "C[i] = np.exp(A[i])": "no module here: write exp(...)",
    "C[i] = np.square(A[i])": "no module here: write x ** 2",
    "C[i] = np.sum(A[i,k], axis=1)": "write C[i] += A[i,k]",
    "C[i] = A[i].sum()": "write C[i] += A[i,k]", "C[i,j] = A.T[i,j]": "A[j, i]",
    "C[i] = A[i].astype(float32)": "write float32(A[i])",
    "C[i] = A[i] / A.shape[0]": "write the number into the text",
    "C[i] = A[:]": "a loop variable for every dimension", "C[i] = A[...]": "every index",
    "C[i] = sum(A[i,k] for k in range(3))": LOOPS, "C[i] -= A[i]": "C[i] += -(...)",
    "C[i] /= A[i]": "a second statement", "C[i] sum= A[i,k]": "write +=",
    "C[i] == A[i]": "write = for an assignment", "C[i] := A[i]": "write = for",
    "A[i] -> C[i]": "the result stands on the left", "C += A[i]": "or C[] for one number",
    "C[i,j] = A[i,k] @ B[k,j]": "+= A[i,k] * B[k,j]", "C[i] = A[i] ^ 2": "write **",
    "C[i] = A[i] & B[i]": "write 'and'", "C[i] = |A[i]|": "abs(x)",
    "C[i] = ~A[i]": "write 'not'", "C[i] = A[i] >> 1": "shiftright(x, n)",
    "C[i] = A[i] << 1": "x * 2 ** n", "C[i] = A[i][j]": "one bracket: A[i, j]",
    "C[i][j] = A[i,j]": "one bracket: C[i, j]", "C(i) = A(i)": "C[i] = A[i]",
    "C[i] = i > 0 ? A[i] : 0": "where(condition, a, b)",
    "C[i] = A[i] if i > 0": "A[i] if i < 4 else 0",
    "C[i] = A[i] if i > 0 else B[i]": "where(condition, a, b)",
    "C[i] = True": "write 1", "C[i] = A[i, None]": "leave it out",
    "C[i] = A[i] B[i]": "write * for a product", "C[i] = exp A[i]": "exp(A...)",
    "C[i] = exp(A[i], axis=0)": "take no keywords", "C[i] = 1_000": "without '_'",
    "C[i] = A[i] is None": "by == and !=", "C[i] = (A[i], B[i])": "one number",
    "C[i] = [A[i]]": "lists are no values", "C[i], D[i] = A[i]": "has one result",
    "C[i+1] = A[i]": "C[i] = A[i - 1]", "C[i,] = A[i]": "leave the comma out",
    "C[i] = A[i] × 2": "write *", "C[i] = A[i]²": "write ** 2", "C[i] = α[i]": "a to z",
    "C[i] = max(A[i,k])": "write C[i] max= A[i,k]", "C[i] = sum(A[i,k])": "C[i] += A[i,k]",
    "C[i] = argmax(A[i,k])": "C[i] argmax= A[i,k]", "C[i] = len(A)": "as an operand",
    "C[i] = where(A[i] > 0)": "write where(condition, a, b)", "C[i] = EXP(A[i])": "'exp'?",
    "C[i] = uint8(A[i])": "the types are float64", "C[i] = arctan(A[i])": "write atan(x)",
    "C[i] = gamma(A[i])": "by NumPy",
}


@pytest.mark.parametrize("text", TEXTS)
def test_remedies(text):
    with pytest.raises(neo.ExpressionError) as caught:
        neo.expr(text)
    message = str(caught.value).split("\n")[0]
    assert TEXTS[text] in message
    assert len(message) < 220 or "import" in text


X, Y = np.random.default_rng(3).normal(size=(2, 50)) * 2
REFERENCES = {
    "clip": lambda x: np.clip(x, -0.5, 0.5), "clamp": lambda x: np.clip(x, -0.5, 0.5),
    "logistic": lambda x: 1 / (1 + np.exp(-x)), "relu6": lambda x: np.clip(x, 0, 6),
    "softplus": lambda x: np.logaddexp(x, 0), "silu": lambda x: x / (1 + np.exp(-x)),
    "heaviside": lambda x: np.heaviside(x, 0), "float": np.float64,
    "double": np.float64, "select": lambda x, y: np.where(x > 0, x, y),
    "elu": lambda x: np.where(x > 0, x, np.expm1(x)), "swish": lambda x: x /
    (1 + np.exp(-x)), "leaky_relu": lambda x: np.where(x > 0, x, 0.01 * x),
    "remainder": np.mod, "sgn": np.sign, "ln": np.log,
    **{name: getattr(np, name) for name in (
        "power", "maximum", "minimum", "fmax", "fmin", "sign", "rint", "fix", "square",
        "reciprocal", "negative", "add", "subtract", "multiply", "divide", "mod", "fmod",
        "hypot", "cbrt", "arctan", "arctan2", "arcsinh",
        "fabs", "absolute", "logaddexp", "isnan", "isinf", "isfinite", "nan_to_num",
        "equal", "less", "greater")}}
ON_POSITIVE = ("power", "ln", "cbrt")


@pytest.mark.parametrize("name, formula", [
    (name, formula) for name in REFERENCES for formula in
    foreign_functions._FORMULAS[name].split(" or ") if " of integers" not in formula])
def test_formulas_are_right(name, formula):
    for word, value in (("low", "-0.5"), ("high", "0.5"), ("condition", "X[i] > 0")):
        formula = re.sub(rf"\b{word}\b", value, formula)
    formula = re.sub(r"\b([xy])\b", lambda m: m[1].upper() + "[i]", formula)
    operator = neo.expr("C[i] = " + formula)
    given = {"X": abs(X) if name in ON_POSITIVE else X, "Y": Y}
    given = [given[operand] for operand in sorted(operator.operands)]
    np.testing.assert_allclose(operator(**dict(zip(sorted(operator.operands), given))),
                               REFERENCES[name](*given), rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("text", [
    each.partition(" with ")[0].removeprefix("the statements ")
    for each in foreign_functions._SUMS.values() if "=" in each])
def test_sums_can_be_read(text):
    neo.expr(text, **{"i": 3} if "if k <= i" in text else {})


def test_sums_are_right():
    a = np.random.default_rng(0).normal(size=(4, 6))
    total = neo.expr("C[i] += A[k] if k <= i else 0", i=6)(a[0])
    np.testing.assert_allclose(total, np.cumsum(a[0]))
    product = neo.expr("C[i] *= A[k] if k <= i else 1", i=6)(a[0])
    np.testing.assert_allclose(product, np.cumprod(a[0]))
    np.testing.assert_allclose(neo.expr("C[i] += A[i,k] / n")(a, 6), a.mean(1))
    np.testing.assert_array_equal(neo.expr("C[i] max= A[i,k] > 1")(a), (a > 1).any(1))
    np.testing.assert_array_equal(neo.expr("C[i] min= A[i,k] > -1")(a), (a > -1).all(1))


def test_maxima_of_several_values():
    a = np.arange(5.0)
    found = neo.expr("C[i] = max(A[i], 4 - A[i], 3) + min(A[i], 1, 2, A[i] - 1)")(a)
    np.testing.assert_array_equal(found, np.maximum(np.maximum(a, 4 - a), 3)
                                  + np.minimum(np.minimum(a, 1), a - 1))
    np.testing.assert_array_equal(
        neo.expr("C[i] = A[min(i + 1, 4, max(i, 2, 3))]", i=5)(a),
        [a[min(i + 1, 4, max(i, 2, 3))] for i in range(5)])
