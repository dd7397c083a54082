# reference.py - an index expression and its adjoints in float64 NumPy
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What every peer's results are compared with. It shares no code with Neo, knows no
operator by name, and is fast enough for the benchmark's own shapes.

A read becomes a *window*: an array with one axis for each loop in its indices, 0
where a guard fails. Products of reads are contracted two by two as batched matrix
products; any other expression is evaluated on the grid of all its loops. Each step
notes how a cotangent flows back through it:

    C[p] += (A[p+r-1] if 0 <= p+r-1 < 8 else 0) * W[r]
    window V[p,r] = A[clip(p+r-1)] * inside    dA[z] = sum of dV at p+r-1 == z
    C[p] = V[p,r] @ W[r]                       dV[p,r] = dC[p] W[r]

A product with a window of more than 2^26 numbers is made for some steps of its longest
result loop at a time: groups of channels, `A[b,k//256*256+c,...]`, are a window with k.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from contraction import contract

MOST = 1 << 26
_STATEMENT = re.compile(r"\s*(\w+)\[([^]]*)\]\s*(\+=|max=|=)(.*)", re.DOTALL)
# NumPy has none.
_erf = np.vectorize(math.erf, otypes=[np.float64])
_UNARY = {
    "exp": lambda x: (y := np.exp(x), y),
    "log": lambda x: (np.log(x), 1 / x),
    "tanh": lambda x: (y := np.tanh(x), 1 - y * y),
    "rsqrt": lambda x: (y := x ** -0.5, -0.5 * y ** 3),
    "relu": lambda x: (np.maximum(x, 0), (x > 0) * 1.0),
    "erf": lambda x: (_erf(x), 2 / np.sqrt(np.pi) * np.exp(-x * x)),
}


@dataclass
class Node:
    """An array, whose axes are the loops `axes`, and where its cotangent goes."""

    value: np.ndarray
    axes: tuple[str, ...] = ()
    sources: list[tuple[Node, Callable]] = field(default_factory=list)
    cotangent: np.ndarray | None = None

    def add(self, cotangent: np.ndarray) -> None:
        self.cotangent = cotangent if self.cotangent is None else (
            self.cotangent + cotangent)


