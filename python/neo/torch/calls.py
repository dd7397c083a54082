# calls.py - compiled programs, called with tensors
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""From tensors of PyTorch to a program, and back, at every call.

Most calls are like an earlier one: the last programs are tried in turn, and each
compares the tensors with the shapes, element types and layouts (neo.torch.layouts) that
it was compiled for. That happens in C++, by DLPack's function table, without a NumPy
array for each tensor (python/TensorCall.h). Where PyTorch has no such table, or no
program fits, arrays are made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from neo import tree
from neo.arrays import prepared, spec_of
from neo.jit import Jitted, Options, Traced
from neo.native import compile_text
from neo.quick import MISSED, Quick
from neo.recent import Recent
from neo.specs import spec
from neo.torch.layouts import Layout, layout_of, viewed
from neo.torch.tensors import CLASSES, NAMES, arrays_of, tensor_of
from neo.trace import Trace

_EXCHANGE = getattr(torch.Tensor, "__dlpack_c_exchange_api__", None)


class Tried(Quick):
    """The last few programs, called with tensors."""

    def remember_for(self, layouts: Sequence[Layout | None], compiled: Any) -> None:
        """Tries `compiled` first from now on, where its results are tensors alone."""
        if _EXCHANGE is None or not (compiled.alone or compiled.is_tuple):
            return
        call = compiled.program.tensor_caller(
            tuple(compiled.captured), compiled.alone,
            tuple(each and (each.shape, each.strides) for each in layouts),
            CLASSES, _EXCHANGE)
        if call is not None:
            self.keep(None, call, None, compiled)


@dataclass(frozen=True)
class Translation:
    """A function of tensors of these layouts, as IR text, the arrays it captures, which
    nobody changes, and its name there. It gives a tuple of results."""

    layouts: tuple[Layout | None, ...]
    text: str
    captures: tuple[np.ndarray, ...]
    function: str = "main"


class Kept:
    """A translation, called with tensors of its layouts. It is compiled when its
    program is asked for, and tried with those in `tried`."""

    alone, is_tuple = False, True

    def __init__(self, translation: Translation, threads: int = 0,
                 tried: Tried | None = None):
        self.layouts = translation.layouts
        self.captured = [prepared(a) for a in translation.captures]
        self._translation, self._threads = translation, threads
        self._program: Any = None
        self._tried = tried or Tried()

    @property
    def program(self) -> Any:
        if self._program is None:  # Two threads may both compile it.
            self._program = compile_text(self._translation.text, self._threads,
                                         function=self._translation.function)
        return self._program

    def again(self, tensors: Sequence[torch.Tensor]) -> Any:
        """The results for tensors as in an earlier call; MISSED for others."""
        return self._tried.run(None, tensors)

    def first(self, tensors: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
        """The results, by a program that is compiled if need be."""
        arrays = _memory(tensors, self.layouts)
        found = self.program.run((*arrays, *self.captured))
        self._tried.remember_for(self.layouts, self)
        return tuple(map(tensor_of, found))


def _memory(tensors: Sequence[torch.Tensor], layouts: Sequence[Layout | None]
            ) -> list[np.ndarray]:
    """What lies under tensors of these layouts."""
    return arrays_of(t if layout is None else layout.under(t)
                     for t, layout in zip(tensors, layouts))


class Called:
    """A function of traced tensors; call it on tensors of PyTorch on the CPU.

    It gives one tensor, or the tuple of several, as the function does. `traced` is a
    trace of the function and its results, if there is one, for the shapes of all calls.
    `told` hears of each translation; a `kept` one, of a function that gives a tuple, is
    from an earlier process.
    """

    def __init__(self, function: Callable[..., Any], options: Options = Options(),
                 traced: tuple[Trace, Any] | None = None,
                 told: Callable[[Translation], None] = lambda translation: None,
                 kept: Translation | None = None):
        self._function = function
        self._options = options
        self._traced = traced
        self._told = told
        self._tried = Tried()
        self._kept = kept and Kept(kept, options.threads, self._tried)
        self._by_layouts = Recent()

    def apart(self) -> Called:
        """The same programs, of which those that it has run are tried."""
        assert self._kept is None, "a kept program is tried with those of one Called"
        other = copy(self)
        other._tried = Tried()
        return other

    def __call__(self, tensors: Sequence[torch.Tensor]) -> Any:
        """The results. Raises neo's errors, without what led here."""
        found = self.again(tensors)
        return self.first(tensors) if found is MISSED else found

    def again(self, tensors: Sequence[torch.Tensor]) -> Any:
        """The results by a program that is there; MISSED if none fits."""
        return self._tried.run(None, tensors)

    def first(self, tensors: Sequence[torch.Tensor]) -> Any:
        """The results by a program that is compiled if need be."""
        if self._options.batch:  # Strides would follow from the size.
            tensors = [t.contiguous() for t in tensors]
        layouts = tuple(map(layout_of, tensors))
        if self._kept is not None and self._kept.layouts == layouts:
            return self._kept.first(tensors)
        called = self.compiled_for(layouts)
        arrays = _memory(tensors, layouts)
        found = called(*arrays)
        structure = tree.flatten((tuple(arrays), {}), lists_of_numbers=True)[1]
        self._tried.remember_for(
            layouts, called.compiled_for(structure, tuple(map(spec_of, arrays))))
        return tuple(map(tensor_of, found)) if isinstance(found, tuple) \
            else tensor_of(found)

    def compile_for(self, tensors: Sequence[torch.Tensor]) -> None:
        """Compiles the program for tensors that lie as these do, whatever they hold."""
        layouts = tuple(map(layout_of, tensors))
        if self._kept is not None and self._kept.layouts == layouts:
            self._kept.program  # Compiles it.
            return
        specs = tuple(spec(tuple(t.shape if layout is None else layout.memory),
                           NAMES[t.dtype])
                      for t, layout in zip(tensors, layouts))
        structure = tree.flatten((specs, {}), lists_of_numbers=True)[1]
        self.compiled_for(layouts).compiled_for(structure, specs)

    def compiled_for(self, layouts: tuple[Layout | None, ...]) -> Jitted:
        """The function of the memory under tensors of these layouts."""
        return self._by_layouts.get(layouts, lambda: self._jitted(layouts))

    def _jitted(self, layouts: tuple[Layout | None, ...]) -> Jitted:
        if any(layouts):
            return _Once(viewed(self._function, layouts), self._options, None,
                         self._told, layouts)
        traced, self._traced = self._traced, None
        return _Once(self._function, self._options, traced, self._told, layouts)


class _Once(Jitted):
    """A function that may have been traced already, which is not done again; `told` is
    called with its translation."""

    def __init__(self, function: Callable[..., Any], options: Options,
                 known: tuple[Trace, Any] | None, told: Callable[[Translation], None],
                 layouts: tuple[Layout | None, ...]):
        super().__init__(function, options)
        self._known = known
        self._told, self._layouts = told, layouts

    def _traced(self, structure: Any, specs: Sequence[spec], batch: int | None = None,
                keeps: bool = True) -> Traced:
        known, self._known = self._known, None  # It is large.
        traced = super()._traced(structure, specs, batch, keeps) if known is None \
            else Traced(*known, self._options, keeps)
        self._told(Translation(self._layouts, traced.text, tuple(traced.originals)))
        return traced
