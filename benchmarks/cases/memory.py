# memory.py - operators that the memory bounds
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Norms, activations and reductions of 4096 x 768 (a layer of BERT: its results lie
in the last-level cache here) and 4096 x 3072 numbers (they do not); norms of pictures
after a convolution of ResNet (56 x 56) and of a diffusion model (groups)."""

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


def batch_norm(batch: int, channels: int, pixels: int) -> Operator:
    """Over all pictures; rows of numbers are pictures of one pixel."""
    at, shape = ("b,c", (batch, channels)) if pixels == 1 else (
        "b,c,p", (batch, channels, pixels))
    return _norm("batch_norm", at, "c", "c", shape, (channels,), batch * pixels)


def group_norm(batch: int, groups: int, depth: int, pixels: int) -> Operator:
    """Over the channels of a group of a picture."""
    return _norm("group_norm", "b,k,c,p", "b,k", "k,c",
                 (batch, groups, depth, pixels), (groups, depth), depth * pixels)


def _norm(kind: str, at: str, each: str, scaled: str, shape: tuple[int, ...],
          scales: tuple[int, ...], count: int) -> Operator:
    """X[at] by its mean and variance for `each`, then by g[scaled] and h[scaled]."""
    text = (f"m[{each}] += X[{at}] / {count}"
            f"; v[{each}] += (X[{at}] - m[{each}]) ** 2 / {count}"
            f"; Y[{at}] = (X[{at}] - m[{each}]) * rsqrt(v[{each}] + 1e-5)"
            f" * g[{scaled}] + h[{scaled}]")
    return Operator(text, {"X": shape, "g": scales, "h": scales}, shape, kind)


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
    Case("batchnorm_768", "norm", batch_norm,
         dict(batch=4096, channels=768, pixels=1)),
    Case("batchnorm_56", "norm", batch_norm,
         dict(batch=16, channels=64, pixels=56 * 56)),
    Case("groupnorm_32", "norm", group_norm,
         dict(batch=4, groups=32, depth=8, pixels=32 * 32)),
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
