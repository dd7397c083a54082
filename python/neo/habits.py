# habits.py - what NumPy's users write in an expression, and what to write instead
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Remedies for text that is Python, NumPy or another notation, but no expression.

An index expression looks like Python, so hands type what they are used to. The parser
stops at the first word that does not fit, which is seldom the point:

    C[i] = np.exp(A[i])      '.' means nothing here
                             functions have no module here: write exp(...)

So before it complains of a word it asks here what was meant. A remedy is half a
sentence that says what to write; there is none where nothing is known, and the parser
says what it expected. Functions that are missing have theirs in foreign_functions.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from neo.foreign_functions import instead_of
from neo.syntax import FUNCTIONS

_MODULES = r"(?:np|numpy|jnp|neo|math|torch|jax\.numpy|tf|cp)"
_ONE_RESULT = "a statement has one result: separate several by ';' or new lines"
_LOOPS = "loops follow from the indices, so write none: C[i] += A[i,k] sums over k"
_EVERY = "write a loop variable for every dimension, A[i, j] for A[:] and A[i + 1] " \
    "for A[1:]"
_SIZE = "write the number into the text, f'C[i] = A[i] / {n}', or pass it as an operand"
_LEFT = "the result stands on the left: C[i] = A[i]"
_EQUALS = "write = for an assignment"

# The first word of a statement that is none.
_STATEMENTS = {
    **dict.fromkeys(("for", "while"), _LOOPS),
    "if": "write a choice as a value, C[i] = where(A[i] > 0, A[i], 0)",
    "del": "tensors do not change: leave elements out by reading the others, "
           "C[i] = A[i + 1]",
    "return": "the last statement's result is returned: C[i] = A[i]",
    **dict.fromkeys(("import", "from"), "functions need no import: " +
                    " ".join(FUNCTIONS)),
    **dict.fromkeys(("def", "class", "lambda"),
                    "define functions in Python, of operators: neo.expr(...) gives one"),
    "print": "print what the call returns",
    **dict.fromkeys(("assert", "raise", "try", "with", "global", "pass", "yield"),
                    "an expression has assignments alone, C[i] = A[i]"),
}

# Words behind a value that ended.
_BEHIND = {
    "for": _LOOPS, "in": "write one comparison per value, A[i] == 1 or A[i] == 2",
    "is": "compare by == and !=", "where": "write (A[i] if i < n else 0), or "
                                           "where(condition, a, b)",
    "=": _ONE_RESULT, "[": "all indices stand in one bracket: A[i, j]",
}

# What stands between the result and a value, and is no assignment.
_ASSIGNMENTS = {
    "-=": "write C[i] += -(...) for minus the sum",
    **dict.fromkeys(("/=", "//=", "**=", "%="),
                    "write a second statement, D[i] = C[i] / ..."),
    "@=": "write the sum of products, C[i,j] += A[i,k] * B[k,j]",
    **dict.fromkeys(("|=", "any="), "write max= of truth values, C[i] max= A[i,k] > 0"),
    **dict.fromkeys(("&=", "all="), "write min= of truth values, C[i] min= A[i,k] > 0"),
    "==": _EQUALS, ":=": _EQUALS, "->": _LEFT, "<-": _EQUALS, "=>": _EQUALS,
    "sum=": "write +=", "prod=": "write *=",
    "mean=": "write C[i] += A[i,k] / n with n a number, or an operand",
    "[": "all indices stand in one bracket: C[i, j]", ",": _ONE_RESULT,
}

# What a character or several that begin no word were meant for.
_SIGNS = {
    "...": "write every index, A[i, j]", "&&": "write 'and'", "||": "write 'or'",
    "&": "write 'and' of conditions", "|": "write 'or' of conditions, and abs(x) for |x|",
    "~": "write 'not' of a condition", "!": "write 'not'", "^": "write ** for a power",
    "\\": "inside of brackets a line goes on by itself", "?": "write a if condition else 0, or where(condition, a, b)",
    "@": "write the sum of products, C[i,j] += A[i,k] * B[k,j]",
    '"': "a value is a number", "'": "a value is a number",
    "{": "write [ ] for indices and ( ) for the rest",
    "×": "write *", "·": "write *", "÷": "write /", "–": "write -", "−": "write -",
    "²": "write ** 2", "³": "write ** 3", "≤": "write <=", "≥": "write >=",
    "≠": "write !=", "√": "write sqrt(x)", "∑": "write C[i] += ... for a sum",
    "π": "pass it as an operand, or write 3.141592653589793",
}
_WORDS_OF_PYTHON = {"True": "write 1", "False": "write 0", "None": "leave it out"}


def at_character(text: str, position: int) -> str:
    """What to write where the character at `position` begins no word."""
    word = re.match(r"\s*(\w*)", text[text.rfind("\n", 0, position) + 1:position + 1])
    if word and word[1] in _STATEMENTS:
        return _STATEMENTS[word[1]]
    if text[position] == "." and not text.startswith("...", position):
        return _attribute(text, position)
    if text[position] == ":":
        return _EQUALS if text.startswith(":=", position) else _colon(text, position)
    if text[position].isalpha() and text[position] not in _SIGNS:
        return "names have the letters a to z"
    for sign in sorted(_SIGNS, key=len, reverse=True):
        if text.startswith(sign, position):
            return _SIGNS[sign]
    return ""


