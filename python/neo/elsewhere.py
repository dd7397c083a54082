# elsewhere.py - names of NumPy and JAX that neo has not
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What to write in neo for a name that its users know from NumPy or JAX.

`neo.vmap` fails as any missing attribute does, with AttributeError, but says that a
batch is one more loop of the expression. Names stand here only if something in neo
does what they do. Of other names, the one that is near is offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import NoReturn

from neo.errors import describe

_UNROLLED = "neo.scan(step, carry, length=n); loops of Python are unrolled"
_PAIR = "both branches, and choose with neo.where(condition, a, b)"
_HESSIAN = "neo.jvp(neo.grad(f), (x,), (v,)), its product with a direction v"
_OUTSIDE = "numpy's outside of neo.jit: what it gives depends on values"
_HERE = "neo itself: neo.exp, neo.softmax, neo.relu, ..."
_NOTHING = "nothing: a call returns arrays of numpy when they are there"

REMEDIES = {
    "vmap": "the batch as one more dimension: neo.expr('Y[b,j] += X[b,i] * W[i,j]'), "
            "x @ w, axis=... of reductions",
    "pmap": "neo.jit: it uses all processors",
    "fori_loop": _UNROLLED, "while_loop": _UNROLLED, "map": "neo.scan, or neo.tree.map",
    "cond": _PAIR, "select": _PAIR, "switch": _PAIR,
    "jacfwd": "neo.jvp for each direction", "jacrev": "neo.vjp for each cotangent",
    "jacobian": "neo.jvp for each direction, or neo.vjp for each cotangent",
    "hessian": _HESSIAN, "remat": "neo.checkpoint",
    "array": "neo.asarray, or numpy's: arrays are operands as they are",
    "empty": "neo.zeros",
    "float16": "numpy.float16", "float32": "numpy.float32", "float64": "numpy.float64",
    "int32": "numpy.int32", "int64": "numpy.int64", "bfloat16": "ml_dtypes.bfloat16",
    "pi": "math.pi", "inf": "math.inf", "nan": "math.nan", "newaxis": "None",
    "inner": "neo.einsum",
    "tan": "neo.sin(x) / neo.cos(x)", "log2": "neo.log(x) / math.log(2)",
    "exp2": "2 ** x", "logaddexp": "neo.logsumexp(neo.stack([a, b]), 0)",
    "mod": "x - y * neo.floor(x / y), or x % n for integers",
    "vstack": "neo.concatenate([a, b], 0)", "hstack": "neo.concatenate([a, b], 1)",
    "diag": "x * neo.eye(len(x)), or neo.einsum('ii->i', x)",
    "average": "neo.mean", "absolute": "neo.abs", "negative": "-x",
    "concat": "neo.concatenate", "permute_dims": "neo.transpose", "power": "neo.pow",
    "isinf": "neo.abs(x) == math.inf", "nan_to_num": "neo.where(neo.isnan(x), 0, x)",
    "nansum": "neo.sum(x, where=~neo.isnan(x))",
    "nanmean": "neo.mean(x, where=~neo.isnan(x))",
    "log10": "neo.log(x) / math.log(10)", "hypot": "neo.sqrt(x * x + y * y)",
    "sinh": "(neo.exp(x) - neo.exp(-x)) / 2", "cosh": "(neo.exp(x) + neo.exp(-x)) / 2",
    "reciprocal": "1 / x", "round": "neo.floor(x + 0.5)",
    "ptp": "neo.max(x) - neo.min(x)",
    "trace": "neo.einsum('ii->', x)", "diagonal": "neo.einsum('ii->i', x)",
    "tri": "neo.tril(neo.ones((n, n)))", "identity": "neo.eye(n)",
    "meshgrid": "neo.arange(n)[:, None] and neo.arange(m)[None, :]",
    "vdot": "neo.sum(x * y)", "array_split": "neo.split(x, [places])",
    "matrix_transpose": "neo.swapaxes(x, -1, -2)", "astype": "x.astype(dtype)",
    "cumprod": "neo.scan of products", "add": "a + b", "subtract": "a - b",
    "multiply": "a * b", "divide": "a / b", "true_divide": "a / b", "equal": "a == b",
    "greater": "a > b", "less": "a < b", "not_equal": "a != b", "sort": _OUTSIDE,
    "argsort": _OUTSIDE, "unique": _OUTSIDE, "nonzero": _OUTSIDE, "median": _OUTSIDE,
    "bincount": "neo.sum(neo.one_hot(x, n), 0)", "searchsorted": _OUTSIDE,
    "swish": "neo.silu", "log_sigmoid": "-neo.softplus(-x)",
    "numpy": _HERE, "nn": _HERE,
    "tree_map": "neo.tree.map", "tree_util": "neo.tree.map and neo.tree.leaves",
    "lax": "neo.scan for loops, neo.where for choices", "ndarray": "neo.Tensor",
    "Array": "neo.Tensor", "associative_scan": "neo.cumsum or neo.scan",
    "make_jaxpr": "f.ir(x) of a function that neo.jit gives",
    "dropout": "neo.random.dropout(key, x, rate)", "linalg": "neo.norm, neo.matmul",
    "block_until_ready": _NOTHING, "device_put": _NOTHING,
    "conv": "neo.expr('C[b,k,p,q] += A[b,c,p+r,q+s] * W[k,c,r,s]', p=..., q=...)",
    "convolve": "neo.expr('C[p] += A[p+r] * W[r]', p=...)",
}

_UNIFORM = "neo.random.uniform(key, shape)"
_NORMAL = "neo.random.normal(key, shape)"
_WEIGHTS = "neo.random.glorot_uniform(key, shape) or neo.random.he_normal(key, shape)"

RANDOM = {
    "PRNGKey": "neo.random.key(seed)", "default_rng": "neo.random.key(seed)",
    "exponential": "-neo.log1p(-neo.random.uniform(key, shape))",
    "shuffle": "neo.random.permutation(key, x), outside of neo.jit",
    "seed": "neo.random.key(seed), and pass the key to what draws",
    "rand": _UNIFORM, "random": _UNIFORM, "random_sample": _UNIFORM,
    "randn": _NORMAL, "standard_normal": _NORMAL,
    "integers": "neo.random.randint(key, shape, low, high)",
    "initializers": _WEIGHTS, "glorot_normal": _WEIGHTS, "xavier_uniform": _WEIGHTS,
    "kaiming_normal": _WEIGHTS, "lecun_normal": _WEIGHTS, "he_uniform": _WEIGHTS,
}


def missing(module: str, name: str, remedies: dict[str, str], known: Sequence[str]
            ) -> NoReturn:
    """Raises AttributeError for `name`, with the remedy or the name that is meant."""
    said = f"module '{module}' has no attribute '{name}'"
    if name in remedies:
        raise AttributeError(describe(f"{said}: write {remedies[name]}"))
    close = meant(name, known)
    raise AttributeError(
        describe(f"{said}: did you mean '{close}'?") if close else said)


def meant(name: str, known: Sequence[str]) -> str:
    """Which of `known` is meant by `name`; '' where none is near."""
    if name.startswith("_"):
        return ""
    names = {each.lower(): each for each in known}
    found = get_close_matches(name.lower(), names, 1, 0.75)
    return names[found[0]] if found else ""
