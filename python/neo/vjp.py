# vjp.py - functions that are to be differentiated
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""How a gradient is asked for in the IR.

The function is defined privately, its adjoint only declared; the pass
neo-autodiff fills the declaration in:

    func.func private @loss_0(%w: ..., %x: ...) -> (tensor<f32>) { ... }
    func.func private @loss_0_vjp(..., ..., tensor<f32>) -> (..., ...)
"""

from __future__ import annotations

from collections.abc import Sequence

from neo.emit import declaration, function_text
from neo.errors import GradientError, ShapeError, describe
from neo.specs import spec
from neo.trace import Module, Trace, Value


def define(module: Module, stem: str, trace: Trace, result: Value,
           auxiliary: Sequence[Value] = ()) -> str:
    """Adds a traced function and the declaration of its adjoint.

    Gives the function's name; the adjoint is name_vjp, and with `auxiliary`
    results there is name_aux that returns them after the result.
    """
    name = f"{stem}_{module.count}"
    module.count += 1
    module.functions.append(function_text(name, trace, [result], private=True))
    inputs = [p.spec for p in trace.parameters]
    module.functions.append(declaration(
        name + "_vjp", [*inputs, result.spec],
        [s for s in inputs if s.is_float]))
    if auxiliary:
        module.functions.append(function_text(
            name + "_aux", trace, [result, *auxiliary], private=True))
    return name


def seed_type(result: spec, cotangent: spec) -> None:
    """Checks that a cotangent fits the result."""
    if not result.is_float:
        raise GradientError(describe(
            f"the result is {result}, which has no derivative: only float "
            "results have one"))
    if result.shape != cotangent.shape:
        raise ShapeError(describe(
            f"the cotangent has shape {cotangent.shape}, but the result has "
            f"{result.shape}: they must be equal"))
    if result.dtype != cotangent.dtype:
        raise GradientError(describe(
            f"the cotangent is {cotangent.dtype}, but the result is "
            f"{result.dtype}: convert it with .astype"))
