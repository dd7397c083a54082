# random_sums.py - sums of products of two to five operands
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Random sums of products, with the values that brute force gives.

Operands are read at loops, sums, quotients and remainders of them, some under a guard,
some as a divisor or inside a function; some terms stand under a condition, some loops
are seen by nothing.
"""

import itertools
import math
import random

import numpy as np


class RandomSum:
    """One expression: its text, its arrays, and `expected`."""

    def __init__(self, seed: int):
        self.rng = random.Random(seed)
        count = self.rng.randint(2, 6)
        self.extents = {f"l{n}": self.rng.randint(1, 4) for n in range(count)}
        loops = list(self.extents)
        self.outputs = loops[:self.rng.randint(0, count - 1)]
        self.reads = [self._read(f"A{n}") for n in range(self.rng.randint(2, 5))]
        self.condition = ""
        if self.rng.random() < 0.3:
            first, second = (self.rng.choice(loops) for _ in range(2))
            self.condition = f"{first} + 1 >= {second}"
        self.scale = self.rng.choice([1.0, 1.0, 0.125, -3.0])
        values = np.random.default_rng(seed)
        self.arrays = [values.uniform(0.5, 1.5, r["shape"])
                       * values.choice([-1, 1], r["shape"]) for r in self.reads]

    def _index(self) -> tuple[str, int]:
        """An index over the loops that is never negative, and its extent."""
        kind = self.rng.choice(["loop"] * 6 + ["sum", "half", "rest", "back", "one"])
        a, b = (self.rng.choice(list(self.extents)) for _ in range(2))
        n, m = self.extents[a], self.extents[b]
        return {"loop": (a, n), "sum": (f"{a} + 2 * {b}", n + 2 * m - 2),
                "half": (f"{a} // 2", (n + 1) // 2),
                "rest": (f"({a} + {b}) % 3", 3), "back": (f"{n - 1} - {a}", n),
                "one": ("0", 1)}[kind]

    def _read(self, name: str) -> dict:
        indices = [self._index() for _ in range(self.rng.randint(0, 3))]
        guard = ""
        if self.rng.random() < 0.2:
            guard = f"{self.rng.choice(list(self.extents))} >= 1"
        return {"name": name, "index": [i for i, _ in indices],
                "shape": tuple(n for _, n in indices), "guard": guard,
                "form": self.rng.choice(["{}"] * 6 + ["abs({})", "(1 + {})"]),
                "op": self.rng.choice("***/")}

    def text(self) -> str:
        """As an argument of neo.expr."""
        product = f"{self.scale}"
        for read in self.reads:
            access = f"{read['name']}[{', '.join(read['index'])}]"
            if read["guard"]:
                access = f"({access} if {read['guard']} else 1)"
            product += f" {read['op']} " + read["form"].format(access)
        if self.condition:
            product = f"({product}) if {self.condition} else 0"
        return f"O[{', '.join(self.outputs)}] += {product}"

    def loops(self) -> dict[str, int]:
        """The loops of the expression: no others run."""
        text = self.text()
        return {name: n for name, n in self.extents.items() if name in text}

    def expected(self) -> np.ndarray:
        result = np.zeros([self.extents[loop] for loop in self.outputs])
        loops = self.loops()
        for point in itertools.product(*map(range, loops.values())):
            at = dict(zip(loops, point))
            if self.condition and not eval(self.condition, {}, at):
                continue
            result[tuple(at[loop] for loop in self.outputs)] += self._term(at)
        return result

    def _term(self, at: dict[str, int]) -> float:
        value = self.scale
        for read, array in zip(self.reads, self.arrays):
            x = 1.0
            if not read["guard"] or eval(read["guard"], {}, at):
                x = array[tuple(eval(i, {}, at) for i in read["index"])]
            x = eval(read["form"].format("x"), {"x": x, "abs": math.fabs})
            value = value * x if read["op"] == "*" else value / x
        return value
