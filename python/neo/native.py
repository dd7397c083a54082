# native.py - calls of the compiled part, neo._core
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Compiling, running and interpreting IR text through `neo._core`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from neo.arrays import intake, prepared
from neo.dumps import dump
from neo.errors import Error, ShapeError, UsageError, describe, warn
from neo.progress import shown

MAX_THREADS = 1024  # What the runtime takes.

#: Defines the derivatives that a text declares (neo.derive).
DERIVED = "builtin.module(neo-autodiff{declared-only=true})"


def core() -> ModuleType:
    """The extension module, or an Error that says how to build it."""
    try:
        from neo import _core
    except ImportError as reason:
        raise Error(describe(
            f"the compiled part of neo is missing ({reason}): build it with "
            "scripts/setup.sh")) from None
    return _core


def thread_count(value: Any, what: str) -> int:
    """`value` as a number of threads, 0 for all cores; `what` names it."""
    if not isinstance(value, bool) and hasattr(value, "__index__"):
        number = value.__index__()
        if 0 <= number <= MAX_THREADS:
            return number
    raise UsageError(describe(
        f"{what} is {value!r}, but must be a whole number in "
        f"0..{MAX_THREADS}, 0 for all cores"))


def default_threads() -> int:
    """NEO_THREADS, or 0 for as many as there are cores."""
    text = os.environ.get("NEO_THREADS") or "0"
    return thread_count(int(text) if text.isdecimal() else text, "NEO_THREADS")


def set_threads(count: int) -> None:
    """How many threads run compiled functions; 0 means all cores."""
    core().set_threads(thread_count(count, "the number of threads"))


def get_threads() -> int:
    """How many threads run compiled functions, as `set_threads` has it; NEO_THREADS
    allows a process fewer."""
    return core().get_threads()


def compile_text(text: str, threads: int = 0, source: str = "",
                 function: str = "main") -> Any:
    """The compiled `function` of `text`; an Error shows `source` as well."""
    extension = core()
    threads = threads or default_threads()
    dump(extension, text, function)
    try:
        with shown(extension.compile_progress):
            program = extension.Program(text, function, threads)
    except Error as refusal:
        message = str(refusal)
        kind = ShapeError if "(C4)" in message else type(refusal)
        raise kind(describe(_named(message, text), source)) from None
    except MemoryError:
        raise Error(describe(
            "there is no memory for the program and the constants in it: use smaller "
            "extents, or pass large tensors as arguments", source)) from None
    if program.warning:
        warn(f"{program.warning} (NEO_COMPILE_BUDGET=SECONDS allows more, 0 any)",
             source)
    return program


def compile(text: str, function: str = "main", threads: int = 0
            ) -> Callable[..., list[np.ndarray]]:
    """`function` of IR text, compiled: it takes arrays and gives its results.

    The text may come from `ir` and `neo.canonical`, schedules edited by hand and
    all. Raises `neo.Error`, in one sentence, if no program can be made of it.
    """
    for value, what in ((text, "IR text"), (function, "a function's name")):
        if not isinstance(value, str):
            raise UsageError(describe(
                f"{what} is a str, not {type(value).__name__}"))
    dump(core(), text, function)
    program = core().Program(
        text, function, thread_count(threads, "threads") or default_threads())

    def run(*arrays: Any) -> list[np.ndarray]:
        return list(program.run([prepared(intake(a, f"argument {n}"))
                                 for n, a in enumerate(arrays)]))

    return run


def _named(message: str, text: str) -> str:
    """`message` with the tensor's name for `operand #0`, where it is clear.

    The verifier knows an operand by its number; in `text` it is a line of its
    operator, `%A[2 * p + r],`.
    """
    found = re.search(r"index '(.*?)' of (operand #(\d+))", message)
    if not found:
        return message
    index, operand, number = found[1], found[2], int(found[3])
    names = set()
    for operator in re.findall(r"neo\.compute .*\n((?: +%.*\n)*)", text):
        reads = re.findall(r"^ +%(\w+)[#\d]*\[(.*?)\]", operator, re.MULTILINE)
        if number < len(reads) and index in reads[number][1].split(", "):
            names.add(reads[number][0])
    if len(names) == 1:
        message = message.replace(operand, f"'{names.pop()}'", 1)
    return message.removeprefix("'neo.compute' op ")


def canonical(text: str, pipeline: str = "builtin.module()",
              locations: bool = False) -> str:
    """`text` parsed, verified, run through `pipeline` and printed again.

    With `locations`, also the lines of `text` that everything comes from.
    """
    for value, what in ((text, "IR text"), (pipeline, "a pipeline")):
        if not isinstance(value, str):
            raise UsageError(describe(
                f"{what} is a str, not {type(value).__name__}: neo.canonical(f.ir(x))"))
    return core().canonical(text, pipeline, locations)


def interpret(what: Any, *arrays: Any, function: str = "main"
              ) -> list[np.ndarray]:
    """Results of IR text, or of an operator, by the reference interpreter.

    `what` is the text of a module, of which `function` runs, or a neo.expr or
    neo.jit function, whose derivatives are derived first; a text has to define all
    that it calls. Slow and obvious: it visits every point of every loop.
    """
    if not isinstance(what, str) and not hasattr(what, "ir"):
        raise UsageError(describe(
            f"neo.interpret takes IR text, a neo.expr or a neo.jit function, "
            f"not {type(what).__name__}"))
    if not isinstance(function, str):
        raise UsageError(describe(
            f"a function is named by a str, not {type(function).__name__}"))
    text = what if isinstance(what, str) else core().canonical(
        what.ir(*arrays), DERIVED)
    inputs = [prepared(intake(a, f"argument {n}"))
              for n, a in enumerate(arrays)]
    if hasattr(what, "captured"):
        inputs += what.captured(*arrays)
    return list(core().interpret(text, function, inputs))
