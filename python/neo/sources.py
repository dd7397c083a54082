# sources.py - the user's code that an operator was traced from
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What the user wrote for an operator, kept in the IR for `neo.explain`.

Python knows of a running frame not only its line but which call or operation of
the line it is at. So `neo.explain` can say `h = neo.gelu(dense(x, p['w']))` where the
IR has several operators with names of its own:

    //# {"code": "neo.gelu(dense(x, p['w']))", "name": "h", ...}
    %t_3 = neo.compute ...

Finding this out takes a while, so only what is traced inside `with remembering():`
says it.
"""

from __future__ import annotations

import itertools
import json
import linecache
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from neo.errors import user_frame

MARK = "//# "  # Begins the comment that says what the user wrote.


@dataclass(frozen=True)
class Source:
    """The user's `code`, the variable `name` that it is assigned to, if any, and
    the `place`, file:line. `is_expression` where its text is a neo.expr's of the user,
    and `of` the part of the code's work that this is, a leaf of a tree."""

    code: str
    name: str
    place: str
    is_expression: bool
    of: str = ""


class _Asked(threading.local):
    def __init__(self) -> None:
        self.is_asked = False
        self.told: Source | None = None
        self.about = ""


_asked = _Asked()


@contextmanager
def remembering() -> Iterator[None]:
    """What is traced inside says in its IR what the user wrote."""
    outside, _asked.is_asked = _asked.is_asked, True
    try:
        yield
    finally:
        _asked.is_asked = outside


def are_remembered() -> bool:
    return _asked.is_asked


@contextmanager
def told(code: str, name: str, place: str) -> Iterator[None]:
    """What is traced inside comes from a program that is no Python, as a model of ONNX:
    it is this `code` of it, and not that of the frame."""
    outside, _asked.told = _asked.told, Source(code, name, place, False)
    try:
        yield
    finally:
        _asked.told = outside


@contextmanager
def about(leaf: Any) -> Iterator[None]:
    """What is traced inside is what the user's code does with `leaf`, a traced tensor,
    as one call of an optimiser does the same with many."""
    outside, _asked.about = _asked.about, leaf.value.name \
        if _asked.is_asked and hasattr(leaf, "value") else ""
    try:
        yield
    finally:
        _asked.about = outside


def user_source(is_expression: bool) -> Source:
    """What the innermost frame outside of this package is at."""
    if _asked.told is not None:
        return _asked.told
    frame = user_frame()
    if frame is None:
        return Source("", "", "", is_expression)
    name = frame.f_code.co_filename
    place = f"{name.rpartition('/')[2]}:{frame.f_lineno}"
    positions = next(itertools.islice(frame.f_code.co_positions(),
                                      frame.f_lasti // 2, None), (None,) * 4)
    if None in positions:
        return Source("", "", place, is_expression)
    code, variable = _excerpt(name, *positions)  # type: ignore[arg-type]
    return Source(code, variable, place, is_expression, _asked.about)


def _excerpt(file: str, first: int, last: int, start: int, end: int
             ) -> tuple[str, str]:
    """The code between two places, and the variable that it is assigned to.

    Columns count bytes, as Python does.
    """
    lines = [linecache.getline(file, n).encode()
             for n in range(first, last + 1)]
    before, after = lines[0][:start], lines[-1][end:]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][start:]
    code = " ".join(line.decode().strip() for line in lines)
    if len(lines) > 1:
        code = re.sub(r"(?<=[(\[{]) | (?=[)\]}])", "", code)
    assigned = re.fullmatch(rb"\s*(\w+)\s*=\s*", before)
    is_whole = re.fullmatch(rb"\s*(#.*)?", after.strip())
    return code, assigned[1].decode() if assigned and is_whole else ""


def comment(source: Source, operands: Sequence[tuple[str, str]], result: str
            ) -> str:
    """The line of the IR that says so above an operator.

    `operands` has for each the name in the operator's text and the user's.
    """
    return MARK + json.dumps(asdict(source) | {
        "operands": list(operands), "result": result})


def arguments_comment(names: Sequence[str]) -> str:
    """The line above a function that says what its arguments are called."""
    return MARK + json.dumps({"arguments": list(names)})


def read_comment(line: str) -> dict[str, Any] | None:
    """What such a line says; None if it is another one."""
    line = line.strip()
    return json.loads(line[len(MARK):]) if line.startswith(MARK) else None
