# schedules.py - schedules shown, edited and handed back
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Schedules as text: what `op.schedule(...)` gives and `neo.expr(schedule=...)` takes.

A line is the schedule of one kernel, in the order in which they run; where there are
several, a comment says which loops the kernel has:

    vector [j: 16] tile [i: 8, j: 3] order [i, j] parallel 2  # [i: 64, j: 48] sum [k: 32]
    rows 4 vectors 2 stages 1 prefetch none  # kernel [d0: 64]

Edited, each line takes the place of the compiler's choice for its kernel; the word
`default` leaves the choice to it. That happens once, when the program is compiled, so
calls cost what they cost without. Words are explained in docs/Kernels.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NoReturn

from neo.errors import Error, UsageError, describe
from neo.native import canonical, compile_text, core

OPTIMISE = "builtin.module(neo-optimize)"
_SCHEDULE = "builtin.module(neo-schedule)"
_DEFAULT = "default"
# What an operator of printed IR begins with.
_LOOPS = r"neo\.(?P<kind>{}) (?P<loops>\[[^]]*\](?: \w+ \[[^]]*\])?)"
# All of it, which stands in one line up to its body.
_OPERATOR = re.compile(
    _LOOPS.format("compute|kernel") + r"(?P<rest>.*?neo\.schedule = \")(?P<schedule>[^\"]*)\"")
# Its beginning, or that of its schedule for a GPU.
_ON_GPU = re.compile(_LOOPS.format("compute|kernel|gather|scatter_add") +
                     r"|#neo\.gpu_(?:indexed_)?schedule<")
_FOREIGN = re.compile(r"[^\w$.\[\]:, -]", re.ASCII)
_REFUSAL = "this neo.schedule cannot be followed: "


def schedule_lines(value: Any, what: str) -> tuple[str, ...]:
    """The lines of the option `what`, a text or a sequence of lines; none for None.

    Raises UsageError for anything else, and for characters that no schedule has.
    """
    lines = () if value is None else value
    lines = lines.splitlines() if isinstance(lines, str) else lines
    if not isinstance(lines, Sequence) or \
            not all(isinstance(line, str) for line in lines):
        raise UsageError(describe(
            f"{what} is {value!r}, but must be text, or a list of lines, as the "
            "method 'schedule' gives it"))
    if any(line.lstrip().startswith("#neo.gpu_") for line in lines):
        raise UsageError(describe(
            f"{what} has a schedule for a GPU, and takes those of the CPU: write it as "
            "the attribute neo.gpu of its operator in IR, for neo.ptx"))
    bare = [" ".join(line.partition("#")[0].split()) for line in lines]
    for line in bare:
        if wrong := _FOREIGN.search(line):
            raise UsageError(describe(
                f"{what} has the line '{line}' with {wrong[0]!r}, which no schedule "
                "holds: see docs/Kernels.md"))
    return tuple(line for line in bare if line)


def refuse_inside(what: str, source: str = "") -> NoReturn:
    """Refuses `what`, which has schedules, while a function is traced."""
    raise UsageError(describe(
        f"{what} with schedules of its own is used inside another function, whose "
        "kernels are made anew: leave them out here, and give that function "
        "neo.jit(..., schedules=...)", source))


def show(optimised: str, wanted: Sequence[str], source: str = "") -> str:
    """The schedules by which the kernels of an optimised module run, a line each.

    Raises UsageError where those that are `wanted` cannot be followed; it shows
    `source`.
    """
    scheduled = scheduled_text(optimised, wanted, source)
    kernels = list(_OPERATOR.finditer(scheduled))
    if len(kernels) == 1:
        return kernels[0]["schedule"]
    return "\n".join(
        f"{kernel['schedule']}  # {'kernel ' * (kernel['kind'] == 'kernel')}"
        f"{kernel['loops']}" for kernel in kernels)


def show_program(text: str, options: Any) -> str:
    """The schedules by which the kernels of a program run with some options."""
    if options.device == "cuda":
        return _show_on_gpu(core().schedule_for_device(text))
    return show(canonical(text, OPTIMISE), options.schedules)


def _show_on_gpu(scheduled: str) -> str:
    lines, loops = [], ""
    for found in _ON_GPU.finditer(scheduled):
        if found["loops"]:
            loops = found["loops"]
        else:
            lines.append(f"{_attribute(scheduled[found.start():])}  # {loops}")
    return "\n".join(lines)


def _attribute(text: str) -> str:
    """The attribute that `text` begins with."""
    depth = 0
    for end, character in enumerate(text):
        depth += (character == "<") - (character == ">")
        if character == ">" and depth == 0:
            return text[:end + 1]
    return text


def scheduled_text(optimised: str, wanted: Sequence[str], source: str = "") -> str:
    """An optimised module with schedules, those that are `wanted` if there are any.

    Raises UsageError where these cannot be followed; it shows `source`.
    """
    scheduled = canonical(optimised, _SCHEDULE)
    if wanted:
        scheduled = _replaced(scheduled, wanted, source)
        _check(scheduled, wanted, source)
    return scheduled


def compile_scheduled(optimised: str, wanted: Sequence[str], threads: int = 0,
                      source: str = "") -> Any:
    """The program of an optimised module, whose kernels run by `wanted`.

    Raises UsageError where one of these cannot be followed; it shows `source`.
    """
    scheduled = _replaced(canonical(optimised, _SCHEDULE), wanted, source)
    try:
        return compile_text(scheduled, threads, source)
    except Error:
        _check(scheduled, wanted, source)
        raise


def _replaced(scheduled: str, wanted: Sequence[str], source: str = "") -> str:
    """`scheduled` with the lines that are `wanted`, but for `default`."""
    count = len(_OPERATOR.findall(scheduled))
    if len(wanted) != count:
        raise UsageError(describe(
            f"schedules of {len(wanted)} kernel(s) are given, but for these operands "
            f"the program has {count}: begin with what .schedule(...) gives for them",
            source))
    lines = iter(wanted)

    def one(operator: re.Match) -> str:
        line = next(lines)
        if line == _DEFAULT:
            return operator[0]
        return operator[0][:operator.start("schedule") - operator.start()] + line + '"'

    return _OPERATOR.sub(one, scheduled)


def _check(scheduled: str, wanted: Sequence[str], source: str = "") -> None:
    """Refuses the first of `wanted` by which no kernel of `scheduled` can be made."""
    for number, line in enumerate(wanted):
        try:
            canonical(_with_only(scheduled, number),
                      "builtin.module(neo-to-vector)")
        except Error as error:
            reason = str(error).split("\n")[0]
            if not reason.startswith(_REFUSAL):
                raise
            place = f" {number + 1} of {len(wanted)}" * (len(wanted) > 1)
            raise UsageError(describe(
                f"schedule{place} '{line}' cannot be followed: "
                f"{reason.removeprefix(_REFUSAL)}", source)) from None


def _with_only(scheduled: str, number: int) -> str:
    """`scheduled`, where the compiler chooses all schedules but one."""
    count = iter(range(len(scheduled)))

    def one(operator: re.Match) -> str:
        if next(count) == number:
            return operator[0]
        return operator[0].replace("neo.schedule = ", "neo.left_out = ")

    return _OPERATOR.sub(one, scheduled)
