# extent_remedies.py - what to write where an extent is unknown
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The message for a loop variable that no operand gives an extent.

Two mistakes look alike. A name is misspelled, and then its partner occurs once too:

    C[i,j] += A[i,k] * B[k,jj]      'j' and 'jj' occur once each

Or a window slides, `A[2*p+r]`, and says nothing of how far: then the largest extent
that keeps every read inside is worked out and offered.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from neo.affine import Divided, Linear, interval, is_exact
from neo.resolve import Access
from neo.specs import MAX_ELEMENTS, spec
from neo.syntax import Guarded, Name, Node, Read, Statement, walk


def unknown(variable: str, statement: Statement, found: Sequence[Access],
            specs: Mapping[str, spec], others: Mapping[str, int],
            missing: Sequence[str] = ()) -> tuple[str, Node]:
    """The message and the place it points to; `others` are the known extents, `missing`
    the other variables that have none."""
    sizes = {v: _most(v, found, specs, others) for v in missing
             if not _misspelled(v, statement)}
    besides = "".join(f", and {v}={size} likewise" for v, size in sizes.items()
                      if 0 < size < MAX_ELEMENTS)
    return _misspelled(variable, statement) or (
        f"extent of '{variable}' is unknown: {_cause(variable, found)}; "
        f"{_largest(variable, _most(variable, found, specs, others))}{besides}", statement)


def only_guarding(statement: Statement) -> set[str]:
    """The names that stand in conditions of guards, and nowhere else."""
    guards = [n.condition for n in walk(statement.value) if isinstance(n, Guarded)]
    inside = Counter(name for g in guards for name in _names(g))
    everywhere = Counter(_names(statement.value))
    return {name for name, count in inside.items()
            if count == everywhere[name] and name not in statement.loops}


def _names(node: Node) -> list[str]:
    return [n.name for n in walk(node) if isinstance(n, Name)]


def apart(statement: Statement) -> tuple[str, str] | None:
    """Two variables that are reduced, stand once each, and look like one."""
    counts = Counter(_names(statement.value))
    indexing = {name for n in walk(statement.value) if isinstance(n, Read)
                for index in n.index for name in _names(index)}
    single = [v for v in counts if counts[v] == 1 and v not in statement.loops
              and v in indexing]
    for variable in single:
        near = _near(variable, [v for v in single if v != variable])
        if near:
            return variable, near
    return None


def _near(name: str, others: Sequence[str]) -> str:
    """Which of `others` is like a name, up to one case; '' where none is."""
    lower = {other.lower(): other for other in others}
    found = get_close_matches(name.lower(), lower, 1)
    return lower[found[0]] if found else ""


def misspelled_result(variable: str, statement: Statement) -> str:
    """The remedy where the result has a name like `variable` that nothing reads."""
    read = {n.name for n in walk(statement.value) if isinstance(n, Name)}
    near = _near(variable, [v for v in statement.loops if v not in read])
    if not near:
        return ""
    return (f"write '{variable}' for '{near}', which nothing reads, if one loop is "
            "meant; else ")


def _misspelled(variable: str, statement: Statement) -> tuple[str, Node] | None:
    """Where `variable` occurs once and looks like another one that may be meant."""
    places = [n for n in walk(statement.value) if isinstance(n, Name)]
    counts = Counter([*statement.loops, *(n.name for n in places)])
    is_read = any(n.name == variable for n in places)
    near = _near(variable, [
        v for v in counts if v != variable and (counts[v] == 1 or not is_read)])
    if counts[variable] != 1 or not near:
        return None
    said = f"'{variable}' and '{near}' occur once each" \
        if counts[near] == 1 else \
        f"it occurs once, and '{near}' {counts[near]} times"
    place = next((n for n in places if n.name in (near, variable)), statement)
    return (f"extent of '{variable}' is unknown: {said}, so write one name if one "
            f"loop is meant, or pass it by keyword, {variable}=EXTENT", place)


def _cause(variable: str, found: Sequence[Access]) -> str:
    if any(variable in form.variables() for _, _, form in _forms(found)):
        return ("it stands alone in no index, or only under a guard that compares it "
                "with a number")
    return "no index holds it"


def _largest(variable: str, most: int) -> str:
    """The remedy, with the largest extent that stays inside, if there is one."""
    if most == 0:
        return ("no extent keeps every read inside, so guard the read with "
                "'if ... else 0'")
    if most == MAX_ELEMENTS:
        return f"pass it by keyword, {variable}=EXTENT"
    return f"pass it by keyword, {variable}={most} for the largest that fits"


def _most(variable: str, found: Sequence[Access], specs: Mapping[str, spec],
          others: Mapping[str, int]) -> int:
    """The largest extent that stays inside; MAX_ELEMENTS where that is unknown."""
    most = MAX_ELEMENTS
    for access, dimension, form in _forms(found):
        if variable not in form.variables() or not _is_reached(form) or \
                any(variable in g.form.variables() for g in access.guards) or \
                any(v not in others for v in form.variables() if v != variable):
            continue
        size = specs[access.read.tensor].shape[dimension]
        most = min(most, _fitting(form, size, variable, others))
    return most


def _forms(found: Sequence[Access]) -> Iterator[tuple[Access, int, Linear]]:
    """The dimensions that are indexed by one form."""
    for access in found:
        for dimension, pieces in enumerate(access.index):
            if len(pieces) == 1:
                yield access, dimension, pieces[0][0]


def _is_reached(form: Linear) -> bool:
    """Whether a loop step reaches the upper bound of `interval`, and one the lower:
    no remainders, and no variable in two terms."""
    seen: list[str] = []
    for atom, _ in form.terms:
        if isinstance(atom, Divided) and (atom.op != "//" or not is_exact(atom.form)):
            return False
        seen += [atom] if isinstance(atom, str) else atom.form.variables()
    return len(seen) == len(set(seen))


def _fitting(form: Linear, size: int, variable: str, others: Mapping[str, int]
             ) -> int:
    """The most steps of `variable` with which `form` stays in 0..size-1."""
    def leaves(steps: int) -> bool:
        low, high = interval(form, {**others, variable: steps})
        return low < 0 or high >= size

    return bisect_left(range(1, MAX_ELEMENTS), True, key=leaves)
