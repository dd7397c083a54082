# operators.py - custom PyTorch operators, computed by Neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.torch.op`: an index expression or a function becomes an operator of PyTorch.

An operator is registered with PyTorch's dispatcher (torch.library), by the name
neo::NAME_DIGEST, with what each part of PyTorch asks for:

    computing                       the form (neo.torch.forms), by neo.jit
    shapes without values           the form, traced for the shapes
    gradients, of every order       the operator of its Pullback
    torch.func.jvp                  the operator of its Tangents
    torch.func.vmap                 the operator of its batch
    graphs compiled for Neo         the form, among the records (neo.torch.records)

Each of these is again such an operator, made on demand. The
digest is that of the text, so that an exported program finds the operator again.

A call takes the shortest path. Plain tensors go to the compiled function directly, by
an autograd.Function if their gradient is recorded; under torch.compile the call goes
through the dispatcher; torch.func has an autograd.Function of its own.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import is_grad_enabled
from torch._C._functorch import peek_interpreter_stack
from torch.autograd import forward_ad
from torch.compiler import is_compiling

from neo.arrays import is_number
from neo.errors import Error, UsageError, describe, quiet
from neo.quick import MISSED
from neo.specs import numpy_type, spec
from neo.torch import functions
from neo.torch.calls import Called
from neo.torch.forms import Form, Function, Text, form_of, signed
from neo.torch.records import RECORDS, common_type
from neo.torch.saved import Pair, Savings
from neo.torch.symbolic import result_shapes
from neo.torch.tensors import NAMES, PLAIN, TORCH, check, promoted

_library = torch.library.Library("neo", "FRAGMENT")
_known: dict[str, Operator] = {}
_by_overload: dict[Any, Operator] = {}