class Evaluation:
    """The expression's value at once; `adjoints(cotangent)` by operand."""

    def __init__(self, text: str, operands: dict[str, np.ndarray],
                 extents: dict[str, int]):
        self.tensors = {n: Node(a.astype(np.float64)) for n, a in operands.items()}
        self.operands, self.tape = list(self.tensors), []
        self.extents, self.begins = dict(extents), {}
        for statement in re.split(r"[;\n]", text):
            name, axes, sign, body = _STATEMENT.match(statement).groups()
            expression = ast.parse(body.strip(), mode="eval").body
            self._learn_extents(expression)
            node = self._statement([a.strip() for a in axes.split(",")], sign,
                                   expression)
            self.tensors[name] = self.last = node

    @property
    def value(self) -> np.ndarray:
        return self.last.value

    def adjoints(self, cotangent: np.ndarray) -> list[np.ndarray]:
        self.last.add(cotangent.astype(np.float64))
        for node in reversed(self.tape):
            if node.cotangent is not None:
                for source, back in node.sources:
                    source.add(back(node.cotangent))
                node.cotangent = None
        return [self.tensors[name].cotangent for name in self.operands]

    def _note(self, value, axes, *sources) -> Node:
        self.tape.append(Node(value, tuple(axes), list(sources)))
        return self.tape[-1]

    def _learn_extents(self, expression: ast.expr) -> None:
        for read in ast.walk(expression):
            if isinstance(read, ast.Subscript):
                shape = self.tensors[read.value.id].value.shape
                for index, size in zip(_indices(read), shape):
                    if isinstance(index, ast.Name):
                        self.extents.setdefault(index.id, size)

    def _statement(self, out: list[str], sign: str, body: ast.expr) -> Node:
        factors = _factors(body)
        if sign == "+=" and factors:
            return self._in_parts(out, factors)
        loops = out + sorted(_variables(body) & set(self.extents) - set(out))
        grid = self._scalar(body, loops)
        shape = tuple(self.extents[v] for v in loops)
        full = self._note(np.broadcast_to(grid.value, shape), loops,
                          (grid, lambda d: _shrunk(d, grid.value.shape)))
        summed = tuple(range(len(out), len(loops)))
        if sign == "max=":
            return self._largest(full, len(out))
        return self._note(full.value.sum(summed), out, (
            full, lambda d: np.broadcast_to(np.expand_dims(d, summed), shape)))

    def _largest(self, full: Node, kept: int) -> Node:
        """The adjoint goes to the first of the largest."""
        shape = full.value.shape
        flat = full.value.reshape(*shape[:kept], -1)
        place = flat.argmax(-1)[..., None]

        def back(cotangent: np.ndarray) -> np.ndarray:
            spread = np.zeros(flat.shape)
            np.put_along_axis(spread, place, cotangent[..., None], -1)
            return spread.reshape(shape)
        return self._note(np.take_along_axis(flat, place, -1)[..., 0], (),
                          (full, back))

    def _in_parts(self, out: list[str], factors: list[ast.expr]) -> Node:
        loop = max(out, key=lambda v: self.extents[v])
        extent, axis = self.extents[loop], out.index(loop)
        largest = max(math.prod(self.extents[v] for v in self._axes(f))
                      for f in factors)
        parts = []
        ends = np.linspace(0, extent, min(largest // MOST + 1, extent) + 1, dtype=int)
        for begin, end in zip(ends, ends[1:]):
            self.begins[loop], self.extents[loop] = begin, end - begin
            part = self._product(out, [self._read(f) for f in factors])
            parts.append((part, lambda d, steps=range(begin, end): d.take(steps, axis)))
        del self.begins[loop]
        self.extents[loop] = extent
        whole = np.concatenate([part.value for part, _ in parts], axis)
        return self._note(whole, out, *parts)

    def _product(self, out: list[str], reads: list[Node]) -> Node:
        terms = [(r.axes, r.value) for r in reads]
        sizes = dict(self.extents)

        def back(n: int) -> Callable:
            others = terms[:n] + terms[n + 1:]
            return lambda d: contract([(tuple(out), d), *others], reads[n].axes,
                                      sizes)
        return self._note(contract(terms, tuple(out), sizes), out,
                          *((r, back(n)) for n, r in enumerate(reads)))

    def _axes(self, node: ast.expr) -> tuple[str, ...]:
        return tuple(sorted(_variables(node) & set(self.extents)))

    def _read(self, node: ast.expr) -> Node:
        """The window of `T[...]` or `T[...] if guard else 0`."""
        read, guard = (node.body, node.test) if isinstance(node, ast.IfExp) else (
            node, None)
        tensor = self.tensors[read.value.id]
        axes = self._axes(node)
        steps = ((self.begins.get(v, 0), self.extents[v]) for v in axes)
        grid = dict(zip(axes, np.ogrid[tuple(slice(begin, begin + count)
                                             for begin, count in steps)]))
        window = tuple(self.extents[v] for v in axes)
        places = [np.clip(_evaluate(i, grid), 0, n - 1)
                  for i, n in zip(_indices(read), tensor.value.shape)]
        inside = True if guard is None else _evaluate(guard, grid)
        flat = np.ravel_multi_index(np.broadcast_arrays(*places), tensor.value.shape)
        flat = flat.astype(np.int32)  # half of the memory of a large window
        value = np.broadcast_to(tensor.value.ravel()[flat] * inside, window)

        def back(cotangent: np.ndarray) -> np.ndarray:
            weights = (cotangent * inside).ravel()
            return np.bincount(np.broadcast_to(flat, window).ravel(), weights,
                               tensor.value.size).reshape(tensor.value.shape)
        return self._note(value, axes, (tensor, back))

    def _scalar(self, node: ast.expr, loops: list[str]) -> Node:
        """An expression on the grid of `loops`; extents of 1 where it is constant."""
        if isinstance(node, ast.Constant):
            return Node(np.float64(node.value))
        if isinstance(node, (ast.Subscript, ast.IfExp)):
            read = self._read(node)
            shape = [self.extents[v] if v in read.axes else 1 for v in loops]
            order = np.argsort([loops.index(v) for v in read.axes])
            back = np.argsort(order)
            kept = [read.value.shape[n] for n in order]
            return self._note(
                read.value.transpose(order).reshape(shape), loops,
                (read, lambda d: d.reshape(kept).transpose(back)))
        if isinstance(node, ast.Call):
            x = self._scalar(node.args[0], loops)
            value, slope = _UNARY[node.func.id](x.value)
            return self._note(value, loops, (x, lambda d: d * slope))
        x, y = (self._scalar(n, loops) for n in (node.left, node.right))
        value, *slopes = _BINARY[type(node.op)](x.value, y.value)
        return self._note(value, loops, *(
            (z, lambda d, z=z, s=s: _shrunk(d * s, np.shape(z.value)))
            for z, s in zip((x, y), slopes)))


_BINARY = {
    ast.Add: lambda x, y: (x + y, 1.0, 1.0),
    ast.Sub: lambda x, y: (x - y, 1.0, -1.0),
    ast.Mult: lambda x, y: (x * y, y, x),
    ast.Div: lambda x, y: (x / y, 1 / y, -x / (y * y)),
    ast.Pow: lambda x, y: (x ** y, y * x ** (y - 1), 0.0),
}


def _shrunk(cotangent, shape: tuple[int, ...]) -> np.ndarray:
    """Summed over the axes along which a value of `shape` was repeated."""
    cotangent = np.asarray(cotangent)
    if not shape:
        return cotangent.sum()
    ones = tuple(n for n, size in enumerate(shape)
                 if size == 1 and cotangent.shape[n] != 1)
    return cotangent.sum(ones, keepdims=True)


def _factors(node: ast.expr) -> list[ast.expr]:
    """The reads whose product the expression is, or nothing."""
    if isinstance(node, (ast.Subscript, ast.IfExp)):
        return [node]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        left, right = _factors(node.left), _factors(node.right)
        return left + right if left and right else []
    return []


def _indices(read: ast.Subscript) -> list[ast.expr]:
    return read.slice.elts if isinstance(read.slice, ast.Tuple) else [read.slice]


def _variables(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def _evaluate(node: ast.expr, grid: dict[str, np.ndarray]):
    """An index, or a guard as a truth value, on the grid."""
    if isinstance(node, ast.BoolOp):
        return np.logical_and.reduce(
            np.broadcast_arrays(*(_evaluate(v, grid) for v in node.values)))
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        terms = [node.left, *node.comparators]
        return np.logical_and(*(
            _evaluate(ast.Compare(a, [op], [b]), grid)
            for a, op, b in zip(terms, node.ops, terms[1:])))
    code = compile(ast.fix_missing_locations(ast.Expression(node)), "index", "eval")
    return eval(code, {"__builtins__": {}}, grid)
