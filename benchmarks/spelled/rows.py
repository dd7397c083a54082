# rows.py - functions of rows: softmax, norms, activations
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Memory-bound functions, whose parts have names in some spellings."""

from __future__ import annotations

import neo
import numpy as np
from spelled.family import Family

E = neo.expr
ROW, SMALL = [(4096, 768)], [(9, 37)]


def softmax_of_tensors(x):
    e = neo.exp(x - neo.max(x, axis=1).reshape(-1, 1))
    return e / neo.sum(e, axis=1).reshape(-1, 1)


def softmax_of_columns(x):
    t = x.T
    e = neo.exp(t - neo.max(t, axis=0))
    return (e / neo.sum(e, axis=0)).T


def log_softmax_of_tensors(x):
    d = x - neo.max(x, axis=1).reshape(-1, 1)
    return d - neo.log(neo.sum(neo.exp(d), axis=1)).reshape(-1, 1)


def log_sum_by_hand(x):
    m = neo.max(x, axis=1, keepdims=True)
    return neo.log(neo.sum(neo.exp(x - m), axis=1)) + m[:, 0]


def labels_of(x):
    """A class for each row."""
    return (np.arange(x.shape[0]) * 7919 % x.shape[1]).astype(np.int32)


def picked(x):
    return neo.take_along_axis(x, labels_of(x)[:, None], 1)[:, 0]


def label_of_one_hot(x):
    hot = neo.one_hot(labels_of(x), x.shape[1])
    return -neo.mean(neo.sum(hot * neo.log_softmax(x, axis=1), axis=1))


def layer_norm_of_tensors(x):
    d = x - neo.mean(x, axis=1).reshape(-1, 1)
    v = neo.mean(d * d, axis=1).reshape(-1, 1)
    return d * neo.rsqrt(v + 1e-5)


def layer_norm_by_squares(x):
    m = neo.mean(x, axis=1).reshape(-1, 1)
    v = neo.mean(x * x, axis=1).reshape(-1, 1) - m * m
    return (x - m) * neo.rsqrt(v + 1e-5)


def batch_norm_of_tensors(x):
    d = x - neo.mean(x, axis=0)
    return d * neo.rsqrt(neo.mean(d * d, axis=0) + 1e-5)


def batch_norm_by_squares(x):
    m = neo.mean(x, axis=0)
    v = neo.mean(x * x, axis=0) - m * m
    return (x - m) * neo.rsqrt(v + 1e-5)


def batch_norm_text(x):
    n = 1 / x.shape[0]
    return E(f"M[j] += X[i,j] * {n}; V[j] += (X[i,j] - M[j])**2 * {n}; "
             "Y[i,j] = (X[i,j] - M[j]) * rsqrt(V[j] + 1e-5)")(x)


def layer_norm_text(x):
    n = 1 / x.shape[1]
    return E(f"M[i] += X[i,j] * {n}; V[i] += (X[i,j] - M[i])**2 * {n}; "
             "Y[i,j] = (X[i,j] - M[i]) * rsqrt(V[i] + 1e-5)")(x)


ROWS = [
    Family("softmax", ROW, SMALL, {
        "text, named": E("M[i] max= X[i,j]; E[i,j] = exp(X[i,j] - M[i]); "
                         "S[i] += E[i,j]; O[i,j] = E[i,j] / S[i]"),
        "text, no names": E("M[i] max= X[i,j]; S[i] += exp(X[i,j] - M[i]); "
                            "O[i,j] = exp(X[i,j] - M[i]) / S[i]"),
        "tensors": softmax_of_tensors,
        "transposed": softmax_of_columns}),
    Family("log_softmax", ROW, SMALL, {
        "text": E("M[i] max= X[i,j]; S[i] += exp(X[i,j] - M[i]); "
                  "O[i,j] = X[i,j] - M[i] - log(S[i])"),
        "text, named": E("M[i] max= X[i,j]; D[i,j] = X[i,j] - M[i]; "
                         "S[i] += exp(D[i,j]); L[i] = log(S[i]); "
                         "O[i,j] = D[i,j] - L[i]"),
        "tensors": log_softmax_of_tensors}),
    Family("layer_norm", ROW, SMALL, {
        "text": layer_norm_text,
        "tensors": layer_norm_of_tensors,
        "squares": layer_norm_by_squares}),
    Family("batch_norm", ROW, SMALL, {
        "text": batch_norm_text,
        "tensors": batch_norm_of_tensors,
        "squares": batch_norm_by_squares}),
    Family("gelu", ROW, SMALL, {
        "text": E("Y[i,j] = 0.5 * X[i,j] * (1 + erf(X[i,j] * 0.70710678))"),
        "text, named": E("P[i,j] = erf(X[i,j] * 0.70710678); "
                         "Y[i,j] = (X[i,j] + X[i,j] * P[i,j]) / 2"),
        "tensors": lambda x: x * (neo.erf(x * 0.70710678) + 1) * 0.5}),
    Family("mish", ROW, SMALL, {
        "text": E("Y[i,j] = X[i,j] * tanh(log(1 + exp(X[i,j])))"),
        "text, named": E("S[i,j] = log(1 + exp(X[i,j])); "
                         "Y[i,j] = tanh(S[i,j]) * X[i,j]"),
        "tensors": lambda x: x * neo.tanh(neo.log(neo.exp(x) + 1))}),
    Family("cross_entropy", [(4096, 768), (4096, 768)], [(9, 37), (9, 37)], {
        "text": E("M[i] max= X[i,j]; S[i] += exp(X[i,j] - M[i]); "
                  "L[] += (M[i] + log(S[i]) - X[i,j]) * T[i,j] * 0.001"),
        "of log-softmax": lambda x, t: neo.sum(
            -log_softmax_of_tensors(x) * t * 0.001),
        "of softmax": lambda x, t: neo.sum(
            neo.log(softmax_of_tensors(x)) * t * -0.001)}),
    Family("log_sum_exp", ROW, SMALL, {
        "function": lambda x: neo.logsumexp(x, 1),
        "by hand": log_sum_by_hand,
        "text": E("M[i] max= X[i,j]; S[i] += exp(X[i,j] - M[i]); "
                  "L[i] = M[i] + log(S[i])")}),
    Family("cross_entropy of labels", ROW, SMALL, {
        "log of sums": lambda x: neo.mean(neo.logsumexp(x, 1) - picked(x)),
        "of log-softmax": lambda x: -neo.mean(picked(neo.log_softmax(x, axis=1))),
        "of softmax": lambda x: -neo.mean(neo.log(picked(neo.softmax(x, axis=1)))),
        "one-hot": label_of_one_hot}),
]
