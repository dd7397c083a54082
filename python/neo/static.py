# static.py - arguments that are part of the program
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.jit(f, static="mode")`: what is no array, but decides what is computed.

    @neo.jit(static=("layers", "activation"))
    def model(weights, x, layers, activation="relu"):
        for n in range(layers): ...

Strings, flags, integers and whatever else has a hash: the function is traced once for
each of their values, and finds them as they are. The programs of the last 64
combinations are kept.
"""

from __future__ import annotations

import functools
import inspect
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from neo.errors import UsageError, describe
from neo.recent import Recent
from neo.trace import active


class StaticJitted:
    """A function that is compiled for every combination of static arguments."""

    def __init__(self, function: Callable[..., Any], static: Sequence[str],
                 compiled: Callable[[Callable[..., Any]], Any]):
        functools.update_wrapper(self, function)
        self._function, self._static = function, tuple(static)
        self._make = compiled
        self._signature = inspect.signature(function)
        self._known = Recent()
        self._bound: Any = weakref.WeakKeyDictionary()
        for name in self._static:
            if name not in self._signature.parameters:
                raise UsageError(describe(
                    f"static names '{name}', which is no parameter of "
                    f"'{function.__name__}'; those are "
                    f"{', '.join(self._signature.parameters)}"))

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        if instance not in self._bound:
            bound = self._function.__get__(instance)  # type: ignore[attr-defined]
            self._bound[instance] = StaticJitted(bound, self._static,
                                                 self._make)
        return self._bound[instance]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if active() is not None:
            return self._function(*args, **kwargs)
        compiled, rest = self._split(args, kwargs)
        return compiled(**rest)

    def ir(self, *args: Any, **kwargs: Any) -> str:
        """The IR for these arguments (arrays or neo.specs), as text."""
        compiled, rest = self._split(args, kwargs)
        return compiled.ir(**rest)

    def schedule(self, *args: Any, **kwargs: Any) -> str:
        """How the loops of a call run, a line for each kernel."""
        compiled, rest = self._split(args, kwargs)
        return compiled.schedule(**rest)

    def captured(self, *args: Any, **kwargs: Any) -> list[Any]:
        """The arrays that the IR takes after these arguments."""
        compiled, rest = self._split(args, kwargs)
        return compiled.captured(**rest)

    def _split(self, args: tuple, kwargs: dict[str, Any]
               ) -> tuple[Any, dict[str, Any]]:
        """The compiled function for the static arguments, and the others."""
        try:
            given = self._signature.bind(*args, **kwargs)
        except TypeError as reason:
            raise UsageError(describe(
                f"'{self._function.__name__}': {reason}")) from None
        given.apply_defaults()
        static = {n: given.arguments[n] for n in self._static}
        rest = {n: v for n, v in given.arguments.items() if n not in static}
        key = tuple((type(v), v) for v in static.values())
        try:
            hash(key)
        except TypeError:
            wrong = next(n for n, v in static.items() if not _has_hash(v))
            raise UsageError(describe(
                f"static argument '{wrong}' is a "
                f"{type(static[wrong]).__name__}, which has no hash: pass a "
                "number, a string or a tuple, or leave it out of 'static' if "
                "it is an array")) from None
        return self._known.get(key, lambda: self._make(
            _with(self._function, static))), rest


def _has_hash(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _with(function: Callable[..., Any], static: dict[str, Any]
          ) -> Callable[..., Any]:
    """`function` of its other parameters, which are passed by name."""
    def call(**rest: Any) -> Any:
        return function(**static, **rest)

    call.__name__ = function.__name__
    call.__qualname__ = function.__qualname__
    call.__module__ = function.__module__
    return call
