# elsewhere.py - names of NumPy and JAX that neo has not
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What to write in neo for a name that its users know from NumPy or JAX.

`neo.vmap` fails as any missing attribute does, with AttributeError, but says that a
batch is one more loop of the expression. Names stand here only if something in neo
does what they do.
"""

from __future__ import annotations

from typing import NoReturn

from neo.errors import describe

_UNROLLED = "neo.scan(step, carry, length=n); loops of Python are unrolled"
_PAIR = "both branches, and choose with neo.where(condition, a, b)"
_ARRAYS = "numpy's: arrays of numpy are operands as they are, constants inside neo.jit"
_HESSIAN = "neo.jvp(neo.grad(f), (x,), (v,)), its product with a direction v"

REMEDIES = {
    "vmap": "the batch as one more dimension: neo.expr('Y[b,j] += X[b,i] * W[i,j]'), "
            "x @ w, axis=... of reductions",
    "pmap": "neo.jit: it uses all processors",
    "fori_loop": _UNROLLED, "while_loop": _UNROLLED, "map": "neo.scan, or neo.tree.map",
    "cond": _PAIR, "select": _PAIR, "switch": _PAIR,
    "jacfwd": "neo.jvp for each direction", "jacrev": "neo.vjp for each cotangent",
    "jacobian": "neo.jvp for each direction, or neo.vjp for each cotangent",
    "hessian": _HESSIAN, "remat": "neo.checkpoint",
    "array": _ARRAYS, "asarray": _ARRAYS, "linspace": _ARRAYS, "empty": "neo.zeros",
    "float16": "numpy.float16", "float32": "numpy.float32", "float64": "numpy.float64",
    "int32": "numpy.int32", "int64": "numpy.int64", "bfloat16": "ml_dtypes.bfloat16",
    "pi": "math.pi", "inf": "math.inf", "nan": "math.nan", "newaxis": "None",
    "tensordot": "neo.einsum", "inner": "neo.einsum",
    "tan": "neo.sin(x) / neo.cos(x)", "log2": "neo.log(x) / math.log(2)",
    "exp2": "2 ** x", "logaddexp": "neo.logsumexp(neo.stack([a, b]), 0)",
    "mod": "x - y * neo.floor(x / y), or x % n for integers",
    "logical_and": "a & b", "logical_or": "a | b", "logical_not": "~a",
    "vstack": "neo.concatenate([a, b], 0)", "hstack": "neo.concatenate([a, b], 1)",
    "diag": "x * neo.eye(len(x)), or neo.einsum('ii->i', x)",
    "average": "neo.mean", "absolute": "neo.abs", "negative": "-x",
    "concat": "neo.concatenate", "permute_dims": "neo.transpose", "power": "neo.pow",
    "conv": "neo.expr('C[b,k,p,q] += A[b,c,p+r,q+s] * W[k,c,r,s]', p=..., q=...)",
    "convolve": "neo.expr('C[p] += A[p+r] * W[r]', p=...)",
}

RANDOM = {
    "PRNGKey": "neo.random.key(seed)",
    "exponential": "-neo.log1p(-neo.random.uniform(key, shape))",
    "choice": "neo.random.categorical, neo.random.randint or neo.random.permutation",
    "shuffle": "x[neo.random.permutation(key, len(x))], outside of neo.jit",
    "seed": "neo.random.key(seed), and pass the key to what draws",
    "rand": "neo.random.uniform(key, shape)", "randn": "neo.random.normal(key, shape)",
}


def missing(module: str, name: str, remedies: dict[str, str]) -> NoReturn:
    """Raises AttributeError for `name`, with the remedy where there is one."""
    said = f"module '{module}' has no attribute '{name}'"
    if name not in remedies:
        raise AttributeError(said)
    raise AttributeError(describe(f"{said}: write {remedies[name]}"))
