# methods.py - neo.jit on the functions of a class
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What `self` means in a method that `neo.jit` decorates.

    class Model:
        @neo.jit
        def predict(self, x):
            return neo.tanh(x @ self.weights)

`self` is static: the method is traced for every instance on its own, with the
attributes that the instance has then, whose arrays are captured by value. When
one of them is bound to something else, or an array or object in a dict, list or
tuple, the method is traced again; numbers and texts in these are seen where the
container is bound anew. So results are right, but slow if that happens at every
call, of which a warning tells. What changes belongs among the arguments:

    def step(self, weights, x): ...

Changes inside an array or in an object deeper down go unseen, as for anything
else that a jitted function uses from outside. Programs go with their instance.
"""

from __future__ import annotations

import functools
import inspect
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from neo import tree
from neo.errors import UsageError, describe, warn
from neo.trace import active

if TYPE_CHECKING:
    from neo.jit import Jitted

MANY_TRACES = 8  # Of a method, because of its instance: worth a warning.
_SIMPLE = (bool, int, float, complex, str, bytes)


class Method:
    """A jitted method of one instance."""

    def __init__(self, function: Jitted, instance: Any, state: _State):
        functools.update_wrapper(self, function.__wrapped__)
        self.__func__, self.__self__ = function, instance
        self._state = state

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if active() is not None:
            return self.__wrapped__(self.__self__, *args, **kwargs)
        return self._state.jitted(self.__self__)(*args, **kwargs)

    def ir(self, *args: Any, **kwargs: Any) -> str:
        """The IR for these arguments (arrays or neo.specs), as text."""
        return self._state.jitted(self.__self__).ir(*args, **kwargs)

    def schedule(self, *args: Any, **kwargs: Any) -> str:
        """How the loops of a call run, a line for each kernel."""
        return self._state.jitted(self.__self__).schedule(*args, **kwargs)

    def captured(self, *args: Any, **kwargs: Any) -> list[Any]:
        """The arrays that the IR takes after these arguments."""
        return self._state.jitted(self.__self__).captured(*args, **kwargs)

    def __reduce__(self) -> Any:
        return getattr, (self.__self__, self.__name__)


class Methods:
    """What one jitted function keeps for the instances it is a method of."""

    def __init__(self) -> None:
        # By identity: instances may be equal, or have no hash.
        self._states: dict[int, _State] = {}

    def bound(self, function: Jitted, instance: Any) -> Method:
        key = id(instance)
        state = self._states.get(key)
        if state is None or state.reference() is not instance:
            states = self._states
            state = _State(function, instance, lambda _: states.pop(key, None))
            states[key] = state
        return Method(function, instance, state)


def is_method(function: Jitted, first: Any) -> bool:
    """Whether a class of `first` holds `function`, as in Model.step(model)."""
    return any(value is function for base in type(first).__mro__[:-1]
               for value in vars(base).values())


class _State:
    """One method of one instance, which it refers to weakly."""

    def __init__(self, function: Jitted, instance: Any,
                 end: Callable[[Any], Any]):
        try:
            self.reference = weakref.ref(instance, end)
        except TypeError:
            raise UsageError(describe(
                f"'{getattr(function, '__name__', 'it')}' cannot be compiled as "
                f"a method of a {type(instance).__name__}, to which Python has no weak "
                "references: put '__weakref__' into its __slots__, or jit a "
                "function outside the class")) from None
        self._function = function
        self._seen: dict[str, Callable[[], Any]] = {}
        self._jitted: Jitted | None = None
        self._changes = 0

    def jitted(self, instance: Any) -> Jitted:
        """The function for the attributes that the instance has now."""
        watched = _watched(instance)
        changed = [name for name, value in watched.items()
                   if not _same(self._seen.get(name), value)]
        changed += [name for name in self._seen if name not in watched]
        jitted = self._jitted
        if jitted is None or changed:
            if jitted is not None:
                self._count(instance, changed[0])
            self._seen = {n: _witness(v) for n, v in watched.items()}
            self._jitted = jitted = self._function.of(_with_self(
                self._function.__wrapped__, self.reference))
        return jitted

    def _count(self, instance: Any, name: str) -> None:
        self._changes += 1
        if self._changes == MANY_TRACES:
            warn(f"'{self._function.__name__}' is compiled again and again, since "
                 f"'{name}' of the {type(instance).__name__} changes between calls: pass "
                 "what changes as an argument")


def _with_self(function: Callable[..., Any], reference: weakref.ref
               ) -> Callable[..., Any]:
    """`function` for one instance, without keeping that alive."""
    def call(*args: Any, **kwargs: Any) -> Any:
        return function(reference(), *args, **kwargs)

    functools.update_wrapper(call, function)
    del call.__wrapped__
    try:
        signature = inspect.signature(function)
        call.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=list(signature.parameters.values())[1:])
    except (TypeError, ValueError):
        pass
    return call


def _attributes(instance: Any) -> dict[str, Any]:
    """The attributes that the instance itself holds."""
    if isinstance(instance, type):
        return dict(vars(instance))  # A class method.
    found = dict(getattr(instance, "__dict__", {}))
    for base in type(instance).__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                found[name] = getattr(instance, name, None)
    return found


def _watched(instance: Any) -> dict[str, Any]:
    """What a change of is seen: attributes, and what containers hold."""
    found: dict[str, Any] = {}
    for name, value in _attributes(instance).items():
        if not isinstance(value, (dict, list, tuple)):
            found[name] = value
            continue
        leaves, structure = tree.flatten(value)
        paths = tree.names(structure, name)
        is_plain = all(isinstance(leaf, (*_SIMPLE, np.ndarray)) for leaf in leaves)
        found[name] = _Held(value if is_plain else None, [
            leaf for leaf in leaves if isinstance(leaf, _SIMPLE)], structure)
        found |= {path: leaf for path, leaf in zip(paths, leaves)
                  if not isinstance(leaf, _SIMPLE)}
    return found


class _Held(NamedTuple):
    """A container, unless it holds objects, which might lead back to the instance; the
    numbers and texts in it; and its structure."""

    container: Any
    simple: list[Any]
    structure: Any

    def is_like(self, other: _Held) -> bool:
        """Whether it is the other, which a program may have written into, as a list of
        what it met, or holds the same."""
        if self.container is not None and self.container is other.container:
            return True
        # By their texts 0.0 and -0.0 are two, and a NaN is itself.
        return self.structure == other.structure and \
            list(map(type, self.simple)) == list(map(type, other.simple)) and \
            list(map(repr, self.simple)) == list(map(repr, other.simple))


def _witness(value: Any) -> Callable[[], Any]:
    """Gives `value` again, as long as it is alive."""
    if not isinstance(value, _SIMPLE):
        try:
            return weakref.ref(value)
        except TypeError:
            pass
    return lambda: value


def _same(witness: Callable[[], Any] | None, value: Any) -> bool:
    if witness is None:
        return False
    seen = witness()
    if seen is None and isinstance(witness, weakref.ref):
        return False  # What was there is gone, even if None is there now.
    if isinstance(value, _Held):
        return isinstance(seen, _Held) and value.is_like(seen)
    return seen is value or \
        type(seen) is type(value) and isinstance(value, _SIMPLE) and \
        bool(seen == value)
