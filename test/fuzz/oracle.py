# oracle.py - what a program has to give, and how near
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The reference interpreter in f64 says what is right; its error in f32, by how much
an honest program may miss it.

Rounding errors are proportional to the unit roundoff u of a type, as long as they
are small. Interpreted in f32 as well, a program shows how far roundings carry: how
many terms it sums, what cancels, what functions magnify. For an element type with
unit roundoff u the tolerance of a tensor is

    SLACK * (u / u_f32) * max |f32 - f64|  +  ULPS * u * max |f64|

with more ULPS where u is that of f64, as the interpreter rounds there, too. SLACK allows
for another order of the same sums. A wrong element, a lost guard or a wrong pad is
larger by orders of magnitude in the types that most programs use.

What is beyond that may still be honest: two runs can round alike by chance, and a sum
of numbers that cancel is as uncertain as they are. So the interpreter runs the program
in f64 on inputs that are moved by roundings, too, which is as far as a backward stable
program may go. And a product of n factors may miss n u of itself: where they are equal,
as those of other lanes are, all of them round to the same side. So do n equal terms of a
sum, where the interpreter rounds as well.

Derivatives do not trust the derivation: the interpreter runs what neo-autodiff made,
and its slope along a random direction is compared with a difference quotient.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import neo
import numpy as np
from indices import Tensor
from neo.native import DERIVED
from program import DTYPES, Program

SLACK, ULPS = 64.0, 32.0
#: How often inputs are moved by roundings, to see what these leave uncertain.
MOVES = 10
ROUNDOFF = {"float64": 2.0**-53, "float32": 2.0**-24, "float16": 2.0**-11,
            "bfloat16": 2.0**-8}


def build(program: Program, dtype: type) -> Callable[..., Any]:
    """The program as a function of its inputs and directions, not compiled."""
    function = build_forward(program, dtype)
    names = parameters(program)
    known = {"call": with_mode(function, program)}
    exec(f"def f({', '.join(names)}): return call({', '.join(names)})", known)
    return known["f"]


def build_forward(program: Program, dtype: type) -> Callable[..., Any]:
    """The program itself, as a function of its inputs."""
    known: dict[str, Any] = {"neo": neo, "np": np}
    for constant in program.constants:
        known[constant.name] = program.array(constant, dtype)
    exec(program.source, known)
    return known["f"]


def parameters(program: Program) -> dict[str, Tensor]:
    """The names of what `build` takes, and what stands for each."""
    return {t.name: t for t in program.inputs} | \
        {f"d{n}": t for n, t in enumerate(program.directions)}


def with_mode(f: Callable[..., Any], program: Program) -> Callable[..., Any]:
    """`f` and the derivatives that the program asks for."""
    count = len(program.inputs)

    def forward(*arrays: Any) -> Any:
        return f(*arrays)

    def vjp(*arrays: Any) -> Any:
        return neo.vjp(f, *arrays[:count])[1](_complete(
            program.results, arrays[count:]))

    def jvp(*arrays: Any) -> Any:
        return neo.jvp(f, arrays[:count], _complete(
            program.inputs, arrays[count:]))

    def both(*arrays: Any) -> Any:
        floats = sum(t.kind == "float" for t in program.results)
        y, pull = neo.vjp(f, *arrays[:count])
        dx = pull(_complete(program.results, arrays[count:count + floats]))
        dy = neo.jvp(f, arrays[:count], _complete(
            program.inputs, arrays[count + floats:]))[1]
        return y, dx, dy

    return {"forward": forward, "vjp": vjp, "jvp": jvp,
            "all": both}[program.mode]


def _complete(tensors: Sequence[Any], floats: Sequence[Any]) -> tuple[Any, ...]:
    """One direction for each float tensor, None for the others."""
    rest = iter(floats)
    return tuple(next(rest) if t.kind == "float" else None for t in tensors)


def arrays(program: Program, dtype: type) -> list[np.ndarray]:
    """The inputs, then the directions that the mode takes."""
    result = [program.array(t, dtype) for t in program.inputs]
    random = np.random.default_rng(7)
    for tensor in program.directions:
        numbers = random.uniform(-1, 1, tensor.shape)
        result.append(np.asarray(numbers).astype(DTYPES[program.dtype])
                      .astype(np.float32).astype(dtype))
    return result


def interpreted(program: Program, dtype: type,
                moved_by: float = 0, signs: int = 0) -> list[np.ndarray]:
    """What the reference interpreter makes of the program in `dtype`, of
    inputs that are moved by so large a part of them, up or down by `signs`."""
    function = neo.jit(build(program, dtype))
    inputs = arrays(program, dtype)
    text = neo.canonical(function.ir(*inputs), DERIVED)
    random = np.random.default_rng(signs)
    every = [*inputs, *function.captured(*inputs)]
    if moved_by:
        every = [x * (1 + moved_by * random.choice((-1, 1), x.shape))
                 if x.dtype.kind == "f" else x for x in every]
    return neo.interpret(text, *every)


