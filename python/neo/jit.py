# jit.py - whole functions compiled at once
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.jit`: trace a Python function once per shapes, compile, run.

The function is called with tensors in place of arrays; what it does to them is
recorded, differentiated where it asks for gradients, fused and compiled. Later
calls with the same shapes, element types and containers run at once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from neo import tree
from neo.batch import compile_any, count_items, names_of, optimised_any
from neo.devices import check_device, compile_for_gpu, taken
from neo.drawing import Drawn
from neo.arrays import PLAIN, copied, is_array, is_number, prepared, spec_of
from neo.recent import Recent
from neo.elsewhere import JITTED, Suggesting
from neo.emit import function_text, module_text
from neo.errors import Error, UsageError, describe, quiet, quieted, quoted, warn
from neo.leaves import identifier, leaf_arguments, leaf_names
from neo.methods import Methods, is_method
from neo.native import canonical, compile_text, thread_count
from neo.pickling import path_of
from neo.quick import MISSED, Quick, are_plain
from neo.schedules import (OPTIMISE, compile_scheduled, refuse_inside,
                           schedule_lines, show, show_program)
from neo.specs import spec
from neo.static import StaticJitted, names_and_positions
from neo.tensor import Tensor, settled
from neo.too_large import with_operator
from neo.trace import Trace, active, tracing


@dataclass(frozen=True)
class Options:
    """How a function is compiled, as `jit` explains it."""

    threads: int = 0
    batch: Mapping[str, int] = field(default_factory=dict)
    strict: bool = False
    schedules: tuple[str, ...] = ()
    device: str = "cpu"
    allow_tf32: bool = False


class Jitted(Suggesting):
    """A function that compiles itself for every new set of shapes.

    Arguments are arrays, numbers and nested dicts, lists and tuples of them, where
    a list of numbers is an array; results are new arrays in the containers that the
    function returns. Python numbers take part as tensors of rank 0 in the float type
    of the arrays. Arrays that the function uses from outside are captured by value.

    The last 64 programs that were used are kept. In a class, `self` is static
    (see neo.methods): each instance has its own programs, which end with it.
    """

    _called, _instead = "a jitted function", JITTED

    def __init__(self, function: Callable[..., Any],
                 options: Options = Options()):
        functools.update_wrapper(self, function)
        self._function = function
        self._options = options
        self._compiled = Recent()
        self._quick = Quick()
        self._known_names = Recent()
        self._known_arguments = Recent()
        self._methods = Methods()

    @property
    def options(self) -> Options:
        """What it is compiled with."""
        return self._options

    def of(self, function: Callable[..., Any]) -> Jitted:
        """Another function, compiled with the same options."""
        return Jitted(function, self._options)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else self._methods.bound(self, instance)

    def __reduce__(self) -> Any:
        return path_of(self) or (Jitted, (self._function, self._options))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if active() is not None:
            if self._options.schedules:
                refuse_inside("a jitted function")
            return self._function(*args, **kwargs)
        try:
            # Arrays alone are their own leaves, their number the structure.
            found = MISSED if kwargs else self._quick.run(len(args), args)
            return self._call(args, kwargs) if found is MISSED else found
        except Error as error:
            raise quiet(with_operator(
                error, lambda: self.ir(*args, **kwargs))) from None
        except Exception as error:  # Python's own, of the function's lines.
            raise quiet(error)

    def _call(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        leaves, structure = tree.flatten((args, kwargs), lists_of_numbers=True)
        found = self._quick.run(structure, leaves)
        if found is not MISSED:
            return found
        if all(type(leaf) is np.ndarray and leaf.dtype in PLAIN
               for leaf in leaves):
            arrays = [prepared(leaf) for leaf in leaves]
        elif args and is_method(self, args[0]):
            return self.__get__(args[0])(*args[1:], **kwargs)
        else:
            arrays = self._intake(leaves, structure)
        specs = tuple(spec_of(a) for a in arrays)
        compiled = self.compiled_for(structure, specs)
        is_flat = not kwargs and are_plain(args)
        self._quick.remember(len(args) if is_flat else structure, compiled)
        return compiled(arrays)

    def compiled_for(self, structure: Any, specs: tuple[spec, ...]
                      ) -> _Compiled:
        axes = self._axes(structure, specs)
        if axes is None or self._options.device == "cuda":
            return self._compiled.get((structure, specs), lambda: _compile(
                self._traced(structure, specs), self._options))
        key = tuple(s if a is None else
                    (s.dtype, s.shape[:a], s.shape[a + 1:])
                    for s, a in zip(specs, axes))
        return self._compiled.get((structure, key), lambda: _Compiled(
            *compile_any(self._for_size(structure, specs, axes),
                         self._options.threads, self._options.schedules)))

    def _for_size(self, structure: Any, specs: Sequence[spec],
                  axes: Sequence[int | None]) -> Callable[[int], Traced]:
        """What traces the function for a number of items."""
        def traced(size: int) -> Traced:
            return self._traced(structure, [
                s if a is None else
                spec((*s.shape[:a], size, *s.shape[a + 1:]), s.dtype)
                for s, a in zip(specs, axes)], size)

        return traced

    def _axes(self, structure: Any, specs: Sequence[spec]
              ) -> list[int | None] | None:
        """Which dimension of every leaf is the batch; None if there is none."""
        batch = self._options.batch
        if not batch:
            return None
        arguments = self._known_arguments.get(
            (structure,), lambda: leaf_arguments(self._function, structure))
        items = count_items(batch, arguments, self._names(structure), specs)
        return [batch.get(a) for a in arguments] if items else None

    def once(self, args: Sequence[Any], compiled: Callable[[str], Any]) -> Any:
        """The results for `args`, traced anew; `compiled` gives the program of a text."""
        leaves, structure = tree.flatten((tuple(args), {}), lists_of_numbers=True)
        arrays = self._intake(leaves, structure)
        traced = self._traced(structure, [spec_of(a) for a in arrays], keeps=False)
        return _Compiled(traced, compiled(traced.text))(arrays)

    def prepared(self, args: Sequence[Any], compiled: Callable[[str], Any]
                 ) -> Callable[..., Any]:
        """The function as it is traced now, for arguments like `args`."""
        structure, specs = self._specs_for(tuple(args), {})
        traced = self._traced(structure, specs, keeps=False)

        def run(*args: Any) -> Any:
            leaves, found = tree.flatten((args, {}), lists_of_numbers=True)
            arrays = self._intake(leaves, found)
            if found != structure or [spec_of(a) for a in arrays] != specs:
                return self.once(args, compiled)
            return _Compiled(traced, compiled(traced.text))(arrays)

        return run

    @quieted
    def ir(self, *args: Any, **kwargs: Any) -> str:
        """The IR for these arguments (arrays or neo.specs), as text."""
        return self._traced_for(args, kwargs).text

    @quieted
    def captured(self, *args: Any, **kwargs: Any) -> list[np.ndarray]:
        """The arrays that the IR takes after these arguments."""
        return self._traced_for(args, kwargs).captured

    @quieted
    def schedule(self, *args: Any, **kwargs: Any) -> str:
        """How the loops of a call run, as text that `neo.jit(schedules=...)` takes.

        A line for each kernel of the program for these arguments, arrays or neo.specs
        (docs/Kernels.md); for a GPU those of the one there, or of an sm_80 (docs/Gpu.md).
        Raises UsageError where a given one cannot be followed.
        """
        structure, specs = self._specs_for(args, kwargs)
        axes = self._axes(structure, specs)
        if axes is None or self._options.device == "cuda":
            return show_program(self._traced(structure, specs).text, self._options)
        optimised = optimised_any(self._for_size(structure, specs, axes))[1]
        return show(optimised, self._options.schedules)

    def traced(self, *args: Any, **kwargs: Any) -> Traced:
        """The trace for these arguments (for neo's own modules)."""
        return self._traced_for(args, kwargs)

    def traced_in_batches(self, *args: Any, **kwargs: Any
                          ) -> Callable[[int], Traced] | None:
        """What traces it for a number of items; None where it takes no batch."""
        structure, specs = self._specs_for(args, kwargs)
        axes = self._axes(structure, specs)
        return None if axes is None else self._for_size(structure, specs, axes)

    def _traced_for(self, args: tuple, kwargs: dict[str, Any]) -> Traced:
        return self._traced(*self._specs_for(args, kwargs))

    def _specs_for(self, args: tuple, kwargs: dict[str, Any]
                   ) -> tuple[Any, list[spec]]:
        """The structure of the arguments, and what each leaf is."""
        leaves, structure = tree.flatten((args, kwargs), lists_of_numbers=True)
        arrays = self._intake(leaves, structure)
        return structure, [
            leaf if isinstance(leaf, spec) else spec_of(array)
            for leaf, array in zip(leaves, arrays)]

    def _intake(self, leaves: Sequence[Any], structure: Any) -> list[np.ndarray]:
        names = self._names(structure)
        shared = "float64"
        for leaf in leaves:
            dtype = str(getattr(leaf, "dtype", "")).rsplit(".", 1)[-1]
            if dtype in ("float16", "float32", "float64"):
                shared = dtype
                break
        arrays = []
        for name, leaf in zip(names, leaves):
            if isinstance(leaf, spec):
                leaf = 0.0  # `ir` takes specs beside arrays.
            kind = {bool: "bool", int: "int64"}.get(type(leaf), shared)
            arrays.append(taken(leaf, f"argument {quoted(name)}", kind,
                                self._options.device))
        return arrays

    def _names(self, structure: Any) -> list[str]:
        """The leaves' names; asking the signature takes a while."""
        return self._known_names.get(
            (structure,), lambda: leaf_names(self._function, structure))

    def _traced(self, structure: Any, specs: Sequence[spec],
                batch: int | None = None, keeps: bool = True) -> "Traced":
        trace = Trace(batch=batch)
        names = self._names(structure)
        inputs = [Tensor(trace.parameter(s, identifier(n), quoted(n), n))
                  for s, n in zip(specs, names)]
        args, kwargs = tree.unflatten(structure, inputs)
        with Drawn(self._function) as drawn, tracing(trace):
            found = settled(self._function(*args, **kwargs))
        if drawn.source():
            warn(f"random numbers of {drawn.source()} are constants of a jitted "
                 "function, the same in every call: pass a key and draw from neo.random")
        return Traced(trace, found, self._options, keeps)


class Traced:
    """A finished trace, its results, and the containers they go into.

    A program that `keeps` its captured arrays is run with no others, so that
    what depends on them alone, as weights in panels, is computed once.
    """

    def __init__(self, trace: Trace, found: Any, options: Options, keeps: bool):
        self.leaves, self.structure = tree.flatten(found)
        for leaf in self.leaves:
            if not (isinstance(leaf, Tensor) or is_array(leaf)
                    or is_number(leaf)):
                raise UsageError(describe(
                    f"a jitted function returned a {type(leaf).__name__}: "
                    "return arrays, numbers and containers of them"))
        results = [trace.local(leaf.value) for leaf in self.leaves
                   if isinstance(leaf, Tensor)]
        captured = [value for _, value in trace.captured.values()]
        entry = function_text("main", trace, results, marked=captured * keeps,
                              mark="neo.fixed")
        self.text = module_text(
            [*trace.module.functions, entry], trace.batch, options.strict,
            options.allow_tf32)
        # By value, so that later changes do not reach the compiled function.
        self.originals = trace.captures()
        self.captured = [copied(a) for a in self.originals]
        self.capture_lines = [trace.origins.get(id(value))
                              for _, value in trace.captured.values()]


class _Compiled:
    """A compiled function and what it needs beside its arguments."""

    def __init__(self, traced: Traced, program: Any):
        self.program = program
        self.captured = traced.captured
        self.structure = traced.structure
        single = tree.flatten(0)[1]
        are_tensors = all(isinstance(x, Tensor) for x in traced.leaves)
        self.alone = are_tensors and traced.structure == single
        # A tuple of results is what the program gives.
        self.is_tuple = are_tensors and traced.structure == (
            tuple, (single,) * len(traced.leaves))
        # Arrays by value too: what a call returns belongs to the caller.
        self.leaves = [None if isinstance(leaf, Tensor) else
                       np.array(leaf) if isinstance(leaf, np.ndarray) else leaf
                       for leaf in traced.leaves]

    def __call__(self, arrays: list[np.ndarray]) -> Any:
        return self.finish(self.program.run((*arrays, *self.captured)))

    def finish(self, results: Sequence[np.ndarray]) -> Any:
        """What the function returns, made of the program's results."""
        if self.alone:
            return results[0]
        results = iter(results)
        leaves = [next(results) if leaf is None else
                  leaf.copy() if isinstance(leaf, np.ndarray) else leaf
                  for leaf in self.leaves]
        return tree.unflatten(self.structure, leaves)


def _compile(traced: Traced, options: Options) -> _Compiled:
    if options.device == "cuda":
        return _Compiled(traced, compile_for_gpu(traced.text))
    if not options.schedules:
        return _Compiled(traced, compile_text(traced.text, options.threads))
    return _Compiled(traced, compile_scheduled(
        canonical(traced.text, OPTIMISE), options.schedules, options.threads))


def jit(function: Callable[..., Any] | None = None, *, threads: int = 0,
        batch: str | Sequence[str] | Mapping[str, int] = (),
        strict: bool = False, static: int | str | Sequence[int | str] = (),
        schedules: str | Sequence[str] = (), device: str = "cpu",
        allow_tf32: bool = False, **others: Any) -> Any:
    """`function` compiled as one program; also a decorator.

    `threads` limits the threads that run it; 0 means NEO_THREADS or all cores.
    `batch` names the arguments whose first dimension is the batch, or says which
    dimension it is, `{"x": 1}`: one program serves every number of items, on the CPU.
    `strict` keeps expressions in the order and form they are written in, where
    another one would be cheaper or safer (see docs/AlgebraPasses.md).
    `static` names arguments, or says where they stand, that are no arrays but part of
    the program, as strings, flags, and integers for `range`; each of their values has
    its own.
    `schedules` says how the loops of its kernels run, as the method `schedule` of
    the result gives it.
    `device` is "cpu" or "cuda", the first NVIDIA GPU (docs/Gpu.md).
    `allow_tf32` lets its tensor cores round float32 to tf32: faster, less precise.

        @neo.jit
        def step(params, x, y):
            loss, grads = neo.value_and_grad(model)(params, x, y)
            return loss, neo.optim.SGD(0.1).update(params, grads, {})[0]
    """
    if others:
        _refuse_option(next(iter(others)))
    if function is None:
        return functools.partial(jit, threads=threads, batch=batch,
                                 strict=strict, static=static,
                                 schedules=schedules, device=device,
                                 allow_tf32=allow_tf32)
    if isinstance(function, (staticmethod, classmethod)):
        kind = type(function).__name__
        raise UsageError(describe(
            f"neo.jit takes a function, not a {kind}: write @{kind} above "
            "@neo.jit"))
    if not callable(function):
        raise UsageError(describe(
            f"neo.jit takes a function, not {type(function).__name__}"))
    for name, value in (("strict", strict), ("allow_tf32", allow_tf32)):
        if not isinstance(value, bool):
            raise UsageError(describe(f"{name} is {value!r}, but must be a bool"))
    options = Options(thread_count(threads, "threads"), names_of(batch), strict,
                      schedule_lines(schedules, "schedules"), device, allow_tf32)
    check_device(options)
    names = names_and_positions(static)
    if not names:
        return Jitted(function, options)
    return StaticJitted(function, names,
                        functools.partial(Jitted, options=options))


def _refuse_option(name: str) -> NoReturn:
    if name in ("static_argnums", "static_argnames"):
        raise UsageError(describe(
            f"neo.jit has no option '{name}': write static=..., with the names or "
            "the positions of the arguments"))
    raise UsageError(describe(
        f"neo.jit has no option '{name}': it has threads, batch, strict, static, "
        "schedules, device and allow_tf32"))
