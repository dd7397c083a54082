# errors.py - every refusal of the Python side
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What neo raises, and how an error shows the expression and the user's line.

A message is one sentence naming the thing, what is wrong and the remedy; below
it stand the line of the expression with a caret, and the line of the user's
program that led here:

    extent of 'p' is unknown: pass it by keyword, p=EXTENT
      C[p] += A[p + r] * W[r]
        ^
      train.py:12: out = conv(A, W)

The compiled part raises `neo.Error` too, with MLIR's diagnostic as message.
"""

from __future__ import annotations

import builtins
import functools
import linecache
import os
import sys
import warnings
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, TypeVar

from neo.keyword_remedies import remedy

MAX_SHOWN = 120  # Characters of a line of the expression.
_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep

#: Where no line is a user's: this package, and those that call it.
_NOT_USERS = [_PACKAGE]

E = TypeVar("E", bound=Exception)
F = TypeVar("F", bound=Callable[..., Any])


class Error(Exception):
    """Base of everything neo raises on purpose."""


def quiet(error: E) -> E:
    """`error` with the lines of the user's program alone in its traceback.

    NEO_TRACEBACK=full keeps neo's own.
    """
    if os.environ.get("NEO_TRACEBACK") == "full":
        return error
    kept = []
    step = error.__traceback__
    while step is not None:
        name = step.tb_frame.f_code.co_filename
        if not os.path.abspath(name).startswith(_PACKAGE):
            kept.append(step)
        step = step.tb_next
    found: TracebackType | None = None
    for step in reversed(kept):
        found = TracebackType(found, step.tb_frame, step.tb_lasti,
                              step.tb_lineno)
    return error.with_traceback(found)


def quieted(function: F) -> F:
    """`function`, whose errors are `quiet`."""
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Error as error:
            raise quiet(error) from None
        except Exception as error:  # Python's own, and those of the user's code.
            known = isinstance(error, TypeError) and remedy(str(error),
                                                            function.__name__)
            if known:
                raise UsageError(describe(known)) from None
            raise quiet(error)

    return call  # type: ignore[return-value]


class ExpressionError(Error, ValueError):
    """The text of an expression cannot be read or means nothing."""


class ShapeError(Error, ValueError):
    """Shapes, ranks or extents do not fit together."""


class DtypeError(Error, TypeError):
    """An element type is not supported, or types are mixed."""


class GradientError(Error, ValueError):
    """Something was asked to be differentiated that has no derivative."""


class IndexError(Error, builtins.IndexError):
    """An index that a tensor holds lies outside of what it indexes."""


class UsageError(Error, TypeError):
    """A call or a traced tensor was used in a way that has no meaning."""


def pass_over(folder: str) -> None:
    """Says that code in a folder is not the user's: of a package that calls this one."""
    _NOT_USERS.append(os.path.abspath(folder) + os.sep)


def user_frame() -> FrameType | None:
    """The innermost frame of the user."""
    frame: FrameType | None = sys._getframe(1)
    others = tuple(_NOT_USERS)
    while frame is not None and os.path.abspath(
            frame.f_code.co_filename).startswith(others):
        frame = frame.f_back
    return frame


def is_users_call() -> bool:
    """Whether the caller's module was called from outside of this package, be it by way
    of `quieted`."""
    frame: FrameType | None = sys._getframe(1)
    passed = (sys._getframe(0).f_code.co_filename, sys._getframe(1).f_code.co_filename)
    while frame is not None and frame.f_code.co_filename in passed:
        frame = frame.f_back
    return frame is user_frame()


def user_line() -> str:
    """The user's innermost line, as 'file:line: source'."""
    frame = user_frame()
    if frame is None:
        return ""
    name = frame.f_code.co_filename
    line = linecache.getline(name, frame.f_lineno).strip()
    place = f"{os.path.basename(name)}:{frame.f_lineno}"
    return f"{place}: {line}" if line else place


def quoted(name: str) -> str:
    """A name in quotes; a path, which has some of its own, as it stands."""
    return f"'{name}'" if name.isidentifier() else name


def kind_of(value: object) -> str:
    """What a value is, as 'a str' and 'an object'."""
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def excerpt(text: str, position: int | None) -> list[str]:
    """The line of `text` that holds `position`, and a caret below it."""
    if position is None:
        return [line if len(line) <= MAX_SHOWN else line[:MAX_SHOWN] + " ..."
                for line in text.strip().splitlines()]
    position = min(max(position, 0), len(text))
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    line = text[start:] if end < 0 else text[start:end]
    shown = line.lstrip()
    column = position - start - (len(line) - len(shown))
    column = max(column, 0)
    first = max(0, min(column - MAX_SHOWN // 2, len(shown) - MAX_SHOWN))
    if len(shown) > MAX_SHOWN:
        shown = ("... " * (first > 0) + shown[first:first + MAX_SHOWN] +
                 " ..." * (first + MAX_SHOWN < len(shown)))
        column += 4 * (first > 0) - first
    return [shown, " " * column + "^"]


def warn(message: str, text: str = "") -> None:
    """Warns of `message`, with the expression, at the user's line."""
    frame = user_frame() or sys._getframe()
    said = "\n".join([message, *("  " + line for line in excerpt(text, None))])
    # As warnings.warn does, but for a frame that is not so many steps away.
    warnings.warn_explicit(
        said, UserWarning, frame.f_code.co_filename, frame.f_lineno,
        module=frame.f_globals.get("__name__"),
        registry=frame.f_globals.setdefault("__warningregistry__", {}))


def describe(message: str, text: str = "", position: int | None = None) -> str:
    """`message` followed by the expression, the caret and the user's line."""
    lines = [message]
    if text:
        lines += ["  " + line for line in excerpt(text, position)]
    place = user_line()
    if place:
        lines.append("  " + place)
    return "\n".join(lines)
