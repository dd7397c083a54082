# shapes.py - extents of the loops from the operands' shapes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Extent inference and the bounds that can be told without solving anything.

A variable that stands alone in an index runs over that dimension. Every such
place must agree; a keyword overrules them. A place whose guard compares the
variable with a constant says nothing, since the variable then runs past the
tensor (`A[i] if i < 4 else 0`), and a place guarded against other variables
(`L[i, j] if j <= i else 0`) counts only where no unguarded one does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod

from neo.affine import (MAX_MAGNITUDE, Linear, interval, is_exact, magnitude, parts,
                        show)
from neo.compute import Guard
from neo.extent_remedies import unknown
from neo.indices import Refused
from neo.resolve import Access
from neo.specs import INT64_MAX, MAX_ELEMENTS, size_of, spec
from neo.syntax import Statement

MAX_POINTS = 2**62

# Where an extent came from: how sure it is, its size, and how to call it.
_Source = tuple[bool, int, str]


class Mismatch(Refused):
    """A Refused that is about shapes."""


def check_ranks(found: Sequence[Access], specs: Mapping[str, spec]) -> None:
    for access in found:
        name, rank = access.read.tensor, specs[access.read.tensor].ndim
        if rank != len(access.index):
            raise Mismatch(
                f"'{name}' has rank {rank} (shape {specs[name].shape}), but is "
                f"read with {len(access.index)} indices: write "
                + (f"{rank}, one for each dimension" if rank else f"'{name}' alone"),
                access.read)


def infer(statement: Statement, loops: Sequence[str], found: Sequence[Access],
          specs: Mapping[str, spec], keywords: Mapping[str, int]
          ) -> dict[str, int]:
    """The extent of every loop variable; `specs` may be of more tensors than are read."""
    extents: dict[str, int] = {}
    assigned = _assigned(statement, specs)
    for variable in loops:
        if variable in keywords:
            extents[variable] = keywords[variable]
        elif variable in assigned and not any(_sources(variable, found, specs)):
            extents[variable] = assigned[variable]
        else:
            extents[variable] = _inferred(variable, statement, found, specs,
                                          {**extents, **keywords}, loops)
    return extents


def _assigned(statement: Statement, specs: Mapping[str, spec]) -> dict[str, int]:
    """The extents of a result that an earlier statement made, and this one adds to."""
    if statement.op == "=" or statement.result not in specs:
        return {}
    return dict(zip(statement.loops, specs[statement.result].shape))


def check_sizes(statement: Statement, extents: Mapping[str, int], dtype: str) -> None:
    """Refuses results, which are of `dtype`, and loops that are too large."""
    count = prod(extents[v] for v in statement.loops)
    if count > MAX_ELEMENTS:
        raise Mismatch(f"the result has {size_of(count, dtype)}, and more than 2**47 "
                       "elements are too many: use smaller extents", statement)
    if prod(extents.values()) > MAX_POINTS:
        raise Mismatch("the loops run over more than 2**62 points: use "
                       "smaller extents", statement)


def check_terms(statement: Statement, extents: Mapping[str, int]) -> None:
    """Refuses positions of extrema that are taken of nothing."""
    if statement.op not in ("argmax=", "argmin="):
        return
    empty = [v for v in extents if extents[v] == 0]
    if empty and not any(v in statement.loops for v in empty):
        raise Mismatch(
            f"'{statement.op}' has no terms, since extent of '{empty[0]}' is "
            "0, and so no position to give: leave the empty operand out",
            statement)


def _inferred(variable: str, statement: Statement, found: Sequence[Access],
              specs: Mapping[str, spec], known: Mapping[str, int],
              loops: Sequence[str]) -> int:
    sources = list(_sources(variable, found, specs))
    best = [s for s in sources if s[0]] or sources
    if not best:
        others = _others(found, specs, known, loops)
        missing = [v for v in loops if v != variable and v not in others]
        raise Mismatch(*unknown(variable, statement, found, specs, others, missing))
    for _, size, place in best[1:]:
        if size != best[0][1]:
            raise Mismatch(
                f"extent of '{variable}' is {best[0][1]} by {best[0][2]} but "
                f"{size} by {place}: make them equal, or pass "
                f"{variable}={min(s for _, s, _ in best)} for the part that all "
                "have", statement)
    return best[0][1]


