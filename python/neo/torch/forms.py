# forms.py - what an operator computes, as functions of traced tensors
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""An operator and those that are derived from it.

PyTorch needs the gradient, the tangent and the batches of an operator, and again those
of these. Each is again a function of tensors that Neo traces, a *form*:

    Text        an index expression
    Function    a Python function
    Pullback    the gradients of a form, given cotangents: neo.vjp
    Tangents    the tangents of a form, given tangents: neo.jvp
    Batched     a form of many samples at once

so that every order has one mechanism, and no form has a gradient of its own. A batch of
an expression is the expression with one more loop. A batch of gradients are the
gradients of the batch, where what all samples share stands once for each of them.
Other functions run sample by sample in one `neo.scan`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import neo
from neo.errors import UsageError, describe
from neo.expr import Expr
from neo.grammar import parse
from neo.specs import spec
from neo.syntax import (Apply, Binary, Compare, Guarded, Logic, Name, Node, Read,
                        Statement, walk)
from neo.tensor import Tensor, as_tensor, settled
from neo.trace import Trace, tracing
from neo.unparse import unparse


@dataclass(frozen=True)
class Form:
    """Tensors to as many tensors as `results`; `names` are those of the operands."""

    names: tuple[str, ...]
    results: int

    def __call__(self, *tensors: Any) -> tuple[Any, ...]:
        """The results for traced tensors."""
        raise NotImplementedError

    def batched(self, which: tuple[bool, ...]) -> Form:
        """The form of a batch, first dimension of the operands that `which` names."""
        return _Scanned(self.names, self.results, self, which)

    def pullback(self, wanted: tuple[int, ...], seeds: tuple[int, ...]) -> Form:
        """The form of gradients; it takes the cotangents last."""
        names = _with(self.names, [f"cotangent_{n}" for n in seeds])
        return Pullback(names, len(wanted), self, wanted, seeds)

    def tangents(self, moving: tuple[int, ...], floats: tuple[int, ...]) -> Form:
        """The form of tangents; it takes those of operands last."""
        names = _with(self.names, [f"tangent_{n}" for n in moving])
        return Tangents(names, len(floats), self, moving, floats)

    def result_specs(self, operands: Sequence[spec]) -> list[spec]:
        """Shapes and types of the results for operands of these."""
        trace = Trace()
        tensors = [Tensor(trace.parameter(each, name))
                   for each, name in zip(operands, self.names)]
        with tracing(trace):
            return [r.value.spec for r in self(*tensors)]

    @property
    def source(self) -> str:
        """What errors show."""
        return ""


def signed(function: Callable[..., Any], names: Sequence[str], by_name: bool = False
           ) -> Callable[..., Any]:
    """`function` with parameters of these names, which calls may give `by_name`."""
    parameter = inspect.Parameter
    kind = parameter.POSITIONAL_OR_KEYWORD if by_name else parameter.POSITIONAL_ONLY
    function.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [parameter(n, kind) for n in names])
    return function


