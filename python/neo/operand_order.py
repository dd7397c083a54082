# operand_order.py - operands that were passed in another order
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The remedy where operands fit, but not in the order in which they came.

Calls take operands in the order in which the text reads them, which is easily
confused: `"Y[i] += A[i,k] * X[k]"` called with (x, a). When shapes do not fit, the
other orders are tried, which costs nothing but in an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from neo.errors import Error, ShapeError
from neo.program import Program
from neo.trace import Trace, Value

_MOST = 4  # Operands of which all orders are tried.


def with_order(program: Program, inputs: Sequence[Value], error: ShapeError
               ) -> ShapeError:
    """`error`, with the one order in which the operands fit for a remedy."""
    orders = permutations(range(len(inputs))) if len(inputs) <= _MOST else ()
    fitting = [order for order in orders if _fits(program, inputs, order)]
    if len(fitting) != 1:
        return error
    names = list(program.operands)
    message, *lines = str(error).split("\n")
    given = ", ".join(names[fitting[0].index(n)] for n in range(len(names)))
    return type(error)("\n".join([
        f"{message.partition(': ')[0]}; what is passed fits as {given}, but a call "
        f"takes {', '.join(names)}: pass it in that order", *lines]))


def _fits(program: Program, inputs: Sequence[Value], order: Sequence[int]) -> bool:
    """Whether the expression takes `inputs[order[0]]`, `inputs[order[1]]` ..."""
    trace = Trace()
    try:
        program.build(trace, [trace.parameter(inputs[n].spec, name)
                              for n, name in zip(order, program.operands)])
    except Error:
        return False
    return True
