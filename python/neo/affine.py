# affine.py - index expressions as integer linear forms
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Quasi-affine forms over loop variables.

A `Linear` is sum of coefficient * atom + constant; an atom is a variable's name
or the quotient or remainder of a form by a positive constant. Forms are values:
equal forms compare equal, so equal reads of a tensor become one operand.

    (h % 2) * 2 + w - 1   ->   {h % 2: 2, w: 1}, constant -1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from neo.specs import INT64_MAX


class NotAffine(Exception):
    """The refusal as a message; the caller adds the place."""


@dataclass(frozen=True)
class Divided:
    """`form // divisor` or `form % divisor`, divisor > 0."""

    form: Linear
    op: str
    divisor: int


Atom = str | Divided


@dataclass(frozen=True)
class Linear:
    """sum of coefficients times atoms, plus a constant."""

    terms: tuple[tuple[Atom, int], ...] = ()
    constant: int = 0

    @property
    def is_constant(self) -> bool:
        return not self.terms

    @property
    def variable(self) -> str | None:
        """The variable when the form is nothing but one variable."""
        if self.constant == 0 and len(self.terms) == 1:
            atom, factor = self.terms[0]
            return atom if factor == 1 and isinstance(atom, str) else None
        return None

    def variables(self) -> list[str]:
        """All variables in it, each once, quotients included."""
        found: dict[str, None] = {}
        for atom, _ in self.terms:
            inner = [atom] if isinstance(atom, str) else atom.form.variables()
            found.update(dict.fromkeys(inner))
        return list(found)

    def __add__(self, other: Linear) -> Linear:
        factors = dict(self.terms)
        for atom, factor in other.terms:
            factors[atom] = factors.get(atom, 0) + factor
        terms = tuple((a, f) for a, f in factors.items() if f)
        return Linear(terms, self.constant + other.constant).checked()

    def __mul__(self, factor: int) -> Linear:
        if factor == 0:
            return Linear()
        terms = tuple((a, f * factor) for a, f in self.terms)
        return Linear(terms, self.constant * factor).checked()

    def __sub__(self, other: Linear) -> Linear:
        return self + other * -1

    def divided(self, op: str, divisor: int) -> Linear:
        """`self // divisor` or `self % divisor` as Python defines them."""
        if self.is_constant:
            c = self.constant
            return Linear((), c // divisor if op == "//" else c % divisor)
        if divisor == 1:
            return self if op == "//" else Linear()
        return Linear(((Divided(self, op, divisor), 1),))

    def checked(self) -> Linear:
        factors = [self.constant, *(factor for _, factor in self.terms)]
        if any(abs(f) > INT64_MAX for f in factors):
            raise NotAffine("the index leaves the range of 64-bit integers")
        return self


def of_variable(name: str) -> Linear:
    return Linear(((name, 1),))


def of_constant(value: int) -> Linear:
    return Linear((), value).checked()


def interval(form: Linear, extents: Mapping[str, int]) -> tuple[int, int]:
    """Bounds of the form over the loops; exact where `is_exact` says so."""
    low = high = form.constant
    for atom, factor in form.terms:
        ends = [factor * e for e in _atom_interval(atom, extents)]
        low, high = low + min(ends), high + max(ends)
    return low, high


#: The IR takes no index of a greater magnitude (include/Neo/Dialect/CheckedAffine.h).
MAX_MAGNITUDE = 2**61


def magnitude(form: Linear) -> int:
    """What the form could be at most if every loop were 1 and every sign plus, as the
    compiled part counts: no number that folding makes of it is larger."""
    return abs(form.constant) + sum(abs(factor) * _atom_magnitude(atom)
                                    for atom, factor in form.terms)


def _atom_magnitude(atom: Atom) -> int:
    if isinstance(atom, str):
        return 1
    inner = magnitude(atom.form)
    if max(inner, atom.divisor) > MAX_MAGNITUDE:
        return MAX_MAGNITUDE + 1
    return inner // atom.divisor + 2 if atom.op == "//" else 2 * (inner + atom.divisor)


def parts(form: Linear) -> Iterator[Linear]:
    """The form, and those of which quotients and remainders are taken in it."""
    yield form
    for atom, _ in form.terms:
        if not isinstance(atom, str):
            yield from parts(atom.form)


def is_exact(form: Linear) -> bool:
    """Whether both bounds of `interval` are reached: plain variables only."""
    return all(isinstance(atom, str) for atom, _ in form.terms)


def _atom_interval(atom: Atom, extents: Mapping[str, int]
                   ) -> tuple[int, int]:
    if isinstance(atom, str):
        return 0, max(extents[atom] - 1, 0)
    low, high = interval(atom.form, extents)
    if atom.op == "//":
        return low // atom.divisor, high // atom.divisor
    if low // atom.divisor == high // atom.divisor:
        return low % atom.divisor, high % atom.divisor
    return 0, atom.divisor - 1


def show(form: Linear, name: Callable[[str], str] = str) -> str:
    """The form in MLIR's affine syntax; `name` renames the variables."""
    parts = [(f, _show_atom(atom, name)) for atom, f in form.terms]
    if form.constant or not parts:
        parts.append((form.constant, ""))
    # A sum that can start with a positive term does: 4 - i, not -i + 4.
    first = next((n for n, (f, _) in enumerate(parts) if f > 0), 0)
    parts.insert(0, parts.pop(first))
    factor, atom_text = parts[0]
    text = _product(factor, atom_text)
    for factor, atom_text in parts[1:]:
        text += f" {'-' if factor < 0 else '+'} "
        text += _product(abs(factor), atom_text)
    return text


def _product(factor: int, atom: str) -> str:
    if not atom:
        return str(factor)
    if factor != 1 and " " in atom:
        atom = f"({atom})"
    return atom if factor == 1 else f"{factor} * {atom}"


def _show_atom(atom: Atom, name: Callable[[str], str]) -> str:
    if isinstance(atom, str):
        return name(atom)
    inner = show(atom.form, name)
    if " " in inner:
        inner = f"({inner})"
    word = "floordiv" if atom.op == "//" else "mod"
    return f"{inner} {word} {atom.divisor}"
