# derive.py - functions that are to be differentiated
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""How a derivative is asked for in the IR.

The function is defined privately, its derivative only declared; the pass
neo-autodiff fills the declaration in:

    func.func private @loss_0(%w: ..., %x: ...) -> (tensor<f32>) { ... }
    func.func private @loss_0_vjp(..., ..., tensor<f32>) -> (..., ...)

    func.func private @fun_0(%w: ..., %x: ... {neo.constant}) -> (...) { ... }
    func.func private @fun_0_jvp(..., ..., ...) -> (..., ...)

A function whose inside the derivative is to compute again, instead of keeping
it, says so: `attributes {neo.checkpoint}`.
"""

from __future__ import annotations

from collections.abc import Sequence

from neo.emit import declaration, function_text
from neo.errors import GradientError, ShapeError, describe
from neo.specs import spec
from neo.trace import Module, Trace, Value


def named(module: Module, stem: str) -> str:
    """A name that no function of the module has."""
    name = f"{stem}_{module.count}"
    module.count += 1
    return name


def define(module: Module, stem: str, trace: Trace, results: Sequence[Value],
           auxiliary: Sequence[Value] = ()) -> str:
    """Adds a traced function and the declaration of its adjoint.

    Gives the function's name; the adjoint is name_vjp, and with `auxiliary`
    results there is name_aux that returns them after the results.
    """
    name = named(module, stem)
    module.functions.append(function_text(name, trace, results, private=True))
    inputs = [p.spec for p in trace.parameters]
    module.functions.append(declaration(
        name + "_vjp", [*inputs, *(r.spec for r in results)],
        [s for s in inputs if s.is_float]))
    if auxiliary:
        module.functions.append(function_text(
            name + "_aux", trace, [*results, *auxiliary], private=True))
    return name


def define_forward(module: Module, trace: Trace, results: Sequence[Value],
                   captured: Sequence[Value]) -> str:
    """Adds a traced function and the declaration of its forward derivative.

    That one, name_jvp, takes a tangent for every float parameter but those
    `captured`, which do not move.
    """
    name = named(module, "fun")
    module.functions.append(function_text(
        name, trace, results, private=True, marked=captured,
        mark="neo.constant"))
    inputs = [p.spec for p in trace.parameters]
    moving = [p.spec for p in trace.parameters
              if p.spec.is_float and p not in captured]
    outputs = [r.spec for r in results]
    module.functions.append(declaration(
        name + "_jvp", [*inputs, *moving],
        [*outputs, *(s for s in outputs if s.is_float)]))
    return name


def define_checkpoint(module: Module, trace: Trace, results: Sequence[Value]
                      ) -> str:
    """Adds a traced function whose inside derivatives compute again."""
    name = named(module, "checkpoint")
    module.functions.append(function_text(
        name, trace, results, private=True, attributes="neo.checkpoint"))
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
