# memory.py - operators that the memory bounds
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Norms, activations and reductions of 4096 x 768 (a layer of BERT: its results lie
in the last-level cache here) and 4096 x 3072 numbers (they do not)."""

from cases.case import Case, Operator

_SOFTMAX = ("M[{r}] max= X[{r},j]; E[{r},j] = exp(X[{r},j] - M[{r}])"
            "; Z[{r}] += E[{r},j]; Y[{r},j] = E[{r},j] / Z[{r}]")


def _rowwise(text: str, kind: str, result=lambda rows, columns: (rows, columns),
             vectors: str = ""):
    """The builder of an operator on X[i,j]; `vectors` name operands over j."""
    def build(rows: int, columns: int) -> Operator:
        shapes = {"X": (rows, columns), **{v: (columns,) for v in vectors}}
        return Operator(text.replace("COLUMNS", str(columns)), shapes,
                        result(rows, columns), kind)
    return build


def attention_softmax(heads: int, words: int) -> Operator:
    return Operator(_SOFTMAX.format(r="h,i"), {"X": (heads, words, words)},
                    (heads, words, words), "softmax")


softmax = _rowwise(_SOFTMAX.format(r="i"), "softmax")
layer_norm = _rowwise(
    "m[i] += X[i,j] / COLUMNS; v[i] += (X[i,j] - m[i]) ** 2 / COLUMNS"
    "; Y[i,j] = (X[i,j] - m[i]) * rsqrt(v[i] + 1e-5) * g[j] + h[j]",
    "layer_norm", vectors="gh")
mish = _rowwise("Y[i,j] = X[i,j] * tanh(log(1 + exp(X[i,j])))", "mish")
gelu = _rowwise("Y[i,j] = 0.5 * X[i,j] * (1 + erf(X[i,j] * 0.7071067811865476))",
                "gelu")
bias_relu = _rowwise("Y[i,j] = relu(X[i,j] + g[j])", "bias_relu", vectors="g")
row_sum = _rowwise("y[i] += X[i,j]", "row_sum", lambda rows, _: (rows,))
column_sum = _rowwise("y[j] += X[i,j]", "column_sum", lambda _, columns: (columns,))
row_max = _rowwise("y[i] max= X[i,j]", "row_max", lambda rows, _: (rows,))

_BERT, _WIDE = dict(rows=4096, columns=768), dict(rows=4096, columns=3072)

CASES = [
    Case("softmax_768", "norm", softmax, _BERT),
    Case("softmax_att", "norm", attention_softmax, dict(heads=12, words=512)),
    Case("layernorm_768", "norm", layer_norm, _BERT),
    Case("mish_768", "pointwise", mish, _BERT),
    Case("gelu_768", "pointwise", gelu, _BERT),
    Case("biasrelu_768", "pointwise", bias_relu, _BERT),
    Case("mish_3072", "pointwise", mish, _WIDE),
    Case("gelu_3072", "pointwise", gelu, _WIDE),
    Case("biasrelu_3072", "pointwise", bias_relu, _WIDE),
    Case("rowsum_768", "reduce", row_sum, _BERT),
    Case("colsum_768", "reduce", column_sum, _BERT),
    Case("rowmax_768", "reduce", row_max, _BERT),
    Case("rowsum_3072", "reduce", row_sum, _WIDE),
    Case("colsum_3072", "reduce", column_sum, _WIDE),
]
