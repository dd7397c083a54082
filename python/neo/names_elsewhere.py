# names_elsewhere.py - what to write for names of NumPy, JAX and PyTorch
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Remedies for names that neo has not, read behind "write".

Every function of the Python array API is in neo or stands here, and what users of other
frameworks look for first. Formulas are in x, y and numbers, so that they can be tested.
"""

from __future__ import annotations

_UNROLLED = "neo.scan(step, carry, length=n); loops of Python are unrolled"
_PAIR = "both branches, and choose with neo.where(condition, a, b)"
_HESSIAN = "neo.jvp(neo.grad(f), (x,), (v,)), its product with a direction v"
_BLOCKS = "neo.concatenate of rows of blocks, each neo.concatenate(row, 1)"
_REAL = "nothing: numbers are real"
_OUTSIDE = "numpy's outside of neo.jit: what it gives depends on values"
_HERE = "neo itself: neo.exp, neo.softmax, neo.relu, ..."
_NOTHING = "nothing: a call returns arrays of numpy when they are there"
_CONV = "neo.expr('C[b,k,p,q] += A[b,c,p+r,q+s] * W[k,c,r,s]', p=..., q=...)"
_LINE = "neo.expr('C[p] += A[p+r] * W[r]', p=...)"
_SEGMENTS = "neo.expr('H[n] += M[e] * where(D[e] == n, 1.0, 0.0)', n=...)"
_PLACED = "neo.where(neo.arange(n) == position, value, x)"
_RUNNING = "neo.scan(lambda m, v: (neo.{0}(m, v),) * 2, x[0], x)[1]"
_SCIPY = "scipy.special's outside of neo.jit"
_NUMPYS = "numpy's: arrays are NumPy's"
_SHORT = "numpy.int32 or numpy.int64: integers are these and int8"
_DEGREES = 3.141592653589793 / 180

FORMULAS = {
    "isinf": "neo.abs(x) == math.inf", "nan_to_num": "neo.where(neo.isnan(x), 0, x)",
    "hypot": "neo.sqrt(x * x + y * y)", "reciprocal": "1 / x", "negative": "-x",
    "logaddexp": "neo.logsumexp(neo.stack([x, y]), 0)", "positive": "x",
    "ptp": "neo.max(x) - neo.min(x)", "vdot": "neo.sum(x * y)",
    "vecdot": "neo.sum(x * y, axis=-1)", "diff": "x[..., 1:] - x[..., :-1]",
    "signbit": "x < 0", "rint": "neo.round(x)", "fix": "neo.trunc(x)",
    "fmod": "x - y * neo.trunc(x / y)", "remainder": "x % y",
    "mod": "x % y", "floor_divide": "x // y",
    "deg2rad": f"x * {_DEGREES}", "radians": f"x * {_DEGREES}",
    "rad2deg": f"x / {_DEGREES}", "degrees": f"x / {_DEGREES}",
    "cbrt": "neo.sign(x) * neo.abs(x) ** (1 / 3)", "sinc":
        "neo.where(x == 0, 1, neo.sin(math.pi * x) / (math.pi * x))",
    "copysign": "neo.where(y < 0, -neo.abs(x), neo.abs(x))",
    "heaviside": "neo.where(x > 0, 1.0, 0.0)", "ldexp": "x * 2.0 ** y",
    "nansum": "neo.sum(x, where=~neo.isnan(x))", "absolute": "neo.abs(x)",
    "nanmean": "neo.mean(x, where=~neo.isnan(x))", "fabs": "neo.abs(x)",
    "nanmax": "neo.max(x, where=~neo.isnan(x))",
    "nanmin": "neo.min(x, where=~neo.isnan(x))", "fmax": "neo.maximum(x, y)",
    "fmin": "neo.minimum(x, y)", "power": "neo.pow(x, y)",
    "float_power": "neo.pow(x, y)", "add": "x + y", "subtract": "x - y",
    "multiply": "x * y", "divide": "x / y", "true_divide": "x / y", "equal": "x == y",
    "not_equal": "x != y", "greater": "x > y", "greater_equal": "x >= y",
    "less": "x < y", "less_equal": "x <= y",
    "append": "neo.concatenate([neo.ravel(x), neo.ravel(y)])",
    "concat": "neo.concatenate([x, y])", "around": "neo.round(x)",
    "arcsin": "neo.asin(x)", "arccos": "neo.acos(x)", "arctan": "neo.atan(x)",
    "arctan2": "neo.atan2(x, y)", "arcsinh": "neo.asinh(x)",
    "arccosh": "neo.acosh(x)", "arctanh": "neo.atanh(x)",
    "inner": "neo.tensordot(x, y, (-1, -1))",
    "isclose": "neo.abs(x - y) <= 1e-8 + 1e-5 * neo.abs(y)",
    "nanvar": "neo.var(x, where=~neo.isnan(x))",
    "nanstd": "neo.std(x, where=~neo.isnan(x))",
    "nanprod": "neo.prod(x, where=~neo.isnan(x))",
    "nancumsum": "neo.cumsum(neo.where(neo.isnan(x), 0, x))",
    "nanargmax": "neo.argmax(neo.where(neo.isnan(x), -math.inf, x))",
    "nanargmin": "neo.argmin(neo.where(neo.isnan(x), math.inf, x))",
    "diagflat": "neo.ravel(x)[:, None] * neo.eye(x.size)",
    "celu": "neo.elu(x)", "squareplus": "(x + neo.sqrt(x * x + 4)) / 2",
    "log1mexp": "neo.log(1 - neo.exp(-x))",
    "bitwise_and": "x & y of truth values", "bitwise_or": "x | y of truth values",
    "bitwise_xor": "x != y of truth values", "erfc": "1 - neo.erf(x)",
    "logit": "neo.log(x / (1 - x))", "expit": "neo.sigmoid(x)",
    "swish": "neo.silu(x)", "log_sigmoid": "-neo.softplus(-x)",
    "mish": "x * neo.tanh(neo.softplus(x))", "hard_tanh": "neo.clip(x, -1, 1)",
    "relu6": "neo.clip(x, 0, 6)", "selu": "1.0507 * neo.elu(x, 1.6733)",
    "mse_loss": "neo.mean((x - y) ** 2)", "flipud": "neo.flip(x, 0)",
    "binary_cross_entropy": "neo.mean(neo.softplus(x) - x * y) of logits x",
    "unstack": "list(x)", "cumulative_sum": "neo.cumsum(x)",
    "cumulative_prod": "neo.cumprod(x)", "real": "x", "conj": "x",
}

# What vectors and matrices are written differently for.
BY_RANK = {
    "vstack": ("neo.stack([x, y])", "neo.concatenate([x, y], 0)"),
    "hstack": ("neo.concatenate([x, y])", "neo.concatenate([x, y], 1)"),
    "column_stack": ("neo.stack([x, y], 1)", "neo.concatenate([x, y], 1)"),
    "dstack": ("neo.stack([x, y], -1)[None]", "neo.stack([x, y], -1)"),
    "atleast_2d": ("neo.expand_dims(x, 0)", "x"),
    "atleast_3d": ("x[None, :, None]", "x[:, :, None]"),
}

REMEDIES = {
    **FORMULAS,
    **{name: f"{vectors} of vectors, {matrices} of matrices"
       for name, (vectors, matrices) in BY_RANK.items()},
    "vmap": "the batch as one more dimension: neo.expr('Y[b,j] += X[b,i] * W[i,j]'), "
            "x @ w, axis=... of reductions",
    "pmap": "neo.jit: it uses all processors",
    "fori_loop": _UNROLLED, "while_loop": _UNROLLED, "map": "neo.scan, or neo.tree.map",
    **dict.fromkeys(("cond", "select", "switch", "piecewise", "choose"), _PAIR),
    "jacfwd": "neo.jvp for each direction", "jacrev": "neo.vjp for each cotangent",
    "jacobian": "neo.jvp for each direction, or neo.vjp for each cotangent",
    "hessian": _HESSIAN, "remat": "neo.checkpoint", "linearize": "neo.jvp",
    **dict.fromkeys(("custom_vjp", "custom_jvp"), "the formula: its derivative is "
                    "derived, and neo.stop_gradient leaves parts of it out"),
    "array": "neo.asarray, or numpy's: arrays are operands as they are",
    "empty": "neo.zeros", "empty_like": "neo.zeros_like", "copy": "the tensor itself",
    **{name: f"numpy.{name}" for name in ("float16", "float32", "float64", "int8",
                                          "int32", "int64", "dtype")},
    **dict.fromkeys(("bool", "bool_"), "numpy.bool_"), "half": "numpy.float16",
    "single": "numpy.float32", "double": "numpy.float64", "long": "numpy.int64",
    **dict.fromkeys(("save", "savez", "savez_compressed"),
                    "neo.save_tree(path, arrays), and neo.load_tree(path)"),
    "block": _BLOCKS, **dict.fromkeys(("iscomplex", "iscomplexobj"), _REAL),
    "fill_diagonal": "neo.where(neo.eye(n) == 1, value, x)",
    "vsplit": "neo.split(x, n, 0)", "hsplit": "neo.split(x, n, 1) of matrices",
    "dsplit": "neo.split(x, n, 2)", "bfloat16": "ml_dtypes.bfloat16",
    **dict.fromkeys(("int16", "uint8", "uint16", "uint32", "uint64"), _SHORT),
    **dict.fromkeys(("complex64", "complex128", "imag", "complex"),
                    "real and imaginary parts as two arrays"),
    **dict.fromkeys(("from_dlpack", "finfo", "iinfo", "can_cast", "result_type",
                     "isdtype", "allclose", "array_equal"), _NUMPYS),
    "pi": "math.pi", "e": "math.e", "inf": "math.inf", "nan": "math.nan",
    "newaxis": "None",
    **dict.fromkeys(("invert", "bitwise_invert", "bitwise_not"), "~x of truth values"),
    **dict.fromkeys(("left_shift", "bitwise_left_shift"), "x * 2**n"),
    **dict.fromkeys(("right_shift", "bitwise_right_shift"), "x // 2**n of integers"),
    "divmod": "divmod(x, y) of Python",
    "diag": "x * neo.eye(len(x)), or neo.einsum('ii->i', x)",
    "permute_dims": "neo.transpose", "broadcast_arrays": "neo.broadcast_to",
    "trace": "neo.einsum('ii->', x)", "diagonal": "neo.einsum('ii->i', x)",
    "tri": "neo.tril(neo.ones((n, n)))", "identity": "neo.eye(n)",
    **dict.fromkeys(("meshgrid", "mgrid", "ogrid"),
                    "neo.arange(n)[:, None] and neo.arange(m)[None, :]"),
    "geomspace": "neo.exp(neo.linspace(math.log(first), math.log(last), n))",
    "logspace": "10.0 ** neo.linspace(first, last, n)",
    "array_split": "neo.split(x, [places])", "chunk": "neo.split(x, n)",
    "matrix_transpose": "neo.swapaxes(x, -1, -2)", "astype": "x.astype(dtype)",
    **{name: f"x.{name}" for name in ("ndim", "size", "shape")},
    **dict.fromkeys(("atleast_1d", "unsqueeze"), "neo.expand_dims(x, 0)"),
    **dict.fromkeys((
        "sort", "argsort", "lexsort", "frexp", "unique", "unique_all", "unique_counts", "unique_inverse",
        "unique_values", "nonzero", "flatnonzero", "argwhere", "median", "percentile",
        "quantile", "histogram", "searchsorted", "extract", "compress", "nextafter",
        "top_k", "topk", "approx_max_k", "interp", "triu_indices", "tril_indices",
        "fft"), _OUTSIDE),
    **dict.fromkeys(("erfinv", "gammaln", "lgamma", "digamma", "betainc"), _SCIPY),
    "bincount": "neo.sum(neo.one_hot(x, n), 0)",
    "digitize": "neo.sum(x[:, None] >= edges, axis=1)",
    **dict.fromkeys(("isin", "in1d"), "neo.any(x[:, None] == values, axis=1)"),
    "delete": "neo.concatenate([x[:n], x[n + 1:]])",
    "insert": "neo.concatenate([x[:n], value, x[n:]])", "cat": "neo.concatenate",
    **dict.fromkeys(("put", "put_along_axis", "at", "set", "index_update"), _PLACED),
    **dict.fromkeys(("scatter", "scatter_add", "segment_sum"), _SEGMENTS),
    "gather": "x[rows], or neo.take(x, rows, axis=0)", "resize": "neo.reshape",
    "unravel_index": "i // n and i % n", "ravel_multi_index": "i * n + j",
    "rot90": "neo.flip(neo.transpose(x), 0)", "fliplr": "neo.flip(x, 1)",
    "gradient": "neo.grad of a function, or differences (x[2:] - x[:-2]) / 2",
    "trapz": "neo.sum((y[1:] + y[:-1]) / 2 * dx)", "lerp": "a + t * (b - a)",
    "kron": "neo.einsum('ij,kl->ikjl', a, b).reshape(...)", "clamp": "neo.clip",
    "cross": "a[1] * b[2] - a[2] * b[1], and its like", "masked_fill":
        "neo.where(mask, value, x)", "addmm": "c + a @ b", "mm": "a @ b", "bmm": "a @ b",
    **dict.fromkeys(("vectorize", "frompyfunc", "apply_along_axis"),
                    "the function itself: functions of neo take whole arrays"),
    "cov": "x @ x.T / (n - 1) of rows x without their means",
    "corrcoef": "x @ x.T / n of rows x without their means, divided by their neo.std",
    "glu": "a * neo.sigmoid(b) of a, b = neo.split(x, 2, -1)",
    **dict.fromkeys(("layer_norm", "batch_norm"), "(x - neo.mean(x, axis, True)) / "
                    "neo.sqrt(neo.var(x, axis, True) + 1e-5) * scale + shift"),
    "max_pool": "neo.expr('P[b,c,p,q] max= A[b,c,2*p+r,2*q+s]', r=2, s=2, p=..., q=...)",
    "avg_pool": "neo.expr('P[b,c,p,q] += A[b,c,2*p+r,2*q+s] / 4', r=2, s=2, p=..., "
                "q=...)",
    **dict.fromkeys(("cross_entropy", "nll_loss"),
                    "-neo.mean(neo.sum(neo.one_hot(y, n) * neo.log_softmax(x), -1))"),
    "huber_loss": "neo.where(neo.abs(d) < 1, d * d / 2, neo.abs(d) - 0.5)",
    **dict.fromkeys(("numpy", "nn", "functional", "F"), _HERE),
    "tree_map": "neo.tree.map", "tree_util": "neo.tree.map and neo.tree.leaves",
    "lax": "neo.scan for loops, neo.where for choices", "ndarray": "neo.Tensor",
    "Array": "neo.Tensor", "associative_scan": "neo.cumsum or neo.scan",
    "average": "neo.mean(x), with weights neo.sum(w * x) / neo.sum(w)",
    **dict.fromkeys(("dynamic_update", "dynamic_update_slice",
                     "dynamic_update_index_in_dim"), _PLACED),
    **dict.fromkeys(("dynamic_slice", "dynamic_index_in_dim"),
                    "x[start + neo.arange(n)]"),
    **dict.fromkeys(("cummax", "cumulative_max"), _RUNNING.format("maximum")),
    **dict.fromkeys(("cummin", "cumulative_min"), _RUNNING.format("minimum")),
    "make_jaxpr": "f.ir(x) of a function that neo.jit gives",
    "dropout": "neo.random.dropout(key, x, rate)",
    "linalg": "neo.norm or neo.matmul, and what factors matrices by numpy.linalg "
              "outside of neo.jit",
    "block_until_ready": _NOTHING, "device_put": _NOTHING,
    "Parameter": "arrays in dicts, which functions take and return",
    "no_grad": "nothing: derivatives are taken where neo.grad is asked for them",
    **{name: f"neo.optim.{name}" for name in ("SGD", "Adam", "AdamW")},
    "conv": _CONV, "conv2d": _CONV, "convolve": _LINE, "correlate": _LINE,
}
