# kernel_programs.py - operators by name, in every size and type
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Programs of one operator each, as text, for the tests of compiled kernels.

`operator` writes one `neo.compute` as a module; the other functions are the
operators that the tests name. Made-up inputs are small multiples of one half,
so that sums and products of a few are exact in every type.
"""

import random
import re

import numpy as np
from random_programs import FLOAT_KINDS, RandomProgram

DTYPES = {"f64": np.float64, "f32": np.float32, "f16": np.float16,
          "i64": np.int64, "i32": np.int32, "i1": np.bool_}
MULTIPLY = "%r = arith.mul{0} %x0, %x1 : {1}"


def tensor(shape, element):
    return "tensor<" + "".join(f"{n}x" for n in shape) + element + ">"


def operator(header, accesses, result, element="f32", body=MULTIPLY, where=""):
    """A module with @main: one neo.compute over new arguments.

    `accesses` pairs the text behind each `%aN` with its shape; `result` is the
    result's shape, or its type; `body` computes %r from %x0, %x1, ... .
    """
    if not isinstance(result, str):
        result = tensor(result, element)
    types = [tensor(shape, element) for _, shape in accesses]
    parameters = ", ".join(f"%a{i}: {t}" for i, t in enumerate(types))
    reads = ", ".join(f"%a{i}{text}" for i, (text, _) in enumerate(accesses))
    arguments = ", ".join(f"%x{i}: {element}" for i in range(len(accesses)))
    lines = body.format("f" if element[0] == "f" else "i", element)
    yielded = result[result.rindex("x") + 1 if "x" in result else 7:-1]
    if re.search(r"\] arg(max|min) \[", header):
        yielded = element
    return (f"func.func @main({parameters}) -> {result} {{\n"
            f"  %c = neo.compute {header} {reads} {where}\n"
            f"     : ({', '.join(types)}) -> {result} {{\n"
            f"  ^bb0({arguments}):\n    {lines}\n"
            f"    neo.yield %r : {yielded}\n  }}\n"
            f"  return %c : {result}\n}}\n")


def matmul(m, n, k, element="f32", transposed=""):
    """C[i, j] = sum_k A[i, k] B[k, j]; `transposed` names operands that lie
    across."""
    a = ("[k, i]", (k, m)) if "a" in transposed else ("[i, k]", (m, k))
    b = ("[j, k]", (n, k)) if "b" in transposed else ("[k, j]", (k, n))
    return operator(f"[i: {m}, j: {n}] sum [k: {k}]", [a, b], (m, n), element)


def convolution(channels, size, kernel, stride=1, dilation=1, padding=0,
                element="f32"):
    """A square convolution of `channels` = (input, output) channels."""
    c, k = channels
    reach = dilation * (kernel - 1)
    out = (size + 2 * padding - reach - 1) // stride + 1
    p, q = (f"{stride} * {o} + {dilation} * {r} - {padding}"
            for o, r in (("p", "r"), ("q", "s")))
    guard = (f" if ({p} >= 0, {p} < {size}, {q} >= 0, {q} < {size}) else 0"
             + (".0" if element[0] == "f" else "")) if padding else ""
    return operator(
        f"[k: {k}, p: {out}, q: {out}] sum [c: {c}, r: {kernel}, s: {kernel}]",
        [(f"[c, {p}, {q}]{guard}", (c, size, size)),
         ("[k, c, r, s]", (k, c, kernel, kernel))], (k, out, out), element)


def depthwise(channels, size, element="f32", stride=1):
    p, q = (f"{stride} * {o} + {r} - 1" for o, r in (("p", "r"), ("q", "s")))
    out = (size - 1) // stride + 1
    return operator(
        f"[c: {channels}, p: {out}, q: {out}] sum [r: 3, s: 3]",
        [(f"[c, {p}, {q}] if ({p} >= 0, {p} < {size}, {q} >= 0, "
          f"{q} < {size}) else 0.0", (channels, size, size)),
         ("[c, r, s]", (channels, 3, 3))], (channels, out, out), element)


def grouped(groups, channels, size, padding):
    """A 3 x 3 convolution of groups with `channels` = (input, output) each."""
    c, k = channels
    out = size + 2 * padding - 2
    p, q = (f"{o} + {r} - {padding}" for o, r in (("p", "r"), ("q", "s")))
    guard = (f" if ({p} >= 0, {p} < {size}, {q} >= 0, {q} < {size}) else 0.0"
             if padding else "")
    return operator(
        f"[g: {groups}, k: {k}, p: {out}, q: {out}] sum [c: {c}, r: 3, s: 3]",
        [(f"[g, c, {p}, {q}]{guard}", (groups, c, size, size)),
         ("[g, k, c, r, s]", (groups, k, c, 3, 3))], (groups, k, out, out))


def capsule_convolution(channels, pose, element="f32"):
    c, k = channels
    return operator(
        f"[k: {k}, p: 3, q: 3, i: {pose}, j: {pose}] "
        f"sum [c: {c}, r: 3, s: 3, m: {pose}]",
        [("[c, 2 * p + r, 2 * q + s, i, m]", (c, 7, 7, pose, pose)),
         ("[k, c, r, s, m, j]", (k, c, 3, 3, pose, pose))],
        (k, 3, 3, pose, pose), element)


def shift(rows, channels, period, guard, element="f32"):
    """Channel c of row i comes from row i + c mod `period` - 1, read `if` that row
    exists or as a term `where` it does."""
    row = f"i + (c mod {period}) - 1"
    exists = f"({row} >= 0, {row} < {rows})"
    header, pad, where = {
        "if": ("", f" if {exists} else 1.5", ""),
        "where": ("sum []", "", f"where {exists}")}[guard]
    return operator(f"[i: {rows}, c: {channels}] {header}",
                    [(f"[{row}, c]{pad}", (rows, channels))], (rows, channels),
                    element, "%r = arith.negf %x0 : {1}", where)


def reduction(kind, shape, axis, element="f32"):
    """Reduces one axis of a tensor; all of them where `axis` is None."""
    names = "abc"[:len(shape)]
    inner = [d for d in range(len(shape)) if axis in (None, d)]
    outer = [d for d in range(len(shape)) if d not in inner]

    def loops(dims):
        return ", ".join(f"{names[d]}: {shape[d]}" for d in dims)
    result = tensor([shape[d] for d in outer],
                    "i64" if kind.startswith("arg") else element)
    body = "%n = arith.ori %x0, %x0 : {1}\n    %r = arith.andi %n, %x0 : {1}"
    if element[0] == "f":
        body = "%r = arith.negf %x0 : {1}"
    return operator(f"[{loops(outer)}] {kind} [{loops(inner)}]",
                    [("[" + ", ".join(names) + "]", shape)], result, element,
                    body)


def made_up_inputs(text, seed):
    """One array per argument of the module's first function."""
    rng = np.random.default_rng(seed)
    arrays = []
    for type_ in re.findall(r"tensor<([^>]*)>", text[:text.index("->")]):
        *shape, element = type_.split("x")
        shape = tuple(map(int, shape))
        if element == "i1":
            values = rng.integers(0, 2, shape)
        elif element[0] == "i":
            values = rng.integers(-9, 10, shape)
        else:
            values = rng.integers(-4, 5, shape) / 2
        arrays.append(np.asarray(values).astype(DTYPES[element]))
    return arrays


class WideProgram(RandomProgram):
    """A random program whose extents lie around the width of a vector."""

    extents = [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33]
    most_points = 6000
    # Long products overflow, and then their order matters.
    float_kinds = [kind for kind in FLOAT_KINDS if kind != "prod"]

    def _shape(self, rank):
        rank = self.rng.randint(0, rank)
        return [self.rng.choice(self.extents[:13 if rank < 3 else 9])
                for _ in range(rank)]

    def _loops(self, prefix, count, may_be_empty):
        if prefix == "i":
            self.left = self.most_points
        loops = {}
        for i in range(count):
            fitting = [e for e in self.extents if e <= self.left]
            extent = self.rng.choice(fitting)
            if may_be_empty and self.rng.random() < 0.03:
                extent = 0
            self.left //= max(extent, 1)
            loops[f"{prefix}{i}"] = extent
        return loops

    def _index(self, loops, depth):
        if loops and self.rng.random() < 0.6:
            return self.rng.choice(list(loops))
        return super()._index(loops, depth)


def make_wide_program(seed):
    """The text of a module with one function, @main."""
    return WideProgram(random.Random(seed)).write()
