# autodiff.py - gradients of functions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.grad` and `neo.value_and_grad`.

Inside `neo.jit` the function becomes a private function @loss_0 of the module,
and its gradient a call of @loss_0_vjp with cotangent 1; the compiler derives
the adjoint, inlines both and removes what they share. Outside `neo.jit` they
compile themselves.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from neo import tree
from neo.errors import GradientError, UsageError, describe
from neo.jit import Jitted, identifier, leaf_names
from neo.specs import spec
from neo.tensor import Tensor, lifted
from neo.trace import Trace, Value, active, require_trace, tracing
from neo.vjp import define


def value_and_grad(function: Callable[..., Any],
                   argnums: int | Sequence[int] = 0,
                   has_aux: bool = False) -> Callable[..., Any]:
    """A function that returns (value, gradients).

    `function` returns a float tensor of rank 0, or with `has_aux` a pair
    (loss, anything), and the result is then ((loss, anything), gradients).
    `argnums` says which positional arguments to differentiate: for an integer
    the gradients have that argument's containers, for several they are a tuple.

    Raises GradientError where the loss is not a float scalar or an argument to
    differentiate is not of a float type.
    """
    wanted = _wanted(function, argnums)

    @functools.wraps(function)
    def differentiated(*args: Any, **kwargs: Any) -> Any:
        if active() is None:
            return compiled(*args, **kwargs)
        call = _Call(function, args, kwargs, has_aux)
        found = [call.gradient(_argument(n, len(args))) for n in wanted]
        return call.value, (found[0] if isinstance(argnums, int)
                            else tuple(found))

    compiled = Jitted(differentiated)
    return differentiated


def grad(function: Callable[..., Any], argnums: int | Sequence[int] = 0
         ) -> Callable[..., Any]:
    """Like `value_and_grad`, but returns the gradients only."""
    both = value_and_grad(function, argnums)

    @functools.wraps(function)
    def differentiated(*args: Any, **kwargs: Any) -> Any:
        if active() is None:
            return compiled(*args, **kwargs)
        return both(*args, **kwargs)[1]

    compiled = Jitted(differentiated)
    return differentiated


def _wanted(function: Any, argnums: Any) -> tuple[int, ...]:
    """The arguments to differentiate, checked."""
    if not callable(function):
        raise UsageError(describe(
            f"a gradient is taken of a function, not {type(function).__name__}"
        ))
    numbers = (argnums,) if isinstance(argnums, int) else argnums
    if not (isinstance(numbers, (tuple, list)) and
            all(isinstance(n, int) for n in numbers)):
        raise UsageError(describe(
            f"argnums is {argnums!r}, but must be an integer or several"))
    return tuple(numbers)


def _argument(number: int, count: int) -> int:
    if not -count <= number < count:
        raise GradientError(describe(
            f"argnums asks for argument {number}, but the call has {count} "
            "positional arguments"))
    return number % count


class _Call:
    """One traced call of a function whose gradient is wanted."""

    def __init__(self, function: Callable[..., Any], args: tuple,
                 kwargs: dict, has_aux: bool):
        self.args = args
        self.trace = require_trace("a gradient")
        leaves, structure = tree.flatten((args, kwargs))
        self.names = leaf_names(function, structure)
        self.inputs = lifted(leaves, self.names)
        inner = Trace(self.trace)
        parameters = [Tensor(inner.parameter(v.spec, identifier(n)))
                      for v, n in zip(self.inputs, self.names)]
        inner_args, inner_kwargs = tree.unflatten(structure, parameters)
        with tracing(inner):
            found = function(*inner_args, **inner_kwargs)
        self.value = self._record(inner, found, has_aux)

    def _record(self, inner: Trace, found: Any, has_aux: bool) -> Any:
        loss, aux = _split(found, has_aux)
        result = inner.local(loss.value)
        leaves, structure = tree.flatten(aux)
        traced = [inner.local(leaf.value) for leaf in leaves
                  if isinstance(leaf, Tensor)]
        name = define(inner.module, "loss", inner, result, traced)
        inputs = [*self.inputs, *inner.captures()]
        called = name + "_aux" if traced else name
        values = self.trace.call(called, inputs, [
            (v.spec, v.hint) for v in (result, *traced)])
        self.gradients = self._gradients(inner, name, inputs, result.spec)
        outer = iter(map(Tensor, values[1:]))
        kept = [next(outer) if isinstance(leaf, Tensor) else leaf
                for leaf in leaves]
        value = Tensor(values[0])
        return (value, tree.unflatten(structure, kept)) if has_aux else value

    def _gradients(self, inner: Trace, name: str, inputs: list[Value],
                   loss: spec) -> list[Tensor | None]:
        """One per leaf of the arguments; None for those that have none."""
        seed = self.trace.splat(1.0, loss)
        hints = [(p.spec, "d" + p.hint) for p in inner.parameters
                 if p.spec.is_float]
        found = iter(self.trace.call(name + "_vjp", [*inputs, seed], hints))
        every = [Tensor(next(found)) if p.spec.is_float else None
                 for p in inner.parameters]
        return every[:len(self.inputs)]

    def gradient(self, number: int) -> Any:
        """The gradients of argument `number` in its containers."""
        start = len(tree.flatten(self.args[:number])[0])
        leaves, structure = tree.flatten(self.args[number])
        chosen = slice(start, start + len(leaves))
        for name, value, found in zip(self.names[chosen], self.inputs[chosen],
                                      self.gradients[chosen]):
            if found is None:
                raise GradientError(describe(
                    f"'{name}' is {value.spec}, which has no gradient: "
                    "differentiate float arguments only (argnums) or convert "
                    "it with .astype"))
        return tree.unflatten(structure, self.gradients[chosen])


def _split(found: Any, has_aux: bool) -> tuple[Tensor, Any]:
    """The loss and the rest of what the function returned."""
    if has_aux and not (isinstance(found, tuple) and len(found) == 2):
        raise UsageError(describe(
            "with has_aux the function returns a pair (loss, anything)"))
    loss, aux = found if has_aux else (found, None)
    if not isinstance(loss, Tensor):
        raise GradientError(describe(
            f"the function returned a {type(loss).__name__}, but a gradient "
            "needs a traced tensor of rank 0"))
    if loss.shape != () or not loss.spec.is_float:
        raise GradientError(describe(
            f"the function returned {loss.spec}, but a gradient needs a float "
            "of rank 0: reduce it, e.g. with neo.sum"))
    return loss, aux
