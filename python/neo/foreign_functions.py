# foreign_functions.py - functions that expressions lack, in terms of those they have
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What to write for a function of NumPy, Python or PyTorch that `neo.expr` has not.

Reductions are no functions in an expression: what is not on the left is reduced, in
the way that the assignment says. Others are formulas of those that there are.
"""

from __future__ import annotations

from difflib import get_close_matches

from neo.syntax import FUNCTIONS

_REDUCED = {
    "+=": ("sum", "nansum", "trace", "dot", "einsum", "matmul", "inner", "vdot",
           "tensordot", "count_nonzero", "bincount"),
    "*=": ("prod", "product"), "max=": ("amax",), "min=": ("amin",),
    "argmax=": ("argmax",), "argmin=": ("argmin",),
}
_SUMS = {
    "mean": "C[i] += A[i,k] / n with n a number, or an operand",
    "average": "C[i] += A[i,k] / n with n a number, or an operand",
    "any": "C[i] max= A[i,k] > 0", "all": "C[i] min= A[i,k] > 0",
    "softmax": "the statements M[i] max= X[i,j]; E[i,j] = exp(X[i,j] - M[i]); "
               "Z[i] += E[i,j]; Y[i,j] = E[i,j] / Z[i]",
    "norm": "S[i] += A[i,k] ** 2; C[i] = sqrt(S[i])",
    "var": "the sums of A[i,k] and of its square",
    "std": "the sums of A[i,k] and of its square",
    "logsumexp": "M[i] max= X[i,j]; S[i] += exp(X[i,j] - M[i]); Y[i] = M[i] + log(S[i])",
    "cumsum": "C[i] += A[k] if k <= i else 0 with i=n by keyword",
    "cumprod": "C[i] *= A[k] if k <= i else 1 with i=n by keyword",
}
_FORMULAS = {
    "power": "pow(x, y) or x ** y", "maximum": "max(x, y)", "minimum": "min(x, y)",
    "fmax": "max(x, y)", "fmin": "min(x, y)", "clip": "min(max(x, low), high)",
    "clamp": "min(max(x, low), high)", "sign": "where(x > 0, 1, where(x < 0, -1, 0))",
    "sgn": "where(x > 0, 1, where(x < 0, -1, 0))", "heaviside": "where(x > 0, 1, 0)",
    "rint": "round(x)", "fix": "trunc(x)", "square": "x ** 2",
    "reciprocal": "1 / x", "negative": "-x", "add": "x + y", "subtract": "x - y",
    "multiply": "x * y", "divide": "x / y", "true_divide": "x / y",
    "floor_divide": "x // y",
    "mod": "x % y",
    "remainder": "x % y",
    "fmod": "x - y * trunc(x / y)",
    "divmod": "x // n and x % n", "hypot": "sqrt(x * x + y * y)", "ln": "log(x)",
    "cbrt": "pow(x, 1 / 3)", "arcsin": "asin(x)", "arccos": "acos(x)",
    "arctan": "atan(x)", "arctan2": "atan2(x, y)", "arcsinh": "asinh(x)",
    "arccosh": "acosh(x)", "arctanh": "atanh(x)",
    "erfc": "1 - erf(x)", "fabs": "abs(x)", "absolute": "abs(x)", "mag": "abs(x)",
    "gelu": "0.5 * x * (1 + erf(x / sqrt(2)))", "silu": "x * sigmoid(x)",
    "swish": "x * sigmoid(x)", "softplus": "max(x, 0) + log1p(exp(-abs(x)))",
    "leaky_relu": "where(x > 0, x, 0.01 * x)", "elu": "where(x > 0, x, expm1(x))",
    "relu6": "min(max(x, 0), 6)", "logaddexp": "max(x, y) + log1p(exp(-abs(x - y)))",
    "logistic": "sigmoid(x)", "expit": "sigmoid(x)", "isnan": "x != x",
    "isinf": "abs(x) == inf", "isfinite": "abs(x) < inf",
    "nan_to_num": "where(x != x, 0, x)", "logical_and": "x and y",
    "logical_or": "x or y", "logical_not": "not x", "equal": "x == y",
    "less": "x < y", "greater": "x > y", "select": "where(condition, x, y)",
    "float": "float32(x) or float64(x)", "double": "float64(x)", "half": "float16(x)",
    "int": "int64(x) or int32(x)", "long": "int64(x)",
    "bitwise_xor": "bitxor(x, y)", "right_shift": "shiftright(x, n)",
    "left_shift": "x * 2 ** n", "float_power": "pow(x, y)", "fma": "x * y + z",
    "tril": "A[i,j] if j <= i else 0", "triu": "A[i,j] if j >= i else 0",
    "transpose": "the indices in the other order, A[j, i]",
    "arange": "the loop variable as a value, C[i] = i with i=n by keyword",
    "range": "the loop variable as a value, C[i] = i with i=n by keyword",
    "zeros": "C[i] = 0 with i=n by keyword", "ones": "C[i] = 1 with i=n by keyword",
    "eye": "C[i,j] = where(i == j, 1, 0) with i=n, j=n by keyword",
    "roll": "A[(i - 1 + n) % n], n a number", "flip": "A[n - 1 - i], n a number",
}
_SENTENCES = {
    **dict.fromkeys(("len", "shape", "size"), "write the number into the text, "
                    "f'C[i] = A[i] / {n}', or pass it as an operand"),
    **dict.fromkeys(("pi", "e"), "write its digits, or pass it as an operand"),
    **dict.fromkeys(("inf", "nan"), "write inf and nan"),
    "newaxis": "a loop that no index has repeats: C[i,j] = A[i] with j=n by keyword",
    **dict.fromkeys(("random", "rand", "randn", "normal", "uniform"),
                    "draw numbers by neo.random, and pass them as an operand"),
    **dict.fromkeys(("uint8", "int16", "uint16", "uint32", "uint64", "complex",
                     "complex64", "complex128", "str", "float8"),
                    "the types are float64 float32 float16 bfloat16 int64 int32 int8 "
                    "bool"),
    **dict.fromkeys(("reshape", "ravel", "flatten"),
                    "write the position as an index, C[f] = A[f // 6, f % 6]"),
    **dict.fromkeys(("gamma", "lgamma", "digamma", "erfinv", "sort", "unique", "median"),
                    "neither the text nor neo has it: compute it by NumPy, outside"),
    "print": "print what the call returns",
}


def instead_of(name: str) -> str:
    """What to write for `name`; '' where nothing is known."""
    for sign, names in _REDUCED.items():
        if name in names:
            return f"write C[i] {sign} A[i,k], which reduces over what is not on the left"
    for table in (_SUMS, _FORMULAS):
        if name in table:
            return f"write {table[name]}"
    return _SENTENCES.get(name, "")


def missing(name: str) -> str:
    """Why there is no function `name`, and what to write."""
    said = f"there is no function '{name}': "
    known = instead_of(name) or instead_of(name.lower())
    if known:
        return said + known
    near = get_close_matches(name.lower(), FUNCTIONS, 1, 0.75)
    return said + (f"did you mean '{near[0]}'?" if near else "known are " + " ".join(
        FUNCTIONS) + f"; a tensor is read with brackets, {name}[i]")


def arguments(name: str, count: int) -> str:
    """Why a function of the text cannot be called with `count` arguments."""
    wanted = FUNCTIONS[name]
    said = f"'{name}' takes {wanted} argument(s), but got {count}"
    if name in ("max", "min"):
        said = f"'{name}' takes 2 arguments or more, but got {count}: write C[i] " \
            f"{name}= A[i,k] to reduce, which is over what is not on the left"
    if name == "where":
        said += ": write where(condition, a, b)"
    return said


__all__ = ["arguments", "instead_of", "missing"]
