# too_large.py - which operator asks for more memory than there is
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The user's line of the tensor that does not fit into memory.

Memory runs out when a program is about to run, and all that is known then is how many
bytes it asked for. Operators remember no lines of their own, since finding these out
takes longer than tracing: so the function is traced once more, as `neo.explain` does,
and the kernel that writes most, or the largest constant, is the one to name.

    the program needs 72000024000000 bytes of memory at once, ...
      train.py:8: y = neo.exp(pairs(x))
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from neo.errors import Error
from neo.native import canonical, core
from neo.provenance import Operator, Provenance
from neo.schedules import OPTIMISE
from neo.sources import remembering
from neo.specs import spec

E = TypeVar("E", bound=Exception)
_RESULT = "there is no memory for a result "
_CONSTANT = re.compile(r"arith\.constant dense<.*> : (tensor<(.*)>)$", re.MULTILINE)
_NEEDS = re.compile(r"the program needs \d+ bytes of memory at once")


def with_operator(error: E, traced: Callable[[], str]) -> E:
    """`error`; if memory ran out, with the bytes and the line of the operator.

    `traced` gives the IR of the program that failed.
    """
    message = str(error).split("\n")[0]
    is_result = message.startswith(_RESULT)
    if not is_result and not _NEEDS.match(message):
        return error
    try:
        with remembering():
            text = traced()
        found = _largest(text)
    except Error:
        return error
    if found is None:
        return error
    operator, size = found
    if not is_result:
        message += f", first of all where the line below makes {size} of them"
    return type(error)(f"{message}\n  {operator.place}: {operator.phrase}"
                       ).with_traceback(error.__traceback__)


def _largest(text: str) -> tuple[Operator, int] | None:
    """The last operator of the kernel that writes most, and how many bytes, or the
    largest constant."""
    kernels = core().explain(text)[0]
    kernel = max(kernels, key=lambda k: k.bytes_written * k.times, default=None)
    places = [p for s in kernel.statements for p in s.places] if kernel else []
    written = Provenance(text)
    found = [(written.operator(places[-1].lines[0]),
              kernel.bytes_written * kernel.times)] if places else []
    found += [(written.constants[whole], _bytes(inner))
              for whole, inner in _CONSTANT.findall(canonical(text, OPTIMISE))
              if whole in written.constants]
    operator, size = max(found, key=lambda each: each[1], default=(None, 0))
    return (operator, size) if operator and operator.place else None


def _bytes(type_: str) -> int:
    """How many a tensor of `4x6xf32` takes."""
    *sizes, element = type_.split("x")
    return spec([int(size) for size in sizes], element).nbytes
