# forms.py - affine forms of indices and guards
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Values of forms and guards over loops, the interval that guards keep a form in, and
loops split into digits: where v is read as v // 3 and v % 3, and 3 divides its extent,
v is two loops, 3*q + r, and the index a form of these without divisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from neo.affine import Atom, Divided, Linear, interval, of_constant, of_variable
from neo.compute import Guard
from neo.onnx.writing.program import Loops


def values(form: Linear, loops: Loops) -> np.ndarray:
    """The form at each point of the loops; extents of 1 where it does not depend on
    one."""
    total = np.full([1] * len(loops), form.constant, np.int64)
    for atom, factor in form.terms:
        total = total + _atom(atom, loops) * factor
    return total


def _atom(atom: Atom, loops: Loops) -> np.ndarray:
    if not isinstance(atom, str):
        inner = values(atom.form, loops)
        return inner // atom.divisor if atom.op == "//" else inner % atom.divisor
    place = [name for name, _ in loops].index(atom)
    shape = [1] * len(loops)
    shape[place] = -1
    return np.arange(loops[place][1]).reshape(shape)


def mask(guards: Sequence[Guard], loops: Loops) -> np.ndarray:
    """Where all guards hold, over the loops."""
    found = np.ones([1] * len(loops), np.bool_)
    for guard in guards:
        left = values(guard.form, loops)
        found = found & {"<": left < 0, "<=": left <= 0, ">": left > 0,
                         ">=": left >= 0, "==": left == 0}[guard.op]
    return found


def bounds(form: Linear, guards: Sequence[Guard]
           ) -> tuple[float, float, list[Guard]]:
    """What guards say of a form, low <= form < high, and the other guards."""
    low, high, others = -np.inf, np.inf, []
    for guard in guards:
        apart, mirrored = form - guard.form, form + guard.form
        strict = guard.op in ("<", ">")
        if apart.is_constant and guard.op in (">=", ">"):
            low = max(low, apart.constant + strict)
        elif apart.is_constant and guard.op in ("<", "<="):
            high = min(high, apart.constant + (not strict))
        elif mirrored.is_constant and guard.op in (">=", ">"):
            high = min(high, mirrored.constant + (not strict))
        elif mirrored.is_constant and guard.op in ("<", "<="):
            low = max(low, mirrored.constant + strict)
        else:
            others.append(guard)
    return low, high, others


def in_digits(forms: Sequence[Linear], loops: Loops
              ) -> tuple[list[Linear], dict[str, Loops]]:
    """The forms with loops split where that leaves fewer divisions, and the digits of
    each loop, most significant first."""
    digits: dict[str, Loops] = {name: ((name, extent),) for name, extent in loops}
    found = list(forms)
    while True:
        extents = {n: e for parts in digits.values() for n, e in parts}
        split = next(((v, d) for v, d in _divisions(found)
                      if extents[v] % d == 0 and 1 < d < extents[v]), None)
        if split is None:
            return found, digits
        name, divisor = split
        upper, lower = f"{name}'", f"{name}."
        new = ((upper, extents[name] // divisor), (lower, divisor))
        extents = {**extents, **dict(new)}
        found = [_with_digits(form, name, divisor, extents) for form in found]
        digits = {whole: tuple(p for part in parts
                               for p in (new if part[0] == name else (part,)))
                  for whole, parts in digits.items()}


def _divisions(forms: Sequence[Linear]) -> list[tuple[str, int]]:
    """Loops that are divided on their own, by the largest divisors first."""
    found = []
    for form in forms:
        for atom, _ in form.terms:
            if isinstance(atom, Divided):
                found += _divisions([atom.form])
                if atom.form.variable is not None:
                    found.append((atom.form.variable, atom.divisor))
    return sorted(found, key=lambda each: -each[1])


def _with_digits(form: Linear, name: str, divisor: int, extents: Mapping[str, int]
                 ) -> Linear:
    """The form where `name` is divisor * name' + name. """
    total = of_constant(form.constant)
    upper, lower = of_variable(f"{name}'"), of_variable(f"{name}.")
    for atom, factor in form.terms:
        if isinstance(atom, str):
            new = upper * divisor + lower if atom == name else of_variable(atom)
        else:
            new = divided(_with_digits(atom.form, name, divisor, extents), atom.op,
                          atom.divisor, extents)
        total = total + new * factor
    return total


def divided(form: Linear, op: str, divisor: int, extents: Mapping[str, int]) -> Linear:
    """form // divisor or form % divisor; terms that it divides are taken out, and what
    is left may be known to stay within one quotient."""
    out = Linear(tuple((a, f) for a, f in form.terms if f % divisor == 0))
    rest = form - out
    low, high = interval(rest, extents)
    quotient = low // divisor
    if quotient != high // divisor:
        inner = rest.divided(op, divisor)
    else:
        inner = of_constant(quotient) if op == "//" else \
            rest - of_constant(quotient * divisor)
    if op == "%":
        return inner
    return Linear(tuple((a, f // divisor) for a, f in out.terms)) + inner