def _attribute(text: str, position: int) -> str:
    """Instead of `np.exp`, `A.T`, `A[i].sum()`."""
    name = re.match(r"\w*", text[position + 1:])
    name = name[0] if name else ""
    if re.search(rf"\b{_MODULES}$", text[:position]):
        known = instead_of(name) or (f"write {name}(...)" if name in FUNCTIONS else "")
        return "functions have no module here" + (known and ": " + known)
    if name in ("T", "transpose", "mT", "swapaxes"):
        return "write the indices in the other order, A[j, i]"
    if name in ("shape", "size", "ndim"):
        return _SIZE
    if name == "astype":
        return "write float32(A[i]), or another type"
    known = instead_of(name)
    return "tensors have no attributes here" + (known and ": " + known)


def _colon(text: str, position: int) -> str:
    opened = max(text.rfind("[", 0, position), text.rfind("]", 0, position))
    if text[opened:opened + 1] == "[":
        return _EVERY
    if re.search(r"\blambda\b", text[:position]):
        return _STATEMENTS["lambda"]
    return "a statement is C[i] = A[i], without a type or a block" \
        if "?" not in text[:position] else _SIGNS["?"]


def of_statement(text: str, position: int, word: str) -> str:
    """What to write instead of a statement of another language that begins with `word`
    at `position`."""
    line = text[position:].split("\n")[0].strip()
    if re.fullmatch(r"[\w,. ]*->[\w. ]*", line):
        return f"write neo.einsum('{line}', a, b), or the sum with its tensors"
    return _STATEMENTS.get(word, "") if not re.match(r"\w+\s*\[", line) else ""


def at_result(name: str, following: str) -> str:
    """What to write where the name of a result has no bracket behind it."""
    if following == "(":
        return "indices stand in brackets, C[i] = A[i]"
    if following in ("=", "+=", "*=", "-", "/", "*", "max", "min"):
        return f"write {name}[i] = A[i] with its loops, or {name}[] for one number"
    return _ONE_RESULT if following == "," else ""


def at_assignment(words: Sequence[str]) -> str:
    """What to write where `words` stand between a result and its value."""
    return next((_ASSIGNMENTS[sign] for length in (3, 2, 1)
                 if (sign := "".join(words[:length])) in _ASSIGNMENTS), "")


def behind_value(before: str, word: str, kind: str) -> str:
    """What to write where `word` follows a value whose last word is `before`."""
    if word in _BEHIND:
        return _BEHIND[word]
    if before in FUNCTIONS:
        return f"an argument stands in parentheses: {before}({word}...)"
    if word == ",":
        return _ONE_RESULT
    return "write * for a product" if kind in ("name", "number") or word == "(" else ""


def at_value(word: str, following: str) -> str:
    """What to write where a value has to begin, but `word` stands."""
    if word == "[":
        return "lists are no values: write a statement for each element"
    if word == "<":
        return "write x * 2 ** n for x << n"
    if word in ("]", ")"):
        return "leave the comma out, or write what comes behind it"
    return "write shiftright(x, n) for x >> n, != for <>, and = for =>" \
        if word == ">" else ""


def in_list(word: str) -> str:
    """What to write where `word` follows an argument or an index."""
    if word == "=":
        return "functions take no keywords, and reductions are assignments, C[i] += A[i,k]"
    return _BEHIND.get(word, "")


def in_parentheses(word: str) -> str:
    """What to write where `word` stands in place of the closing parenthesis."""
    return "a value is one number: write a statement for each" if word == "," else \
        _BEHIND.get(word, "")


def no_else(kind: str) -> str:
    """What to write where a choice has no other side, but a token of this kind."""
    return "write what to take where the condition fails, A[i] if i < 4 else 0" \
        if kind in ("end", "eof", "op") else ""


def no_number(kind: str) -> str:
    """What to write where 'else' is followed by something of this kind."""
    return "after 'else' stands a number; write where(condition, a, b) for a choice of " \
        "two values" if kind in ("name", "op") else ""


def at_index(word: str) -> str:
    """What to write where the left side has something else than a name."""
    if word == "]":
        return "leave the comma out"
    return "the left side names loops; shift or scale the reads instead, " \
        "C[i] = A[i - 1]" if re.match(r"[-+*/%\d(]", word) else ""


def of_name(name: str) -> str:
    """What to write for a word of Python that would be taken for a tensor."""
    return _WORDS_OF_PYTHON.get(name, "")


def of_number(text: str) -> str:
    """What to write for a number in a notation of Python's."""
    if re.match(r"\d[\d_]*_\d", text):
        return "write numbers without '_'"
    if re.match(r"0[xXbBoO]\d", text):
        return "write decimal numbers"
    return "complex numbers are none here" if re.match(r"[\d.]+[jJ]\b", text) else ""
