# test_random_indexed.py - random gathers and scatters
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Random neo.gather and neo.scatter_add, compiled and interpreted.

A program has one index tensor per dimension at most, whose integers the program
itself brings into range by a remainder, so that any input will do. Results are
compared bit by bit: both add in the order of the source. A failure names its
seed and shows the program.
"""

import random

import numpy as np
import pytest

import neo

core = pytest.importorskip("neo._core")

ELEMENTS = ("f64", "f32", "bf16", "f16", "i64", "i32")
DTYPES = {"f64": np.float64, "f32": np.float32, "i64": np.int64,
          "i32": np.int32}


def tensor(shape, element):
    return "tensor<" + "".join(f"{n}x" for n in shape) + element + ">"


class Program:
    """One operator with its inputs, as text."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.element = self.random.choice(ELEMENTS)
        # What NumPy cannot hold is converted on the way in and out.
        self.outer = "f32" if self.element in ("bf16", "f16") else self.element
        self.lines = []
        self.arguments = []
        rank = self.random.randint(0, 3)
        self.loops = [(f"l{n}", self.random.choice([1, 2, 3, 5, 8, 17, 40]))
                      for n in range(rank)]
        self.make()

    def pick(self, *choices):
        return self.random.choice(choices)

    def shape(self):
        return [extent for _, extent in self.loops]

    def argument(self, shape, element):
        self.arguments.append((shape, element))
        return f"%a{len(self.arguments) - 1}"

    def copy(self, name, value, shape, source, target, lines):
        """A neo.compute that applies `lines` to %x, giving %r."""
        loops = ", ".join(f"d{n}: {e}" for n, e in enumerate(shape))
        index = ", ".join(f"d{n}" for n in range(len(shape)))
        self.lines.append(f"""
    {name} = neo.compute [{loops}] {value}[{index}]
       : ({tensor(shape, source)}) -> {tensor(shape, target)} {{
    ^bb0(%x: {source}):
      {lines}
      neo.yield %r : {target}
    }}""")

    def positions(self, number, extent):
        """An index tensor over some of the loops, and how it is read."""
        seen = [loop for loop in self.loops if self.random.random() < 0.7]
        self.random.shuffle(seen)
        shape = [e for _, e in seen]
        kind = self.pick("i64", "i32")
        raw = self.argument(shape, kind)
        self.copy(f"%p{number}", raw, shape, kind, kind, f"""
      %n = arith.constant {extent} : {kind}
      %r = arith.remui %x, %n : {kind}""")
        index = ", ".join(name for name, _ in seen)
        return f"%p{number}[{index}]", tensor(shape, kind)

    def index(self):
        """The shape that is indexed, the index, the types of its tensors."""
        shape, index, types = [], [], []
        for d in range(self.random.randint(0 if self.loops else 1, 3)):
            form = self.pick("data", "data", "loop", "back", "constant")
            name, extent = self.random.choice(self.loops or [("", 1)])
            if form == "data":
                shape.append(self.pick(1, 2, 7, 33))
                text, kind = self.positions(d, shape[-1])
                types.append(kind)
            elif form == "constant" or not self.loops:
                shape.append(3)
                text = str(self.random.randrange(3))
            else:
                shape.append(extent + self.pick(0, 2))
                text = name if form == "loop" else f"{extent} - {name}"
                shape[-1] += form == "back"
            index.append(text)
        return shape, ", ".join(index), types

    def guard(self):
        if not self.loops or self.random.random() < 0.6:
            return ""
        name, extent = self.random.choice(self.loops)
        other, _ = self.random.choice(self.loops)
        return f" where ({name} >= {extent // 3}, {name} + {other} < 30)"

    def make(self):
        gathers = self.random.random() < 0.5
        shape, index, types = self.index()
        source, result = (shape, self.shape()) if gathers else \
            (self.shape(), shape)
        value = self.argument(source, self.outer)
        if self.element != self.outer:
            self.copy("%narrow", value, source, self.outer, self.element,
                      f"%r = arith.truncf %x : f32 to {self.element}")
            value = "%narrow"
        loops = ", ".join(f"{n}: {e}" for n, e in self.loops)
        names = ", ".join(n for n, _ in self.loops)
        read = f"{value}[{index}]" if gathers else \
            f"{value}[{names}] into [{index}]"
        kinds = ", ".join([tensor(source, self.element), *types])
        operator = "gather" if gathers else "scatter_add"
        self.lines.append(f"""
    %y = neo.{operator} [{loops}] {read}{self.guard()}
       : ({kinds}) -> {tensor(result, self.element)}""")
        returned = "%y"
        if self.element != self.outer:
            self.copy("%wide", "%y", result, self.element, self.outer,
                      f"%r = arith.extf %x : {self.element} to f32")
            returned = "%wide"
        given = ", ".join(f"%a{n}: {tensor(s, e)}"
                          for n, (s, e) in enumerate(self.arguments))
        kind = tensor(result, self.outer)
        self.text = "\n".join([f"func.func @main({given}) -> {kind} {{",
                               *self.lines, f"    return {returned} : {kind}",
                               "}"])

    def inputs(self):
        numbers = np.random.default_rng(self.random.randrange(2**32))
        return [np.asarray(numbers.integers(-9, 1000, shape), DTYPES[element])
                if element[0] == "i" else
                np.asarray(numbers.standard_normal(shape) * 10, DTYPES[element])
                for shape, element in self.arguments]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("first", range(0, 200, 20))
def test_compiled_is_interpreted(first):
    for seed in range(first, first + 20):
        program = Program(seed)
        inputs = program.inputs()
        expected, = neo.interpret(program.text, *inputs)
        found, = core.Program(program.text, "main", 2).run(inputs)
        np.testing.assert_array_equal(
            found, expected, f"seed {seed}\n{program.text}")


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_gradients_are_transposes(first):
    """<dY, gather A> = <scatter_add dY, A>, exactly on small integers."""
    for seed in range(first, first + 20):
        program = Program(seed)
        if program.element not in ("f64", "f32"):
            continue
        derived = neo.canonical(program.text, "builtin.module(neo-autodiff)")
        inputs = [np.asarray(np.round(a)) if a.dtype.kind == "f" else a
                  for a in program.inputs()]
        source = next(a for a in inputs if a.dtype.kind == "f")
        value, = neo.interpret(derived, *inputs)
        numbers = np.random.default_rng(seed)
        cotangent = np.asarray(np.round(
            numbers.standard_normal(value.shape) * 4), value.dtype)
        gradient, = neo.interpret(derived, *inputs, cotangent,
                                  function="main_vjp")
        assert np.sum(value * cotangent) == np.sum(gradient * source), \
            f"seed {seed}\n{derived}"
