# keyword_remedies.py - keywords of other frameworks that functions of neo have not
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What Python's "got an unexpected keyword argument" means to say.

    neo.softmax(x, dim=1)     neo.softmax has no argument 'dim': write axis

A keyword that is nothing but another spelling of NumPy's or JAX's is taken as it comes
(neo.spelled). Those here mean something else elsewhere, or nothing at all here.
"""

from __future__ import annotations

import re

_UNEXPECTED = re.compile(r"(\w+)\(\) got an unexpected keyword argument '(\w+)'$")
_RESULT = "the result to a name: functions return it, and change nothing"
_PLACED = "shift + scale * neo.random.normal(key, shape)"
INSTEAD = {
    "dim": "axis", "dims": "axis", "keepdim": "keepdims", "out": _RESULT,
    "inplace": _RESULT, "training": "the choice in Python, with a flag in "
    "neo.jit(..., static=...)", "casting": "x.astype(dtype)",
    "unroll": "nothing: the compiler decides", "copy": "nothing: tensors do not change",
    "requires_grad": "nothing: neo.grad says what is differentiated",
    **dict.fromkeys(("x1", "x2"), "both operands in order, without names"),
    "arrays": "tensors", "dtype": "x.astype(dtype), of an operand or of the result",
    "order": "nothing: arrays are in row-major order, 'C'",
    "where": "neo.where(condition, x, other)",
    **dict.fromkeys(("precision", "preferred_element_type"),
                    "x.astype(dtype): products are in the type of their operands"),
    "device": "nothing: arrays are NumPy's", "seed": "key=neo.random.key(seed)",
}
# Of one function alone.
_OF = {
    "normal": dict.fromkeys(("loc", "scale", "mean", "std"), _PLACED),
    "round": {"decimals": "neo.round(x * 100) / 100 for two"},
    "linspace": {"retstep": "x[1] - x[0] for the distance"},
    **{name: dict.fromkeys(("where", "initial"),
                           f"neo.{name}(neo.where(condition, x, -numpy.inf), axis)")
       for name in ("softmax", "log_softmax")},
    "take": {"mode": "indices within bounds, as by % n or neo.clip"},
}


def remedy(message: str, name: str) -> str | None:
    """What to write for a keyword that function `name` has not, as Python's `message`
    says; None where it is about something else."""
    found = _UNEXPECTED.search(message)
    known = INSTEAD | _OF.get(name, {})
    if not found or found[1] != name or found[2] not in known:
        return None
    return f"neo.{name} has no argument '{found[2]}': write {known[found[2]]}"