class Expected:
    """The right results, and how far from them a program may be."""

    def __init__(self, program: Program):
        self.program = program
        self.exact = interpreted(program, np.float64)
        self.single = interpreted(program, np.float32)

    def difference(self, number: int, found: np.ndarray) -> str:
        """What is wrong with result `number`; nothing if it is right."""
        exact = self.exact[number]
        if found.shape != exact.shape:
            return f"shape {found.shape}, not {exact.shape}"
        if exact.dtype.kind in "iub":
            return self._report(number, found, found != exact)
        name = self.program.dtype
        if str(found.dtype) != name:
            return f"element type {found.dtype}, not {name}"
        limit = self._tolerance(number, ROUNDOFF[name])
        wrong = self._beyond(limit, found, exact)
        if wrong.any():
            limit += self._uncertainty(number, ROUNDOFF[name])
            wrong = self._beyond(limit, found, exact)
        return self._report(number, found, wrong, limit)

    def _beyond(self, limit: float, found: np.ndarray,
                exact: np.ndarray) -> np.ndarray:
        value = found.astype(np.float64)
        finite = np.isfinite(exact) & \
            (np.abs(exact) < _largest(self.program.dtype))
        with np.errstate(invalid="ignore"):
            return np.where(finite, ~(np.abs(value - exact) <= limit),
                            np.isfinite(value) & ~np.isfinite(exact))

    def _uncertainty(self, number: int, roundoff: float) -> float:
        """How far the result moves when the inputs are moved by roundings.

        Two equal numbers that are ordered by their roundings keep their order in
        half of the moves, and the gradient of their maximum its place.
        """
        exact = self.exact[number]
        moved = [interpreted(self.program, np.float64, roundoff, signs)[number]
                 for signs in range(MOVES)]
        with np.errstate(invalid="ignore"):
            error = np.abs(np.stack(moved) - exact)
        # What cancels to the last bit is as uncertain as its terms.
        return SLACK * float(error[np.isfinite(error)].max(initial=0)) + \
            ULPS * roundoff + roundoff * self._same_side(number, roundoff)

    def _same_side(self, number: int, roundoff: float) -> float:
        """What equal factors, and in f64 equal terms, of a reduction may miss, in units
        of the roundoff: a function of the sum moves with the sum, not with itself."""
        missed = self._longest("*") * self._peak(number)
        if roundoff > ROUNDOFF["float64"]:
            return missed
        return missed + self._longest("+") * max(r.bound for r in self.program.results)

    def _longest(self, kind: str) -> int:
        """As many numbers as the longest reduction of this kind has, at the most."""
        found = [0]
        for line in self.program.lines:
            extents = {v: int(n) for v, n in re.findall(r"\b([a-z])=(\d+)", line)}
            for result in re.findall(rf"\w+\[([a-z,]*)\] [{kind}]= ", line):
                inner = extents.keys() - set(result.split(","))
                found.append(math.prod(extents[v] for v in inner))
        return max(found)

    def _peak(self, number: int) -> float:
        exact = self.exact[number]
        return float(np.abs(exact[np.isfinite(exact)]).max(initial=0))

    def _tolerance(self, number: int, roundoff: float) -> float:
        exact, single = self.exact[number], self.single[number]
        with np.errstate(invalid="ignore"):
            error = np.abs(single.astype(np.float64) - exact)
        error = error[np.isfinite(error)].max(initial=0)
        # In f64 the interpreter rounds as well, and sums one term after the other.
        ulps = ULPS if roundoff > ROUNDOFF["float64"] else 16 * ULPS
        return SLACK * error * roundoff / ROUNDOFF["float32"] + \
            ulps * (roundoff * self._peak(number) + _least(self.program.dtype))

    def _report(self, number: int, found: np.ndarray, wrong: np.ndarray,
                limit: float = 0) -> str:
        if not wrong.any():
            return ""
        at = tuple(int(n) for n in np.argwhere(wrong)[0])
        return (f"result {number} is {found[at]} at {list(at)}, not "
                f"{self.exact[number][at]}; {int(wrong.sum())} of {wrong.size} "
                f"are wrong (tolerance {limit:.1e})")


def _least(dtype: str) -> float:
    return float(ml_dtypes.finfo(DTYPES[dtype]).smallest_subnormal)


def _largest(dtype: str) -> float:
    return float(ml_dtypes.finfo(DTYPES[dtype]).max) / 2


def quotient_error(program: Program, expected: Expected) -> str:
    """How the derivative of a program that runs jvp misses its slope."""
    # Numbers of few digits are often equal, and extrema of them have no slope.
    if program.mode != "jvp" or program.data != "any" or \
            program.dtype not in ("float32", "float64"):
        return ""
    function = neo.jit(build_forward(program, np.float64))
    count, step = len(program.inputs), 1e-6
    inputs = arrays(program, np.float64)
    directions = _complete(program.inputs, inputs[count:])
    text = function.ir(*inputs[:count])
    captured = function.captured(*inputs[:count])

    def moved(by: float) -> list[np.ndarray]:
        at = [x if d is None else x + by * d
              for x, d in zip(inputs[:count], directions)]
        return neo.interpret(text, *at, *captured)

    up, down = moved(step), moved(-step)
    floats = [n for n, t in enumerate(program.results) if t.kind == "float"]
    for place, number in enumerate(floats):
        slope = (up[number] - down[number]) / (2 * step)
        tangent = expected.exact[len(program.results) + place]
        scale = 1 + np.abs(tangent).max(initial=0)
        bent = np.abs(slope - tangent) > 1e-4 * scale
        # A kink may lie between the two points, but not under many.
        if bent.sum() > max(1, 0.02 * bent.size):
            at = tuple(np.argwhere(bent)[0])
            return (f"tangent {place} is {tangent[at]} at {list(map(int, at))} "
                    f"where the difference quotient is {slope[at]}")
    return ""
