# once.py - functions that are traced in every call
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Running a function of arrays without keeping a jitted function around.

What `neo.vjp` and `neo.jvp` are given is often a lambda made on the spot, whose
closure differs from call to call. So it is traced anew, and programs are found
by their text: tracing takes milliseconds, compiling does not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from neo.errors import Error, quiet
from neo.jit import Jitted
from neo.native import compile_text, default_threads
from neo.recent import Recent
from neo.too_large import with_operator

_programs = Recent()


def run(function: Callable[..., Any], *args: Any) -> Any:
    """`function(*args)`, traced, compiled and run."""
    jitted = Jitted(function)
    try:
        return jitted.once(args, _compiled)
    except Error as error:
        raise quiet(with_operator(error, lambda: jitted.ir(*args))) from None


def prepare(function: Callable[..., Any], *args: Any) -> Callable[..., Any]:
    """`function`, traced now and compiled when it is called with the like of `args`."""
    return Jitted(function).prepared(args, _compiled)


def _compiled(text: str) -> Any:
    threads = default_threads()
    return _programs.get((text, threads), lambda: compile_text(text, threads))
