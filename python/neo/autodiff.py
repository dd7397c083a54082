# autodiff.py - gradients of functions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.grad` and `neo.value_and_grad`.

Inside `neo.jit` the function becomes a private function @loss_0 of the module,
and its gradient a call of @loss_0_vjp with cotangent 1; the compiler derives
the adjoint, inlines both and removes what they share. Outside `neo.jit` they
compile themselves. Functions with other results than one loss are for
`neo.vjp` and `neo.jvp` (neo.directions).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from neo import tree
from neo.arrays import is_array, is_number
from neo.derive import define
from neo.errors import GradientError, UsageError, describe, quieted, quoted
from neo.inner import Inner, Outputs
from neo.jit import Jitted
from neo.specs import spec
from neo.static import StaticJitted
from neo.tensor import Tensor
from neo.trace import active, require_trace


def value_and_grad(function: Callable[..., Any],
                   argnums: int | Sequence[int] = 0,
                   has_aux: bool = False) -> Callable[..., Any]:
    """A function that returns (value, gradients).

    `function` returns a float tensor of rank 0, or with `has_aux` a pair
    (loss, anything), and the result is then ((loss, anything), gradients).
    `argnums` says which positional arguments to differentiate: for an integer
    the gradients have that argument's containers, for several they are a tuple.
    A gradient has the shape and element type of what it belongs to.

    Raises GradientError where the loss is not a float scalar or an argument to
    differentiate is not of a float type.
    """
    wanted = _wanted(function, argnums)

    @quieted
    @functools.wraps(function)
    def differentiated(*args: Any, **kwargs: Any) -> Any:
        if active() is None:
            return compiled(*args, **kwargs)
        numbers = [_argument(n, len(args)) for n in wanted]
        call = _Call(function, args, kwargs, has_aux, numbers)
        found = [call.gradient(n) for n in numbers]
        return call.value, (found[0] if isinstance(argnums, int)
                            else tuple(found))

    compiled = _compiled(function, differentiated)
    return differentiated


def grad(function: Callable[..., Any], argnums: int | Sequence[int] = 0,
         has_aux: bool = False) -> Callable[..., Any]:
    """Like `value_and_grad`, but returns the gradients only.

    With `has_aux` it returns (gradients, anything), where `function` returns
    (loss, anything).
    """
    both = value_and_grad(function, argnums, has_aux)

    @quieted
    @functools.wraps(function)
    def differentiated(*args: Any, **kwargs: Any) -> Any:
        if active() is None:
            return compiled(*args, **kwargs)
        value, gradients = both(*args, **kwargs)
        return (gradients, value[1]) if has_aux else gradients

    compiled = _compiled(function, differentiated)
    return differentiated


def _compiled(function: Callable[..., Any], differentiated: Callable[..., Any]
              ) -> Any:
    """`differentiated` for calls outside neo.jit, with the static arguments of
    `function`, whose signature it has."""
    static = getattr(function, "static_names", ())
    return StaticJitted(differentiated, static, Jitted) if static \
        else Jitted(differentiated)


def _wanted(function: Any, argnums: Any) -> tuple[int, ...]:
    """The arguments to differentiate, checked."""
    if not callable(function):
        raise UsageError(describe(
            f"a gradient is taken of a function, not {type(function).__name__}"
        ))
    numbers = (argnums,) if isinstance(argnums, int) else argnums
    if is_array(argnums):
        raise UsageError(describe(
            "a gradient is taken of a function, and then called on arrays: write "
            "neo.grad(f)(x), or neo.grad(f, argnums=1)(x, y) for another argument"))
    if not (isinstance(numbers, (tuple, list)) and
            all(isinstance(n, int) for n in numbers)):
        raise UsageError(describe(
            f"argnums is {argnums!r}, but must be an integer or several"))
    return tuple(numbers)


def _argument(number: int, count: int) -> int:
    if not -count <= number < count:
        raise GradientError(describe(
            f"argnums asks for argument {number}, but the call has {count} "
            f"positional argument{'s' * (count != 1)}: pass what is differentiated in order, not by name"))
    return number % count