class Operator:
    """An operator; call it on tensors. It has the name of `torch.ops.neo`."""

    def __init__(self, form: Form, name: str,
                 made_from: dict[str, Any] | None = None):
        self.form = form
        self.name = name
        self.alone = form.results == 1
        self._called = Called(_named(form, name))
        self._derived: dict[Any, Operator] = {}
        self._savings: dict[tuple[bool, ...], Savings] = {}
        self._made_from = made_from
        #: Of the operator of gradients: whose, of which operands, for cotangents of
        #: which results.
        self.pullback_of: tuple[Operator, tuple[int, ...], tuple[int, ...]] | None = None
        self._register()
        self.overload = getattr(torch.ops.neo, name).default
        _by_overload[self.overload] = self

    def __repr__(self) -> str:
        return f"torch.ops.neo.{self.name}"

    def __deepcopy__(self, memo: Any) -> Operator:
        """Itself: it has no state, and PyTorch knows one operator of a name."""
        return self

    def __reduce__(self) -> Any:
        """What it was made from; a function has to be one that can be pickled."""
        if self._made_from is None:
            raise TypeError(f"{self} is derived from another operator: pickle that one")
        return functools.partial(op, **self._made_from), ()

    def __call__(self, *operands: Any, **named: Any) -> Any:
        """The result or the tuple of results. Numbers stand for tensors of rank 0."""
        if is_compiling():
            return self.overload(*self._operands(operands, named))
        needs_gradient = False
        for operand in operands:
            if type(operand) not in PLAIN or operand.is_meta:
                return self._call(operands, named)
            needs_gradient = needs_gradient or operand.requires_grad
        if named or functions.is_watched():
            return self._call(operands, named)
        if needs_gradient and is_grad_enabled():
            return functions.recorded(self, *operands)
        return self.compute(*operands)

    def _call(self, given: Sequence[Any], named: dict[str, Any]) -> Any:
        """A call of other than tensors, or one that part of PyTorch looks into."""
        operands = self._operands(given, named)
        if any(map(_overrides, operands)):
            return self.overload(*operands)
        self._check(operands)
        if peek_interpreter_stack() is not None or forward_ad._current_level >= 0:
            return functions.apply(self, operands)
        return self.overload(*operands)

    def compute(self, *tensors: torch.Tensor) -> Any:
        """The results of plain tensors, by the compiled function."""
        try:
            found = self._called.again(tensors)
            if found is not MISSED:
                return found
            self._check(tensors)
            if any(map(functions.is_batch, tensors)):
                return self.overload(*tensors)
            return self._called(promoted(tensors))
        except Error as error:
            raise quiet(error) from None

    def compute_recorded(self, needed: tuple[bool, ...],
                         tensors: tuple[torch.Tensor, ...]) -> tuple[Any, Pair | None]:
        """As `compute`, for a call whose gradients are `needed` later: all results of
        the pair's forward program, and the pair, if there is one."""
        try:
            savings = self._savings.get(needed) or self._saving(needed, tensors)
            found = savings.again(tensors)
            if found is not MISSED:
                return found
            self._check(tensors)
            if any(map(functions.is_batch, tensors)):
                return self.overload(*tensors), None
            return savings.first(tensors)
        except Error as error:
            raise quiet(error) from None

    def _saving(self, needed: tuple[bool, ...], tensors: tuple[torch.Tensor, ...]
                ) -> Savings:
        wanted = functions.wanted_of(tensors, needed)
        # What a call without gradients has run says nothing of a recorded one.
        return self._savings.setdefault(
            needed, Savings(self.form, self._called.apart(), wanted))

    def _check(self, tensors: Sequence[Any]) -> None:
        if len(tensors) != len(self.form.names):
            raise UsageError(describe(
                f"the operator takes {len(self.form.names)} operand(s) "
                f"({', '.join(self.form.names)}), but got {len(tensors)}",
                self.form.source))
        for name, tensor in zip(self.form.names, tensors):
            check(tensor, f"operand '{name}'", self.form.source)

    def _operands(self, operands: Sequence[Any], named: dict[str, Any]
                  ) -> list[torch.Tensor]:
        """All operands in order; numbers in the type of the tensors beside them."""
        names = self.form.names
        wrong = [n for n in named if n not in names[len(operands):]]
        given = [*operands, *(named[n] for n in names[len(operands):] if n in named)]
        if wrong or len(given) != len(names):
            raise UsageError(describe(
                f"the operator takes {', '.join(names)}, but got {len(operands)} "
                f"in order and {', '.join(named) or 'none'} by name",
                self.form.source))
        types = [o.dtype for o in given if isinstance(o, torch.Tensor)]
        return [torch.tensor(o, dtype=_type_beside(types, o)) if is_number(o) else o
                for o in given]

    # What follows from the form

    def results(self, tensors: Sequence[torch.Tensor]) -> list[tuple[Any, str]]:
        """Shapes and types of the results; tensors need no values, and sizes may be
        symbols."""
        self._check(tensors)
        types = [NAMES[t.dtype] for t in promoted(tensors)]
        specs: list[spec] = []

        def traced(shapes: list[Any]) -> list[Any]:
            specs[:] = self.form.result_specs(list(map(spec, shapes, types)))
            return [each.shape for each in specs]

        shapes = result_shapes([tuple(t.shape) for t in tensors], traced)
        return [(shape, each.dtype) for shape, each in zip(shapes, specs)]

    def pullback(self, wanted: tuple[int, ...], seeds: tuple[int, ...]) -> Operator:
        """The operator of gradients; it takes the cotangents last."""
        found = self._derive("vjp", (wanted, seeds),
                             lambda: self.form.pullback(wanted, seeds))
        found.pullback_of = self, wanted, seeds
        return found

    def tangents(self, moving: tuple[int, ...], floats: tuple[int, ...]) -> Operator:
        """The operator of tangents; it takes those of operands last."""
        return self._derive("jvp", (moving, floats),
                            lambda: self.form.tangents(moving, floats))

    def batched(self, which: tuple[bool, ...]) -> Operator:
        """The operator of a batch in the first dimension of some operands."""
        return self._derive("batch", which, lambda: self.form.batched(which))

    def _derive(self, kind: str, key: Any, make: Callable[[], Form]) -> Operator:
        if (kind, key) not in self._derived:
            digits = re.sub(r"\W+", "_", str(key)).strip("_")
            name = f"{self.name}_{kind}_{digits}".replace("True", "1")
            self._derived[kind, key] = Operator(make(), name.replace("False", "0"))
        return self._derived[kind, key]

    # What the dispatcher asks for

    def _register(self) -> None:
        operands = ", ".join(f"Tensor {n}" for n in _schema_names(self.form.names))
        results = ", ".join(["Tensor"] * self.form.results)
        _library.define(f"{self.name}({operands}) -> ({results})",
                        tags=(torch.Tag.pt2_compliant_tag,))
        for key in ("CPU", "CUDA"):  # There with an error of ours.
            _library.impl(self.name, self.compute, key)
        name = f"neo::{self.name}"
        torch.library.register_fake(name, self._fake, lib=_library)
        torch.library.register_autograd(
            name, functions.backward_of(self), lib=_library,
            setup_context=functions.keep)
        torch.library.register_vmap(
            name, lambda info, dims, *operands: functions.batch(self, dims, operands),
            lib=_library)
        RECORDS[f"neo.{self.name}.default"] = self._record

    def _record(self, call: Any, *tensors: Any) -> Any:
        """The results for traced tensors, where a graph is compiled for Neo."""
        floats = [t for t in tensors if t.spec.is_float]
        if len({t.spec.dtype for t in floats}) > 1:
            dtype = numpy_type(common_type(floats))
            tensors = tuple(t.astype(dtype) if t.spec.is_float else t for t in tensors)
        found = self.form(*tensors)
        return found[0] if self.alone else found

    def _fake(self, *tensors: torch.Tensor) -> Any:
        try:
            empty = tensors[0].new_empty if tensors else torch.empty
            found = tuple(empty(shape, dtype=TORCH[name])
                          for shape, name in self.results(tensors))
        except Error as error:
            raise quiet(error) from None
        return found[0] if self.alone else found


