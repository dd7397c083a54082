# random_programs.py - neo.compute in any mixture
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Random neo programs, as text: every part of `neo.compute` in any mixture.

Indices are arbitrary quasi-affine expressions; each access carries the guard
that makes it valid, so that every program verifies.
"""

import random

FLOAT_KINDS = ["", "sum", "prod", "max", "min", "argmax", "argmin"]
INTEGER_KINDS = FLOAT_KINDS + ["and", "or"]
FLOAT_OPS = ["addf", "subf", "mulf", "maximumf", "minimumf"]
INTEGER_OPS = ["addi", "subi", "muli", "maxsi", "xori"]


def make_program(seed):
    """The text of a module with one function, @main."""
    return RandomProgram(random.Random(seed)).write()


def _type(shape, element):
    return "tensor<" + "".join(f"{n}x" for n in shape) + element + ">"


class RandomProgram:
    """One program; what subclasses override draws extents and indices."""

    float_kinds = FLOAT_KINDS

    def __init__(self, rng):
        self.rng = rng
        self.element = rng.choice(["f32", "f64", "i32", "i64"])
        self.is_float = self.element.startswith("f")
        count = rng.randint(1, 3)
        self.arguments = [(f"%a{i}", self._shape(3)) for i in range(count)]
        self.tensors = list(self.arguments)

    def write(self):
        operators, results = [], []
        for i in range(self.rng.randint(1, 3)):
            text, type_ = self._operator(f"%c{i}")
            operators.append(text)
            results.append((f"%c{i}", type_))
        arguments = ", ".join(
            f"{name}: {_type(shape, self.element)}"
            for name, shape in self.arguments)
        names = ", ".join(name for name, _ in results)
        types = ", ".join(type_ for _, type_ in results)
        return (f"func.func @main({arguments}) -> ({types}) {{\n"
                + "".join(operators) + f"  return {names} : {types}\n}}\n")

    def _shape(self, rank):
        return [self.rng.randint(1, 5) for _ in range(self.rng.randint(0, rank))]

    def _loops(self, prefix, count, may_be_empty):
        return {f"{prefix}{i}": 0 if may_be_empty and self.rng.random() < 0.05
                else self.rng.randint(1, 5) for i in range(count)}

    def _operator(self, name):
        rng = self.rng
        kind = rng.choice(self.float_kinds if self.is_float else INTEGER_KINDS)
        finds = kind.startswith("arg")
        outer = self._loops("i", rng.randint(0, 3), True)
        inner = {}
        if kind:
            inner = self._loops("r", rng.randint(int(finds), 3), not finds)
        loops = {**outer, **inner}
        operands = [rng.choice(self.tensors) for _ in range(rng.randint(0, 3))]
        accesses = ", ".join(self._access(t, loops) for t in operands)
        where = ""
        if kind and not finds and loops and rng.random() < 0.4:
            sign = rng.choice(["<", "<=", ">", ">=", "=="])
            where = (f" where ({self._index(loops, 2)} {sign} "
                     f"{self._index(loops, 1)})")
        shape = list(outer.values())
        result = _type(shape, "i64" if finds else self.element)
        if not finds:
            self.tensors.append((name, shape))
        types = ", ".join(_type(s, self.element) for _, s in operands)
        return (f"  {name} = neo.compute {self._header(outer, kind, inner)} "
                f"{accesses}{where}\n     : ({types}) -> {result} {{\n"
                f"{self._body(len(operands), len(loops))}  }}\n"), result

    @staticmethod
    def _header(outer, kind, inner):
        def show(loops):
            return "[" + ", ".join(f"{n}: {e}" for n, e in loops.items()) + "]"
        return show(outer) + (f" {kind} {show(inner)}" if kind else "")

    def _index(self, loops, depth):
        rng, names = self.rng, list(loops)
        if depth == 0 or not names:
            is_loop = names and rng.random() < 0.8
            return rng.choice(names) if is_loop else str(rng.randint(-3, 6))
        a, b = self._index(loops, depth - 1), self._index(loops, depth - 1)
        return rng.choice([
            f"({a} + {b})", f"({a} - {b})", f"{rng.randint(-3, 3)} * ({a})",
            f"({a}) floordiv {rng.randint(1, 4)}",
            f"({a}) ceildiv {rng.randint(1, 4)}",
            f"({a}) mod {rng.randint(1, 5)}"])

    def _access(self, tensor, loops):
        name, shape = tensor
        indices, guards = [], []
        for extent in shape:
            index = self._index(loops, self.rng.choice([0, 0, 1, 1, 2]))
            indices.append(index)
            if loops.get(index, extent + 1) > extent:
                guards += [f"{index} >= 0", f"{index} < {extent}"]
        text = f"{name}[{', '.join(indices)}]"
        if not guards:
            return text
        pad = self.rng.choice(["0", "1", "-2"]) + (".0" if self.is_float else "")
        if self.is_float and self.rng.random() < 0.15:
            pad = self.rng.choice(["inf", "-inf", "nan"])
        return f"{text} if ({', '.join(guards)}) else {pad}"

    def _body(self, operands, loops):
        rng, element = self.rng, self.element
        values = [f"%x{i}" for i in range(operands)]
        lines = []
        if loops and rng.random() < 0.3:
            lines += [f"%i = neo.index {rng.randrange(loops)} : index",
                      "%j = arith.index_cast %i : index to i32",
                      self._from_i32("%l", "%j")]
            values.append("%l")
        number = "1.5" if self.is_float else "3"
        lines.append(f"%n = arith.constant {number} : {element}")
        values.append("%n")
        for i in range(rng.randint(0, 3)):
            op = rng.choice(FLOAT_OPS if self.is_float else INTEGER_OPS)
            a, b = rng.choice(values), rng.choice(values)
            lines.append(f"%v{i} = arith.{op} {a}, {b} : {element}")
            values.append(f"%v{i}")
        lines.append(f"neo.yield {values[-1]} : {element}")
        head = ", ".join(f"%x{i}: {element}" for i in range(operands))
        text = f"  ^bb0({head}):\n" if operands else ""
        return text + "".join(f"    {line}\n" for line in lines)

    def _from_i32(self, result, value):
        if self.is_float:
            return f"{result} = arith.sitofp {value} : i32 to {self.element}"
        if self.element == "i64":
            return f"{result} = arith.extsi {value} : i32 to i64"
        return f"{result} = arith.addi {value}, {value} : i32"