def _others(found: Sequence[Access], specs: Mapping[str, spec],
            known: Mapping[str, int], loops: Sequence[str]) -> dict[str, int]:
    """The extents that are known, or will be."""
    sizes = {v: [size for _, size, _ in _sources(v, found, specs)] for v in loops}
    return {v: each[0] for v, each in sizes.items() if each} | dict(known)


def _sources(variable: str, found: Sequence[Access],
             specs: Mapping[str, spec]) -> Iterator[_Source]:
    for access in found:
        guards = [g.form.variables() for g in access.guards
                  if variable in g.form.variables()]
        if [variable] in guards:
            continue
        tensor = access.read.tensor
        for dimension, pieces in enumerate(access.index):
            if len(pieces) == 1 and pieces[0][0].variable == variable:
                place = f"dimension {dimension} of '{tensor}'"
                yield not guards, specs[tensor].shape[dimension], place


def check_bounds(found: Sequence[Access], specs: Mapping[str, spec],
                 extents: Mapping[str, int]) -> None:
    """Refuses unguarded plain reads that leave their tensor.

    What guards, quotients or remainders are involved in is left to the
    verifier, which decides exactly within 64 bits.
    """
    for access in found:
        if 0 not in extents.values():
            _check_values(access, specs, extents)
        _check_constants(access)


def _check_values(access: Access, specs: Mapping[str, spec],
                  extents: Mapping[str, int]) -> None:
    """The same for one read, in loops that run."""
    _check_width(access, extents)
    for dimension, pieces in enumerate(access.index):
        if not pieces:
            continue
        form, guards = pieces[0]
        if not access.guards and not guards and is_exact(form):
            size = specs[access.read.tensor].shape[dimension]
            _check_range(access, dimension, form, size, extents)


def _guards_of(access: Access) -> list[Guard]:
    """All that a read is guarded by, pieces of its indices included."""
    return [*access.guards, *(g for pieces in access.index
                              for _, inner in pieces for g in inner)]


def _forms_of(access: Access) -> Iterator[Linear]:
    for pieces in access.index:
        yield from (form for form, _ in pieces)


def _check_constants(access: Access) -> None:
    """Refuses constants that the IR does not take, whatever the extents are."""
    found = [(magnitude(g.left) + magnitude(g.right) + 1, g.form)
             for g in _guards_of(access)]
    found += [(magnitude(form), form) for form in _forms_of(access)]
    for size, form in found:
        if size > MAX_MAGNITUDE:
            raise Mismatch(f"the constants of index '{show(form)}' reach beyond 2**61, "
                           "where 64-bit arithmetic could wrap: use smaller ones",
                           access.read)


def _check_width(access: Access, extents: Mapping[str, int]) -> None:
    """Refuses forms whose values (or a product in them) need more bits."""
    forms = [*(g.form for g in _guards_of(access)), *_forms_of(access)]
    for form, limit in ((part, MAX_POINTS if part is whole else INT64_MAX)
                        for whole in forms for part in parts(whole)):
        low, high = interval(form, extents)
        if max(-low, high) > limit:
            raise Mismatch(f"index '{show(form)}' reaches {low}..{high}, "
                           "beyond 64-bit integers: use smaller factors",
                           access.read)


def _check_range(access: Access, dimension: int, form: Linear, size: int,
                 extents: Mapping[str, int]) -> None:
    low, high = interval(form, extents)
    if low < 0 or high >= size:
        remedy = "guard the read with 'if ... else 0' or change an extent"
        if form.is_constant and -size <= low < 0:
            remedy = f"indices do not count from the end, so write {size + low}"
        raise Mismatch(
            f"index '{show(form)}' of dimension {dimension} of "
            f"'{access.read.tensor}' reaches {low}..{high}, but 0..{size - 1} "
            f"is allowed: {remedy}", access.read)
