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

from neo import cache, optim, tree
from neo.autodiff import grad, value_and_grad
from neo.builder import compute
from neo.calibration import calibrate
from neo.directions import jvp, vjp
from neo.errors import (DtypeError, Error, ExpressionError, GradientError,
                        IndexError, ShapeError, UsageError)
from neo.explain import explain
from neo.expr import Expr, expr
from neo.functions import (abs, cos, erf, exp, log, maximum, minimum, pow,
                           relu, rsqrt, sigmoid, sin, sqrt, tanh, where)
from neo.hints import checkpoint, stop_gradient
from neo.jit import Jitted, jit
from neo.native import (canonical, compile, get_threads, interpret,
                        set_threads)
from neo.reduce import (amax, amin, argmax, argmin, max, mean, min, prod,
                        sum)
from neo.scan import scan
from neo.specs import spec
from neo.tensor import Tensor

__version__ = "0.1.0"

__all__ = [
    "DtypeError", "Error", "Expr", "ExpressionError", "GradientError",
    "IndexError", "Jitted", "ShapeError", "Tensor", "UsageError", "abs",
    "amax", "amin", "argmax", "argmin", "cache", "calibrate", "canonical",
    "checkpoint", "compile", "compute", "cos", "erf", "exp", "explain", "expr",
    "get_threads", "grad", "interpret", "jit", "jvp", "log", "max", "maximum",
    "mean", "min", "minimum", "optim", "pow", "prod", "relu", "rsqrt", "scan",
    "set_threads", "sigmoid", "sin", "spec", "sqrt", "stop_gradient", "sum",
    "tanh", "tree", "value_and_grad", "vjp", "where",
]
