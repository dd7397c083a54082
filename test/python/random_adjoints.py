# random_adjoints.py - operators of several operands, and their adjoints
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One random `neo.compute`: two or three reads at quasi-affine indices, with guards
and pads, a polynomial of them as body, reduced in some way. `Case.text` is its IR,
`Case.adjoints` are its adjoints by visiting every point.

All numbers are small integers, so every result is exact.
"""

import random

import numpy as np

KINDS = ["", "sum", "sum", "sum", "prod", "max", "min"]
MOST_POINTS = 700
MOST_FACTORS = 10  # A product of more leaves the exact integers.
MOST_EXTENT = 9


def shown(index: str) -> str:
    """`index`, which is Python, as MLIR writes it."""
    return index.replace("//", "floordiv").replace("%", "mod")


def show_loops(loops: dict[str, int]) -> str:
    return "[" + ", ".join(f"{v}: {n}" for v, n in loops.items()) + "]"


def tensor(shape) -> str:
    return "tensor<" + "".join(f"{n}x" for n in shape) + "f64>"


class Read:
    """`%T[index, ...] if (guards) else pad`."""

    def __init__(self, name, shape, index, guards, pad):
        self.name, self.shape = name, shape
        self.index, self.guards, self.pad = index, guards, pad

    def text(self) -> str:
        read = f"%{self.name}[{', '.join(map(shown, self.index))}]"
        if not self.guards:
            return read
        guards = ", ".join(map(shown, self.guards))
        return f"{read} if ({guards}) else {self.pad:.1f}"


class Case:
    """One operator; a seed is a case."""

    def __init__(self, seed: int):
        self.chance = random.Random(seed)
        self.data = np.random.default_rng(seed)
        self._choose_loops()
        points = np.indices([*self.loops.values()])
        self.grid = dict(zip(self.loops, points.reshape(len(self.loops), -1)))
        self.count = points[0].size
        self.reads: list[Read] = []
        for n in range(self.chance.choice([2, 2, 3])):
            self.reads.append(self._read("ABC"[n]))
        self.where = [self._condition()] if self.kind and \
            self.chance.random() < 0.2 else []
        self._choose_body()
        self.arrays = {r.name: self._integers(r.shape) for r in self.reads}
        self.cotangent = self._integers([*self.outer.values()])

    def _integers(self, shape) -> np.ndarray:
        return self.data.integers(-2, 3, shape).astype(float)

    def _choose_loops(self) -> None:
        chance = self.chance
        self.kind = chance.choice(KINDS)
        while True:
            self.outer = {f"i{n}": chance.randint(1, 6)
                          for n in range(chance.randint(0, 3))}
            self.inner = {f"r{n}": chance.randint(1, 5) for n in
                          range(chance.randint(0, 3))} if self.kind else {}
            self.loops = self.outer | self.inner
            terms = np.prod([*self.inner.values()], dtype=int)
            points = np.prod([*self.loops.values()], dtype=int)
            if self.loops and points <= MOST_POINTS and \
                    (self.kind != "prod" or terms <= MOST_FACTORS):
                return

    # Accesses

    def _values(self, index: str) -> np.ndarray:
        """What `index` is at every point."""
        return eval(index, {}, self.grid) + np.zeros(self.count, int)

    def _linear(self) -> str:
        names = list(self.loops)
        chosen = self.chance.sample(names, min(len(names),
                                               self.chance.choice([1, 1, 2, 3])))
        terms = [f"{self.chance.choice([1, 1, 1, 2, 3, -1, -2])} * {v}"
                 for v in chosen]
        return f"({' + '.join(terms)} + {self.chance.randint(-2, 4)})"

    def _index(self, depth: int = 2) -> str:
        chance, kind = self.chance, self.chance.random()
        inside = self._index(depth - 1) if depth else self._linear()
        if depth == 0 or kind < 0.45:
            return inside
        if kind < 0.65:
            return f"({inside} // {chance.randint(2, 5)})"
        if kind < 0.85:
            return f"({inside} % {chance.randint(2, 7)})"
        factor = chance.choice([1, 2, -1])
        return f"({inside} + {factor} * {self._index(depth - 1)})"

    def _condition(self) -> str:
        index = self._index(1)
        values = self._values(index)
        bound = int(self.chance.choice(list(values)))
        return f"{index} {self.chance.choice(['>=', '<=', '<', '=='])} {bound}"

    def _read(self, name: str) -> Read:
        index, shape, guards = [], [], []
        for _ in range(self.chance.choice([1, 1, 2, 2, 3])):
            each = self._index()
            values = self._values(each)
            if self.chance.random() < 0.6:
                each = f"({each} + {-int(values.min())})"
                values = values - values.min()
            extent = min(int(values.max()) + 1, MOST_EXTENT)
            extent = max(1, extent + self.chance.choice([-1, 0, 0, 0, 1]))
            if values.min() < 0:
                guards.append(f"{each} >= 0")
            if values.max() >= extent:
                guards.append(f"{each} < {extent}")
            index.append(each)
            shape.append(extent)
        if self.chance.random() < 0.2:
            guards.append(self._condition())
        for other in self.reads:  # The same tensor twice, where it fits.
            if other.shape == shape and self.chance.random() < 0.5:
                name = other.name
        return Read(name, shape, index, guards,
                    self.chance.choice([0, 0, 1, -2]))

    # The body

    def _choose_body(self) -> None:
        """A chain of operations on all operands, as Python and as IR."""
        chance = self.chance
        values = [f"x{n}" for n in range(len(self.reads))] + ["two"]
        chance.shuffle(values)
        if chance.random() < 0.5:
            values.remove("two")
        self.steps = []
        total = values.pop()
        for n, value in enumerate(reversed(values)):
            op = chance.choice(["mul", "mul", "add", "sub"])
            self.steps.append((f"v{n}", op, total, value))
            total = f"v{n}"
        self.yielded = total

    def _body(self) -> str:
        lines = ["%two = arith.constant 2.0 : f64"] + [
            f"%{v} = arith.{op}f %{a}, %{b} : f64" for v, op, a, b in self.steps]
        return "".join(f"    {line}\n" for line in lines)

    @property
    def text(self) -> str:
        """A module with @f and the declaration of its derivative."""
        names = list(dict.fromkeys(r.name for r in self.reads))
        shapes = {r.name: tensor(r.shape) for r in self.reads}
        given = ", ".join(f"%{n}: {shapes[n]}" for n in names)
        types = ", ".join(shapes[n] for n in names)
        read = ",\n         ".join(r.text() for r in self.reads)
        header = show_loops(self.outer)
        if self.kind:
            header += f" {self.kind} {show_loops(self.inner)}"
        where = f"\n         where ({shown(self.where[0])})" if self.where else ""
        slots = ", ".join(f"%x{n}: f64" for n in range(len(self.reads)))
        result = tensor(self.outer.values())
        return (f"func.func @f({given}) -> {result} {{\n"
                f"  %y = neo.compute {header}\n         {read}{where}\n"
                f"     : ({', '.join(tensor(r.shape) for r in self.reads)}) -> "
                f"{result} {{\n  ^bb0({slots}):\n{self._body()}"
                f"    neo.yield %{self.yielded} : f64\n  }}\n"
                f"  return %y : {result}\n}}\n"
                f"func.func private @f_vjp({types}, {result}) -> ({types})\n")

    @property
    def main(self) -> str:
        """A function @main that is the derivative, for a compiled program."""
        names = list(dict.fromkeys(r.name for r in self.reads))
        shapes = {r.name: tensor(r.shape) for r in self.reads}
        shapes["g"] = tensor(self.outer.values())
        given = ", ".join(f"%{n}: {t}" for n, t in shapes.items())
        types, results = (", ".join(shapes[n] for n in each)
                          for each in ([*names, "g"], names))
        found = ", ".join(f"%d#{n}" for n in range(len(names))) \
            if len(names) > 1 else "%d"
        return (f"func.func @main({given}) -> ({results}) {{\n"
                f"  %d{f':{len(names)}' * (len(names) > 1)} = func.call @f_vjp("
                f"{', '.join(f'%{n}' for n in shapes)}) : ({types}) -> "
                f"({results})\n  return {found} : {results}\n}}\n")

    # Brute force

    def _holds(self, conditions) -> np.ndarray:
        holds = np.ones(self.count, bool)
        for condition in conditions:
            holds &= eval(condition, {}, self.grid)
        return holds

    def _terms(self, values) -> tuple[np.ndarray, list[np.ndarray]]:
        """The body at every point, and its slope in each operand."""
        known = {f"x{n}": v for n, v in enumerate(values)}
        known["two"] = np.full(self.count, 2.0)
        slopes = {name: [np.full(self.count, float(name == f"x{n}"))
                         for n in range(len(values))] for name in known}
        for v, op, a, b in self.steps:
            x, y = known[a], known[b]
            known[v] = {"mul": x * y, "add": x + y, "sub": x - y}[op]
            slopes[v] = [{"mul": da * y + x * db, "add": da + db,
                          "sub": da - db}[op]
                         for da, db in zip(slopes[a], slopes[b])]
        return known[self.yielded], slopes[self.yielded]

    def _weights(self, terms: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """What a change of each term does to its element of the result."""
        width = int(np.prod([*self.inner.values()], dtype=int))
        rows, taken = terms.reshape(-1, width), counts.reshape(-1, width)
        weights = taken.astype(float)
        if self.kind == "prod":
            factors = np.where(taken, rows, 1.0)
            for k in range(width):
                others = np.delete(factors, k, axis=1).prod(axis=1)
                weights[:, k] *= others
        if self.kind in ("max", "min"):
            sign = 1 if self.kind == "max" else -1
            first = np.where(taken, sign * rows, -np.inf).argmax(axis=1)
            weights *= np.arange(width) == first[:, None]
        return weights.reshape(-1)

    def adjoints(self) -> dict[str, np.ndarray]:
        """The gradient of every tensor, point by point."""
        inside = [self._holds(r.guards) for r in self.reads]
        places, values = [], []
        for r, holds in zip(self.reads, inside):
            at = [np.where(holds, self._values(e), 0) for e in r.index]
            places.append(np.ravel_multi_index(at, r.shape))
            found = self.arrays[r.name].ravel()[places[-1]]
            values.append(np.where(holds, found, float(r.pad)))
        terms, slopes = self._terms(values)
        weights = self._weights(terms, self._holds(self.where))
        width = self.count // self.cotangent.size
        weights = weights * np.repeat(self.cotangent.ravel(), width)
        result = {name: np.zeros(a.size) for name, a in self.arrays.items()}
        for r, holds, at, slope in zip(self.reads, inside, places, slopes):
            np.add.at(result[r.name], at[holds], (weights * slope)[holds])
        return {name: found.reshape(self.arrays[name].shape)
                for name, found in result.items()}
