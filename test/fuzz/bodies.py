# bodies.py - random scalar expressions over reads
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What a statement computes at one point.

Every expression knows a bound of its magnitude, so that no program leaves the range
of f16 or divides by nothing: what grows too large goes through tanh. `exact` says
that no rounding reached a value: only such values are compared, since rounding may
turn a comparison round, and then both answers are right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from choices import Choices
from indices import Reader, Tensor, condition

LARGE = 6.0
FUNCTIONS = {  # name: (bound of the result, argument that it is safe for)
    "tanh": (1.0, "{0}"),
    "sigmoid": (1.0, "{0}"),
    "sin": (1.0, "{0}"),
    "cos": (1.0, "{0}"),
    "erf": (1.0, "{0}"),
    "exp": (2.8, "tanh({0})"),
    "log": (1.2, "2 + tanh({0})"),
    "sqrt": (1.8, "2 + tanh({0})"),
    "rsqrt": (1.0, "2 + tanh({0})"),
}


@dataclass
class Value:
    """An expression, its bound, and whether it is an input as it is."""

    text: str
    bound: float
    exact: bool = False


class Body:
    """Writes the right-hand side of one statement."""

    def __init__(self, choices: Choices, reader: Reader,
                 operand: Callable[[], Tensor | None],
                 read: Callable[[Tensor | None], tuple[str, Tensor, list[str]]],
                 smooth: bool):
        self.choices, self.reader = choices, reader
        self._operand, self._read, self.smooth = operand, read, smooth

    def read(self) -> Value:
        """`A[i, 2*j]`, under the guard that it needs or one more."""
        text, tensor, conditions = self._read(self._operand())
        choices = self.choices
        if choices.chance(30):
            conditions.append(condition(choices, self.reader.loops))
        if not conditions:
            return Value(text, tensor.bound, tensor.exact)
        pad = choices.pick(("0", "1", "0.5", "-2"))
        return Value(f"({text} if {' and '.join(conditions)} else {pad})",
                     max(tensor.bound, abs(float(pad))), tensor.exact)

    def value(self, depth: int = 2) -> Value:
        choices = self.choices
        kind = choices.below(10) if depth else 0
        if kind < 3:
            return self.read() if choices.below(8) < 7 else self._leaf()
        if kind < 6:
            return self._product(self.value(depth - 1), self.value(depth - 1))
        if kind < 8:
            return self._sum(self.value(depth - 1), self.value(depth - 1))
        if kind == 8:
            return self._function(self.value(depth - 1))
        return self._choice(depth)

    def _leaf(self) -> Value:
        names = list(self.reader.loops)
        if names and self.choices.chance(40):
            loop = self.choices.pick(names)
            return Value(f"0.05*{loop}", 0.05 * self.reader.loops[loop])
        return Value(self.choices.pick(("1.5", "0.25", "3", "0.1")), 3, True)

    def _product(self, left: Value, right: Value) -> Value:
        if self.choices.chance(15):
            return self._bounded(Value(f"({left.text}) / (3 + tanh({right.text}))",
                                       left.bound / 2))
        return self._bounded(Value(f"{_factor(left)} * {_factor(right)}",
                                   left.bound * right.bound))

    def _sum(self, left: Value, right: Value) -> Value:
        sign = self.choices.pick("+-")
        return self._bounded(Value(f"({left.text} {sign} {_factor(right)})",
                                   left.bound + right.bound))

    def _function(self, value: Value) -> Value:
        name = self.choices.pick(list(FUNCTIONS))
        bound, argument = FUNCTIONS[name]
        return Value(f"{name}({argument.format(value.text)})", bound)

    def _choice(self, depth: int) -> Value:
        choices, kind = self.choices, self.choices.below(4)
        a, b = self.value(depth - 1), self.value(depth - 1)
        bound = max(a.bound, b.bound)
        if kind == 0:
            test = condition(choices, self.reader.loops)
            return Value(f"where({test}, {a.text}, {b.text})", bound)
        if kind == 1:
            return Value(choices.pick(("abs({})", "relu({})")).format(a.text),
                         a.bound)
        if kind == 2 and self.smooth and not (a.exact and b.exact):
            return self._sum(a, b)
        if kind == 2:
            name = choices.pick(("max", "min"))
            return Value(f"{name}({a.text}, {b.text})", bound)
        test = self.read()
        if not test.exact:
            return self._sum(a, b)
        return Value(f"where({test.text} > 0.125, {a.text}, {b.text})", bound)

    @staticmethod
    def _bounded(value: Value) -> Value:
        if value.bound <= LARGE:
            return value
        return Value(f"tanh({value.text})", 1)


def _factor(value: Value) -> str:
    """The text as a factor: sums have parentheses already."""
    return f"({value.text})" if value.text.startswith("-") else value.text


class IntegerBody(Body):
    """The same over integers, which are exact."""

    def value(self, depth: int = 2) -> Value:
        choices = self.choices
        kind = choices.below(8) if depth else 0
        if kind < 3:
            return self.read()
        a = self.value(depth - 1)
        if kind == 7:
            divisor = choices.pick((2, 3, 5))
            return Value(f"({a.text}) {choices.pick(('//', '%'))} {divisor}",
                         max(a.bound, divisor))
        b = self.value(depth - 1)
        if kind == 3:
            test = condition(choices, self.reader.loops)
            return Value(f"where({test}, {a.text}, {b.text})",
                         max(a.bound, b.bound))
        if kind == 4:
            return Value(f"{choices.pick(('max', 'min'))}({a.text}, {b.text})",
                         max(a.bound, b.bound))
        if kind == 5:
            return self._wrapped(Value(f"({a.text}) * ({b.text})",
                                       a.bound * b.bound))
        return self._wrapped(Value(f"({a.text} {choices.pick('+-')} ({b.text}))",
                                   a.bound + b.bound))

    def read(self) -> Value:
        text, tensor, conditions = self._read(self._operand())
        if self.choices.chance(30):
            conditions.append(condition(self.choices, self.reader.loops))
        if not conditions:
            return Value(text, tensor.bound, True)
        pad = self.choices.pick(("0", "1", "-2"))
        return Value(f"({text} if {' and '.join(conditions)} else {pad})",
                     max(tensor.bound, 2), True)

    @staticmethod
    def _wrapped(value: Value) -> Value:
        if value.bound <= 1000:
            return value
        return Value(f"({value.text}) % 97", 97, True)
