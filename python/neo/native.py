# native.py - the door to the compiled part
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Compiling, running and interpreting IR text through `neo._core`."""

from __future__ import annotations

import os
from types import ModuleType
from typing import Any

import numpy as np

from neo.arrays import intake, prepared
from neo.errors import Error, describe


def core() -> ModuleType:
    """The extension module, or an Error that says how to build it."""
    try:
        from neo import _core
    except ImportError as reason:
        raise Error(describe(
            f"the compiled part of neo is missing ({reason}): build it with "
            "scripts/setup.sh")) from None
    return _core


def default_threads() -> int:
    """NEO_THREADS, or 0 for as many as there are cores."""
    text = os.environ.get("NEO_THREADS", "0")
    if not text.isdigit():
        raise Error(describe(
            f"NEO_THREADS is {text!r}, but must be a whole number"))
    return int(text)


def set_threads(count: int) -> None:
    """How many threads run compiled functions; 0 means all cores."""
    core().set_threads(count)


def get_threads() -> int:
    """How many threads run compiled functions."""
    return core().get_threads()


def compile_text(text: str, threads: int = 0, source: str = "") -> Any:
    """The compiled @main of `text`; an Error shows `source` as well."""
    extension = core()
    try:
        return extension.Program(text, "main", threads or default_threads())
    except Error as refusal:
        raise type(refusal)(describe(str(refusal), source)) from None


def canonical(text: str, pipeline: str = "builtin.module()") -> str:
    """`text` parsed, verified, run through `pipeline` and printed again."""
    return core().canonical(text, pipeline)


def interpret(what: Any, *arrays: Any, function: str = "main"
              ) -> list[np.ndarray]:
    """Results of IR text, or of an operator, by the reference interpreter.

    `what` is the text of a module, of which `function` runs, or a neo.expr or
    neo.jit function. Slow and obvious: it visits every point of every loop.
    """
    text = what if isinstance(what, str) else what.ir(*arrays)
    inputs = [prepared(intake(a, f"argument {n}"))
              for n, a in enumerate(arrays)]
    return core().interpret(text, function, inputs)