class _Call:
    """One traced call of a function whose gradient is wanted."""

    def __init__(self, function: Callable[..., Any], args: tuple,
                 kwargs: dict, has_aux: bool, numbers: Sequence[int]):
        self.args = args
        self.inner = Inner(function, args, kwargs, "a gradient", lifts=numbers)
        for number in numbers:
            self._check_floats(number)
        self.value = self._record(has_aux)

    def _record(self, has_aux: bool) -> Any:
        inner = self.inner
        loss, rest = _split(inner.found, has_aux)
        result = inner.trace.local(loss.value)
        aux = Outputs(inner, rest)
        name = define(inner.trace.module, "loss", inner.trace, [result],
                      aux.traced)
        called = name + "_aux" if aux.traced else name
        values = inner.call(called, [result, *aux.traced])
        self.gradients = self._gradients(name, result.spec)
        value = Tensor(values[0])
        return (value, aux.filled(values[1:])) if has_aux else value

    def _gradients(self, name: str, loss: spec) -> list[Tensor | None]:
        """One per leaf of the arguments; None for those that have none."""
        inner = self.inner
        seed = inner.outer.splat(1.0, loss)
        return adjoints(inner, name, [seed])

    def gradient(self, number: int) -> Any:
        """The gradients of argument `number` in its containers."""
        _, structure = tree.flatten(self.args[number], lists_of_numbers=True)
        return tree.unflatten(structure, self.gradients[self._leaves(number)])

    def _leaves(self, number: int) -> slice:
        """Where the leaves of argument `number` stand among all."""
        start, end = (len(tree.flatten(self.args[:n], lists_of_numbers=True)[0])
                      for n in (number, number + 1))
        return slice(start, end)

    def _check_floats(self, number: int) -> None:
        chosen = self._leaves(number)
        for name, value in zip(self.inner.per_leaf(self.inner.names)[chosen],
                               self.inner.per_leaf(self.inner.inputs)[chosen]):
            if value is not None and not value.spec.is_float:
                raise GradientError(describe(
                    f"{quoted(name)} is {value.spec}, and integers have no gradient: "
                    "differentiate float arguments only (argnums), or convert it, "
                    "with .astype or as 3.0 for 3"))


def adjoints(inner: Inner, name: str, cotangents: Sequence[Any]
             ) -> list[Tensor | None]:
    """Calls name_vjp in the active trace: a gradient per leaf of the
    arguments, None for those that have none."""
    parameters = inner.trace.parameters
    hints = [(p.spec, "d" + p.hint) for p in parameters if p.spec.is_float]
    found = iter(require_trace("a gradient").call(
        name + "_vjp", [*inner.operands, *cotangents], hints))
    every = [Tensor(next(found)) if p.spec.is_float else None
             for p in parameters]
    for gradient, parameter in zip(every, parameters):
        if gradient is not None:
            gradient.value.weak = parameter.weak
    return inner.per_leaf(every[:len(inner.inputs)])


def _split(found: Any, has_aux: bool) -> tuple[Tensor, Any]:
    """The loss and the rest of what the function returned."""
    if has_aux and not (isinstance(found, tuple) and len(found) == 2):
        raise UsageError(describe(
            "with has_aux the function returns a pair (loss, anything)"))
    loss, aux = found if has_aux else (found, None)
    if not has_aux and isinstance(found, tuple) and len(found) == 2 and \
            isinstance(found[0], Tensor) and found[0].shape == ():
        raise GradientError(describe(
            "the function returned a tuple, but a gradient needs one traced float of "
            "rank 0: write has_aux=True where it is (loss, anything), or take neo.vjp "
            "for several results"))
    if is_number(loss) or is_array(loss):
        raise GradientError(describe(
            "the function returned what depends on no argument, and has no gradient: "
            "compute it of the arguments, by functions of neo"))
    if not isinstance(loss, Tensor):
        raise GradientError(describe(
            f"the function returned a {type(loss).__name__}, but a gradient "
            "needs one traced float of rank 0: add several losses up, or take "
            "neo.vjp for several results"))
    if loss.shape == () and not loss.spec.is_float:
        raise GradientError(describe(
            f"the function returned {loss.spec}, but integers have no gradient: "
            "convert what it is made of, e.g. with .astype(numpy.float32)"))
    if loss.shape != ():
        raise GradientError(describe(
            f"the function returned {loss.spec}, but a gradient needs a float "
            "of rank 0: reduce it, e.g. with neo.sum, or take neo.vjp"))
    return loss, aux
