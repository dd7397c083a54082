# explain.py - what the compiler makes of a program, and why
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.explain`: which statements became one kernel, what was copied for it, how its
loops run, what that costs, and which form each gradient takes.

The compiler says it about lines of IR and numbers of operands; here the user's code
and names stand instead (neo.provenance). A program is told in half a minute: one
line for each of the costliest kernels (neo.explain_kernels), then for some gradients
(neo.explain_gradients). All of them and everything that any pass said come with
`verbose`.
"""

from __future__ import annotations

import inspect
import os
import textwrap
from collections.abc import Iterator
from typing import Any

from neo.destinations import folder_of
from neo.errors import Error, GradientError, UsageError, describe, quiet
from neo.explain_gradients import Gradients, others
from neo.explain_kernels import Kernels
from neo.expr import Expr
from neo.jit import Jitted
from neo.native import core
from neo.provenance import Provenance
from neo.sources import remembering

_NARROWEST = 88  # Columns that lines may have below a table of fewer.


def explain(what: Any, /, *arrays: Any, verbose: bool = False,
            html: str | os.PathLike | None = None, **named: Any) -> str:
    """What becomes of a program: its kernels and its gradients, as text.

    `what` is a neo.expr, whose gradients are those of all operands, a neo.jit
    function, or IR text; `arrays` and `named` are its arguments, arrays or
    `neo.spec`s. Operations and bytes are counted for one run, bytes as if every
    tensor were moved once by each kernel that reads or writes it. Of a large program
    the kernels are shown that are predicted to take most, and what the others do
    together; `verbose` shows them all, what every pass did and why not. Nothing is
    compiled and nothing runs, unless `html` names a file: a page for a browser, where
    kernels are boxes with the time that each is predicted to take and took.

    Raises UsageError for what cannot be explained, what tracing raises, and OSError
    where no page can be written.
    """
    try:
        sections = list(_sections(what, arrays, named))
        if html is not None:
            _write_page(html, sections)
        return "\n".join(line for title, text in sections
                         for line in _section(title, text, verbose))
    except Error as error:
        raise quiet(error) from None


def _write_page(path: str | os.PathLike, sections: list[tuple[str, str]]) -> None:
    """The page of some IR texts, whose programs are compiled and run for it."""
    from neo.page import write
    from neo.page.report import report
    if not isinstance(path, (str, os.PathLike)):
        raise UsageError(describe(
            f"html is a path to write a page to, not a {type(path).__name__}"))
    folder_of(path)  # Before programs are compiled and run.
    write(path, [report(title, text) for title, text in sections])


def _sections(what: Any, arrays: tuple, named: dict[str, Any]
              ) -> Iterator[tuple[str, str]]:
    """The IR texts to explain, with titles."""
    if isinstance(what, str):
        if arrays or named:
            raise UsageError(describe(
                "IR text has its shapes: explain it without arrays"))
        yield "the program", what
        return
    if not hasattr(what, "ir"):
        raise UsageError(describe(
            f"neo.explain takes a neo.expr, a neo.jit function or IR text, not "
            f"{_kind(what)}" + ": wrap it by neo.jit" * callable(what)))
    with remembering():
        if isinstance(what, Expr):
            yield from _of_expression(what, arrays, named)
        else:
            name = getattr(what, "__name__", "the function")
            _check_arguments(what, name, arrays, named)
            if isinstance(what, Jitted) and what.options.device == "cuda":
                name += ", as on a CPU (.schedule(...) shows the kernels of a GPU)"
            yield name, what.ir(*arrays, **named)


def _of_expression(what: Expr, operands: tuple, named: dict[str, Any]
                   ) -> Iterator[tuple[str, str]]:
    operands = what.in_order(operands, named)
    yield str(what).replace("\n", "; "), what.ir(*operands)
    try:
        yield "its gradients", what.vjp_ir(*operands)
    except GradientError:
        return  # Integers have none.


def _section(title: str, text: str, verbose: bool) -> Iterator[str]:
    """What is said of one text."""
    found, remarks = core().explain(text)
    provenance = Provenance(text)
    kernels = Kernels(found, remarks, provenance)
    gradients = Gradients(found, remarks, provenance)
    heading = f"{title}: {kernels.total()}"
    if not verbose:
        yield from _brief(heading, kernels, gradients)
        return
    yield heading
    if found:
        yield from kernels.table()
    yield from kernels.apart()
    yield from gradients.forms()
    yield "everything that was decided:"
    yield from kernels.details()
    yield from gradients.details()
    yield from others(remarks, provenance, (" is read by ",))


def _brief(heading: str, kernels: Kernels, gradients: Gradients) -> Iterator[str]:
    """What matters most, in no line wider than the table."""
    table = kernels.brief()
    apart, forms = kernels.apart_in_brief(), gradients.brief()
    width = max(_NARROWEST, *map(len, table))
    yield from _wrapped(heading, width)
    yield from table if kernels.kernels else []
    for line in (*apart, *forms):
        yield from _wrapped(line, width)
    if [*table, *apart, *forms] != [*kernels.table(), *kernels.apart(),
                                    *gradients.forms()]:
        yield "  all of them: neo.explain(..., verbose=True)"


def _wrapped(line: str, width: int) -> list[str]:
    """`line`, which goes on below where it is longer than `width`."""
    if len(line) <= width:
        return [line]
    return textwrap.wrap(line, width, subsequent_indent=" " * 8,
                         break_on_hyphens=False)


def _check_arguments(what: Any, name: str, arrays: tuple,
                     named: dict[str, Any]) -> None:
    """Refuses arguments that the function does not take."""
    try:
        signature = inspect.signature(what)
    except (TypeError, ValueError):
        return
    try:
        # The function of a method knows it with `self`.
        own = (what.__self__,) if hasattr(what, "__self__") else ()
        signature.bind(*own, *arrays, **named)
    except TypeError as reason:
        raise UsageError(describe(
            f"'{name}' cannot be traced: {reason}; give neo.explain the "
            f"arguments of a call, {name}{signature}")) from None


def _kind(what: Any) -> str:
    if inspect.isroutine(what) or inspect.isclass(what):
        return f"the plain function '{getattr(what, '__name__', '')}'"
    return type(what).__name__