def _schema_names(names: Sequence[str]) -> list[str]:
    """Names that a schema may hold: 'self' and Python's words are none."""
    return [f"operand_{n}" if n in ("self", "from", "lambda", "in") else n
            for n in names]


def _named(form: Form, name: str) -> Callable[..., Any]:
    """The form as a function whose arguments have the operands' names."""
    def function(*tensors: Any) -> Any:
        found = form(*tensors)
        return found if form.results != 1 else found[0]

    function.__name__ = name
    return signed(function, form.names)


def op(what: str | Callable[..., Any], results: int = 1, **extents: Any) -> Operator:
    """An operator of PyTorch from an index expression or a function.

        matmul = neo.torch.op("C[i,j] += A[i,k] * B[k,j]")
        c = matmul(a, b)

    Of an expression, `extents` are those of neo.expr. A function takes traced
    tensors, and returns one or as many as `results`; keyword arguments are part of
    it. Operands are tensors on the CPU, of any strides; floats are promoted to one
    type. The operator has gradients of every order, and works under torch.func,
    torch.compile and torch.export.

    Raises ExpressionError, UsageError; calls raise ShapeError and DtypeError.
    """
    try:
        form = form_of(what, results, extents)
    except Error as error:
        raise quiet(error) from None
    if isinstance(form, Text):
        told = f"{form.expression!r}"
        stem = form.expression._program.result
    else:
        assert isinstance(form, Function)
        stem = form.function.__name__
        told = f"{getattr(what, '__module__', '')}.{stem}{extents}{_count(what)}"
    digest = hashlib.sha256(told.encode()).hexdigest()[:8]
    name = f"{re.sub('[^A-Za-z0-9_]', '_', stem)}_{digest}"
    if name not in _known:
        _known[name] = Operator(
            form, name, {"what": what, "results": results} | extents)
    return _known[name]


def operator_of(overload: Any) -> Operator | None:
    """The operator that PyTorch knows by this name."""
    return _by_overload.get(overload)


_functions: dict[str, list[Any]] = {}


def _count(function: Any) -> str:
    """Tells functions of one name apart, in the order in which they come."""
    path = f"{getattr(function, '__module__', '')}." \
        f"{getattr(function, '__qualname__', type(function).__name__)}"
    others = _functions.setdefault(path, [])
    if function not in others:
        others.append(function)
    return f"{path}#{others.index(function)}"


def _overrides(operand: Any) -> bool:
    """Whether it looks into calls of operators itself, as what torch.fx traces."""
    return not isinstance(operand, torch.Tensor) and \
        hasattr(type(operand), "__torch_function__")


def _type_beside(types: Sequence[torch.dtype], number: Any) -> torch.dtype:
    """The type of a number beside tensors of `types`."""
    floats = [each for each in types if each.is_floating_point]
    if floats:
        return floats[0]
    whole = isinstance(number, int) and not isinstance(number, bool)
    return functools.reduce(torch.promote_types, types) \
        if types and whole and torch.bool not in types else torch.get_default_dtype()
