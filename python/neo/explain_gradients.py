# explain_gradients.py - the form of every gradient
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The part of `neo.explain` about derivatives.

    gradient of A: gathered in 2 residue classes: 20 iterations for 12 terms
    gradient of X is identically zero

In full, with how the operand is read and the inverse of that, for every operand
that the program could have a gradient of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from neo.explain_kernels import and_more, short
from neo.kernel_phrases import gradient_phrase
from neo.provenance import Operator, Provenance

if TYPE_CHECKING:
    from neo._core import Kernel, Remark

_FORM = "the gradient is "
_SHOWN = 6  # Gradients in brief.
_PLAIN = re.compile(r": gathered: (.*) iterations for \1 terms$")


class Gradients:
    """What was said of gradients while they were derived."""

    def __init__(self, kernels: Sequence[Kernel], remarks: Sequence[Remark],
                 provenance: Provenance):
        self._provenance = provenance
        self._remarks = remarks
        # By line and operand: those that are computed, and not only derived.
        self._computed = {
            (place.lines[0], role) for kernel in kernels
            for statement in kernel.statements
            for place in (*statement.places, *statement.inside)
            for role in place.roles[:1]}

    def forms(self) -> list[str]:
        """A line for each gradient that is computed, but for those of pointwise
        functions on the way, which are gathered term by term."""
        found: dict[str, None] = {}
        for remark in self._remarks:
            line = self._zero(remark) or self._form(remark)
            if line:
                found[line] = None
        return list(found)

    def brief(self) -> list[str]:
        """A few of these lines, first of all those that are no plain gather."""
        forms = self.forms()
        # Sorting keeps the order of equals.
        first = set(sorted(forms, key=lambda line: bool(_PLAIN.search(line)))[:_SHOWN])
        lines = [line for line in forms if line in first]
        more = [line for line in forms if line not in first]
        if more:
            plain = ", gathered term by term" if all(map(_PLAIN.search, more)) else ""
            lines.append(f"  {and_more(len(more), 'gradient')}{plain}")
        return lines

    def details(self) -> Iterator[str]:
        """Every operand's access, its inverse and the form, by expression."""
        title = ""
        for remark in self._remarks:
            operator, number = self._operand(remark)
            if operator is None:
                continue
            if operator.phrase != title:
                title = operator.phrase
                yield f"  {title}"
            name = operator.operand(number) or f"operand {number + 1}"
            yield "    " + re.sub(r"operand #\d+", name, remark.text)
            yield from (f"      {note}" for note in remark.notes)

    def _operand(self, remark: Remark) -> tuple[Operator | None, int]:
        """Whose access a remark is about."""
        found = re.match(r"operand #(\d+) is read by", remark.text)
        if not found or not remark.places:
            return None, 0
        return (self._provenance.operator(remark.places[0].lines[0]),
                int(found[1]))

    def _form(self, remark: Remark) -> str:
        operator, number = self._operand(remark)
        if operator is None:
            return ""
        role = f"gradient of operand #{number}"
        line = remark.places[0].lines[0]
        form = remark.notes[-1].removeprefix(_FORM)
        names = self._provenance.arguments.get(operator.function, [])
        is_asked = operator.is_expression or operator.operand(number) in names
        is_plain = re.fullmatch(r"gathered: (\d+) iterations for \1 terms", form)
        if (line, role) not in self._computed or is_plain and not is_asked:
            return ""
        form = re.sub(r"\d{4,}", lambda m: short(int(m[0])), form)
        return f"  {gradient_phrase(operator, role)}: {form}"

    def _zero(self, remark: Remark) -> str:
        found = re.match(r"the gradient of argument #(\d+) of '@(\w+)' is "
                         "identically zero", remark.text)
        if not found:
            return ""
        names = self._provenance.arguments.get(found[2], [])
        number = int(found[1])
        name = names[number] if number < len(names) else f"argument {number + 1}"
        return f"  gradient of {name} is identically zero"


def others(remarks: Sequence[Remark], provenance: Provenance,
           without: Collection[str]) -> Iterator[str]:
    """What passes said beside that, under the expression that it is about.

    Passes number the operands of what they have in hand, which is no more what
    was written, so numbers stay.
    """
    said: dict[str, dict[str, None]] = {}
    for remark in remarks:
        if any(word in remark.text for word in without):
            continue
        place = next(iter(remark.places), None)
        operator = provenance.operator(place.lines[0]) if place else None
        title = operator.phrase if operator else "the program"
        role = next(iter(place.roles), "") if place else ""
        if operator and role.startswith("gradient of"):
            title = gradient_phrase(operator, role)
        said.setdefault(title, {})[remark.text] = None
    for title, sentences in said.items():
        yield f"  {title}"
        yield from (f"    {sentence}" for sentence in sentences)
