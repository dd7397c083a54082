# reductions.py - operators that combine the terms of a body
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The body over all loops, and a Reduce operator over those that are reduced.

Where the terms of a sum are products whose factors have different loops, their product
is never materialised: two such factors are a MatMul, more of them an Einsum.

    sum k: A[i,k] * B[k,j]                   MatMul of [i, k] and [k, j]
    sum k: A[b,i,k] * f(B[b,j,k])            MatMul of batches, of f(B) transposed
    sum k, l: A[i,k] * B[k,l] * C[l,j]       Einsum
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import prod

from neo.onnx.writing.accesses import chosen
from neo.onnx.writing.bodies import Body, placed
from neo.onnx.writing.graph import Graph, Made
from neo.onnx.writing.scalars import At
from neo.specs import FLOATS



@dataclass(frozen=True)
class Factor:
    """A tensor with the loops that are its dimensions."""

    x: Made
    loops: tuple[str, ...]


_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OPERATORS = {"sum": "ReduceSum", "prod": "ReduceProd", "max": "ReduceMax",
              "min": "ReduceMin", "or": "ReduceMax", "and": "ReduceMin"}
_BITS = {"i64": 64, "i32": 32, "i8": 8}


def identity(kind: str, dtype: str) -> int | float:
    """What a term that does not count gives."""
    if kind in ("sum", "or"):
        return 0
    if kind in ("prod", "and"):
        return 1
    high = float("inf") if dtype in FLOATS else 2**(_BITS[dtype] - 1) - 1
    return -high - (dtype not in FLOATS) if kind == "max" else high


def reduced(graph: Graph, body: Body) -> Made:
    """Any operator: its terms, and what combines them."""
    compute = body.compute
    kind, x = compute.kind, body.value(compute.yielded)
    if kind in ("or", "and") and x.dtype != "i1":
        raise NotImplementedError(f"ONNX reduces no bits by '{kind}'")
    x = chosen(graph, x, compute.where, identity(kind, x.dtype)
               if compute.where else 0, body.loops)
    count = len(compute.loops)
    if kind.startswith("arg"):
        x = graph.expanded(x, [e for _, e in body.loops])
        x = graph.merged(x, [*[1] * count, x.rank - count])
        x = graph.node("ArgMax" if kind == "argmax" else "ArgMin", [x], x.shape[:-1],
                       "i64", axis=-1, keepdims=0)
    elif compute.reductions:
        x = graph.expanded(x, [*x.shape[:count], *(e for _, e in compute.reductions)])
        x = combined(graph, kind, x, list(range(count, x.rank)))
    return graph.expanded(x, [e for _, e in compute.loops])


def combined(graph: Graph, kind: str, x: Made, axes: list[int]) -> Made:
    """A reduction over axes; in a wider type where ONNX has no narrow one."""
    if not axes:
        return x
    wide = "i32" if x.dtype == "i1" or x.dtype == "i8" else x.dtype
    shape = [s for d, s in enumerate(x.shape) if d not in axes]
    found = graph.node(_OPERATORS[kind], [graph.cast(x, wide), graph.integers(*axes)],
                       shape, wide, keepdims=0)
    return graph.cast(found, x.dtype)


def contraction(graph: Graph, body: Body) -> Made | None:
    """A sum of products of factors that have different loops."""
    compute = body.compute
    if compute.kind != "sum" or compute.where or not compute.reductions:
        return None
    factors = _apart(body)
    reductions = {name for name, _ in compute.reductions}
    every = {name for factor in factors for name in factor.loops}
    if len(factors) < 2 or reductions - every or \
            compute.results[0][1].dtype == "i8":
        return None
    if len(factors) > 2:
        return _einsum(graph, body, factors, reductions)
    one, other = (set(factor.loops) for factor in factors)
    # A factor that does not vary along what is reduced multiplies each term.
    if not one & other & reductions and (one <= other or other <= one):
        return None
    return _product(graph, body, *factors, reductions)


def _apart(body: Body) -> list[Factor]:
    """The factors. Of more than two, those whose loops another one has are multiplied
    to that."""
    found: dict[frozenset[str], list[str]] = {}
    names = body.factors()
    for name in body.bytes_of(names) or names:
        found.setdefault(body.loops_of(name), []).append(name)
    for loops in sorted(found, key=len):
        into = next((other for other in found if loops < other), None)
        if len(found) > 2 and into is not None:
            found[into] += found.pop(loops)
    return [_times(body, names) for names in found.values()] if len(found) > 1 else []


