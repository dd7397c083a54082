# __init__.py - the public names of neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Neo: write an operator as an index expression, get it and its gradient fast.

    matmul = neo.expr("C[i,j] += A[i,k] * B[k,j]")
    c = matmul(a, b)
    da, db = matmul.vjp((a, b), dc)

    step = neo.jit(neo.value_and_grad(loss))
    value, gradients = step(parameters, images, labels)

    y, dy = neo.jvp(model, (x,), (dx,))    # tangents
    y, pullback = neo.vjp(model, x)        # cotangents, of any outputs
"""

from importlib import import_module as _import_module
from sys import modules as _modules
from typing import Any as _Any

from neo import cache, optim, random, tree
from neo.activations import (clip, elu, gelu, isfinite, isnan, leaky_relu,
                             log_softmax, logsumexp, sign, silu, softmax,
                             softplus, square)
from neo.angles import (acos, acosh, asin, asinh, atan, atan2, atanh, cosh, sinh,
                        tan)
from neo.autodiff import grad, value_and_grad
from neo.builder import compute
from neo.calibration import calibrate
from neo.creation import (arange, asarray, eye, full, full_like, linspace,
                          one_hot, ones, ones_like, tril, triu, zeros,
                          zeros_like)
from neo.directions import jvp, vjp
from neo.einsums import einsum
from neo.elsewhere import REMEDIES as _REMEDIES
from neo.elsewhere import missing as _missing
from neo.errors import (DtypeError, Error, ExpressionError, GradientError,
                        IndexError, ShapeError, UsageError)
from neo.explain import explain
from neo.exports import export, load
from neo.expr import Expr, expr
from neo.functions import (abs, ceil, cos, erf, exp, exp2, expm1, floor, log,
                           log1p, log2, log10, logical_and, logical_not,
                           logical_or, logical_xor, maximum, minimum, pow,
                           relu, round, rsqrt, sigmoid, sin, sqrt, tanh,
                           trunc, where)
from neo.device_arrays import DeviceArray, on_stream, to_device
from neo.devices import ptx
from neo.hints import checkpoint, stop_gradient
from neo.jit import Jitted, jit
from neo.moments import mean, norm, std, var
from neo.native import (canonical, compile, get_threads, interpret,
                        set_threads)
from neo.padding import pad
from neo.products import dot, matmul, outer, tensordot
from neo.public import provide as _provide
from neo.reduce import (all, amax, amin, any, argmax, argmin, count_nonzero,
                        max, min, prod, sum)
from neo.repeating import repeat, tile
from neo.running import cumprod, cumsum
from neo.saving import load_tree, save_tree
from neo.scan import scan
from neo.shaping import (broadcast_to, concatenate, expand_dims, flip,
                         moveaxis, ravel, reshape, roll, split, squeeze, stack,
                         swapaxes, take, take_along_axis, transpose)
from neo.specs import spec
from neo.submodules import hide as _hide
from neo.surface import wrap_package as _wrap_package
from neo.tensor import Tensor
from neo.version import __version__

__all__ = [
    "DeviceArray", "DtypeError", "Error", "Expr", "ExpressionError",
    "GradientError", "IndexError", "Jitted", "ShapeError", "Tensor",
    "UsageError", "abs", "acos", "acosh", "all", "amax", "amin", "any",
    "arange", "argmax", "argmin", "asarray", "asin", "asinh", "atan", "atan2",
    "atanh", "broadcast_to", "cache", "calibrate", "canonical", "ceil",
    "checkpoint", "clip", "compile", "compute", "concatenate", "cos", "cosh",
    "count_nonzero", "cumprod", "cumsum", "dot", "einsum", "elu", "erf", "exp", "exp2",
    "expand_dims", "explain", "expm1", "export", "expr", "eye", "flip",
    "floor", "full", "full_like", "gelu", "get_threads", "grad", "interpret",
    "isfinite", "isnan", "jit", "jvp", "leaky_relu", "linspace", "load",
    "load_tree", "log", "log10", "log1p", "log2", "log_softmax", "logical_and",
    "logical_not", "logical_or", "logical_xor", "logsumexp", "matmul", "max",
    "maximum", "mean", "min", "minimum", "moveaxis", "norm", "on_stream",
    "one_hot", "ones", "ones_like", "optim", "outer", "pad", "pow", "prod",
    "ptx", "random", "ravel", "relu", "repeat", "reshape", "roll", "round",
    "rsqrt", "save_tree", "scan", "set_threads", "sigmoid", "sign", "silu",
    "sin", "sinh", "softmax", "softplus", "spec", "split", "sqrt", "square",
    "squeeze", "stack", "std", "stop_gradient", "sum", "swapaxes", "take",
    "take_along_axis", "tan", "tanh", "tensordot", "tile", "to_device",
    "transpose", "tree", "tril", "triu", "trunc", "value_and_grad", "var",
    "vjp", "where", "zeros", "zeros_like",
]


# Ways in from other systems: imported when they are asked for, as they need packages
# that Neo does without.
_FRONT_ENDS = ("onnx", "torch")


def __getattr__(name: str) -> _Any:
    if name in _FRONT_ENDS:
        return _import_module(f"neo.{name}")
    _missing("neo", name, _REMEDIES, __all__)


def __dir__() -> list[str]:
    return [*__all__, "__doc__", "__version__"]


_wrap_package(_modules[__name__])
_provide({name: globals()[name] for name in __all__})
_hide(_modules[__name__], (*__all__, *_FRONT_ENDS))
