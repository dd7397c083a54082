# directions.py - vector-Jacobian and Jacobian-vector products
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.vjp` and `neo.jvp`: functions of several arguments and results.

For outputs y = f(x) with the Jacobian J, `vjp` gives u -> u J (backwards, from
cotangents to gradients) and `jvp` gives J v (forwards, from tangents to
tangents). Neither ever forms J. Names and order are those of JAX.

Both can be nested, in each other and in `neo.grad`: the product of a Hessian
and a vector v is

    neo.jvp(neo.grad(loss), (w,), (v,))[1]

Integers have no derivative. Where containers hold one, those of gradients,
cotangents and tangents hold None. Outside `neo.jit` both compile themselves,
once for each program: the function is traced in every call.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from neo import tree
from neo.arrays import is_number
from neo.autodiff import adjoints
from neo.derive import define, define_forward
from neo.errors import (DtypeError, GradientError, ShapeError, UsageError,
                        describe, quieted, quoted)
from neo.inner import Inner, Outputs
from neo.once import prepare, run
from neo.specs import spec
from neo.tensor import Tensor
from neo.trace import Value, active, require_trace
from neo.traced import lifted
from neo.weakness import Weakness


@quieted
def vjp(function: Callable[..., Any], *args: Any) -> tuple[Any, Any]:
    """The outputs of `function(*args)`, and a function that pulls back.

    The pullback takes cotangents in the outputs' containers, each with the
    shape and element type of its output, and returns a tuple with one gradient
    per argument, in its containers, shapes and element types. It can be called
    several times; each call computes what it needs of the function again.
    Outside `neo.jit` the arguments are taken by value.

        loss, pullback = neo.vjp(model, params, x)
        d_params, d_x = pullback(1.0)

    Raises GradientError where no argument or no output is of a float type,
    UsageError for other containers, ShapeError and DtypeError for cotangents
    that do not fit.
    """
    _check(function, "neo.vjp")
    if active() is None:
        return _vjp_of_arrays(function, args)
    inner = Inner(function, args, {}, "neo.vjp")
    _require_float(inner)
    outputs = Outputs(inner, inner.found)
    if not outputs.floats:
        raise GradientError(describe(
            "the function returned no traced float tensor, so there is nothing "
            "to pull back: return floats, or convert with .astype"))
    name = define(inner.trace.module, "fun", inner.trace, outputs.floats,
                  outputs.others)
    results = [*outputs.floats, *outputs.others]
    values = dict(zip(map(id, results), inner.call(
        name + "_aux" if outputs.others else name, results)))
    structure = tree.flatten(args, lists_of_numbers=True)[1]

    @quieted
    def pullback(cotangents: Any) -> tuple[Any, ...]:
        given = _directions("cotangent", cotangents, outputs.derivatives(
            outputs.floats), "the outputs")
        return tree.unflatten(structure, adjoints(inner, name, given))

    return outputs.filled([values[id(v)] for v in outputs.traced]), pullback


def _vjp_of_arrays(function: Callable[..., Any], args: Sequence[Any]
                   ) -> tuple[Any, Any]:
    given, structure = tree.flatten(tuple(args))
    kept = tree.unflatten(structure, [
        leaf if is_number(leaf) else np.array(leaf) for leaf in given])

    moving: list[bool] = []

    @functools.wraps(function)
    def forward(*args: Any) -> Any:
        found = vjp(function, *args)[0]
        moving[:] = (isinstance(leaf, Tensor) and leaf.spec.is_float
                     for leaf in tree.flatten(found)[0])
        return found

    def pull(arguments: Any, cotangents: Any) -> Any:
        return vjp(function, *arguments)[1](cotangents)

    @quieted
    def pullback(cotangents: Any) -> tuple[Any, ...]:
        return backward(kept, _like(cotangents, outputs))

    outputs = run(forward, *kept)
    # Now: what the function uses from outside may have changed later.
    leaves, structure = tree.flatten(outputs)
    backward = prepare(pull, kept, tree.unflatten(structure, [
        leaf if moves else None for leaf, moves in zip(leaves, moving)]))
    return outputs, pullback


@quieted
def jvp(function: Callable[..., Any], primals: Sequence[Any],
        tangents: Sequence[Any]) -> tuple[Any, Any]:
    """The outputs of `function(*primals)`, and their tangents.

    `primals` and `tangents` are tuples or lists of the same containers; each
    tangent has the shape and element type of what it belongs to. The tangents
    of the outputs come in the outputs' containers, shapes and element types:
    how fast each output changes when the arguments change at the given rates.

        y, dy = neo.jvp(model, (params, x), (d_params, d_x))

    Raises GradientError where no argument is of a float type, UsageError for
    other containers, ShapeError and DtypeError for tangents that do not fit.
    """
    _check(function, "neo.jvp")
    for what, given in (("primals", primals), ("tangents", tangents)):
        if not isinstance(given, (tuple, list)):
            raise UsageError(describe(
                f"neo.jvp takes the {what} as a tuple, one per argument, not "
                f"{type(given).__name__}: write ({what[:-1]},) for one"))
    primals, tangents = tuple(primals), tuple(tangents)
    if active() is None:
        return run(lambda primals, tangents: jvp(function, primals, tangents),
                   primals, _like(tangents, primals))
    inner = Inner(function, primals, {}, "neo.jvp")
    _require_float(inner)
    moving = _per_float(primals, inner.per_leaf(inner.inputs))
    given = _directions("tangent", tangents, moving, "the primals")
    outputs = Outputs(inner, inner.found)
    name = define_forward(inner.trace.module, inner.trace, outputs.traced,
                          inner.captured)
    hints = [Value(v.spec, v.trace, "d" + v.hint, v.weak) for v in outputs.floats]
    values = inner.call(name + "_jvp", [*outputs.traced, *hints], given)
    count = len(outputs.traced)
    return (outputs.filled(values[:count]),
            outputs.derivatives([Tensor(v) for v in values[count:]]))


def _check(function: Any, what: str) -> None:
    if not callable(function):
        raise UsageError(describe(
            f"{what} takes a function, not {type(function).__name__}"))


def _require_float(inner: Inner) -> None:
    if not any(v.spec.is_float for v in inner.inputs):
        raise GradientError(describe(
            "no argument has a float type, so there is no derivative: convert "
            "one with .astype"))


def _per_float(args: Any, values: Sequence[Value | None]) -> Any:
    """The containers with the float values in them, None for the others."""
    structure = tree.flatten(args, lists_of_numbers=True)[1]
    return tree.unflatten(structure, [v if v and v.spec.is_float else None
                                      for v in values])


def _directions(what: str, given: Any, wanted: Any, whole: str) -> list[Value]:
    """Cotangents or tangents as values of the active trace, checked against
    the containers and specs of what they belong to."""
    leaves, structure = tree.flatten(given)
    values, expected = tree.flatten(wanted)
    if structure != expected:  # Of an array, a list of numbers is one.
        leaves, structure = tree.flatten(given, lists_of_numbers=True)
    if structure != expected:
        raise UsageError(describe(
            f"the {what}s must come in the containers of {whole}, with None "
            "where there is no float tensor"))
    names = tree.names(expected, what)
    return [_direction(what if name == what else f"{what} {quoted(name)}", leaf,
                       value.spec, value.weak == Weakness.CREATED)
            for name, leaf, value in zip(names, leaves, values)]


def _direction(what: str, given: Any, wanted: spec, adapts: bool) -> Value:
    """One of them. What it belongs to `adapts` its type: it was created without one."""
    trace = require_trace("a pullback")
    if is_number(given) and wanted.shape == ():
        return trace.splat(float(given), wanted)
    value = lifted([given], [what])[0]
    if value.spec.shape != wanted.shape:
        raise ShapeError(describe(
            f"the {what} has shape {value.spec.shape}, but what it belongs to "
            f"has {wanted.shape}: they must be equal"))
    if value.spec.dtype == wanted.dtype:
        return value
    if adapts and value.spec.is_float:
        return Tensor(value).astype(wanted.dtype).value
    raise DtypeError(describe(
        f"the {what} is {value.spec.dtype}, but what it belongs to is "
        f"{wanted.dtype}: convert it with .astype"))


def _like(directions: Any, whole: Any) -> Any:
    """Python numbers among `directions` in the types of what they belong to."""
    leaves, structure = tree.flatten(directions)
    moving = [leaf for leaf in tree.flatten(whole)[0] if _moves(leaf)]
    if len(moving) != len(leaves):
        return directions  # Refused where the containers are compared.
    return tree.unflatten(structure, [
        leaf if not is_number(leaf) else
        np.asarray(leaf, other.dtype) if hasattr(other, "dtype") else
        float(leaf) for leaf, other in zip(leaves, moving)])


def _moves(leaf: Any) -> bool:
    """Whether an argument or output has a derivative, as far as is known."""
    if isinstance(leaf, (np.ndarray, np.generic)):
        return np.issubdtype(leaf.dtype, np.floating)
    return not isinstance(leaf, int)