def _times(body: Body, names: list[str]) -> Factor:
    alone = body.alone(sorted(names, key=lambda n: -len(body.loops_of(n))))
    values = sorted(map(alone.value, names), key=lambda v: -prod(v.shape))
    return Factor(reduce(lambda a, b: At(body.graph)("Mul", a, b), values),
                  tuple(name for name, _ in alone.loops))


def _product(graph: Graph, body: Body, one: Factor, other: Factor, reductions: set[str]
             ) -> Made:
    """Two factors as a MatMul of matrices, in batches."""
    order = [name for name, _ in body.loops]
    alone = [n for n in order if n not in reductions and (n in one.loops) != (n in other.loops)]
    # The rows of the result are those of the factor with the first output loop.
    if alone and alone[0] in other.loops:
        one, other = other, one
    many = _items(alone, one.loops)
    if many or _is_right(one, alone, reductions):
        one, other = other, one
    both = [n for n in order if n in one.loops and n in other.loops]
    batch, inner = [n for n in both if n not in reductions], \
        [n for n in both if n in reductions]
    rows, columns = ([n for n in alone if n in mine and n not in many]
                     for mine in (one.loops, other.loops))
    dropped = reductions - set(both)
    a = _matrices(graph, one, dropped, batch, rows, inner)
    b = _matrices(graph, other, dropped, many + batch, inner, columns)
    extents = dict(body.loops)
    found = graph.node("MatMulInteger" if a.dtype == "i8" else "MatMul", [a, b],
                       (*b.shape[:-2], a.shape[-2], b.shape[-1]),
                       body.compute.results[0][1].dtype)
    names = many + batch + rows + columns
    found = graph.reshaped(found, [extents[n] for n in names])
    return placed(graph, found, names, body.compute.loops)


def _is_right(factor: Factor, alone: list[str], reductions: set[str]) -> bool:
    """Whether a matrix that meets a vector has its rows along what is reduced, so that
    it stands on the right as it is."""
    kept = [n for n in factor.loops if n in alone or n in reductions]
    return bool(alone) and set(alone) <= set(kept) and kept[0] in reductions


def _items(alone: list[str], first: Sequence[str]) -> list[str]:
    """Of output loops that one factor has, those it begins with and that are items of a
    batch to the other: n, where it has n, h, w and the other k in [n, k, h, w]."""
    runs: list[list[str]] = []
    for name in alone:
        if runs and (runs[-1][0] in first) == (name in first):
            runs[-1].append(name)
        else:
            runs.append([name])
    return runs[0] if len(runs) == 3 else []


def _matrices(graph: Graph, factor: Factor, dropped: set[str], batch: list[str],
              rows: list[str], columns: list[str]) -> Made:
    """A factor as matrices, with the loops that only it reduces summed up before."""
    x, names = factor.x, list(factor.loops)
    axes = [n for n, name in enumerate(names) if name in dropped]
    if axes:
        x = combined(graph, "sum", x, axes)
        names = [name for n, name in enumerate(names) if n not in axes]
    order = [names.index(name) for name in batch + rows + columns]
    x = graph.transposed(x, order + [n for n in range(x.rank) if n not in order])
    extents = x.shape
    groups = len(batch), len(batch) + len(rows), len(order)
    return graph.reshaped(x, (*extents[:groups[0]], prod(extents[groups[0]:groups[1]]),
                              prod(extents[groups[1]:groups[2]])))


def _einsum(graph: Graph, body: Body, factors: list[Factor], reductions: set[str]) -> Made:
    """More than two factors."""
    letters = dict(zip((name for name, _ in body.loops), _LETTERS))
    terms = ("".join(letters[n] for n in factor.loops) for factor in factors)
    used = {n for factor in factors for n in factor.loops}
    kept = [name for name, _ in body.compute.loops if name in used]
    text = f"{','.join(terms)}->{''.join(letters[n] for n in kept)}"
    extents = dict(body.loops)
    found = graph.node("Einsum", [factor.x for factor in factors],
                       [extents[n] for n in kept], factors[0].x.dtype, equation=text)
    return placed(graph, found, kept, body.compute.loops)
