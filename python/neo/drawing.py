# drawing.py - random numbers that are drawn while a function is traced
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Whether a traced function draws from NumPy's or Python's generators.

What they give is a constant of the program, the same in every call, which is hardly
meant. A generator that was drawn from stands elsewhere than before: those of the
modules, and those that the function reaches,

    rng = np.random.default_rng(0)

    @neo.jit
    def noisy(x):
        return x + rng.normal(size=3)       # rng is a global that the code names

are asked before and after. One that the function makes itself is gone by then, so what
makes it, np.random.default_rng or random.Random, is looked for among the names of the
code, and such code is watched: helpers that do not run while the function is traced draw
nothing. So are the methods of the system's generator, which stands nowhere. Functions
that ask isinstance(rng, np.random.RandomState) make none of that class.
"""

from __future__ import annotations

import dis
import functools
import random
import sys
import weakref
from collections.abc import Iterator
from types import CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

_MOST = 1000  # Objects that are looked at: what a function uses is near.
_MAKERS = {
    "NumPy": (np.random.default_rng, np.random.RandomState, np.random.MT19937,
              np.random.PCG64, np.random.PCG64DXSM, np.random.Philox, np.random.SFC64),
    "Python": (random.Random, random.SystemRandom),
}
# What all methods of the system's generator draw by.
_OF_SYSTEM = [each.__code__ for each in (random.SystemRandom.random,
                                         random.SystemRandom.getrandbits)]
_HOMES = {"NumPy": np.random, "Python": random}
_OURS = ("neo", "numpy")
_PLAIN = (np.ndarray, np.generic, str, bytes, int, float, type(None))


class Drawn:
    """Where generators stand before `function` is traced, the user's or a wrapper, and
    while it is, as a context."""

    def __init__(self, function: Any):
        found = list(_reached(function))
        # Whose generators code makes, or draws from, if it runs.
        self._watched = {code: whose for each in found if isinstance(each, dict)
                         for code, whose in each.items()}
        self._generators = [each for each in found if not isinstance(each, dict)]
        self._before = self._standing()
        self._ran = ""

    def __enter__(self) -> Drawn:
        self._watches = bool(self._watched) and sys.getprofile() is None
        if self._watches:
            sys.setprofile(self._called)
        elif self._watched:  # Someone else's profiler runs: as if the code did.
            self._ran = next(iter(self._watched.values()))
        return self

    def __exit__(self, *_: object) -> None:
        if self._watches:
            sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and not self._ran:
            self._ran = self._watched.get(frame.f_code, "")

    def source(self) -> str:
        """Whose numbers were drawn since; '' for none."""
        moved = [whose for (whose, now), (_, before) in
                 zip(self._standing(), self._before) if now != before]
        return moved[0] if moved else self._ran

    def _standing(self) -> list[tuple[str, Any]]:
        """Whose each generator is, and where it stands."""
        state = np.random.get_state(legacy=False)
        return [("NumPy", (state["state"]["pos"], state["has_gauss"], state["gauss"])),
                ("Python", hash(random.getstate())), *map(_state, self._generators)]


def _state(generator: Any) -> tuple[str, Any]:
    if isinstance(generator, random.Random):
        return "Python", hash(generator.getstate())
    if isinstance(generator, np.random.RandomState):
        return "NumPy", repr(generator.get_state(legacy=False))
    return "NumPy", repr(getattr(generator, "bit_generator", generator).state)


def _reached(function: Any) -> Iterator[Any]:
    """Generators that `function` can draw from, and code to watch, with whose it makes."""
    waiting, seen = [function], {}
    while waiting and len(seen) < _MOST:
        each = waiting.pop()
        if isinstance(each, _PLAIN) or id(each) in seen:
            continue
        seen[id(each)] = each
        if isinstance(each, random.SystemRandom):
            yield dict.fromkeys(_OF_SYSTEM, "Python")
        elif isinstance(each, (np.random.Generator, np.random.RandomState,
                               np.random.BitGenerator, random.Random)):
            yield each
        elif isinstance(each, FunctionType):
            codes = list(_codes(each.__code__))
            makers = {code: _made(each, code) for code in codes}
            yield {code: whose for code, whose in makers.items() if whose}
            waiting += [each.__dict__.get("__wrapped__")]
            waiting += _used(each, {n for code in codes for n in code.co_names})
        else:
            waiting += _parts(each)


def _made(function: FunctionType, code: CodeType) -> str:
    """Whose generators `code` of `function` makes; '' for none."""
    names = code.co_names
    if _is_ours(function.__module__):
        return ""
    for whose, makers in _MAKERS.items():
        # Attributes of modules, and what the function itself imports. Python's names are
        # words that others use, too, so its module has to be named.
        home = vars(_HOMES[whose]) if whose == "NumPy" or "random" in names else {}
        for is_global, place in ((True, function.__globals__), (False, home)):
            found = {name for name in names if any(place.get(name) is each and not (
                isinstance(each, type) and "isinstance" in names) for each in makers)}
            if found and any(each.argval in found and is_global == (
                    each.opname == "LOAD_GLOBAL") for each in _named(code)):
                return whose
    return ""


def _named(code: CodeType) -> Iterator[dis.Instruction]:
    """The instructions that have a name."""
    return (each for each in dis.get_instructions(code) if isinstance(each.argval, str))


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code, and that of functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _used(function: FunctionType, names: set[str]) -> Iterator[Any]:
    """What a function has from outside, by its closure or by `names`."""
    if _is_ours(function.__module__):
        return
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # Not bound yet.
            pass
    yield from function.__defaults__ or ()
    places = [function.__globals__]
    for name in names & function.__globals__.keys():
        value = function.__globals__[name]
        if isinstance(value, ModuleType) and not _is_ours(value.__name__):
            places.append(vars(value))
    for place in places:
        yield from (place[name] for name in names & place.keys())


def _parts(value: Any) -> list[Any]:
    """What is inside of a container, a decorated function or an instance."""
    if isinstance(value, MethodType):
        return [value.__func__, value.__self__]
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, (list, tuple)):
        return list(value)
    if isinstance(value, weakref.ReferenceType):
        return [value()]
    if isinstance(value, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    inside = getattr(value, "__dict__", {})
    if callable(value) and "__wrapped__" in inside:
        return [inside["__wrapped__"]]
    if isinstance(value, (type, ModuleType)) or _is_ours(type(value).__module__):
        return []
    return list(inside.values())


def _is_ours(module: str | None) -> bool:
    return (module or "").split(".")[0] in _OURS


__all__ = ["Drawn"]
