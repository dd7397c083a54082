# static.py - arguments that are part of the program
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.jit(f, static="mode")`: what is no array, but decides what is computed.

    @neo.jit(static=("layers", "activation"))
    def model(weights, x, layers, activation="relu"):
        for n in range(layers): ...

Strings, flags, integers and whatever else has a hash: the function is traced once for
each of their values, and finds them as they are: (1, 2) and (1.0, True) are others. The programs of the last 64
combinations are kept.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from neo.errors import UsageError, describe, quiet, quieted
from neo.methods import Methods
from neo.pickling import path_of
from neo.recent import Recent
from neo.trace import active


class StaticJitted:
    """A function that is compiled for every combination of static arguments."""

    def __init__(self, function: Callable[..., Any], static: Sequence[int | str],
                 compiled: Callable[[Callable[..., Any]], Any]):
        functools.update_wrapper(self, function)
        self._function = function
        self._make = compiled
        self._signature = inspect.signature(function)
        self._known = Recent()
        self._methods = Methods()
        self.static_names = tuple(_named(each, function, self._signature)
                                  for each in static)

    def of(self, function: Callable[..., Any]) -> StaticJitted:
        """Another function, with the same static arguments and options."""
        return StaticJitted(function, self.static_names, self._make)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else self._methods.bound(self, instance)

    def __reduce__(self) -> Any:
        return path_of(self) or (
            StaticJitted, (self._function, self.static_names, self._make))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if active() is not None:
            return self._function(*args, **kwargs)
        try:
            compiled, args, kwargs = self._split(args, kwargs)
            return compiled(*args, **kwargs)
        except Exception as error:
            raise quiet(error)

    @quieted
    def ir(self, *args: Any, **kwargs: Any) -> str:
        """The IR for these arguments (arrays or neo.specs), as text."""
        compiled, args, kwargs = self._split(args, kwargs)
        return compiled.ir(*args, **kwargs)

    @quieted
    def schedule(self, *args: Any, **kwargs: Any) -> str:
        """How the loops of a call run, a line for each kernel."""
        compiled, args, kwargs = self._split(args, kwargs)
        return compiled.schedule(*args, **kwargs)

    @quieted
    def captured(self, *args: Any, **kwargs: Any) -> list[Any]:
        """The arrays that the IR takes after these arguments."""
        compiled, args, kwargs = self._split(args, kwargs)
        return compiled.captured(*args, **kwargs)

    def _split(self, args: tuple, kwargs: dict[str, Any]
               ) -> tuple[Any, tuple, dict[str, Any]]:
        """The compiled function for the static arguments, and the others."""
        given = self._given(args, kwargs)
        static = {n: given.arguments[n] for n in self.static_names}
        key = tuple((n, kinds(v), v) for n, v in static.items())
        try:
            hash(key)
        except TypeError:
            wrong = next(n for n, v in static.items() if not _has_hash(v))
            raise UsageError(describe(
                f"static argument '{wrong}' is a "
                f"{type(static[wrong]).__name__}, which has no hash: pass a "
                "number, a string or a tuple, or leave it out of 'static' if "
                "it is an array")) from None
        compiled = self._known.get(key, lambda: self._make(
            _with(self._function, self._signature, static)))
        names = [n for n, p in self._signature.parameters.items()
                 if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        # Behind those that have names come those of *args.
        rest = tuple(v for n, v in zip([*names, *[""] * len(args)], args)
                     if n not in static)
        return compiled, rest, {n: v for n, v in kwargs.items() if n not in static}

    def _given(self, args: tuple, kwargs: dict[str, Any]) -> inspect.BoundArguments:
        """All arguments by name."""
        try:
            given = self._signature.bind(*args, **kwargs)
        except TypeError as reason:
            raise UsageError(describe(
                f"'{_name_of(self._function)}': {reason}")) from None
        given.apply_defaults()
        return given


def names_and_positions(static: Any) -> tuple[int | str, ...]:
    """The option `static` of neo.jit. Raises UsageError."""
    if static is None or isinstance(static, (int, str)):
        static = () if static is None else (static,)
    if isinstance(static, bool) or not isinstance(static, Iterable) or \
            not all(type(each) in (int, str) for each in static):
        raise UsageError(describe(
            f"static is {static!r}, but must be the names of arguments, or where they "
            "stand, counted from 0"))
    return tuple(static)


def _name_of(function: Callable[..., Any]) -> str:
    """Partial functions and objects that can be called have no name."""
    return getattr(function, "__name__", type(function).__name__)


def _named(each: int | str, function: Callable[..., Any],
           signature: inspect.Signature) -> str:
    """The parameter that is called so, or stands at a place counted from 0."""
    names = [n for n, p in signature.parameters.items()
             if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if isinstance(each, int) and -len(names) <= each < len(names):
        return names[each]
    if each not in names:
        what = f"'{each}'" if isinstance(each, str) else repr(each)
        raise UsageError(describe(
            f"static names {what}, which is no parameter of "
            f"'{_name_of(function)}'; those are {', '.join(names)}"))
    return str(each)


def kinds(value: Any) -> Any:
    """What tells apart values that are equal but make other programs, however deep:
    1, 1.0 and True, as well as 0.0 and -0.0."""
    if isinstance(value, float):
        return type(value), repr(value)
    if isinstance(value, (tuple, list)):
        return type(value), *map(kinds, value)
    if isinstance(value, frozenset):
        return type(value), frozenset((kinds(each), each) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return type(value), *(kinds(getattr(value, f.name)) for f in fields(value))
    return type(value)


def _has_hash(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _with(function: Callable[..., Any], signature: inspect.Signature,
          static: dict[str, Any]) -> Callable[..., Any]:
    """`function` of its other parameters."""
    others = signature.replace(parameters=[
        p for n, p in signature.parameters.items() if n not in static])

    def call(*args: Any, **kwargs: Any) -> Any:
        given = others.bind(*args, **kwargs)
        arguments = given.arguments | static
        whole = inspect.BoundArguments(signature, {
            n: arguments[n] for n in signature.parameters if n in arguments})
        return function(*whole.args, **whole.kwargs)

    functools.update_wrapper(call, function)
    del call.__wrapped__
    call.__signature__ = others  # type: ignore[attr-defined]
    return call