def _with(names: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    """`names` and `more`, told apart."""
    found = list(names)
    for name in more:
        while name in found:
            name += "_"
        found.append(name)
    return tuple(found)


@dataclass(frozen=True)
class Text(Form):
    """An index expression."""

    expression: Expr

    def __call__(self, *tensors: Any) -> tuple[Any, ...]:
        return (self.expression(*tensors),)

    def batched(self, which: tuple[bool, ...]) -> Form:
        text = str(self.expression)
        statements, loop = parse(text), _fresh(text)
        many = {n for n, is_many in zip(self.names, which) if is_many}
        for _ in statements:  # What a statement assigns, others read.
            many |= {s.result for s in statements if many & _tensors(s)}
        lines = [_batch(s, many, loop) for s in statements]
        if any(s.result in many and not many & _tensors(s) for s in statements):
            return super().batched(which)  # Nothing says how many there are.
        expression = Expr("\n".join(map(unparse, lines)), **self.expression.extents)
        return Text(self.names, 1, expression)

    @property
    def source(self) -> str:
        return str(self.expression)


def _fresh(text: str) -> str:
    name = "n"
    while name in text:
        name += "n"
    return name


def _tensors(statement: Statement) -> set[str]:
    """What a statement reads; loop variables are among it."""
    return {n.tensor if isinstance(n, Read) else n.name
            for n in walk(statement.value) if isinstance(n, Read | Name)}


def _batch(statement: Statement, many: set[str], loop: str) -> Statement:
    """The statement for each sample of a batch of the tensors in `many`."""
    loops = statement.loops
    if statement.result in many:
        loops = (loop, *loops)
    return replace(statement, loops=loops, value=_reads(statement.value, many, loop))


def _reads(node: Node, many: set[str], loop: str) -> Node:
    """`node` with one more index where a tensor in `many` is read."""
    def inner(child: Node) -> Node:
        return _reads(child, many, loop)

    if isinstance(node, Read):
        index = tuple(map(inner, node.index))
        return replace(node, index=(Name(loop), *index) if node.tensor in many
                       else index)
    if isinstance(node, Name):
        return Read(node.name, (Name(loop),)) if node.name in many else node
    if isinstance(node, Apply):
        return replace(node, arguments=tuple(map(inner, node.arguments)))
    if isinstance(node, Binary):
        return replace(node, left=inner(node.left), right=inner(node.right))
    if isinstance(node, Compare | Logic):
        return replace(node, items=tuple(map(inner, node.items)))
    if isinstance(node, Guarded):
        return replace(node, value=inner(node.value), condition=inner(node.condition))
    return node


@dataclass(frozen=True)
class Function(Form):
    """A function of traced tensors, which returns one or several."""

    function: Callable[..., Any]

    def __call__(self, *tensors: Any) -> tuple[Any, ...]:
        found = self.function(*tensors)
        several = found if isinstance(found, (tuple, list)) else (found,)
        results = tuple(map(as_tensor, settled(several)))
        if len(results) != self.results:
            raise UsageError(describe(
                f"the function returned {len(results)} tensors, but its operator has "
                f"results={self.results}: write neo.torch.op(function, "
                f"results={len(results)})"))
        return results


@dataclass(frozen=True)
class Pullback(Form):
    """The gradients of operands `wanted`, given cotangents of results `seeds`."""

    form: Form
    wanted: tuple[int, ...]
    seeds: tuple[int, ...]

    def __call__(self, *tensors: Any) -> tuple[Any, ...]:
        count = len(self.form.names)
        operands, cotangents = tensors[:count], tensors[count:]

        def moved(*chosen: Any) -> tuple[Any, ...]:
            results = self.form(*placed(operands, self.wanted, chosen))
            return tuple(results[n] for n in self.seeds)

        chosen = [operands[n] for n in self.wanted]
        return tuple(neo.vjp(moved, *chosen)[1](tuple(cotangents)))

    def batched(self, which: tuple[bool, ...]) -> Form:
        count = len(self.form.names)
        inner = tuple(many or n in self.wanted for n, many in enumerate(which[:count]))
        form = replace(self, form=self.form.batched(inner))
        # Each sample has its own gradient, and its own cotangent.
        return _Spread(self.names, self.results, form, which,
                       (*inner, *(True for _ in which[count:])))

    @property
    def source(self) -> str:
        return self.form.source


@dataclass(frozen=True)
class Tangents(Form):
    """The tangents of results `floats`, given tangents of operands `moving`."""

    form: Form
    moving: tuple[int, ...]
    floats: tuple[int, ...]

    def __call__(self, *tensors: Any) -> tuple[Any, ...]:
        count = len(self.form.names)
        operands, tangents = tensors[:count], tensors[count:]

        def moved(*chosen: Any) -> tuple[Any, ...]:
            results = self.form(*placed(operands, self.moving, chosen))
            return tuple(results[n] for n in self.floats)

        chosen = tuple(operands[n] for n in self.moving)
        return tuple(neo.jvp(moved, chosen, tuple(tangents))[1])

    def batched(self, which: tuple[bool, ...]) -> Form:
        count = len(self.form.names)
        moves = dict(zip(self.moving, which[count:]))
        inner = tuple(many or moves.get(n, False)
                      for n, many in enumerate(which[:count]))
        form = replace(self, form=self.form.batched(inner))
        return _Spread(self.names, self.results, form, which,
                       (*inner, *(inner[n] for n in self.moving)))

    @property
    def source(self) -> str:
        return self.form.source


def placed(operands: Sequence[Any], places: Sequence[int], chosen: Sequence[Any]
           ) -> list[Any]:
    """`operands` with `chosen` in `places`."""
    found = list(operands)
    for place, each in zip(places, chosen):
        found[place] = each
    return found


@dataclass(frozen=True)
class _Spread(Form):
    """A batched form some of whose operands, `needed`, come without the batch."""

    form: Form
    which: tuple[bool, ...]
    needed: tuple[bool, ...]

    def __call__(self, *tensors: Any) -> tuple[Any, ...]:
        size = next(t.shape[0] for t, many in zip(tensors, self.which) if many)
        return self.form(*(
            neo.broadcast_to(t, (size, *t.shape)) if needed and not many else t
            for t, many, needed in zip(tensors, self.which, self.needed)))

    @property
    def source(self) -> str:
        return self.form.source


@dataclass(frozen=True)
class _Scanned(Form):
    """A form, sample by sample."""

    form: Form
    which: tuple[bool, ...]

    def __call__(self, *tensors: Any) -> tuple[Any, ...]:
        shared = {n: t for n, t in enumerate(tensors) if not self.which[n]}

        def step(carry: None, samples: tuple[Tensor, ...]) -> tuple[None, Any]:
            given = iter(samples)
            return carry, self.form(*(shared[n] if n in shared else next(given)
                                      for n in range(len(tensors))))

        many = tuple(t for n, t in enumerate(tensors) if n not in shared)
        return tuple(neo.scan(step, None, many)[1])

    @property
    def source(self) -> str:
        return self.form.source


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """Those of a function, less those by name alone that have a value, as what
    functools.partial has given."""
    try:
        found = inspect.signature(function).parameters.values()
    except ValueError:
        raise UsageError(describe(
            f"the parameters of {getattr(function, '__name__', function)} are not known: "
            "write a function of Neo's operations, lambda x: neo.exp(x)")) from None
    return [p for p in found if not (p.kind is p.KEYWORD_ONLY and
                                     p.default is not p.empty)]


def form_of(what: str | Callable[..., Any], results: int, extents: dict[str, Any]
            ) -> Form:
    """The form of an expression's text or of a function.

    Raises ExpressionError, ShapeError, UsageError.
    """
    if isinstance(what, str):
        expression = neo.expr(what, **extents)
        return Text(expression.operands, 1, expression)
    if isinstance(what, Expr):
        return Text(what.operands, 1, what)
    if not callable(what):
        raise UsageError(describe(
            f"neo.torch.op takes the text of an expression or a function, not "
            f"{type(what).__name__}"))
    parameters = _parameters(what)
    for each in parameters:
        if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            raise UsageError(describe(
                f"'{each}' is no tensor of an operator: write one parameter for each"))
    names = tuple(p.name for p in parameters if p.name not in extents)

    def function(*tensors: Any) -> Any:
        given = dict(zip(names, tensors)) | extents
        first = [given.pop(p.name) for p in parameters if p.kind is p.POSITIONAL_ONLY]
        return what(*first, **given)

    function.__name__ = getattr(what, "__name__", "function")
    return Function(names, results, function)
