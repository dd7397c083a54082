# expr.py - operators written as text
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.expr`: an operator from an index expression.

    matmul = neo.expr("C[i,j] += A[i,k] * B[k,j]")
    c = matmul(a, b)                       # (m, k), (k, n) -> (m, n)
    da, db = matmul.vjp((a, b), dc)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from neo import directions
from neo.arrays import intake, prepared, spec_of
from neo.derive import define, seed_type
from neo.elsewhere import EXPR, Suggesting
from neo.errors import (Error, GradientError, ShapeError, UsageError, describe,
                        is_users_call, quiet, quieted)
from neo.emit import function_text, module_text
from neo.native import canonical, compile_text
from neo.operand_order import with_order
from neo.operands import in_order, operand_arrays, operand_specs
from neo.program import Program
from neo.quick import MISSED, Quick
from neo.recent import Recent
from neo.schedules import (OPTIMISE, compile_scheduled, refuse_inside,
                           schedule_lines, show)
from neo.specs import float_type, numpy_type, spec
from neo.tensor import Tensor
from neo.trace import Trace, Value, active, require_trace
from neo.traced import lifted


class Expr(Suggesting):
    """An operator; call it on arrays, or on tensors inside `neo.jit`.

    Operands come in order of first appearance in the text and share one float
    type. Results are new C-contiguous NumPy arrays. The last 64 programs that
    were used are kept.

    Raises ExpressionError for the text, ShapeError for shapes and extents,
    DtypeError for element types, GradientError from `vjp`.
    """

    _called, _instead = "a neo.expr", EXPR

    def __init__(self, text: str, /, *, schedule: str | Sequence[str] = (),
                 **extents: int):
        self._program = Program(text, extents, is_users_call())
        self._schedule = schedule_lines(schedule, "schedule")
        self._compiled = Recent()
        self._quick = Quick()

    @property
    def operands(self) -> tuple[str, ...]:
        """Names of the operands, in the order in which calls take them."""
        return tuple(self._program.operands)

    @property
    def extents(self) -> dict[str, int]:
        """The extents that were passed by keyword."""
        return dict(self._program.extents)

    def __str__(self) -> str:
        lines = (s.strip() for s in self._program.text.splitlines())
        return "\n".join(line for line in lines if line)

    def __repr__(self) -> str:
        extents = "".join(f", {k}={v}" for k, v in self.extents.items())
        lines = "\n".join(self._schedule)
        schedule = f", schedule={lines!r}" if lines else ""
        return f"neo.expr({str(self)!r}{extents}{schedule})"

    def __reduce__(self) -> Any:
        # Copies and pickles compile again: object code stays in its process.
        return functools.partial(Expr, self._program.text,
                                 schedule=self._schedule, **self.extents), ()

    # Running

    def __call__(self, *operands: Any, **named: Any) -> Any:
        """The result: an array, or a traced tensor inside `neo.jit`.

        Operands come in order, or by name: `matmul(A=a, B=b)`.
        """
        if not named and active() is None:
            found = self._quick.run("call", operands)
            if found is not MISSED:
                return found
        try:
            return self._call(self.in_order(operands, named))
        except Error as error:
            raise quiet(error) from None

    def _call(self, operands: Sequence[Any]) -> Any:
        if self._is_traced(operands):
            trace, inputs = self._lift(operands)
            return Tensor(self._built(trace, inputs))
        arrays, specs = operand_arrays(self.operands, operands, str(self))
        program = self._compile(("call", *specs), lambda: self.ir(*specs),
                                self._schedule)
        return program.run(arrays)[0]

    def vjp(self, operands: Sequence[Any] = (), cotangent: Any = None,
            *more: Any, **named: Any) -> tuple[Any, ...]:
        """Adjoints of all float operands, in their order.

        `cotangent` has the result's shape and element type. The adjoint of an
        operand has the operand's shape. Operands come in a tuple, or by name:
        `matmul.vjp(A=a, B=b, cotangent=dc)`.
        """
        is_plain = not (named or more) and isinstance(operands, (tuple, list))
        if is_plain and active() is None:
            found = self._quick.run("vjp", (*operands, cotangent))
            if found is not MISSED:
                return found
        try:
            listed = self._listed("vjp", operands, named, more)
            return self._call_of_vjp(listed, cotangent)
        except Error as error:
            raise quiet(error) from None

    def _call_of_vjp(self, operands: Sequence[Any], cotangent: Any
                     ) -> tuple[Any, ...]:
        if cotangent is None:
            raise UsageError(describe(
                "the cotangent is missing: write vjp(operands, cotangent), where that "
                "has the result's shape", str(self)))
        if self._is_traced((*operands, cotangent)):
            trace, inputs = self._lift((*operands, cotangent))
            specs = [v.spec for v in inputs]
            return tuple(map(Tensor, self._call_vjp(trace, specs, inputs)))
        arrays, specs = operand_arrays(self.operands, operands, str(self))
        given = intake(cotangent, "the cotangent",
                       numpy_type(float_type(self._named(specs))).__name__)
        all_specs = [*specs, spec_of(given)]
        program = self._compile(("vjp", *all_specs),
                                lambda: self._vjp_ir(all_specs))
        return program.run([*arrays, prepared(given)])

    def jvp(self, operands: Sequence[Any] = (), tangents: Sequence[Any] = (),
            *more: Any, **named: Any) -> Any:
        """How fast the result changes when the operands change at the rates `tangents`.

        These are one for each operand, None for integers, in the operands' shapes and
        element types. Operands come in a tuple, or by name.
        """
        try:
            return directions.jvp(self, self._listed("jvp", operands, named, more), tangents)[1]
        except Error as error:
            raise quiet(error) from None

    @quieted
    def ir(self, *operands: Any, **named: Any) -> str:
        """The IR of the operator for arrays or `neo.spec`s, as text."""
        specs = self._specs(operands, named)
        trace = Trace()
        inputs = self._parameters(trace, specs)
        result = self._built(trace, inputs)
        return module_text([function_text("main", trace, [result])])

    @quieted
    def vjp_ir(self, *operands: Any, **named: Any) -> str:
        """The IR of the operator's adjoint; a pass fills in @op_0_vjp.

        Takes the operands as `ir` does; the cotangent has the result's type.
        """
        specs = self._specs(operands, named)
        trace = Trace()
        result = self._built(trace, self._parameters(trace, specs))
        return self._vjp_ir([*specs, result.spec])

    @quieted
    def schedule(self, *operands: Any, **named: Any) -> str:
        """How the loops of a call run, as text that `neo.expr(schedule=...)` takes.

        A line for each kernel of the program for arrays or `neo.spec`s
        (docs/Kernels.md). Raises UsageError where a given one cannot be followed.
        """
        return show(canonical(self.ir(*operands, **named), OPTIMISE), self._schedule,
                    str(self))

    # Pieces

    def in_order(self, operands: Sequence[Any], named: dict[str, Any]
                 ) -> tuple[Any, ...]:
        """All operands of a call (for neo's own modules). Raises UsageError."""
        return in_order(self.operands, operands, named, str(self), self._program.loops)

    def _compile(self, key: tuple, text: Callable[[], str],
                 schedule: Sequence[str] = ()) -> Any:
        def compiled() -> Any:
            if not schedule:
                return compile_text(text(), source=str(self))
            return compile_scheduled(canonical(text(), OPTIMISE), schedule,
                                     source=str(self))

        program = self._compiled.get(key, compiled)
        self._quick.remember(key[0], _Call(program, key[0] == "call"))
        return program

    def _vjp_ir(self, specs: Sequence[spec]) -> str:
        trace = Trace()
        inputs = self._parameters(trace, specs[:-1])
        inputs.append(trace.parameter(specs[-1], "d" + self._program.result))
        results = self._call_vjp(trace, specs, inputs)
        entry = function_text("main", trace, results)
        return module_text([*trace.module.functions, entry])

    def _call_vjp(self, trace: Trace, specs: Sequence[spec],
                  inputs: Sequence[Value]) -> list[Value]:
        inner = Trace(trace)
        parameters = self._parameters(inner, specs[:-1])
        result = self._built(inner, parameters)
        if not any(p.spec.is_float for p in parameters):
            raise GradientError(describe(
                "no operand has a float type, so there is no adjoint: convert "
                "one with .astype", str(self)))
        seed_type(result.spec, specs[-1])
        name = define(trace.module, "op", inner, [result])
        hints = [(p.spec, "d" + p.hint) for p in parameters if p.spec.is_float]
        return trace.call(name + "_vjp", inputs, hints)

    def _built(self, trace: Trace, inputs: Sequence[Value]) -> Value:
        """The result; an error of shapes says in which order they would fit."""
        try:
            return self._program.build(trace, inputs)
        except ShapeError as error:
            raise with_order(self._program, inputs, error) from None

    def _parameters(self, trace: Trace, specs: Sequence[spec]) -> list[Value]:
        return [trace.parameter(s, name)
                for name, s in zip(self.operands, specs)]

    def _named(self, specs: Sequence[spec]) -> dict[str, spec]:
        return dict(zip(self.operands, specs))

    def _listed(self, method: str, operands: Any, named: dict[str, Any],
                more: Sequence[Any]) -> tuple[Any, ...]:
        """The operands of a derivative, which come in one tuple or by name."""
        if more or not isinstance(operands, (tuple, list)):
            names = ", ".join(self.operands) + "," * (len(self.operands) == 1)
            second = "the cotangent" if method == "vjp" else "a tuple of tangents"
            raise UsageError(describe(
                f"'{method}' takes the operands in one tuple, ({names}), or by name, "
                f"and then {second}", str(self)))
        return self.in_order(operands, named)

    def _specs(self, operands: Sequence[Any], named: dict[str, Any]) -> list[spec]:
        operands = self.in_order(operands, named)
        return operand_specs(self.operands, operands, str(self))

    def _is_traced(self, operands: Sequence[Any]) -> bool:
        return any(isinstance(o, Tensor) for o in operands) or \
            active() is not None

    def _lift(self, operands: Sequence[Any]) -> tuple[Trace, list[Value]]:
        if self._schedule:
            refuse_inside("an expression", str(self))
        names = [*self.operands, "the cotangent"]
        values = lifted(operands, names, str(self))
        return require_trace("an operator on traced tensors"), values


class _Call:
    """A program as `Quick` takes it."""

    captured = ()

    def __init__(self, program: Any, alone: bool):
        self.program, self.alone, self.is_tuple = program, alone, not alone


def expr(text: str, /, *, schedule: str | Sequence[str] = (),
         **extents: int) -> Expr:
    """An operator from an index expression.

    `text` holds one or more statements `OUT[i,j] = e`, or with += *= max= min=
    to reduce the variables that are not on the left, separated by newlines or
    ';'. `extents` gives the number of iterations of variables that stand alone
    in no index. See docs/Expressions.md for the grammar. `schedule` says how the
    loops of a call run, as the method of that name gives it; gradients have loops
    of their own, and those that the compiler chooses.

        neo.expr("C[k,p] += (A[c,p+r-1] if 0 <= p+r-1 < 9 else 0) * W[k,c,r]",
                 p=9)

    Raises ExpressionError (with a caret), ShapeError.
    """
    try:
        return Expr(text, schedule=schedule, **extents)
    except Error as error:
        raise quiet(error) from None
