# test_random_products.py - random products by random schedules against NumPy
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Products of matrices at any extents, one or a batch of them, operands as they lie or
across: by the schedule that is chosen, and by others drawn at random, whose panels and
blocks end anywhere. Small integers are exact in both element types."""

import random

import numpy as np
import pytest
from kernel_programs import operator

import neo

core = pytest.importorskip("neo._core")

NUMPY = {"f32": np.float32, "f64": np.float64}


class Product:
    def __init__(self, seed):
        data = random.Random(seed)
        self.element = data.choice(["f32", "f32", "f64"])
        self.batch = data.choice([0, 0, 3])
        self.extents = [data.choice([data.randrange(1, 20), data.randrange(20, 180),
                                     data.choice([64, 100, 128])]) for _ in "ijk"]
        self.across = [data.random() < 0.5 for _ in "ab"]
        values = np.random.default_rng(seed)
        rows, columns, inner = self.extents
        a, b = (rows, inner), (inner, columns)
        lead = (self.batch,) if self.batch else ()
        self.a, self.b = (values.integers(-3, 4, lead + shape).astype(
            NUMPY[self.element]) for shape in (a, b))

    def operands(self):
        return [np.ascontiguousarray(np.swapaxes(array, -1, -2)) if across else array
                for array, across in zip((self.a, self.b), self.across, strict=True)]

    def text(self):
        lead = "h, " if self.batch else ""
        loops = ", ".join(f"{name}: {extent}" for name, extent in zip(
            ("h", "i", "j", "k")[not self.batch:],
            ([self.batch] if self.batch else []) + self.extents, strict=True)
            if name != "k")
        reads = [f"[{lead}{y}, {x}]" if across else f"[{lead}{x}, {y}]"
                 for (x, y), across in zip(("ik", "kj"), self.across, strict=True)]
        return operator(f"[{loops}] sum [k: {self.extents[2]}]",
                        [(read, array.shape) for read, array in
                         zip(reads, self.operands(), strict=True)],
                        self.a.shape[:-1] + self.b.shape[-1:], self.element)

    def drawn(self, seed):
        """With a schedule of its own, that nothing changes."""
        module = f"module attributes {{neo.scheduled}} {{\n{self.text()}}}\n"
        return neo.canonical(module, f"builtin.module(neo-schedule{{draw={seed}}})")


@pytest.mark.parametrize("seed", range(40))
def test_random_products_by_any_schedule(seed):
    product = Product(seed)
    want = product.a.astype(np.float64) @ product.b.astype(np.float64)
    programs = [product.text(), *(product.drawn(3 * seed + n) for n in range(1, 4))]
    for number, text in enumerate(programs):
        got, = core.Program(text, "main", 1 + number % 2).run(product.operands())
        np.testing.assert_array_equal(got, want, err_msg=text)
