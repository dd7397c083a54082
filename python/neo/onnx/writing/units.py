# units.py - drops loops of extent 1
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A loop of extent 1 is always 0: a batch of one item, a channel for each group. Without
these an operator has the structure that it has with more steps, or a simpler one.

    sum c, r: X[n, g, p + r] * W[g, k, c, r]   n, k, c of one step
    sum r:    X[0, g, p + r] * W[g, 0, 0, r]   a convolution of each channel

Beside another loop in an index it stays: p + r is a window, of one tap as of more.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from neo.affine import Linear, of_constant
from neo.compute import Guard
from neo.onnx.writing.forms import divided
from neo.onnx.writing.program import Access, Compute, Loops, Scalar


def without_units(compute: Compute) -> Compute:
    """The operator over its other loops; the result has fewer dimensions."""
    windows = {v for access in compute.accesses for form in access.index
               if len(form.variables()) > 1 for v in form.variables()}
    units = {name for name, extent in compute.all_loops
             if extent == 1 and name not in windows}
    if not units:
        return compute
    extents = compute.extents
    return replace(
        compute, loops=_others(compute.loops, units),
        reductions=_others(compute.reductions, units),
        accesses=tuple(Access(a.tensor, tuple(_form(i, units, extents) for i in a.index),
                              _guards(a.guards, units, extents), a.pad)
                       for a in compute.accesses),
        where=_guards(compute.where, units, extents),
        body=tuple(_scalar(line, compute, units) for line in compute.body))


def _others(loops: Loops, units: Set[str]) -> Loops:
    return tuple(loop for loop in loops if loop[0] not in units)


def _form(form: Linear, units: Set[str], extents: Mapping[str, int]) -> Linear:
    total = of_constant(form.constant)
    for atom, factor in form.terms:
        if not isinstance(atom, str):
            inner = _form(atom.form, units, extents)
            total = total + divided(inner, atom.op, atom.divisor, extents) * factor
        elif atom not in units:
            total = total + Linear(((atom, factor),))
    return total


def _guards(guards: tuple[Guard, ...], units: Set[str], extents: Mapping[str, int]
            ) -> tuple[Guard, ...]:
    return tuple(Guard(_form(g.left, units, extents), g.op,
                       _form(g.right, units, extents)) for g in guards)


def _scalar(line: Scalar, compute: Compute, units: Set[str]) -> Scalar:
    """A line of the body, with loops numbered as they are left."""
    if line.name != "neo.index":
        return line
    name = compute.all_loops[int(line.said)][0]
    if name in units:
        return Scalar(line.result, "arith.constant", (), 0, line.dtype)
    left = [n for n, _ in compute.all_loops if n not in units]
    return replace(line, said=left.index(name))
