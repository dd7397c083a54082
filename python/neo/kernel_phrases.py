# kernel_phrases.py - what a kernel computes, in the user's words
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A phrase for everything that the user wrote and a kernel computes.

    Y[b,j] += x[b, i] * p['w'][i, j]      a statement of an expression
    h = neo.gelu(dense(x, p['w']))        code, and the variable that it goes to
    gradient of p['w']                    what a pass derived from a statement
    p['w'] in panels                      what a pass copied for one

The last two are told apart by the roles of locations (Role.h).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from neo.provenance import Operator, Provenance

if TYPE_CHECKING:
    from neo._core import Kernel, KernelStatement, Place

# Roles that locations have (Role.h); others are those of copies.
_GRADIENT = "gradient of operand #"
_REORDERED = "in another order"


class KernelPhrases:
    """The phrases of the kernels of one program, asked for in their order."""

    def __init__(self, provenance: Provenance):
        self._provenance = provenance
        self._known: set[str] = set()

    def nest(self, statement: KernelStatement, kernel: Kernel) -> str:
        """`[i: 8] sum [k: 4] of #0 x, #1 w`: its loops, and what it reads."""
        loops = [f"{name}: {extent}" for name, extent in statement.loops]
        count = statement.result_loops
        text = f"[{', '.join(loops[:count])}]"
        if statement.kind:
            text += f" {statement.kind} [{', '.join(loops[count:])}]"
        reads = ", ".join(f"#{n} {self.origin(origin, kernel)}"
                          for n, origin in enumerate(statement.operands))
        return f"{text} of {reads}" if reads else text

    def phrases(self, kernel: Kernel) -> list[str]:
        """What a kernel computes, a phrase for everything the user wrote.

        What an earlier kernel computes, and this one once more where it is
        read, is left out.
        """
        found: dict[str, None] = {}
        for statement in kernel.statements:
            for place in statement.inside:
                # A derivative computes again what was, or would be, computed.
                if not self._provenance.is_derivative(place.lines[1:]):
                    phrase = self._phrase(kernel, statement, place)
                    found.update({phrase: None} if phrase not in self._known else {})
            for place in statement.places:
                found[self._phrase(kernel, statement, place)] = None
        self._known.update(found)
        return [phrase for phrase in found if phrase and
                not any(phrase != other and phrase in other for other in found)]

    def _phrase(self, kernel: Kernel, statement: KernelStatement, place: Place
                ) -> str:
        operator = self._provenance.operator(place.lines[0])
        if operator is None:
            return ""
        # A gradient of terms that were summed before is one of these terms.
        gradient = next(filter(_is_gradient, place.roles), "")
        layout = next((r for r in place.roles if not _is_gradient(r)), "")
        if is_copied(place):
            copied = next(iter(statement.operands), None)
            return f"{self.origin(copied, kernel)} {layout}"
        phrase = gradient_phrase(operator, gradient) if gradient \
            else operator.phrase
        return phrase + f" ({layout})" * bool(layout)

    def origin(self, origin: int | None, kernel: Kernel) -> str:
        """The user's name of an operand."""
        if origin is None:
            return "its own part"
        if origin >= 0:
            return f"the result of {origin + 1}"
        names = self._provenance.arguments.get(kernel.function, [])
        return names[-1 - origin] if -1 - origin < len(names) else "an argument"


def gradient_phrase(operator: Operator, role: str) -> str:
    """`gradient of p['w']`, or of what the operator as a whole computes."""
    if not role.startswith(_GRADIENT):
        return f"gradient of {operator.result}"
    name = operator.operand(int(role[len(_GRADIENT):]))
    return f"gradient of {name}" if name else f"gradient through {operator.phrase}"


def is_copied(place: Place) -> bool:
    """Whether a pass made a copy there, for another layout."""
    return any(role != _REORDERED and not _is_gradient(role)
               for role in place.roles)


def _is_gradient(role: str) -> bool:
    return role.startswith("gradient of")
